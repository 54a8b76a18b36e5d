# The configuration of the test suite: the folders of tools, the substitutions for
# tests, and the optional tools of this machine.
#
# CMake's lit.site.cfg.py loads this file. If lit runs on the source tree, it
# finds this file first, which then searches for lit.site.cfg.py.

import ctypes
import importlib.util
import os
import platform
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

import lit.formats
import lit.util

if not hasattr(config, "gmon_obj_root"):
    site_config = lit_config.params.get(
        "gmon_site_config",
        os.path.join(os.path.dirname(__file__), "../build/test/lit.site.cfg.py"),
    )
    if not os.path.exists(site_config):
        lit_config.fatal(
            f"no such file: {site_config}; pass "
            "--param gmon_site_config=BUILD/test/lit.site.cfg.py"
        )
    lit_config.load_config(config, os.path.abspath(site_config))
    raise SystemExit

# The triple of a cross target, whose programs qemu-user runs in a suite of its
# own; or None. Such a suite has only tests that run programs.
target = getattr(config, "gmon_target", None)
processor = target.split("-")[0] if target else config.host_arch

config.name = f"llvm-gprof-{target}" if target else "llvm-gprof"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".c", ".cpp", ".ll", ".s", ".yaml"]
config.excludes = ["Inputs", "CMakeLists.txt", "fuzz"]
if target:
    config.excludes += ["analyzer", "clang-driver", "corpus", "docs", "pass", "unit", "utils"]
config.test_source_root = os.path.join(config.gmon_src_root, "test")
config.test_exec_root = os.path.join(config.gmon_obj_root, "test", target or "")

# A hang is a failure. lit's own time limit needs Python's psutil; without it a
# limit on each process's CPU time ends an endless loop.
SECONDS_PER_TEST = 300
if lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = SECONDS_PER_TEST
else:
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_PER_TEST, most))

# --- environment ------------------------------------------------------------

bin_dir = os.path.join(config.gmon_obj_root, "bin")
lib_dir = os.path.join(config.gmon_obj_root, "lib")
utils_dir = os.path.join(config.gmon_src_root, "utils")
tools_dir = config.llvm_tools_dir

# llvm-gprof itself, then FileCheck, not, yaml2obj and others. utils/fuzz.sh
# replaces llvm-gprof by a script.
first_in_path = lit_config.params.get("first_in_path", bin_dir)
config.environment["PATH"] = os.pathsep.join(
    [first_in_path, bin_dir, tools_dir, os.environ.get("PATH", os.defpath)]
)
config.environment["LC_ALL"] = "C"
# The test tools share a module; no __pycache__ in the source tree.
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# These change what the tools under test read and write.
for name in (
    "GMON_OPTIONS",
    "GMON_OUT_PREFIX",
    "GPROF_PATH",
    "LLVM_PROFILE_FILE",
    "FLUX_JOB_SIZE",
    "FLUX_TASK_RANK",
    "MV2_COMM_WORLD_RANK",
    "MV2_COMM_WORLD_SIZE",
    "OMPI_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_SIZE",
    "PMI_RANK",
    "PMI_SIZE",
    "PMIX_RANK",
    "SLURM_PROCID",
    "SLURM_STEP_NUM_TASKS",
):
    config.environment.pop(name, None)

# --- substitutions ----------------------------------------------------------


def tool(name):
    """The path of one of LLVM's tools, whatever its suffix is here."""
    path = os.pathsep.join([tools_dir, os.environ.get("PATH", os.defpath)])
    return shutil.which(name, path=path) or shutil.which(f"{name}-{config.llvm_version}") or name


def tool_for_target(name):
    """The path of a tool of which each target has its own."""
    return tool(f"{target}-{name}" if target else name)


def script(name):
    """A script of utils/, run by the Python that runs lit."""
    return f"'{sys.executable}' '{utils_dir}/{name}'"


def substitute(name, replacement):
    # The word boundary separates %clang from %clangxx.
    config.substitutions.append((f"%{name}\\b", replacement))


# Compilation for the target, and %run for its programs.
for_target = ""
run = ""
if target:
    for_target = f" --target={target}"
    run = f"'{tool('qemu-' + processor)}' -L '/usr/{target}'"
    # Debian's GNU ld 2.40 for RISC-V crashes on Clang's debug information.
    if processor == "riscv64":
        for_target += " -fuse-ld=lld"

runtime = os.path.join(lib_dir, target or "", "libgmon_rt.a")

substitute("run", run)
substitute("gmon_clangxx", f"'{bin_dir}/gmon-clang++'{for_target}")
substitute("gmon_clang", f"'{bin_dir}/gmon-clang'{for_target}")
substitute("gmon_rt", f"'{runtime}'")
substitute("gmon_plugin", f"'{lib_dir}/libgmonpass.so'")
# Clang's options for the plugin. LLVM 22 (#173287) loads it before it reads the plugin's options.
with_plugin = f"-fpass-plugin='{lib_dir}/libgmonpass.so'"
if int(config.llvm_version) < 22:
    with_plugin = f"-Xclang -load -Xclang '{lib_dir}/libgmonpass.so' " + with_plugin
substitute("with_plugin", with_plugin)
substitute("gmon_include", f"'{config.gmon_obj_root}/include'")
substitute("gmon_obj_root", config.gmon_obj_root)
substitute("gmon_src_root", config.gmon_src_root)
substitute("llvm_cov", f"'{tool('llvm-cov')}'")
substitute("llvm_profdata", f"'{tool('llvm-profdata')}'")
substitute("llvm_version", config.llvm_version)
substitute("llvm_gprof", f"'{bin_dir}/llvm-gprof'")
substitute("gprof", tool_for_target("gprof"))
substitute("clangxx", f"'{tool('clang++')}'{for_target}")
substitute("clang", f"'{tool('clang')}'{for_target}")
substitute("opt", f"'{tool('opt')}'")
substitute("python", f"'{sys.executable}'")
substitute("text_to_gmon", script("text-to-gmon.py"))
substitute("flow_to_text", script("flow-to-text.py"))
substitute("gmon_to_text", script("gmon-to-text.py"))
substitute("stacks_to_text", script("stacks-to-text.py"))
substitute("text_to_stacks", script("text-to-stacks.py"))
substitute("set_to_text", script("set-to-text.py"))
substitute("text_to_set", script("text-to-set.py"))
# pprof keeps downloaded files in the home folder.
substitute("pprof", f"env HOME=. '{tool('go')}' tool pprof -symbolize=none")
substitute("dot", f"'{tool('dot')}'")
substitute("differential", script("differential.py"))


def can_sample(event, flags):
    """Whether the kernel lets this process sample one of its own software events."""
    number = 298 if processor in ("x86_64", "AMD64") else 241
    software, size, period, place, disabled = 1, 128, 1, 1, 1
    # A sample would end lit by SIGTRAP.
    flags |= disabled
    attributes = struct.pack("<IIQQQQQ", software, size, event, period, place, 0, flags)
    libc = ctypes.CDLL(None, use_errno=True)
    fd = libc.syscall(number, attributes.ljust(size, b"\0"), 0, -1, -1, 0)
    if fd >= 0:
        os.close(fd)
    return fd >= 0


def can_sample_page_faults():
    minor_faults, user_mode_only = 5, 1 << 5 | 1 << 6
    return can_sample(minor_faults, user_mode_only)


def can_sample_switches():
    if tuple(map(int, re.findall(r"\d+", platform.release())[:2])) < (5, 18):
        return False
    context_switches, remove_on_exec, sigtrap = 3, 1 << 36, 1 << 37
    return can_sample(context_switches, remove_on_exec | sigtrap)


# --- features: what a test may REQUIRE --------------------------------------

available = config.available_features
# llvm-22 and others: what needs this version of LLVM.
available.add(f"llvm-{config.llvm_version}")
for feature, oldest in (
    # Lines of configuration files may apply only to links (#117573).
    ("config-link-lines", 20),
    # Other processors than x86-64 pass the caller to mcount (#121107).
    ("mcount-with-caller", 20),
    # Code that fills a block up has no line of the code in front (#99496).
    ("padding-without-line", 20),
    # Assembly can name every symbol (#138817).
    ("escaped-names", 21),
    # -fprofile-continuous is an option (#124353).
    ("continuous-profiles", 21),
    # Nor has code that sets up a frame (#161845).
    ("frame-setup-without-line", 22),
    # The stubs of RISC-V's shared libraries have names (#147933).
    ("riscv-stub-names", 22),
    # The header of plugins is llvm/Plugins/PassPlugin.h.
    ("plugins-folder", 22),
):
    if int(config.llvm_version) >= oldest:
        available.add(feature)
substitute("unescaped_names", "" if "escaped-names" in available else "unescaped")
for name in ("ccache", "clang-format-14", "sccache"):
    if shutil.which(name):
        available.add(name)
if processor in ("x86_64", "AMD64"):
    available.add("x86_64")
available.add(processor)
# Processors to which the runtime has been ported.
if available & {"x86_64", "aarch64", "riscv64"}:
    available.add("runtime")
# aarch64-linux-gnu-runtime and others: other targets with a built runtime.
for name in os.listdir(lib_dir) if os.path.isdir(lib_dir) else ():
    if os.path.exists(os.path.join(lib_dir, name, "libgmon_rt.a")):
        available.add(name + "-runtime")
# Programs run on the tests' own processor and system.
if not target:
    available.add("native")
elif not (os.path.exists(runtime) and os.path.exists(tool("qemu-" + processor))):
    config.unsupported = True
if not target and can_sample_page_faults():
    available.add("perf-events")
if not target and can_sample_switches():
    available.add("perf-switches")
for name in config.sanitizers.split(","):
    if name:
        available.add(name + "-sanitizer")
if "address-sanitizer" in available:
    # Debian's LLVM is built without sanitizers, and does not unpoison memory from
    # this project's BumpPtrAllocators.
    config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"

for feature, program in (
    ("gprof", "gprof"),
    ("gcc", "gcc"),
    ("gxx", "g++"),
    ("gnu-ld", "ld.bfd"),
    ("gold", "ld.gold"),
    ("mold", "ld.mold"),
):
    if os.path.exists(tool_for_target(program)):
        available.add(feature)
if os.path.exists(tool("ld.lld")):
    available.add("lld")
for name in (
    "autoconf",
    "automake",
    "csmith",
    "dwz",
    "gcov",
    "go",
    "meson",
    "musl-gcc",
    "parallel",
    "pkg-config",
    "strace",
    "valgrind",
    "zsh",
):
    if not target and os.path.exists(tool(name)):
        available.add(name)
if not target and all(
    os.path.exists(path)
    for path in [tool("bazel")]
    + [f"/usr/share/bazel/rules/{name}" for name in ("cc", "java", "proto")]
):
    available.add("bazel")
# Debian's clang-tools has it, which is not there for each version.
if os.path.exists(os.path.join(tools_dir, "clang-scan-deps")):
    available.add("scan-deps")
# Frameworks of tests in C++.
for name, header in (("googletest", "gtest/gtest.h"), ("catch2", "catch2/catch.hpp")):
    if not target and os.path.exists(os.path.join("/usr/include", header)):
        available.add(name)
# MPI libraries; both may be installed. Open MPI runs jobs of root only if told twice.
mpi_environment = {
    "OMPI_CC": f"{bin_dir}/gmon-clang",
    "MPICH_CC": f"{bin_dir}/gmon-clang",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


def runs_jobs(launcher):
    """Whether jobs run here: some containers have no network, not even their own."""
    try:
        return (
            subprocess.run(
                [launcher, "-n", "2", "true"],
                env={**os.environ, **mpi_environment},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=60,
            ).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


for name in ("openmpi", "mpich"):
    if (
        not target
        and os.path.exists(os.path.join(lib_dir, f"gmon_mpi-{name}.o"))
        and shutil.which(f"mpicc.{name}")
        and shutil.which(f"mpirun.{name}")
        and runs_jobs(f"mpirun.{name}")
    ):
        available.add(name)
        available.add("mpi")
if (
    "mpi" in available
    and shutil.which("gfortran")
    and all(shutil.which(f"mpifort.{name}") for name in available & {"openmpi", "mpich"})
):
    available.add("fortran")
substitute(
    "mpi", "env " + " ".join(f"'{name}={value}'" for name, value in mpi_environment.items())
)
# Tools that read the formats of llvm-gprof.
for feature, program in (("graphviz", "dot"), ("lcov", "genhtml"), ("go-pprof", "go")):
    if not target and os.path.exists(tool(program)):
        available.add(feature)
# Browsers that show the page of --html.
if not target and all(os.path.exists(tool(name)) for name in ("chromium", "chromedriver")):
    available.add("chromium")
# axe-core checks pages for readers with and without eyes. It is no part of this project: the
# variable names its file axe.min.js.
if os.path.isfile(os.environ.get("AXE_CORE", "")):
    available.add("axe-core")
    substitute("axe_core", os.environ["AXE_CORE"])
# Debian has no package of speedscope; npm has, and its folder contains the schema.
speedscope_schema = os.path.join(
    os.path.dirname(os.path.realpath(tool("speedscope"))),
    "../dist/release/file-format-schema.json",
)
if os.path.exists(speedscope_schema):
    available.add("speedscope")
if importlib.util.find_spec("jsonschema"):
    available.add("jsonschema")
substitute("speedscope_schema", speedscope_schema)


def succeeds(*command):
    try:
        return (
            subprocess.run(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ).returncode
            == 0
        )
    except OSError:
        return False


def output(*command):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False
    ).stdout


# Sphinx makes the site of the documents. Debian's Python has Debian's packages.
if not target and any(
    succeeds(python, "-c", "import sphinx, myst_parser")
    for python in ("python3", "/usr/bin/python3")
):
    available.add("sphinx")

# The kernel decides whether perf may sample.
if not target and succeeds("perf", "record", "-q", "-o", os.devnull, "true"):
    available.add("perf")

# The OpenMP runtime has a package of its own.
if not target and succeeds(
    tool("clang"), "-fopenmp", "-shared", "-x", "c", os.devnull, "-o", os.devnull
):
    available.add("openmp")

# So has the runtime of Clang's own profiles.
if not target and succeeds(
    tool("clang"), "-fprofile-generate", "-shared", "-x", "c", os.devnull, "-o", os.devnull
):
    available.add("profile-runtime")

# Not every C library supports static position-independent programs.
start_file = [tool("clang"), *for_target.split(), "-print-file-name=rcrt1.o"]
if os.path.isabs(output(*start_file).strip()):
    available.add("static-pie")

# 32-bit programs can be linked.
if not target:
    start_file = [tool("clang"), "-m32", "-print-file-name=crt1.o"]
    # Kernels without 32-bit support cannot execute such programs.
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        compiler = [tool("clang"), "-m32", "-xc", "-", "-o", program]
        if (
            os.path.isabs(output(*start_file).strip())
            and subprocess.run(
                compiler, input=b"int main(void) {}", stderr=subprocess.DEVNULL
            ).returncode == 0
            and subprocess.run(
                ["sh", "-c", program], stderr=subprocess.DEVNULL
            ).returncode == 0
        ):
            available.add("libc-32")

# aarch64-target and others: targets that clang can compile for.
for line in output(tool("clang"), "--print-targets").splitlines()[1:]:
    available.add(line.split()[0] + "-target")

# %as_user runs a command as somebody whom file permissions bind. That is the
# caller already, unless it is root; then REQUIRES: ordinary-user.
as_user = []
if os.geteuid() == 0:
    available.add("root")
    as_user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
if not as_user or succeeds(*as_user, "true"):
    available.add("ordinary-user")
substitute("as_user", " ".join(as_user) or "env")

# A small tmpfs is a disk that fills up.
if "root" in available:
    with tempfile.TemporaryDirectory() as mount_point:
        if succeeds("mount", "-t", "tmpfs", "-o", "size=64k", "gmon", mount_point):
            available.add("tmpfs")
            succeeds("umount", mount_point)
