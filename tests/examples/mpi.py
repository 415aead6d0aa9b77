"""How tests start programs of MPI."""

import subprocess

# Open MPI otherwise refuses more ranks than cores, root, and containers that forbid a rank to read another's memory.
OPEN_MPI = ["--oversubscribe", "--allow-run-as-root", "--mca", "btl_vader_single_copy_mechanism", "none"]


def run(command, ranks, *arguments, **options):
    """A program, (mpirun, program), by so many ranks."""
    mpirun, program = command
    version = subprocess.run([mpirun, "--version"], capture_output=True, text=True).stdout
    own = OPEN_MPI if "Open MPI" in version or "OpenRTE" in version else []
    return subprocess.run([mpirun, *own, "-n", str(ranks), program, *arguments], capture_output=True, text=True, timeout=120,
                          **options)
