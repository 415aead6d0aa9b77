"""limbsmith pool says on a terminal how long a single computation takes.   check_pool_progress.py LIMBSMITH"""
import os
import pty
import re
import subprocess
import sys

# takes minutes and little memory
FILE = b"early = 1\nlong = powmod(3, 1 << 3000000, (1 << 30000) + 1)\n"
LINE = re.compile(rb"\r\x1b\[Kcomputing, (\d+) of 2 values, (\d+) of (\d+) operations, (\d+) s")


def lines(program):
    """What is shown until the line was written twice."""
    terminal, stderr = pty.openpty()
    process = subprocess.Popen([program, "pool", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=stderr)
    os.close(stderr)
    try:
        process.stdin.write(FILE)
        process.stdin.close()
        shown = b""
        while len(LINE.findall(shown)) < 2:
            shown += os.read(terminal, 4096)  # fails when the process has ended
        return [tuple(map(int, it)) for it in LINE.findall(shown)]
    finally:
        process.kill()
        process.wait()


def main():
    for values, done, operations, seconds in lines(sys.argv[1]):
        if not (values < 2 and done < operations and 1 <= seconds < 60):
            sys.exit(f"FAILED: {values} of 2 values, {done} of {operations} operations, {seconds} s")
    ended = subprocess.run([sys.argv[1], "pool", "-"], input=b"a = 1", capture_output=True)
    if not re.fullmatch(rb"1 value computed by GMP on \d+ cores? in \S+ s\n", ended.stderr):
        sys.exit(f"FAILED: stderr, no terminal: {ended.stderr}")
    print("a line is shown while one computation takes long")


main()
