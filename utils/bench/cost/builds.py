"""Builds the programs for the peers, and measures the time of compilations."""

import concurrent.futures
import hashlib
import os
import shutil
import subprocess

import inputs
import measure
import peers
import programs

JOBS = os.cpu_count() or 1
OUR_FILES = ("bin/gmon-clang", "lib/libgmonpass.so", "lib/libgmon_rt.a",
             "etc/gmon.cfg", "etc/gmon-compile.cfg")
SOURCE_ROOT = os.path.dirname(inputs.UTILS)
NOT_ASKED = "not built for this program"
NOT_SOURCES = ("build*", ".git", "test", "utils")


class BuildError(Exception):
    """A compilation failed; the text is the reason in one line."""


def folder(work, program, peer):
    return os.path.join(work, "builds", program.name, peer.name)


def executable(work, program, peer):
    return os.path.join(folder(work, program, peer), "program")


def identity(program, peer, work, build, commands):
    """An id that changes with every input of the compilation. The folders of
    llvm-gprof's source and build trees do not change it."""
    text = repr(commands).replace(build, "BUILD").replace(SOURCE_ROOT, "SOURCE")
    digest = hashlib.sha256(text.encode())
    if program.source:
        with open(program.source(work), "rb") as file:
            digest.update(file.read())
    if peer.compiler == "gmon-clang":
        for name in OUR_FILES:
            path = os.path.join(build, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    digest.update(file.read())
    else:
        version = [peers.compiler(peer, False, build), "--version"]
        digest.update(subprocess.run(version, check=True, capture_output=True).stdout)
    return digest.hexdigest()[:16]


def commands(program, peer, work, build):
    """The commands that compile PROGRAM's files, and the one that links it."""
    files, flags, libraries = programs.sources(program, work)
    compiler = peers.compiler(peer, files[0].endswith(".cpp"), build)
    base = [compiler, "-O2", "-w", *peer.flags]
    objects = [f"{i}-{os.path.basename(path)}.o" for i, path in enumerate(files)]
    compiles = [
        [*base, *flags, "-c", path, "-o", object]
        for path, object in zip(files, objects)
    ]
    return compiles, [*base, *objects, *libraries, "-o", "program"]


def _reason(errors):
    lines = [line for line in errors.splitlines() if "error" in line]
    return (lines or errors.splitlines() or ["failed without a word"])[0].strip()[:200]


def compile_in(where, compiles, link):
    """CPU seconds of the compilation in the folder WHERE."""
    seconds = 0
    for command in [*compiles, link]:
        done = measure.run(command, where)
        if done.status:
            raise BuildError(_reason(done.errors))
        seconds += done.user + done.system
    return seconds


def _copy_sources(program, work):
    """Copies the source tree: later changes of the tree cause no new builds."""
    source = os.path.join(work, program.name, "source")
    if not os.path.exists(source):
        ignored = shutil.ignore_patterns(*NOT_SOURCES)
        shutil.rmtree(source + ".new", ignore_errors=True)
        shutil.copytree(SOURCE_ROOT, source + ".new", ignore=ignored)
        os.makedirs(os.path.join(source + ".new", "test"))
        open(os.path.join(source + ".new", "test", "CMakeLists.txt"), "w").close()
        os.replace(source + ".new", source)


def _cmake(program, peer, where, work, build):
    """Builds the copy of the source tree."""
    source = os.path.join(work, program.name, "source")
    flags = " ".join(peer.flags)
    configure = [
        "cmake", "-S", source, "-B", "tree", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_C_COMPILER={peers.compiler(peer, False, build)}",
        f"-DCMAKE_CXX_COMPILER={peers.compiler(peer, True, build)}",
        f"-DCMAKE_CXX_FLAGS={flags}", "-DCMAKE_CXX_FLAGS_RELEASE=-O2",
    ]
    done = measure.run(configure, where)
    if not done.status:
        # Ninja prints the compiler's errors to standard output.
        ninja = ["sh", "-c", 'exec "$0" "$@" >&2', "ninja", "-j1", "-C", "tree"]
        done = measure.run([*ninja, program.target], where)
    if done.status:
        raise BuildError(_reason(done.errors))
    os.replace(os.path.join(where, "tree", "bin", program.target),
               os.path.join(where, "program"))
    shutil.rmtree(os.path.join(where, "tree"))
    return done.user + done.system


def _plan(program, peer, work, build_tree, results):
    """The commands to build PROGRAM for PEER and the id of the build; None if the
    build exists or is impossible."""
    name = peer.name
    missing = results.table("missing", program.name)
    if not programs.is_built_for(program, peer):
        reason = NOT_ASKED
    else:
        reason = peers.missing_tool(peer, build_tree)
    if reason:
        missing[name] = reason
        return None
    compiles, link = list(peer.flags), []
    if not program.target:
        compiles, link = commands(program, peer, work, build_tree)
    new = identity(program, peer, work, build_tree, (compiles, link))
    old = results.get("builds", program.name, name)
    if old and old["id"] == new and os.path.exists(executable(work, program, peer)):
        return None
    if missing.get(name, "").endswith(f"({new})"):
        return None  # it failed before
    results.forget_program(name, [each.name for each in programs.workloads_of(program)])
    forget_compilation(program, results)
    results.table("builds", program.name).pop(name, None)
    missing.pop(name, None)
    return compiles, link, new


def _build(program, peer, plan, work, build_tree):
    """Compiles; returns the entry for the results."""
    compiles, link, new = plan
    where = measure.empty_folder(folder(work, program, peer))
    if program.target:
        seconds = _cmake(program, peer, where, work, build_tree)
    else:
        seconds = compile_in(where, compiles, link)
    for file in os.listdir(where):
        if file.endswith(".o"):
            os.remove(os.path.join(where, file))
    text, data = measure.section_sizes(executable(work, program, peer))
    return {"id": new, "text": text, "data": data, "first_compile": seconds,
            "compile": []}


def build_all(program, chosen, work, build_tree, results):
    """Builds PROGRAM for the peers that lack a build, and records the outcomes."""
    plans = [(peer, _plan(program, peer, work, build_tree, results)) for peer in chosen]
    if program.target:
        _copy_sources(program, work)
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        running = {
            pool.submit(_build, program, peer, plan, work, build_tree): (peer.name, plan)
            for peer, plan in plans
            if plan
        }
        for done in concurrent.futures.as_completed(running):
            name, (_, _, new) = running[done]
            try:
                results.table("builds", program.name)[name] = done.result()
            except BuildError as error:
                results.table("missing", program.name)[name] = f"{error} ({new})"
            results.save()


def forget_compilation(program, results):
    """Forgets the times of compilations: only times of the same rounds are comparable."""
    for built in results.table("builds", program.name).values():
        built["compile"] = []


def time_compilation(program, chosen, work, build_tree, rounds, results):
    """Compiles PROGRAM for the peers in turns, with one job."""
    built = results.table("builds", program.name)
    chosen = [peer for peer in chosen if peer.compile_timed and peer.name in built]
    for turn in range(rounds):
        for peer in chosen:
            if len(built[peer.name]["compile"]) > turn:
                continue
            where = measure.empty_folder(os.path.join(work, "compiling"))
            compiles, link = commands(program, peer, work, build_tree)
            seconds = compile_in(where, compiles, link)
            built[peer.name]["compile"].append(seconds)
        results.save()
