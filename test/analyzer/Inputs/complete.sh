# Prints bash's completions of the last word of a command
# line.
#
# usage: bash complete.sh SCRIPT WORD...

source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_llvm_gprof
printf '%s\n' "${COMPREPLY[@]}"
