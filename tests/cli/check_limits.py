"""limbsmith at limits: of memory, of files, closed pipes, signals, numbers without end.   check_limits.py LIMBSMITH

Whatever ends a command early, it says why in one line, ends with exit code 1 (or by the signal), and leaves no file.
"""
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

MIB = 1 << 20
COMMANDS = {
    "random": ["--bits", "131", "--count", "300000", "-o", "out"],
    "generate": ["--modulus", "2^255-19", "-o", "out"],
    "run": ["--bits", "131", "--op", "mul", "--device", "cpu", "a.txt", "a.txt", "-o", "out"],
    "check": ["--bits", "131", "--op", "and_", "a.txt", "a.txt", "a.txt"],
    "pool": ["pool.txt", "-o", "out"],
}


class Folder(tempfile.TemporaryDirectory):
    def path(self, name):
        return os.path.join(self.name, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    def outputs(self):
        """Files that commands made, hidden ones as well."""
        return sorted(set(os.listdir(self.name)) - {"a.txt", "pool.txt"})

    def popen(self, program, arguments, limit=None, **more):
        environment = {**os.environ, "LIMBSMITH_PROOF_CACHE": "off"}
        before = limit and (lambda: resource.setrlimit(limit[0], (limit[1], limit[1])))
        return subprocess.Popen([program, *arguments], cwd=self.name, env=environment, preexec_fn=before,
                                stderr=subprocess.PIPE, text=True, **more)

    def run(self, program, arguments, limit=None):
        process = self.popen(program, arguments, limit, stdout=subprocess.DEVNULL)
        return process.communicate()[1], process.returncode


def fail(text):
    sys.exit(f"FAILED: {text}")


def require_failure(what, said, code, outputs, message):
    if code != 1 or not re.fullmatch(f"limbsmith: [^\n]*{message}[^\n]*\n", said) or outputs:
        fail(f"{what}: exit code {code}, files {outputs}, {said[:300]!r}")


def check_memory(program, folder):
    """Every command either does its work, or says that memory is used up: below 32 MiB the system's loader says so."""
    said, code = folder.run(program, ["list"], (resource.RLIMIT_AS, 1024 * MIB))
    if code != 0:
        print("memory is not limited: sanitizers reserve all of it")
        return
    ended = set()
    for name, arguments in COMMANDS.items():
        for limit in (32, 48, 66, 84, 106):
            said, code = folder.run(program, [name, *arguments], (resource.RLIMIT_AS, limit * MIB))
            if code != 0:
                require_failure(f"{name} in {limit} MiB", said, code, folder.outputs(), "out of memory")
                ended.add(name)
            for file in folder.outputs():
                os.remove(folder.path(file))
    if ended != set(COMMANDS):
        fail(f"memory was not used up but by {ended}")


def check_file_limit(program, folder):
    for name in ("random", "run"):
        said, code = folder.run(program, [name, *COMMANDS[name]], (resource.RLIMIT_FSIZE, 100_000))
        require_failure(name, said, code, folder.outputs(), "cannot write out: File too large")


def check_signals(program, folder):
    endless = ["random", "--bits", "131", "--count", "100000000000", "-o", "out"]
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        process = folder.popen(program, endless)
        for _ in range(6000):
            if any(os.path.getsize(folder.path(it)) for it in folder.outputs()):
                break
            time.sleep(0.01)
        process.send_signal(number)
        process.communicate()
        if process.returncode != -number or folder.outputs():
            fail(f"{number.name}: exit code {process.returncode}, files {folder.outputs()}")


def check_pipe(program, folder):
    """Numbers without end come in little memory; a reader that had enough ends them."""
    for arguments in (["--bits", "131"], ["--bits", "4096", "--decimal"]):
        process = folder.popen(program, ["random", *arguments, "--count", "100000000000"],
                               (resource.RLIMIT_AS, 400 * MIB), stdout=subprocess.PIPE)
        for _ in range(10):
            process.stdout.read(1 << 20)
        process.stdout.close()
        said = process.stderr.read()
        require_failure("random", said, process.wait(), [], "cannot write to standard output: Broken pipe")


def check_layouts(program, folder):
    """More numbers than are drawn at a time, limb by limb and number by number."""
    files = {}
    for layout in ("limb-major", "number-major"):
        file = layout + ".bin"
        said, code = folder.run(program, ["random", "--bits", "131", "--count", "500000", "--layout", layout, "-o", file])
        with open(folder.path(file), "rb") as opened:
            files[layout] = opened.read()
    rows = files["number-major"]
    for file in folder.outputs():
        os.remove(folder.path(file))
    limbs = b"".join(b"".join(rows[k:k + 4] for k in range(4 * i, len(rows), 20)) for i in range(5))
    if len(rows) != 500000 * 20 or limbs != files["limb-major"]:
        fail("the layouts of random differ")


def check_blocks(program, folder):
    """Files of more lines than are computed at a time: in order, in little memory, and no output before a mistake."""
    numbers = [pow(3, k + 1000, 2**61 - 1) for k in range(400)] * 1000
    folder.write("a.txt", "".join(f"{it}\n" for it in numbers))
    bits = ["--bits", "61", "--device", "cpu"]
    limit = (resource.RLIMIT_AS, 300 * MIB)
    said, code = folder.run(program, ["run", *bits, "--op", "add", "a.txt", "=5", "-o", "out", "--decimal"], limit)
    with open(folder.path("out")) as file:
        lines = file.read().split()
    if code != 0 or "400000 results on CPU" not in said or list(map(int, lines)) != [it + 5 for it in numbers]:
        fail(f"run of 400000 lines: exit code {code}, {said!r}")
    said, code = folder.run(program, ["check", "--bits", "61", "--op", "add", "a.txt", "=5", "out"], limit)
    if code != 0:
        fail(f"check of 400000 lines: {said!r}")
    lines[354321] = "17"
    folder.write("out", "\n".join(lines))
    said, code = folder.run(program, ["check", "--bits", "61", "--op", "add", "a.txt", "=5", "out"], limit)
    if code != 4 or "out:354322: 0x11 is wrong" not in said:
        fail(f"check of a wrong line: exit code {code}, {said!r}")
    os.remove(folder.path("out"))
    folder.write("more.txt", "".join(f"{it}\n" for it in numbers + [1]))
    said, code = folder.run(program, ["run", *bits, "--op", "add", "a.txt", "more.txt", "-o", "out"], limit)
    message = "files of different lengths: a.txt has 400000 numbers, more.txt has 400001"
    if code != 2 or message not in said or folder.outputs() != ["more.txt"]:
        fail(f"different lengths: exit code {code}, {said!r}, {folder.outputs()}")


def peak_memory(program, folder, megabytes):
    """The KiB that `run` has at most, for a file of so many MB of zeros."""
    script = ("import resource, subprocess, sys\n"
              "process = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)\n"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, process.returncode, process.stderr)")
    with open(folder.path("numbers.bin"), "wb") as file:
        file.truncate(megabytes * 1_000_000)
    arguments = ["run", "--bits", "16000", "--op", "is_zero", "--device", "cpu", "numbers.bin", "-o", "/dev/null"]
    done = subprocess.run([sys.executable, "-c", script, program, *arguments], cwd=folder.name, capture_output=True, text=True)
    os.remove(folder.path("numbers.bin"))
    peak, code, said = done.stdout.split(maxsplit=2)
    if code != "0" or f"{megabytes * 500} results on CPU" not in said:
        fail(f"run of {megabytes} MB: exit code {code}, {said!r}")
    return int(peak)


def check_constant_memory(program, folder):
    """Memory does not grow with the files."""
    short, long = peak_memory(program, folder, 44), peak_memory(program, folder, 90)  # a chunk has 8
    if long > 1.25 * short:
        fail(f"{short} KiB for 44 MB, {long} KiB for 90 MB")


def check_whole_lines(program, folder):
    """An interrupted run leaves whole lines on standard output, each of them right."""
    with open(folder.path("many.txt"), "w") as file:
        file.write("".join(f"{k}\n" for k in range(700_000)))
    for number in (signal.SIGINT, signal.SIGTERM):
        with open(folder.path("lines"), "w") as out:
            process = folder.popen(program, ["run", "--bits", "32", "--op", "add", "--device", "cpu", "--decimal", "many.txt", "=7"],
                                   stdout=out)
        while os.path.getsize(folder.path("lines")) == 0 and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(number)
        process.communicate()
        with open(folder.path("lines")) as file:
            text = file.read()
        lines = text.splitlines()
        if process.returncode != -number or not text.endswith("\n") or lines != [str(k + 7) for k in range(len(lines))]:
            fail(f"{number.name}: exit code {process.returncode}, {len(lines)} lines, the last {lines[-1:]}")
    os.remove(folder.path("many.txt"))
    os.remove(folder.path("lines"))


def check_endless(program, folder):
    """A file without end and without lines is no text: it is refused before it fills memory."""
    for arguments in (["pool", "/dev/zero"], ["report", "/dev/zero", "-o", "out"]):
        said, code = folder.run(program, arguments, (resource.RLIMIT_AS, 300 * MIB))
        if code != 2 or "out of memory" in said:
            fail(f"{arguments}: exit code {code}, {said[:300]!r}")


def main():
    folder = Folder()
    with folder:
        folder.write("a.txt", "".join(f"{pow(3, k + 1000, 2**131 - 1)}\n" for k in range(20000)))
        folder.write("pool.txt", "a = 3**(2**19)\nb = a*a\nc = b - a + 5**(10**5)\nd = c % 7\n")
        for check in (check_memory, check_file_limit, check_signals, check_pipe, check_layouts, check_blocks, check_constant_memory, check_whole_lines, check_endless):
            check(sys.argv[1], folder)
    print("all limits are met in order")


main()
