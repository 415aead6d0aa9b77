#!/usr/bin/env python3
"""An expression modulo a number on arrays that are chunks of Dask, by workers that have limbsmith.

python3 expression.py MODULUS EXPRESSION RESULT a=A.npy b=B.bin [--workers N | --scheduler ADDRESS] [--numbers COUNT]

Files have numbers as rows of uint32 limbs, the least significant first: those of NumPy, or .bin as limbsmith writes them. A chunk of COUNT numbers becomes RESULT/000000.npy and so on,
which is there when it is whole: the same command goes on where it stopped. `load(RESULT)` is the array of all. Workers see the
files by the same names."""

import argparse
import contextlib
import os
from pathlib import Path

import dask
import dask.array as da
import numpy as np
from dask.distributed import Client, LocalCluster

import limbsmith


class File:
    """The numbers of a file, which each worker opens for itself."""

    def __init__(self, file, limbs):
        self.file, self.limbs = Path(file).resolve(), limbs
        self.shape, self.dtype, self.ndim = self._open().shape, np.dtype(np.uint32), 2

    def _open(self):
        if self.file.suffix == ".bin":
            return np.memmap(self.file, np.uint32, "r").reshape(-1, self.limbs)
        return np.load(self.file, mmap_mode="r")

    def __getitem__(self, index):
        return np.array(self._open()[index])


def compute(*blocks, modulus, expression):
    field = limbsmith.Field(modulus)
    return field.compile(expression)(*(field.from_limbs(block) for block in blocks)).limbs()


def chunk_file(folder, k):
    return folder / f"{k:06}.npy"


def require_request(folder, request):
    """Chunks of other arguments, or of files that have changed since, are not those of this request."""
    known = folder / "request"
    if known.exists() and known.read_text() != request:
        raise ValueError(f"{folder} has chunks of another request; remove it, or take another folder")


def save(block, file, request):
    """The file appears when it is whole. The first one sets the request: a call that fails binds no other one."""
    unfinished, own = (file.with_suffix(f".{os.getpid()}{end}") for end in ("", ".request"))
    with open(unfinished, "wb") as to:
        np.save(to, block)
    own.write_text(request)
    with contextlib.suppress(FileExistsError):
        os.link(own, file.parent / "request")
    own.unlink()
    require_request(file.parent, request)
    os.replace(unfinished, file)


def result_of(modulus, expression, arrays):
    """The lazy array of an expression's values; operands in the alphabetical order of their names."""
    shapes = {array.shape for array in arrays}
    if shapes != {(arrays[0].shape[0], limbsmith.Field(modulus).limbs)}:
        raise ValueError(f"the arrays should have as many numbers, and the limbs of {modulus}: {shapes}")
    return da.map_blocks(compute, *arrays, dtype=np.uint32, chunks=arrays[0].chunks, modulus=modulus, expression=expression)


def missing(result, folder, request):
    """Tasks that save the chunks whose files are not there."""
    files = [chunk_file(folder, k) for k in range(result.numblocks[0])]
    return [dask.delayed(save)(result.blocks[k], file, request) for k, file in enumerate(files) if not file.exists()]


def load(folder):
    """The array of all chunks, in order. Errors: FileNotFoundError naming a chunk that is missing."""
    count = int(Path(folder, "request").read_text().split()[0])
    chunks = [np.load(chunk_file(Path(folder), k), mmap_mode="r") for k in range(count)]
    return da.concatenate([da.from_array(chunk, chunks=-1) for chunk in chunks])


def open_operands(options):
    """The operands of the expression as lazy arrays, in the alphabetical order of their names."""
    field = limbsmith.Field(options.modulus)
    names, files = field.compile(options.expression).operands, dict(options.operands)
    for name, _ in options.operands:
        if name not in names:
            raise ValueError(f"{options.expression} has no operand {name}")
    for name in names:
        if [given for given, _ in options.operands].count(name) != 1:
            raise ValueError(f"{options.expression} takes one file for its operand {name}")
    return [da.from_array(File(files[name], field.limbs), chunks=(options.numbers, -1)) for name in names]


def request_of(options, chunks):
    """The arguments, and the state of the files: a file of the same name that has changed makes another request."""
    states = [(name, file, os.stat(file).st_size, os.stat(file).st_mtime_ns) for name, file in sorted(options.operands)]
    return f"{chunks} chunks of {options.numbers}: {options.modulus} {options.expression} {states}\n"


def operand(text):
    name, _, file = text.partition("=")
    if not (name and file):
        raise argparse.ArgumentTypeError(f"an operand is NAME=FILE, not '{text}'")
    return name, file


def count(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a count is an int from 1, not '{text}'")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modulus")
    parser.add_argument("expression")
    parser.add_argument("result", type=Path)
    parser.add_argument("operands", nargs="+", type=operand, metavar="NAME=FILE")
    parser.add_argument("--workers", type=count, default=2, help="of a cluster on this machine (2)")
    parser.add_argument("--scheduler", help="the address of a cluster that is there")
    parser.add_argument("--numbers", type=count, default=1 << 20, help="of a chunk")
    options = parser.parse_args()
    try:
        arrays = open_operands(options)
        result = result_of(options.modulus, options.expression, arrays)
        request = request_of(options, result.numblocks[0])
        require_request(options.result, request)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    options.result.mkdir(parents=True, exist_ok=True)
    tasks = missing(result, options.result.resolve(), request)
    cluster = options.scheduler or LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        client.gather(client.compute(tasks))
    print(f"{len(tasks)} chunks computed, {arrays[0].numblocks[0]} in all")


if __name__ == "__main__":
    main()
