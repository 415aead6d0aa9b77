// NVRTC, NVIDIA's run-time compiler, loaded when first needed.
//
// Promises: one complete table of NVRTC functions for the whole process, or NoDevice. Needs no GPU and no
// driver. compiler.hpp compiles with it.
#pragma once

#include <nvrtc.h>

#include "device/library.hpp"

// The NVRTC functions that the runtime calls.
#define LIMBSMITH_NVRTC_FUNCTIONS(X) \
    X(nvrtcVersion)                  \
    X(nvrtcGetErrorString)           \
    X(nvrtcGetNumSupportedArchs)     \
    X(nvrtcGetSupportedArchs)        \
    X(nvrtcCreateProgram)            \
    X(nvrtcDestroyProgram)           \
    X(nvrtcCompileProgram)           \
    X(nvrtcGetProgramLogSize)        \
    X(nvrtcGetProgramLog)            \
    X(nvrtcGetCUBINSize)             \
    X(nvrtcGetCUBIN)                 \
    X(nvrtcGetPTXSize)               \
    X(nvrtcGetPTX)

namespace limbsmith::runtime {

struct Nvrtc {
    LIMBSMITH_NVRTC_FUNCTIONS(LIMBSMITH_MEMBER)
};

// NVRTC, loaded by the first call; thread-safe. Takes the first of these that loads:
//
//   1. the file named by the environment variable LIMBSMITH_NVRTC; if it is set, nothing else is tried
//   2. libnvrtc.so.13, .12, .11.2, libnvrtc.so on the loader's search path
//   3. the same names in lib64 and lib of $CUDA_HOME and $CUDA_PATH, and in /usr/local/cuda/lib64
//   4. the same names in any folder lib below .cuda, or in the nvidia packages of .venv, one or two folders
//      above the executable's: where a project installs a toolkit for itself
//
// Errors: NoDevice, with the names that were tried and advice; the next call tries again.
const Nvrtc& nvrtc();

}  // namespace limbsmith::runtime
