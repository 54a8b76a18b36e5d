"""Runs a program under tracers that start it, or that attach later. Its output and its counts stay the same.

usage: tracers.py PROFILED OPTIONS LEAST MOST

LEAST and MOST are the numbers of signals that strace(1) should see if it attaches.
"""

import os
import platform
import re
import shutil
import subprocess
import sys

program, options, least, most = sys.argv[1:]
# Before Linux 5.18 the signal is another one.
has_traps = tuple(map(int, re.findall(r"\d+", platform.release())[:2])) >= (5, 18)


def may_attach():
    try:
        with open("/proc/sys/kernel/yama/ptrace_scope") as scope:
            return os.getuid() == 0 or scope.read().strip() == "0"
    except FileNotFoundError:
        return True


environment = {**os.environ, "GMON_OPTIONS": options + ":out=traced"}
faults = 20 * 640


def check_profile():
    flat = subprocess.check_output(["llvm-gprof", "-b", "-p", program, "traced"], text=True)
    assert re.search(rf" {faults}\.00 +20 .* touch\n", flat), flat
    os.remove("traced")


def attach(command, wait_for, stream):
    """Returns the tracer's output, and checks the program's."""
    with subprocess.Popen([program, "on-demand"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env=environment) as traced:
        assert traced.stdout.readline() == "ready\n"
        with subprocess.Popen(["timeout", "100", *command, "-p", str(traced.pid)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as tracer:
            lines = []
            for line in getattr(tracer, stream):
                lines.append(line)
                if wait_for in line:
                    break
            traced.stdin.write("\n")
            traced.stdin.close()
            assert traced.stdout.read() == "done\n"
            lines += tracer.stdout.readlines()
    assert traced.returncode == 0, traced
    check_profile()
    return "".join(lines)


if shutil.which("strace"):
    done = subprocess.run(["timeout", "100", "strace", "-f", "-o", "trace", program, "fork"], env=environment,
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
    assert "TRAP_PERF" not in open("trace").read()
    if may_attach():
        attach(["strace", "-o", "trace"], "attached", "stderr")
        signals = open("trace").read().count("TRAP_PERF")
        assert int(least) <= signals <= int(most) if has_traps else not signals, signals
if shutil.which("gdb"):
    done = subprocess.run(["timeout", "100", "gdb", "-nx", "-batch", "-ex", "run", "--args", program, "touch"],
                          env=environment, capture_output=True, text=True, check=False)
    assert "received signal" not in done.stdout and "exited normally" in done.stdout, done
if shutil.which("gdb") and may_attach() and has_traps:
    # The debugger stops at a signal, and may let the program go on.
    said = attach(["gdb", "-nx", "-batch", "-ex", "echo here\\n", "-ex", "continue", "-ex", "detach"], "here", "stdout")
    assert "SIGTRAP" in said, said
    said = attach(["gdb", "-nx", "-batch", "-ex", "handle SIGTRAP nostop noprint pass", "-ex", "echo here\\n",
                   "-ex", "continue"], "here", "stdout")
    assert "exited normally" in said, said
