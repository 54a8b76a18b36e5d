"""The builds that are compared: the compiler, flags and tools of each."""

import dataclasses
import os
import shutil


@dataclasses.dataclass(frozen=True)
class Peer:
    name: str  # on the command line and in the results
    title: str  # in the tables
    compiler: str = "clang"  # clang, gcc or gmon-clang
    flags: tuple = ()
    # The tool that runs the program, and its environment; {run} is the run's folder.
    prefix: tuple = ()
    environment: tuple = ()
    # The build for the same work without a profile.
    baseline: str = "plain"
    # The peer writes a record at each call, so it gets less work and fewer rounds,
    # and is compared with a baseline of the same work.
    slow: bool = False
    # Whether callgrind counts the program's instructions apart from its tools'.
    counted: bool = True
    # Whether the times of its compilation are measured more than once.
    compile_timed: bool = False

    @property
    def is_baseline(self):
        return self.name == self.baseline


ONLY_BLOCKS = ("-Xclang", "-mllvm", "-Xclang", "-gmon-hook=none")
ATOMIC = "-fprofile-update=atomic"
XRAY = ("-fxray-instrument", "-fxray-instruction-threshold=1")
UFTRACE = ("uftrace", "record", "--no-event", "--no-pager", "-d", "{run}/uftrace.data")


def _ours(name, title, *flags):
    return Peer(name, title, "gmon-clang", flags, compile_timed=True)


PEERS = (
    Peer("plain", "plain", compile_timed=True),
    Peer("gcc", "gcc, plain", "gcc", baseline="gcc"),
    _ours("hooks", "llvm-gprof"),
    _ours("machine", "llvm-gprof, machine counters alone", "-a", *ONLY_BLOCKS),
    _ours("hooks-machine", "llvm-gprof -a", "-a"),
    _ours("source", "llvm-gprof, source counters alone", "-a=source", *ONLY_BLOCKS),
    _ours("hooks-source", "llvm-gprof -a=source", "-a=source"),
    _ours("hooks-regions", "llvm-gprof -fprofile-instr-generate", "-fprofile-instr-generate"),
    Peer("clang-pg", "clang -pg", flags=("-pg",), compile_timed=True),
    Peer("gcc-pg", "gcc -pg", "gcc", ("-pg",), baseline="gcc"),
    Peer("coverage", "clang --coverage", flags=("--coverage",), compile_timed=True),
    Peer("coverage-atomic", "clang --coverage, atomic", flags=("--coverage", ATOMIC)),
    Peer("gcc-coverage", "gcc --coverage", "gcc", ("--coverage",), baseline="gcc"),
    Peer("gcc-coverage-atomic", "gcc --coverage, atomic", "gcc",
         ("--coverage", ATOMIC), baseline="gcc"),
    Peer("instr-generate", "clang -fprofile-instr-generate",
         flags=("-fprofile-instr-generate",), compile_timed=True),
    Peer("instr-generate-atomic", "clang -fprofile-instr-generate, atomic",
         flags=("-fprofile-instr-generate", ATOMIC)),
    Peer("generate", "clang -fprofile-generate", flags=("-fprofile-generate",)),
    Peer("generate-atomic", "clang -fprofile-generate, atomic",
         flags=("-fprofile-generate", ATOMIC)),
    Peer("xray-off", "XRay, sleds off", flags=XRAY),
    Peer("xray", "XRay, basic mode", flags=XRAY, slow=True, counted=False,
         environment=(("XRAY_OPTIONS", "patch_premain=true xray_mode=xray-basic"),)),
    Peer("uftrace-pg", "uftrace, clang -pg", flags=("-pg",), prefix=UFTRACE,
         slow=True, counted=False),
    # Instrumented before inlining, a C++ program would write gigabytes a second.
    Peer("uftrace-functions", "uftrace, -finstrument-functions",
         flags=("-finstrument-functions-after-inlining",), prefix=UFTRACE, slow=True,
         counted=False),
)

BY_NAME = {peer.name: peer for peer in PEERS}


def compiler(peer, is_cxx, build):
    """The command that compiles for PEER; BUILD is llvm-gprof's tree."""
    clang = os.environ.get("GMON_CLANG", "clang-22")
    if peer.compiler == "gcc":
        return "g++" if is_cxx else "gcc"
    if peer.compiler == "gmon-clang":
        return os.path.join(build, "bin", "gmon-clang++" if is_cxx else "gmon-clang")
    folder, name = os.path.split(clang)
    return os.path.join(folder, name.replace("clang", "clang++")) if is_cxx else clang


def missing_tool(peer, build):
    """What PEER needs and this machine lacks, or None."""
    for tool in (compiler(peer, False, build), *peer.prefix[:1]):
        if not shutil.which(tool):
            return f"{os.path.basename(tool)} is not installed"
    return None


def environment(peer, run):
    """The environment of a run in the folder RUN, where all profiles go."""
    own = {name: value.format(run=run) for name, value in peer.environment}
    # Keeps whole paths: two files of the same name in two folders have two profiles.
    gcov = {"GCOV_PREFIX": run, "GCOV_PREFIX_STRIP": "0"}
    llvm = {"LLVM_PROFILE_FILE": os.path.join(run, "default.profraw")}
    return {**os.environ, **gcov, **llvm, **own}
