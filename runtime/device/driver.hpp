// The CUDA driver, loaded when first needed.
//
// Promises: one table of driver functions for the whole process, complete and initialised; NoDevice on a
// machine without a GPU. Only the sources of this room include this file.
#pragma once

#include <cuda.h>

#include <string>
#include <string_view>

#include "device/library.hpp"

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
    X(cuCtxPushCurrent)               \
    X(cuCtxPopCurrent)                \
    X(cuCtxGetCurrent)                \
    X(cuCtxEnablePeerAccess)          \
    X(cuMemGetInfo)                   \
    X(cuMemAlloc)                     \
    X(cuMemFree)                      \
    X(cuMemAllocHost)                 \
    X(cuMemFreeHost)                  \
    X(cuMemGetAllocationGranularity)  \
    X(cuMemAddressReserve)            \
    X(cuMemAddressFree)               \
    X(cuMemCreate)                    \
    X(cuMemRelease)                   \
    X(cuMemMap)                       \
    X(cuMemUnmap)                     \
    X(cuMemSetAccess)                 \
    X(cuMemcpyDtoDAsync)              \
    X(cuMemcpyPeerAsync)              \
    X(cuMemcpyHtoDAsync)              \
    X(cuMemcpyDtoHAsync)              \
    X(cuMemcpy2DAsync)                \
    X(cuMemsetD8Async)                \
    X(cuMemsetD2D32Async)             \
    X(cuModuleLoadData)               \
    X(cuModuleUnload)                 \
    X(cuModuleGetFunction)            \
    X(cuModuleGetGlobal)              \
    X(cuFuncSetAttribute)             \
    X(cuFuncGetAttribute)             \
    X(cuLaunchKernel)                 \
    X(cuEventCreate)                  \
    X(cuEventDestroy)                 \
    X(cuEventRecord)                  \
    X(cuCtxGetStreamPriorityRange)    \
    X(cuStreamCreateWithPriority)     \
    X(cuStreamDestroy)                \
    X(cuStreamSynchronize)            \
    X(cuStreamQuery)                  \
    X(cuStreamWaitEvent)              \
    X(cuStreamBeginCapture)           \
    X(cuStreamEndCapture)             \
    X(cuGraphInstantiate)             \
    X(cuGraphLaunch)                  \
    X(cuGraphDestroy)                 \
    X(cuGraphExecDestroy)

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

// Throws Error naming `call` and the CUDA error unless `result` is success. Requires: driver() has returned.
void check(CUresult result, std::string_view call);

}  // namespace limbsmith::runtime
