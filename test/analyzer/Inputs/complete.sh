# Prints what bash offers to complete the words of a command line, the last of
# which is begun.
#
# usage: bash complete.sh SCRIPT WORD...

source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_llvm_gprof
printf '%s\n' "${COMPREPLY[@]}"
