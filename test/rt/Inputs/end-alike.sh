# usage: end-alike.sh PLAIN PROFILED ARGUMENT...: both programs end and print alike, and
# the second one leaves a profile.
plain=$1 profiled=$2
shift 2
rm -f gmon.out
end() {
  program=$1
  shift
  "./$program" "$@" > "$program.out" 2> "$program.err"
  echo $? > "$program.status"
}
{
  end "$plain" "$@"
  end "$profiled" "$@"
} 2> /dev/null
for kind in status out err; do
  diff "$plain.$kind" "$profiled.$kind" || exit 1
done
test -s gmon.out
