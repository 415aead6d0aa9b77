#!/usr/bin/env python3
"""An expression modulo a number on arrays that are chunks of Dask, by workers that have limbsmith.

python3 expression.py MODULUS EXPRESSION RESULT a=A.npy b=B.bin [--workers N | --scheduler ADDRESS] [--numbers COUNT]

Files have numbers as rows of uint32 limbs, the least significant first: those of NumPy, or .bin as limbsmith writes them. A chunk of COUNT numbers becomes RESULT/000000.npy and so on,
which is there when it is whole: the same command goes on where it stopped. `load(RESULT)` is the array of all. Workers see the
files by the same names."""

import argparse
import os
import sys
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


def save(block, file):
    """The file appears when it is whole."""
    unfinished = file.with_suffix(f".{os.getpid()}")
    with open(unfinished, "wb") as to:
        np.save(to, block)
    os.replace(unfinished, file)


def result_of(modulus, expression, arrays):
    """The lazy array of an expression's values; operands in the alphabetical order of their names."""
    shapes = {array.shape for array in arrays}
    if shapes != {(arrays[0].shape[0], limbsmith.Field(modulus).limbs)}:
        sys.exit(f"the arrays should have as many numbers, and the limbs of {modulus}: {shapes}")
    return da.map_blocks(compute, *arrays, dtype=np.uint32, chunks=arrays[0].chunks, modulus=modulus, expression=expression)


def missing(result, folder):
    """Tasks that save the chunks whose files are not there."""
    files = [folder / f"{k:06}.npy" for k in range(result.numblocks[0])]
    return [dask.delayed(save)(result.blocks[k], file) for k, file in enumerate(files) if not file.exists()]


def load(folder):
    chunks = [np.load(file, mmap_mode="r") for file in sorted(Path(folder).glob("[0-9]*.npy"))]
    return da.concatenate([da.from_array(chunk, chunks=-1) for chunk in chunks])


def require_request(folder, request):
    """Chunks of another request are not those of this one."""
    folder.mkdir(parents=True, exist_ok=True)
    known = folder / "request"
    if not known.exists():
        known.write_text(request)
    if known.read_text() != request:
        sys.exit(f"{folder} has chunks of another request; remove it, or take another folder")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modulus")
    parser.add_argument("expression")
    parser.add_argument("result", type=Path)
    parser.add_argument("operands", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--workers", type=int, default=2, help="of a cluster on this machine (2)")
    parser.add_argument("--scheduler", help="the address of a cluster that is there")
    parser.add_argument("--numbers", type=int, default=1 << 20, help="of a chunk")
    options = parser.parse_args()
    files = dict(operand.split("=", 1) for operand in options.operands)
    require_request(options.result, f"{options.modulus} {options.expression} {files} {options.numbers}\n")
    limbs = limbsmith.Field(options.modulus).limbs
    arrays = [da.from_array(File(files[name], limbs), chunks=(options.numbers, -1)) for name in sorted(files)]
    tasks = missing(result_of(options.modulus, options.expression, arrays), options.result.resolve())
    cluster = options.scheduler or LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        client.gather(client.compute(tasks))
    print(f"{len(tasks)} chunks computed, {arrays[0].numblocks[0]} in all")


if __name__ == "__main__":
    main()
