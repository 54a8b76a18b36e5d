# Names missing Debian packages, where CMake's own message would not. Include it
# before project().

# The version that is found without LLVM_DIR, and the oldest that works.
set(GMON_LLVM_VERSION 22)
set(GMON_LLVM_OLDEST 19)

# gmon_missing_llvm()
#
# Ends the configuration with the names of packages to install.
function(gmon_missing_llvm)
  set(v ${GMON_LLVM_VERSION})
  if(LLVM_VERSION_MAJOR GREATER_EQUAL GMON_LLVM_OLDEST)
    set(v ${LLVM_VERSION_MAJOR})
  endif()
  message(FATAL_ERROR "llvm-gprof needs LLVM ${v}: apt-get install clang-${v} "
    "llvm-${v}-dev llvm-${v}-tools libclang-${v}-dev libclang-rt-${v}-dev "
    "lld-${v} zlib1g-dev libzstd-dev libxml2-dev libcurl4-openssl-dev "
    "libprotozero-dev")
endfunction()

if(CMAKE_C_COMPILER)
  find_program(GMON_C_COMPILER "${CMAKE_C_COMPILER}")
  mark_as_advanced(GMON_C_COMPILER)
  if(NOT GMON_C_COMPILER)
    gmon_missing_llvm()
  endif()
endif()
