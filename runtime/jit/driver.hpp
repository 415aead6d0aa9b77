// The CUDA driver, loaded when it is first needed.
//
// Promises: one table of driver functions for the whole process, complete and initialised, on a machine that
// has at least one device; NoDevice anywhere else. Owning contexts, memory and modules is left to device.
#pragma once

#include <cuda.h>

#include <string>
#include <string_view>

#include "jit/library.hpp"

// The driver functions that the runtime calls, under the names that <cuda.h> gives them.
#define LIMBSMITH_DRIVER_FUNCTIONS(X) \
    X(cuInit)                         \
    X(cuGetErrorName)                 \
    X(cuGetErrorString)               \
    X(cuDriverGetVersion)             \
    X(cuDeviceGetCount)               \
    X(cuDeviceGet)                    \
    X(cuDeviceGetName)                \
    X(cuDeviceGetAttribute)           \
    X(cuDeviceGetPCIBusId)            \
    X(cuDeviceTotalMem)               \
    X(cuDevicePrimaryCtxRetain)       \
    X(cuDevicePrimaryCtxRelease)      \
    X(cuCtxSetCurrent)                \
    X(cuCtxPushCurrent)               \
    X(cuCtxPopCurrent)                \
    X(cuCtxSynchronize)               \
    X(cuMemGetInfo)                   \
    X(cuMemAlloc)                     \
    X(cuMemFree)                      \
    X(cuMemcpyHtoD)                   \
    X(cuMemcpyDtoH)                   \
    X(cuMemcpyHtoDAsync)              \
    X(cuMemcpyDtoHAsync)              \
    X(cuMemsetD8)                     \
    X(cuModuleLoadData)               \
    X(cuModuleUnload)                 \
    X(cuModuleGetFunction)            \
    X(cuFuncGetAttribute)             \
    X(cuLaunchKernel)                 \
    X(cuEventCreate)                  \
    X(cuEventDestroy)                 \
    X(cuEventRecord)                  \
    X(cuStreamCreate)                 \
    X(cuStreamDestroy)                \
    X(cuStreamSynchronize)            \
    X(cuStreamQuery)                  \
    X(cuStreamWaitEvent)

namespace limbsmith::runtime {

struct Driver {
    LIMBSMITH_DRIVER_FUNCTIONS(LIMBSMITH_MEMBER)
    // Not in the list: the name to look up is the plain one, which has the same type. The _v2 symbol that
    // newer headers map it to is missing from drivers before CUDA 12.8.
    LIMBSMITH_MEMBER(cuEventElapsedTime)
};

// The driver, loaded and initialised by the first call; safe from any thread.
// Ensures: there is at least one device.
// Errors: NoDevice, whose message starts with "no CUDA device"; the next call tries again.
const Driver& driver();

// The device that everything runs on: the first.
CUdevice first_device();
// `NVIDIA H200, compute capability 9.0`
std::string device_description(CUdevice device);
// `580.95.05, CUDA 13.0`: the driver's release, where the system tells, and the newest CUDA that it takes.
std::string driver_version();

// Requires: driver() has returned. Errors: Error naming `call` and the CUDA error, unless `result` is
// success.
void check(CUresult result, std::string_view call);

}  // namespace limbsmith::runtime
