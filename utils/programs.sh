# shellcheck shell=bash
# The real programs of utils/real-programs.sh, utils/real-reports.sh and
# utils/bench/: how to fetch, build and run them. For bash, to be sourced.
#
# The folder $WORK contains the sources and the input of compressors.

utils=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Each program's source package, sources, flags and libraries. prepare_program adds
# generated sources.
declare -A packages=([bzip2]=bzip2 [gzip]=gzip [lua]=lua5.4 [sqlite]=sqlite3
  [zstd]=libzstd [yaml]=yaml-cpp [redis]=redis)
declare -A sources=(
  [bzip2]="bzip2 blocksort compress crctable decompress huffman randtable bzlib"
  [lua]="lapi lauxlib lbaselib lcode lcorolib lctype ldblib ldebug ldo ldump
    lfunc lgc linit liolib llex lmathlib lmem loadlib lobject lopcodes loslib
    lparser lstate lstring lstrlib ltable ltablib ltm lua lundump lutf8lib lvm
    lzio"
  [sqlite]="sqlite3 test/speedtest1"
  [yaml]="all util/parse"
)
# Without the last four, Lua's hashing, caching of strings and sorting would depend
# on addresses and the time, and the counts of two runs would differ.
declare -A flags=(
  [bzip2]="-D_FILE_OFFSET_BITS=64"
  [gzip]="-DHAVE_CONFIG_H -I$WORK/gzip -I$WORK/gzip/lib"
  [lua]="-DLUA_USE_POSIX -DLUA_COMPAT_5_3 -Dluai_makeseed(L)=1982u
    -DSTRCACHE_N=1 -DSTRCACHE_M=1 -Dl_randomizePivot()=0u"
  [sqlite]="-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I$WORK/sqlite"
  [zstd]="-DZSTD_DISABLE_ASM -DZSTD_LEGACY_SUPPORT=0 -I$WORK/zstd/lib
    -I$WORK/zstd/lib/common"
  [yaml]="-I$WORK/yaml/include -I$WORK/yaml/src"
)
declare -A libraries=([lua]="-lm" [sqlite]="-lm")

# fetch_programs NAME...: fetches the sources of the Debian release, once, by its
# own list of package sources: the machine's settings stay as they are.
fetch_programs() {
  local apt=$WORK/apt name package
  mkdir -p "$apt/lists/partial" "$apt/sources" "$WORK/sources"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    if [[ -s $file ]]; then
      sed 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$file" \
        >"$apt/sources/${file##*/}"
    fi
  done
  for name; do
    package=${packages[$name]}
    if ! compgen -G "$WORK/sources/${package}_*.orig.tar.*" >/dev/null; then
      local options=(-qq -o Dir::Etc::sourcelist=/dev/null
        -o "Dir::Etc::sourceparts=$apt/sources"
        -o "Dir::State::lists=$apt/lists" -o APT::Sandbox::User=root
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
      compgen -G "$apt/lists/*Sources*" >/dev/null ||
        apt-get "${options[@]}" update
      # The archive of security updates may list a source before it has it.
      (cd "$WORK/sources" &&
        { apt-get "${options[@]}" source --download-only "$package" ||
          apt-get "${options[@]}" source --download-only \
            "$package/$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)"; })
    fi
    mkdir -p "$WORK/$name"
    tar -xf "$WORK/sources/${package}"_*.orig.tar.[gx]z -C "$WORK/$name" \
      --strip-components=1
    prepare_program "$name" >"$WORK/$name.log" 2>&1 ||
      { tail -n 3 "$WORK/$name.log" >&2 && return 1; }
  done
}

# prepare_program NAME: generates missing sources.
prepare_program() (
  cd "$WORK/$1" || return
  type cc >/dev/null 2>&1 || export CC=clang-22
  case $1 in
  gzip) [[ -e gzip ]] || { ./configure -q && make -s; } ;;
  sqlite) [[ -e sqlite3.c ]] || { ./configure -q && make -s sqlite3.c; } ;;
  # A single file compiles in a third of the time.
  yaml) printf '#include "%s"\n' src/*.cpp >all.cpp ;;
  esac
)

# source_files NAME: prints the paths of its sources.
# shellcheck disable=SC2086 # the lists of sources
source_files() (
  local name=$1 file
  cd "$WORK/$name" || return
  case $name in
  # The sources of Debian's configuration: the archive's members and the rest.
  gzip)
    ar t lib/libgzip.a | sed 's/^libgzip_a-//; s/o$/c/; /xalloc-die/d' |
      while read -r file; do find lib -name "$file"; done
    ls bits.c deflate.c gzip.c inflate.c trees.c unlzh.c unlzw.c unpack.c \
      unzip.c util.c version.c zip.c
    ;;
  lua) printf 'src/%s.c\n' ${sources[lua]} ;;
  zstd) ls lib/{common,compress,decompress,dictBuilder}/*.c programs/*.c ;;
  yaml) printf '%s.cpp\n' ${sources[$name]} ;;
  *) printf '%s.c\n' ${sources[$name]} ;;
  esac | sed "s|^|$WORK/$name/|"
)

# make_input BYTES: writes the input of bzip2.
make_input() {
  python3 "$utils/make-corpus.py" "$1" "$WORK/input"
}

# build_program NAME OUTPUT COMPILER [FLAG...]
build_program() {
  local name=$1 output=$2 files
  shift 2
  mapfile -t files < <(source_files "$name")
  # shellcheck disable=SC2086 # these are lists, too
  "$@" ${flags[$name]} "${files[@]}" ${libraries[$name]-} -o "$output"
}

# run_program NAME SCALE COMMAND...: prints the program's output and exit
# status. COMMAND is the program, and the tool that it runs under.
run_program() {
  local name=$1 scale=$2 status=0
  shift 2
  case $name in
  bzip2 | gzip | zstd)
    "$@" -9 <"$WORK/input" >compressed || status=$?
    "$@" -d <compressed >decompressed || status=$((status + $?))
    cmp "$WORK/input" decompressed || true
    cksum <compressed
    rm compressed decompressed
    ;;
  sqlite) "$@" --size "$((scale * 2))" :memory: >/dev/null || status=$? ;;
  lua) "$@" "$utils/mix.lua" "$scale" || status=$? ;;
  esac
  echo "exit status $status"
}
