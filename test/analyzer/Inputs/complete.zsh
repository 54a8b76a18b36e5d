# Prints what zsh shows a user who types a line and presses the tabulator key: the
# offered words, and the completed line between "<" and ">".
#
# usage: zsh -f complete.zsh FOLDER LINE...
#
# FOLDER contains the completion script, named _llvm-gprof.

zmodload zsh/zpty || exit
zpty shell "TERM=dumb zsh -f -i"

# Prints the shell's output up to and including the text $1.
await() {
  local text
  zpty -r -m shell text "*$1*" || exit
  text=${text//$'\e['[0-9;?]#[a-zA-Z]/}
  print -r -- "${text//$'\r'/}"
}

setopt extended_glob
# The shell echoes what is typed; this waits for the echo and does not print it.
zpty -w shell "stty rows 999 columns 150; LISTMAX=9999
unsetopt prompt_cr prompt_sp; PS1= RPS1= PS2=
fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -u -D
show-line() { zle -I; print -r -- \"<\$BUFFER>\"end; BUFFER= }
zle -N show-line; bindkey '^X' show-line '^I' complete-word
print ready''now"
await readynow > /dev/null
shift
for line; do
  zpty -w -n shell "$line"$'\t\C-X'
  await '>end'
done
zpty -d shell
