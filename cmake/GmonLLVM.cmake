# Finds LLVM, and says how the project's targets are compiled.

set(GMON_LLVM_VERSION 22)

# gmon_missing_llvm()
#
# Ends the configuration with what to install.
function(gmon_missing_llvm)
  set(v ${GMON_LLVM_VERSION})
  message(FATAL_ERROR "llvm-gprof needs LLVM ${v}: apt-get install clang-${v} "
    "llvm-${v}-dev llvm-${v}-tools libclang-${v}-dev libclang-rt-${v}-dev "
    "lld-${v} zlib1g-dev libzstd-dev libxml2-dev libcurl4-openssl-dev")
endfunction()

# Debian keeps each LLVM in a folder of its own, which no default search finds,
# and find_package(LLVM 22) refuses 22.1: the version is checked by hand.
find_package(LLVM CONFIG QUIET
  HINTS "/usr/lib/llvm-${GMON_LLVM_VERSION}/lib/cmake/llvm")
if(NOT LLVM_FOUND OR LLVM_VERSION_MAJOR LESS GMON_LLVM_VERSION)
  gmon_missing_llvm()
endif()

# gmon_target(NAME [LLVM])
#
# The project's warnings for the target NAME; with LLVM, its headers and its
# way of compiling (no exceptions, no RTTI) as well.
function(gmon_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LLVM" "" "")
  # std::stable_sort of GCC 12's library uses what the library itself deprecates.
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wno-unused-parameter
    -Wno-deprecated-declarations
    $<$<BOOL:${GMON_WERROR}>:-Werror>)
  if(arg_LLVM)
    target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
    target_compile_definitions(${name} PRIVATE ${definitions})
    target_compile_options(${name} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
  endif()
endfunction()
