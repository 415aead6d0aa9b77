#!/usr/bin/env bash
# Builds the package for Python on the liblimbsmith in $PREFIX, and installs it in $SP_DIR. Its command is that of liblimbsmith.
set -euo pipefail

"$PYTHON" -m pip install . --no-deps --no-build-isolation --target "$SP_DIR" \
    -Ccmake.define.LIMBSMITH_INSTALLED=ON -Ccmake.define.CMAKE_PREFIX_PATH="$PREFIX"
rm -r "$SP_DIR/bin"  # the command of a package that has its own
mkdir "$SP_DIR/limbsmith/bin"
ln -s ../../../../../bin/limbsmith "$SP_DIR/limbsmith/bin/limbsmith"
