#!/usr/bin/env bash
# sbatch --array=0-15 run_array.sh LINES OUT RUN-ARGUMENT...: limbsmith run on files of LINES numbers, a part by each task.
#
# Task k writes OUT.parts/k, which is there when it is whole: a task that finds its part does nothing, so that the same command
# goes on where it stopped. `cat OUT.parts/* > OUT` has all results in order, as text or as .bin with number-major limbs. LIMBSMITH
# names the program.
set -euo pipefail

(($# >= 3)) || { echo "usage: sbatch --array=0-N run_array.sh LINES OUT RUN-ARGUMENT..." >&2; exit 2; }
lines=$1 out=$2
shift 2
tasks=$SLURM_ARRAY_TASK_COUNT
task=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))
first=$((lines * task / tasks))
last=$((lines * (task + 1) / tasks))

parts=$out.parts
mkdir -p "$parts"
# Parts of other arguments are not those of this request.
request="$tasks parts of $lines lines: $*"
[[ -e $parts/.request ]] || { echo "$request" >"$parts/.request.$task" && mv -f "$parts/.request.$task" "$parts/.request"; }
[[ $(<"$parts/.request") == "$request" ]] ||
    { echo "$parts has parts of another request; remove it, or take another OUT" >&2; exit 2; }

suffix=
[[ $out != *.bin ]] || suffix=.bin
part=$(printf '%s/%06d%s' "$parts" "$task" "$suffix")
[[ -e $part ]] || exec "${LIMBSMITH:-limbsmith}" run --skip "$first" --count "$((last - first))" "$@" -o "$part"
