// The CUDA driver, loaded when first needed.
//
// Promises: one table of driver functions for the whole process, complete and initialised, on a machine with
// at least one device; NoDevice on any other. device.hpp owns contexts, memory and modules.
#pragma once

#include <cuda.h>

#include <string>
#include <string_view>

#include "jit/library.hpp"

// The driver functions that the runtime calls, by their names in <cuda.h>.
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
    // Not in the list: its plain name is looked up, which has the same type. Drivers before CUDA 12.8 lack
    // the _v2 symbol that newer headers map it to.
    LIMBSMITH_MEMBER(cuEventElapsedTime)
};

// The driver, loaded and initialised by the first call; thread-safe. Ensures: there is at least one device.
// Errors: NoDevice, whose message starts with "no CUDA device"; the next call tries again.
const Driver& driver();

// The device on which everything runs: device 0.
CUdevice first_device();
// As in `NVIDIA H200, compute capability 9.0`.
std::string device_description(CUdevice device);
// As in `580.95.05, CUDA 13.0`: the driver's release, if the system tells it, and the newest CUDA that it
// supports.
std::string driver_version();

// Throws Error naming `call` and the CUDA error unless `result` is success. Requires: driver() has returned.
void check(CUresult result, std::string_view call);

}  // namespace limbsmith::runtime
