"""Runs a command on a terminal and prints its output.

usage: on-terminal.py COLUMNS COMMAND...
"""

import fcntl
import os
import pty
import struct
import sys
import termios

leader, terminal = pty.openpty()
size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)
child = os.fork()
if child == 0:
    os.dup2(terminal, 1)
    os.environ["TERM"] = "xterm"
    os.environ.pop("COLUMNS", None)
    os.execvp(sys.argv[2], sys.argv[2:])
os.close(terminal)
output = b""
while True:
    try:
        part = os.read(leader, 4096)
    except OSError:
        break  # the command has ended
    if not part:
        break
    output += part
sys.stdout.write(output.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
