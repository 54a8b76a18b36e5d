# cmake -DTOOLS=... "-DCLANG=..." "-DPARTS=..." "-DMEMBERS=..." "-DTESTED=..."
#   -DOUTPUT=... -P GmonMergedRuntime.cmake
#
# Merges PARTS, files of LLVM's bitcode, into the object OUTPUT. The functions of the
# namespace gmon become local to it, unless one of MEMBERS, the other objects of
# the runtime, refers to them, or they are among TESTED. So what nothing calls goes
# away, and what one place calls is put there. TOOLS is the folder of LLVM's programs,
# CLANG the compiler's command.

execute_process(
  COMMAND "${TOOLS}/llvm-nm" --undefined-only --format=just-symbols ${MEMBERS}
  OUTPUT_VARIABLE wanted COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND "${TOOLS}/llvm-nm" --defined-only --extern-only --format=just-symbols
    ${PARTS}
  OUTPUT_VARIABLE defined COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n ]*[$][^\n ]*" wanted "${wanted}")
string(REGEX MATCHALL "[^\n ]+" public "${defined}")
list(JOIN TESTED "|" tested)
string(REGEX MATCHALL "_ZN7gmon[$]rt[0-9]+(${tested})E[^\n ]*" tested "${defined}")
list(APPEND wanted ${tested})
list(FILTER public EXCLUDE REGEX "gmon[$]rt")
list(JOIN public "\n" public)
list(JOIN wanted "\n" wanted)
file(WRITE "${OUTPUT}.names" "${public}\n${wanted}\n")

execute_process(COMMAND "${TOOLS}/llvm-link" ${PARTS} -o "${OUTPUT}.bc"
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND "${TOOLS}/opt" "-passes=internalize,globaldce,mergefunc,default<O2>,mergefunc,globaldce"
    "-internalize-public-api-file=${OUTPUT}.names" "${OUTPUT}.bc" -o "${OUTPUT}.bc"
  COMMAND_ERROR_IS_FATAL ANY)
# A call that clears memory is shorter than four stores, and an address or a constant
# in a loop shorter than a register that is kept for it.
execute_process(COMMAND ${CLANG} -Qunused-arguments -O2 -mllvm -max-store-memset=3
    -mllvm -disable-machine-licm -c -x ir "${OUTPUT}.bc" -o "${OUTPUT}"
  COMMAND_ERROR_IS_FATAL ANY)
