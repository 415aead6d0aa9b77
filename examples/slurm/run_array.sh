#!/usr/bin/env bash
# sbatch --array=0-15 run_array.sh LINES OUT RUN-ARGUMENT...: limbsmith run on files of LINES numbers, a part by each task.
#
# Task k writes OUT.parts/k, which is there when it is whole: a task that finds its part does nothing, so that the same command
# goes on where it stopped. `cat OUT.parts/* > OUT` has all results in order, as text or as .bin with number-major limbs. LIMBSMITH
# names the program.
set -euo pipefail

refuse() { echo "$1" >&2 && exit 2; }

(($# >= 3)) || refuse "usage: sbatch --array=0-N run_array.sh LINES OUT RUN-ARGUMENT..."
lines=$1 out=$2
shift 2
[[ $lines =~ ^[1-9][0-9]{0,11}$ ]] || refuse "LINES should be a decimal count without leading zeros, not '$lines'"
tasks=$SLURM_ARRAY_TASK_COUNT
step=${SLURM_ARRAY_TASK_STEP:-1}
distance=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))
task=$((distance / step))
((distance % step == 0 && task < tasks)) ||
    refuse "--array should be a range, as 0-15 or 0-15:2; task $SLURM_ARRAY_TASK_ID is none of $tasks"
first=$((lines * task / tasks))
last=$((lines * (task + 1) / tasks))

parts=$out.parts
mkdir -p "$parts"
# Parts of other arguments, or of files that have changed since, are not those of this request.
request="$tasks parts of $lines lines: $*"
for word; do
    [[ ! -f $word ]] || request+=$(stat -L -c $'\n%s bytes, changed at %.Y: ' "$word")$word
done
require_request() {
    [[ $(<"$parts/.request") == "$request" ]] || refuse "$parts has parts of another request; remove it, or take another OUT"
}
[[ ! -e $parts/.request ]] || require_request

suffix=
[[ $out != *.bin ]] || suffix=.bin
part=$(printf '%06d%s' "$task" "$suffix")
[[ ! -e $parts/$part ]] || exit 0
own=$parts/.${SLURM_JOB_ID:-$$}  # no other task's files
"${LIMBSMITH:-limbsmith}" run --skip "$first" --count "$((last - first))" "$@" -o "$own.$part"
# The first part that is finished sets the request: a call that fails binds no other one.
echo "$request" >"$own"
ln "$own" "$parts/.request" 2>/dev/null || true
rm "$own"
require_request
mv "$own.$part" "$parts/$part"
