"""A terminal shows how far limbsmith is and how long it took so far, a file has a line at the end of each ten seconds.
check_progress.py LIMBSMITH

Commands that take minutes are stopped for ten seconds, so that they need little of the processor."""
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

# takes minutes and little memory
FILE = b"early = 1\nlong = powmod(3, 1 << 3000000, (1 << 30000) + 1)\n"
LINE = re.compile(rb"\r\x1b\[Kcomputing, (\d+) of 2 values, (\d+) of (\d+) operations, (\d+) s")

POWER = ["=2^262143-1"] * 3
LONG = {
    "run": (["--bits", "262144", "--op", "pow_mod", "--device", "cpu", *POWER], "computing pow_mod"),
    "check": (["--bits", "262144", "--op", "pow_mod", *POWER, "/dev/null"], "checking against GMP"),
    "verify": (["--bits", "64", "--ops", "add", "--cases", "4000000"], "verifying"),
    "bench": (["--bits", "64", "--ops", "add", "--min-time", "60", "--device", "cpu"], "measuring"),
}


def lines(program):
    """The output until the line was written twice."""
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


def check_terminal(program):
    for values, done, operations, seconds in lines(program):
        if not (values < 2 and done < operations and 1 <= seconds < 60):
            sys.exit(f"FAILED: {values} of 2 values, {done} of {operations} operations, {seconds} s")
    ended = subprocess.run([program, "pool", "-"], input=b"a = 1", capture_output=True)
    if not re.fullmatch(rb"1 value computed by GMP on \d+ cores? in \S+ s\n", ended.stderr):
        sys.exit(f"FAILED: stderr, no terminal: {ended.stderr}")


def check_file(command, process, said):
    """The line that comes when the process goes on is the first one."""
    process.send_signal(signal.SIGCONT)
    limit = threading.Timer(20, process.kill)
    limit.start()
    try:
        for line in iter(process.stderr.readline, ""):
            if re.fullmatch(rf"{said}(, \d+ %)?, 1\d s(, \d+ s left)?\n", line):
                return
    finally:
        limit.cancel()
    sys.exit(f"FAILED: {command} writes no line into a file")


def check_files(program):
    processes = {}
    try:
        for command, (arguments, said) in LONG.items():
            process = subprocess.Popen([program, command, *arguments], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            processes[command] = process
            time.sleep(0.7)
            process.send_signal(signal.SIGSTOP)
        time.sleep(10)
        for command, process in processes.items():
            check_file(command, process, LONG[command][1])
    finally:
        for process in processes.values():
            process.kill()
            process.wait()


def check_asked_for(program):
    """Lines, their rate and the rest each second, without a terminal."""
    numbers = "".join(f"{k}\n" for k in range(100_000))
    process = subprocess.Popen([program, "run", "--bits", "32", "--op", "add", "--device", "cpu", "--progress", "-", "=1"],
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(6):
            process.stdin.write(numbers)
        process.stdin.flush()
        said = process.stderr.readline()
        if not re.fullmatch(r"computing add, \d+ lines, \S+ k?/s, \d s\n", said):
            sys.exit(f"FAILED: --progress: {said!r}")
    finally:
        process.kill()
        process.wait()


def main():
    check_asked_for(sys.argv[1])
    check_terminal(sys.argv[1])
    check_files(sys.argv[1])
    print("lines of progress are shown on a terminal and in files")


main()
