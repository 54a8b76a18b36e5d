# The targets, other than the host, that the runtime is built for.

# gmon_processor(TARGET VARIABLE)
#
# Sets VARIABLE to the runtime's name for the processor of TARGET, a triple or
# CMake's name of a processor.
function(gmon_processor target variable)
  string(REGEX REPLACE "-.*" "" name "${target}")
  if(name MATCHES "^(x86_64|amd64|AMD64)$")
    set(name x86_64)
  elseif(name MATCHES "^(aarch64|arm64|ARM64)$")
    set(name aarch64)
  elseif(NOT name STREQUAL "riscv64")
    message(FATAL_ERROR "the runtime has not been ported to ${target}")
  endif()
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# Clang needs only the headers of a target's C library, and finds those of Debian's
# cross packages (libc6-dev-arm64-cross).
set(GMON_RT_TARGETS
  aarch64-linux-gnu riscv64-linux-gnu x86_64-linux-gnu x86_64-linux-musl
  CACHE STRING "Targets to build the runtime for, where there are headers")
find_program(GMON_CROSS_CLANG NAMES clang clang-${LLVM_VERSION_MAJOR}
  HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
mark_as_advanced(GMON_CROSS_CLANG)

# All of them but the host, and those of them that can be built.
gmon_processor("${CMAKE_SYSTEM_PROCESSOR}" host)
set(GMON_WANTED_TARGETS ${GMON_RT_TARGETS})
list(REMOVE_ITEM GMON_WANTED_TARGETS "${host}-linux-gnu")
set(GMON_CROSS_TARGETS)
set(source "${CMAKE_BINARY_DIR}/CMakeFiles/headers.c")
file(WRITE "${source}" "#include <link.h>\n#include <pthread.h>\n")
foreach(triple IN LISTS GMON_WANTED_TARGETS)
  # Flags of this target, for the runtime and for profiled programs.
  set(GMON_FLAGS_${triple})
  if(triple MATCHES "musl")
    # Debian has musl beside glibc, and Clang finds glibc's headers.
    if(NOT EXISTS "/usr/include/${triple}")
      continue()
    endif()
    set(GMON_FLAGS_${triple} -nostdlibinc -isystem "/usr/include/${triple}")
    # Descriptors, which do not call, for thread-local storage.
    if(triple MATCHES "x86_64")
      list(APPEND GMON_FLAGS_${triple} -mtls-dialect=gnu2)
    endif()
  endif()
  if(GMON_CROSS_CLANG)
    execute_process(
      COMMAND "${GMON_CROSS_CLANG}" --target=${triple} ${GMON_FLAGS_${triple}}
        -fsyntax-only "${source}"
      RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
      list(APPEND GMON_CROSS_TARGETS ${triple})
    endif()
  endif()
endforeach()
list(JOIN GMON_CROSS_TARGETS ", " names)
message(STATUS "Other targets of the runtime: ${names}")
