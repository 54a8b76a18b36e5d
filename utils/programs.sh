# shellcheck shell=bash
# The real programs that utils/real-programs.sh and utils/bench/ work on: how
# they are got, built and run. For bash, to be sourced.
#
# Everything lies in the folder $WORK: the sources, and the input of bzip2.

utils=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# What each program is built from, its flags, and its libraries.
declare -A sources=(
  [bzip2]="bzip2 blocksort compress crctable decompress huffman randtable bzlib"
  [lua]="lapi lauxlib lbaselib lcode lcorolib lctype ldblib ldebug ldo ldump
    lfunc lgc linit liolib llex lmathlib lmem loadlib lobject lopcodes loslib
    lparser lstate lstring lstrlib ltable ltablib ltm lua lundump lutf8lib lvm
    lzio"
)
# Without the last three, addresses and the time would decide how Lua hashes
# and caches strings, and no run would count what another did.
declare -A flags=(
  [bzip2]="-D_FILE_OFFSET_BITS=64"
  [lua]="-DLUA_USE_POSIX -DLUA_COMPAT_5_3 -Dluai_makeseed(L)=1982u
    -DSTRCACHE_N=1 -DSTRCACHE_M=1"
)
declare -A libraries=([bzip2]="" [lua]="-lm")

# fetch_programs: gets the sources of the Debian release, once, by a list of
# package sources of its own: the machine's settings stay as they are.
fetch_programs() {
  local apt=$WORK/apt package
  mkdir -p "$apt/lists/partial" "$apt/sources" "$WORK/sources"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    if [[ -s $file ]]; then
      sed 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$file" \
        >"$apt/sources/${file##*/}"
    fi
  done
  for package in bzip2 lua5.4; do
    if compgen -G "$WORK/sources/${package}_*.orig.tar.*" >/dev/null; then
      continue
    fi
    local options=(-qq -o Dir::Etc::sourcelist=/dev/null
      -o "Dir::Etc::sourceparts=$apt/sources"
      -o "Dir::State::lists=$apt/lists" -o APT::Sandbox::User=root
      -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
    compgen -G "$apt/lists/*Sources*" >/dev/null ||
      apt-get "${options[@]}" update
    (cd "$WORK/sources" &&
      apt-get "${options[@]}" source --download-only "$package")
  done
  mkdir -p "$WORK/bzip2" "$WORK/lua"
  tar -xf "$WORK"/sources/bzip2_*.orig.tar.* -C "$WORK/bzip2" \
    --strip-components=1
  tar -xf "$WORK"/sources/lua5.4_*.orig.tar.* -C "$WORK/lua" \
    --strip-components=2 --wildcards '*/src'
}

# make_input BYTES: writes what bzip2 is to compress.
make_input() {
  python3 "$utils/make-corpus.py" "$1" "$WORK/input"
}

# build_program NAME OUTPUT COMPILER [FLAG...]
build_program() {
  local name=$1 output=$2 files file
  shift 2
  files=()
  for file in ${sources[$name]}; do
    files+=("$WORK/$name/$file.c")
  done
  # shellcheck disable=SC2086 # these are lists, too
  "$@" ${flags[$name]} "${files[@]}" ${libraries[$name]} -o "$output"
}

# run_program NAME SCALE COMMAND...: prints the program's output and exit
# status. COMMAND is the program, and what it runs under.
run_program() {
  local name=$1 scale=$2 status=0
  shift 2
  case $name in
  bzip2)
    "$@" -9 <"$WORK/input" >compressed || status=$?
    "$@" -d <compressed >decompressed || status=$((status + $?))
    cmp "$WORK/input" decompressed || true
    cksum <compressed
    rm compressed decompressed
    ;;
  lua) "$@" "$utils/mix.lua" "$scale" || status=$? ;;
  esac
  echo "exit status $status"
}
