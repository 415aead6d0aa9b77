"""The command line ``limbsmith``, also as ``python -m limbsmith``."""

import os
import sys
from pathlib import Path


def main() -> None:
    program = Path(__file__).with_name("bin") / "limbsmith"
    if not program.exists():
        sys.exit("limbsmith: the package was built on an installed library (LIMBSMITH_INSTALLED), and the command is the library's")
    os.execv(program, ["limbsmith", *sys.argv[1:]])


if __name__ == "__main__":
    main()
