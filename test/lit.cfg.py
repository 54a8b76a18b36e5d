# The configuration of the test suite: where the tools are, what tests may call
# them, and which optional tools this machine has.
#
# It is loaded by the lit.site.cfg.py that CMake makes. When lit is run on the
# source tree it finds this file first, and looks for that one.

import os
import resource
import shutil
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

config.name = "llvm-gprof"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".c", ".cpp", ".ll", ".s", ".yaml"]
config.excludes = ["Inputs", "CMakeLists.txt", "fuzz"]
config.test_source_root = os.path.join(config.gmon_src_root, "test")
config.test_exec_root = os.path.join(config.gmon_obj_root, "test")

# A hang is a failure. lit's own time limit needs Python's psutil; without it an
# endless loop still ends, each process of a test having so much CPU time.
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

# llvm-gprof itself, then FileCheck, not, yaml2obj and the like. utils/fuzz.sh
# puts a script in the place of llvm-gprof.
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
    "MV2_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_RANK",
    "PMI_RANK",
    "PMIX_RANK",
    "SLURM_PROCID",
):
    config.environment.pop(name, None)

# --- substitutions ----------------------------------------------------------


def tool(name):
    """The path of one of LLVM's tools, whatever its suffix is here."""
    path = os.pathsep.join([tools_dir, os.environ.get("PATH", os.defpath)])
    return shutil.which(name, path=path) or shutil.which(name + "-22") or name


def script(name):
    """A script of utils/, run by the Python that runs lit."""
    return f"'{sys.executable}' '{utils_dir}/{name}'"


def substitute(name, replacement):
    # The word's end keeps %clang apart from %clangxx.
    config.substitutions.append((f"%{name}\\b", replacement))


substitute("gmon_clangxx", f"'{bin_dir}/gmon-clang++'")
substitute("gmon_clang", f"'{bin_dir}/gmon-clang'")
substitute("gmon_rt", f"'{lib_dir}/libgmon_rt.a'")
substitute("gmon_plugin", f"'{lib_dir}/libgmonpass.so'")
substitute("gmon_include", f"'{config.gmon_obj_root}/include'")
substitute("gmon_obj_root", config.gmon_obj_root)
substitute("gmon_src_root", config.gmon_src_root)
substitute("llvm_gprof", f"'{bin_dir}/llvm-gprof'")
substitute("clangxx", f"'{tool('clang++')}'")
substitute("clang", f"'{tool('clang')}'")
substitute("opt", f"'{tool('opt')}'")
substitute("python", f"'{sys.executable}'")
substitute("text_to_gmon", script("text-to-gmon.py"))
substitute("gmon_to_text", script("gmon-to-text.py"))
substitute("differential", script("differential.py"))

# --- features: what a test may REQUIRE --------------------------------------

available = config.available_features
available.add(config.host_arch)
if config.host_arch in ("x86_64", "AMD64"):
    available.add("x86_64")
for name in config.sanitizers.split(","):
    if name:
        available.add(name + "-sanitizer")

for feature, program in (
    ("gprof", "gprof"),
    ("gcc", "gcc"),
    ("gxx", "g++"),
    ("gcov", "gcov"),
    ("valgrind", "valgrind"),
    ("gnu-ld", "ld.bfd"),
    ("gold", "ld.gold"),
    ("lld", "ld.lld"),
    ("musl-gcc", "musl-gcc"),
    ("strace", "strace"),
):
    if os.path.exists(tool(program)):
        available.add(feature)


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


# aarch64-target and the like: what clang can compile for.
targets = subprocess.run(
    [tool("clang"), "--print-targets"], stdout=subprocess.PIPE, text=True, check=False
).stdout
for line in targets.splitlines()[1:]:
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
