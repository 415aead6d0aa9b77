// A CUDA driver without a GPU, so that the device layer can be tested anywhere.
//
// It has FAKE_DEVICES devices (default 2) of compute capability FAKE_MAJOR.0 (default 9), with FAKE_MEMORY bytes each
// (default 2^30). Their memory is the host's, and work is done when it is given. It
// is stricter than a real driver: memory, streams, events and code of one device are refused in the context of
// another. It has two kernels: add3(r, in, count), r[k] = in[k] + 3; and fail(), whose error the stream reports
// from then on. A stream that is captured keeps its kernels for the graph, and refuses to wait.
#include <cuda.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

struct CUctx_st {
    int device;
};
using Work = std::vector<std::function<CUresult(CUstream)>>;
struct CUstream_st {
    int device;
    bool failed = false;
    Work* captured = nullptr;
};
struct CUgraph_st {
    Work work;
};
struct CUgraphExec_st {
    int device;
    Work work;
};
struct CUevent_st {
    int device;
};
struct CUmod_st {
    int device;
};
struct CUfunc_st {
    const char* name;
};

namespace {

size_t memory_bytes() {
    const char* wanted = std::getenv("FAKE_MEMORY");
    return wanted ? std::strtoull(wanted, nullptr, 10) : size_t{1} << 30;
}

int devices() {
    const char* wanted = std::getenv("FAKE_DEVICES");
    return wanted ? std::atoi(wanted) : 2;
}

int major() {
    const char* wanted = std::getenv("FAKE_MAJOR");
    return wanted ? std::atoi(wanted) : 9;
}

struct Block {
    int device;
    size_t bytes;
};

std::mutex mutex;
std::map<CUdeviceptr, Block> blocks;
CUctx_st contexts[8] = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}};
CUstream_st null_streams[8] = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}};
CUfunc_st functions[] = {{"add3"}, {"fail"}};
int loads = 0;

thread_local std::vector<CUcontext> stack;

int current() { return stack.empty() ? -1 : stack.back()->device; }

// Whether bytes at an address belong to the current device.
bool is_mine(CUdeviceptr address, size_t bytes) {
    const std::lock_guard lock(mutex);
    auto next = blocks.upper_bound(address);
    if (next == blocks.begin()) return false;
    const auto& [start, block] = *--next;
    return block.device == current() && address + bytes <= start + block.bytes;
}

CUstream stream_of(CUstream stream) { return stream || current() < 0 ? stream : &null_streams[current()]; }
bool is_mine(CUstream stream) { return stream_of(stream) && stream_of(stream)->device == current(); }

CUresult state_of(CUstream stream) {
    if (!is_mine(stream)) return CUDA_ERROR_INVALID_CONTEXT;
    return stream_of(stream)->failed ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
}

CUresult run_add3(uint32_t* r, const uint32_t* in, unsigned long long count) {
    if (!is_mine(reinterpret_cast<CUdeviceptr>(r), 4 * count) ||
        !is_mine(reinterpret_cast<CUdeviceptr>(in), 4 * count))
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    std::transform(in, in + count, r, [](uint32_t word) { return word + 3; });
    return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

// For tests: how many images were loaded; the device of the calling thread's context, or -1.
int fake_loads() { return loads; }
int fake_current() { return current(); }

CUresult CUDAAPI cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult CUDAAPI cuGetErrorName(CUresult error, const char** text) {
    *text = error == CUDA_ERROR_LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED" : "CUDA_ERROR_OTHER";
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuGetErrorString(CUresult, const char** text) {
    *text = "an error of the fake driver";
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDriverGetVersion(int* version) {
    *version = 13000;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceGetCount(int* count) {
    *count = devices();
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceGet(CUdevice* device, int ordinal) {
    *device = ordinal;
    return ordinal < devices() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult CUDAAPI cuDeviceGetName(char* name, int size, CUdevice) {
    std::strncpy(name, "fake GPU", size);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice) {
    *value = which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? major() : 0;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceGetPCIBusId(char* text, int size, CUdevice device) {
    std::strncpy(text, ("0000:0" + std::to_string(device) + ":00.0").c_str(), size);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceTotalMem(size_t* bytes, CUdevice) {
    *bytes = memory_bytes();
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    *context = &contexts[device];
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuCtxPushCurrent(CUcontext context) {
    stack.push_back(context);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuCtxPopCurrent(CUcontext* context) {
    if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
    *context = stack.back();
    stack.pop_back();
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext* context) {
    *context = stack.empty() ? nullptr : stack.back();
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peer, unsigned) {
    return peer->device == current() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemGetInfo(size_t* free, size_t* total) {
    const std::lock_guard lock(mutex);
    *free = *total = memory_bytes();
    for (const auto& [address, block] : blocks) *free -= block.device == current() ? block.bytes : 0;
    return current() < 0 ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemAlloc(CUdeviceptr* address, size_t bytes) {
    size_t free = 0, total = 0;
    if (const CUresult result = cuMemGetInfo(&free, &total); result != CUDA_SUCCESS) return result;
    if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    if (bytes > free) return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard lock(mutex);
    *address = reinterpret_cast<CUdeviceptr>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    blocks[*address] = {current(), bytes};
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemFree(CUdeviceptr address) {
    if (!is_mine(address, 0)) return CUDA_ERROR_INVALID_VALUE;
    const std::lock_guard lock(mutex);
    blocks.erase(address);
    std::free(reinterpret_cast<void*>(address));
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemAllocHost(void** address, size_t bytes) {
    *address = std::malloc(bytes);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemFreeHost(void* address) {
    std::free(address);
    return CUDA_SUCCESS;
}
// Addresses are memory that the system gives when it is used; each mapping is counted as a block.
CUresult CUDAAPI cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp*,
                                               CUmemAllocationGranularity_flags) {
    *bytes = 4096;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t, CUdeviceptr,
                                     unsigned long long) {
    *address = reinterpret_cast<CUdeviceptr>(
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemAddressFree(CUdeviceptr address, size_t bytes) {
    ::munmap(reinterpret_cast<void*>(address), bytes);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp*,
                             unsigned long long) {
    size_t free = 0, total = 0;
    if (const CUresult result = cuMemGetInfo(&free, &total); result != CUDA_SUCCESS) return result;
    if (bytes > free) return CUDA_ERROR_OUT_OF_MEMORY;
    static CUmemGenericAllocationHandle last = 0;
    *handle = ++last;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle) { return CUDA_SUCCESS; }
CUresult CUDAAPI cuMemMap(CUdeviceptr address, size_t bytes, size_t, CUmemGenericAllocationHandle,
                          unsigned long long) {
    const std::lock_guard lock(mutex);
    blocks[address] = {current(), bytes};
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemUnmap(CUdeviceptr address, size_t) {
    const std::lock_guard lock(mutex);
    return blocks.erase(address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult CUDAAPI cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc*, size_t) { return CUDA_SUCCESS; }
CUresult CUDAAPI cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    if (!is_mine(to, bytes) || !is_mine(from, bytes) || !is_mine(stream)) return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemcpyPeerAsync(CUdeviceptr to, CUcontext own, CUdeviceptr from, CUcontext others,
                                   size_t bytes, CUstream stream) {
    if (!own || !others || own->device != current() || !is_mine(to, bytes) || !is_mine(stream))
        return CUDA_ERROR_INVALID_VALUE;
    stack.push_back(others);
    const bool is_theirs = is_mine(from, bytes);
    stack.pop_back();
    if (!is_theirs) return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
    if (!is_mine(to, bytes) || !is_mine(stream)) return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
    if (!is_mine(from, bytes) || !is_mine(stream)) return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(to, reinterpret_cast<void*>(from), bytes);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t bytes, CUstream stream) {
    if (!is_mine(to, bytes) || !is_mine(stream)) return CUDA_ERROR_INVALID_VALUE;
    std::memset(reinterpret_cast<void*>(to), value, bytes);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
    const size_t bytes = copy->WidthInBytes;
    if (!is_mine(stream) || bytes > copy->srcPitch || bytes > copy->dstPitch) return CUDA_ERROR_INVALID_VALUE;
    const bool is_to_host = copy->dstMemoryType == CU_MEMORYTYPE_HOST,
               is_from_host = copy->srcMemoryType == CU_MEMORYTYPE_HOST;
    const auto first = reinterpret_cast<CUdeviceptr>(copy->srcHost),
               last = reinterpret_cast<CUdeviceptr>(copy->dstHost);
    for (size_t k = 0; k < copy->Height; ++k) {
        const CUdeviceptr to = (is_to_host ? last : copy->dstDevice) + k * copy->dstPitch,
                          from = (is_from_host ? first : copy->srcDevice) + k * copy->srcPitch;
        if (!is_to_host && !is_mine(to, bytes)) return CUDA_ERROR_INVALID_VALUE;
        if (!is_from_host && !is_mine(from, bytes)) return CUDA_ERROR_INVALID_VALUE;
        std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
    }
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height,
                                    CUstream stream) {
    if (!is_mine(stream) || 4 * width > pitch) return CUDA_ERROR_INVALID_VALUE;
    for (size_t k = 0; k < height; ++k) {
        if (!is_mine(to + k * pitch, 4 * width)) return CUDA_ERROR_INVALID_VALUE;
        std::fill_n(reinterpret_cast<unsigned*>(to + k * pitch), width, value);
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleLoadData(CUmodule* module, const void* image) {
    if (current() < 0 || std::strcmp(static_cast<const char*>(image), "bad") == 0)
        return CUDA_ERROR_INVALID_IMAGE;
    const std::lock_guard lock(mutex);
    ++loads;
    *module = new CUmod_st{current()};
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuModuleUnload(CUmodule module) {
    if (module->device != current()) return CUDA_ERROR_INVALID_CONTEXT;
    delete module;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
    if (module->device != current()) return CUDA_ERROR_INVALID_CONTEXT;
    for (CUfunc_st& known : functions) {
        if (std::strcmp(known.name, name) != 0) continue;
        *function = &known;
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_NOT_FOUND;
}
CUresult CUDAAPI cuModuleGetGlobal(CUdeviceptr*, size_t*, CUmodule, const char*) {
    return CUDA_ERROR_NOT_FOUND;
}
CUresult CUDAAPI cuFuncSetAttribute(CUfunction, CUfunction_attribute, int) { return CUDA_SUCCESS; }
CUresult CUDAAPI cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction) {
    *value = which == CU_FUNC_ATTRIBUTE_NUM_REGS ? 16 : 0;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned, unsigned, unsigned, unsigned, unsigned,
                                unsigned, unsigned, CUstream stream, void** args, void**) {
    if (const CUresult result = state_of(stream); result != CUDA_SUCCESS) return result;
    std::function<CUresult(CUstream)> run = [](CUstream on) {
        stream_of(on)->failed = true;
        return CUDA_SUCCESS;
    };
    if (function == &functions[0])
        run = [r = *static_cast<uint32_t**>(args[0]), in = *static_cast<uint32_t**>(args[1]),
               count = *static_cast<unsigned long long*>(args[2])](CUstream) {
            return run_add3(r, in, count);
        };
    Work* const captured = stream_of(stream)->captured;
    if (!captured) return run(stream);
    captured->push_back(std::move(run));
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode) {
    if (!stream) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (!is_mine(stream) || stream->captured) return CUDA_ERROR_ILLEGAL_STATE;
    stream->captured = new Work;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuStreamEndCapture(CUstream stream, CUgraph* graph) {
    if (!is_mine(stream) || !stream->captured) return CUDA_ERROR_ILLEGAL_STATE;
    *graph = new CUgraph_st{std::move(*stream->captured)};
    delete std::exchange(stream->captured, nullptr);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuGraphInstantiate(CUgraphExec* made, CUgraph graph, unsigned long long) {
    *made = new CUgraphExec_st{current(), graph->work};
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuGraphLaunch(CUgraphExec graph, CUstream stream) {
    if (const CUresult result = state_of(stream); result != CUDA_SUCCESS) return result;
    if (graph->device != current()) return CUDA_ERROR_INVALID_CONTEXT;
    for (const auto& run : graph->work)
        if (const CUresult result = run(stream); result != CUDA_SUCCESS) return result;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuGraphDestroy(CUgraph graph) {
    delete graph;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec graph) {
    delete graph;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuEventCreate(CUevent* event, unsigned) {
    if (current() < 0) return CUDA_ERROR_INVALID_CONTEXT;
    *event = new CUevent_st{current()};
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuEventDestroy(CUevent event) {
    delete event;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuEventRecord(CUevent event, CUstream stream) {
    return is_mine(stream) && event->device == current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
#undef cuEventElapsedTime
CUresult CUDAAPI cuEventElapsedTime(float* milliseconds, CUevent, CUevent) {
    *milliseconds = 2;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0, *greatest = -5;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamCreateWithPriority(CUstream* stream, unsigned, int) {
    if (current() < 0) return CUDA_ERROR_INVALID_CONTEXT;
    *stream = new CUstream_st{current()};
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuStreamDestroy(CUstream stream) {
    if (!is_mine(stream)) return CUDA_ERROR_INVALID_CONTEXT;
    delete stream;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuStreamSynchronize(CUstream stream) {
    return stream && stream->captured ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : state_of(stream);
}
CUresult CUDAAPI cuStreamQuery(CUstream stream) { return state_of(stream); }
CUresult CUDAAPI cuStreamWaitEvent(CUstream stream, CUevent, unsigned) {
    return is_mine(stream) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

}  // extern "C"
