#!/usr/bin/env bash
# Builds and installs the library, its headers and the command in $PREFIX. Of CUDA it needs headers alone.
set -euo pipefail

cuda=$(compgen -G "$PREFIX/targets/*/include")
# The compilers of conda give CMAKE_ARGS, words for cmake.
# shellcheck disable=SC2086
cmake -S . -B build -G Ninja ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib \
    -DLIMBSMITH_DEVELOP=OFF -DLIMBSMITH_CUDA_INCLUDE="$cuda"
cmake --build build --parallel "${CPU_COUNT:-2}"
cmake --install build
