# Prints what a user of zsh sees who types a line and presses the tabulator key:
# what is offered, and between "<" and ">" what the line became.
#
# usage: zsh -f complete.zsh FOLDER LINE...
#
# FOLDER has the completion, as _llvm-gprof.

zmodload zsh/zpty || exit
zpty shell "TERM=dumb zsh -f -i"

# Prints what the shell wrote until, and with, the text $1.
await() {
  local text
  zpty -r -m shell text "*$1*" || exit
  text=${text//$'\e['[0-9;?]#[a-zA-Z]/}
  print -r -- "${text//$'\r'/}"
}

setopt extended_glob
# What is typed is not what is printed, which is waited for.
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
