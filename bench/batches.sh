#!/usr/bin/env bash
#
# Checks batches on the GPU of this machine, and compares their times with the bandwidth of its memory.
#
#     bench/batches.sh [BUILD] [OUT]
#
# Runs BUILD/tests/test-batches (every layout against GMP), then generates, compiles and runs benchmark programs for
# sums, products and Montgomery products up to 256 bits; their output is also written to OUT/batches.txt. Needs nvcc,
# and everything that BUILD/limbsmith needs. Exit code 1 if a result is wrong, or if the rate of a memory-bound
# operation (limb-major add, sub, mod_add and mul) is below 88 % of the highest rate of any kernel in the run.
set -euo pipefail

build=$(readlink -f "${1:-build}")
out=$(readlink -f "${2:-.}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A fault in a kernel leaves the process without a GPU, so each program is a process.
faults="an error of a kernel survives*"
"$build/tests/test-batches" -tce="$faults"
"$build/tests/test-batches" -tc="$faults"

# bench NAME OPS ARGUMENT...: the benchmark of a header
bench() {
    local name=$1 ops=$2
    shift 2
    "$build/limbsmith" generate "$@" --name "$name" --ops "$ops" -o "$name.cuh"
    "$build/limbsmith" generate "$@" --name "$name" --ops "$ops" --kernels bench -o "$name.cu"
    nvcc -std=c++17 -arch=native -o "$name" "$name.cu"
    echo
    "./$name"
}

{
    for bits in 64 109 131 163 191 239 256; do bench u$bits add,sub,mod_add,mul --bits $bits; done
    for p in eccp109 eccp131 eccp163 eccp191 eccp239 bn254; do bench $p add,sub,mul --modulus "@$p.p"; done
} | tee "$out/batches.txt"

echo
awk '$2 == "limb-major" && $7 + 0 < 88 { print "below 88 % of the limit:", $0; below = 1 } END { exit below }' "$out/batches.txt"
echo "all limb-major rows: at least 88 % of the limit"
