# cmake -DNM=... "-DOBJECTS=..." -DRELOCATION=... -DSTEP=... -DOUTPUT=...
#   -P GmonHiddenNames.cmake
#
# Writes an assembly file with a RELOCATION, which linkers take for a call, for each
# function among OBJECTS that no report may name, and for the bounds of sections.
# GNU ld makes only called hidden symbols local, and rt/base/hidden_names.h needs them
# local. The references are weak: they link nothing into the program. A relocation is
# STEP bytes behind the one before.

# Not all programs contain the functions that count calls of mcount; they refer to
# their own.
list(FILTER OBJECTS EXCLUDE REGEX "/mcount[^/]*$")
execute_process(
  COMMAND "${NM}" --defined-only --extern-only --format=posix ${OBJECTS}
  OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]*([$]|__gmon_|__fentry__)[^\n ]* [TW] " names "${names}")
list(REMOVE_DUPLICATES names)
list(SORT names)
list(TRANSFORM names REPLACE " [TW] $" "")
foreach(section data mpi source)
  list(APPEND names __start_gmon_${section} __stop_gmon_${section})
endforeach()
set(text "        .section .note.GNU-stack, \"\", %progbits
        .section .rodata.__gmon_hidden_names, \"a\", %progbits
        .p2align 3
        .globl  __gmon_hidden_names
        .hidden __gmon_hidden_names
__gmon_hidden_names:
")
set(place 0)
foreach(name IN LISTS names)
  string(APPEND text "        .weak   \"${name}\"
        .hidden \"${name}\"
        .reloc  ${place}, ${RELOCATION}, \"${name}\"\n")
  math(EXPR place "${place} + ${STEP}")
endforeach()
math(EXPR size "${place} + 8")
file(WRITE "${OUTPUT}" "${text}        .zero   ${size}\n")
