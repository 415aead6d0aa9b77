#!/usr/bin/env python3
"""NVRTC compiles headers that are pasted before a kernel, as C++14 and C++20, and has nothing to say."""

import argparse
import ctypes
import re
import shutil
from pathlib import Path

import common


def library(nvcc):
    """NVRTC of the toolkit of this nvcc, or None."""
    program = shutil.which(nvcc)
    found = sorted(Path(program).resolve().parents[1].glob("**/libnvrtc.so*")) if program else []
    return ctypes.CDLL(found[0]) if found else None


def log_of(nvrtc, text, options):
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"pasted.cu", 0, None, None)
    words = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
    status = nvrtc.nvrtcCompileProgram(program, len(options), words)
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return log.value.decode() if status == 0 else f"status {status}: {log.value.decode()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("headers", nargs="+", type=Path)
    arguments = parser.parse_args()
    nvrtc = library(arguments.nvcc)
    if nvrtc is None:
        print("skipped: no NVRTC")
        return
    for header in arguments.headers:
        text = header.read_text()
        name = re.search(r"^namespace (\w+) \{$", text, re.MULTILINE)[1]
        kernel = f'extern "C" __global__ void kernel(int* to) {{ *to = {name}::bits; }}\n'
        for standard in ("c++14", "c++20"):
            if log := log_of(nvrtc, text + kernel, ["-arch=compute_90", f"-std={standard}"]):
                common.fail(f"{header.name}: {log}")
        print(f"{header.name}: compiled by NVRTC", flush=True)


if __name__ == "__main__":
    main()
