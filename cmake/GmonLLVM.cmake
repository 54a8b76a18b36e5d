# Finds LLVM, and sets the compiler flags of the project's targets.

# The CMake files of Debian's LLVM refer to these packages, and fail without them.
if(NOT LLVM_DIR)
  foreach(header zlib.h zstd.h libxml2/libxml/parser.h curl/curl.h)
    find_path(GMON_HAVE_HEADER ${header})
    if(NOT GMON_HAVE_HEADER)
      gmon_missing_llvm()
    endif()
    unset(GMON_HAVE_HEADER CACHE)
  endforeach()
endif()

# Debian has a folder for each LLVM, which no default search finds, and
# find_package(LLVM 22) refuses 22.1: this file checks the version.
find_package(LLVM CONFIG QUIET
  HINTS "/usr/lib/llvm-${GMON_LLVM_VERSION}/lib/cmake/llvm")
if(NOT LLVM_FOUND OR LLVM_VERSION_MAJOR LESS GMON_LLVM_OLDEST)
  gmon_missing_llvm()
endif()

# gmon_target(NAME [LLVM])
#
# The project's warnings for the target NAME; with LLVM, also LLVM's headers and
# flags (no exceptions, no RTTI).
function(gmon_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LLVM" "" "")
  # std::stable_sort of GCC 12's library uses a function that the library deprecates.
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wno-unused-parameter
    -Wno-deprecated-declarations
    $<$<BOOL:${GMON_WERROR}>:-Werror>)
  if(arg_LLVM)
    target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
    target_compile_definitions(${name} PRIVATE ${definitions})
    target_compile_options(${name} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
    # LLVMSupport names libraries of which few programs use anything, such as Z3.
    target_link_options(${name} PRIVATE -Wl,--as-needed)
  endif()
endfunction()

# With a precompiled header, ccache finds nothing that another folder's build left.
if(CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED CMAKE_DISABLE_PRECOMPILE_HEADERS)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# gmon_precompile(NAME HEADER...)
#
# Parses the HEADERs, which most files of the target NAME include, once for all of
# them. A file still includes what it uses: without precompiled headers
# (CMAKE_DISABLE_PRECOMPILE_HEADERS), nothing else does.
function(gmon_precompile name)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  list(TRANSFORM ARGN REPLACE "(.+)" "<\\1>" OUTPUT_VARIABLE headers)
  target_precompile_headers(${name} PRIVATE ${headers})
  # ccache compares contents.
  target_compile_options(${name} PRIVATE
    "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()
