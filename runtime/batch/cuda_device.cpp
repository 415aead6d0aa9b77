// Access to the GPU by CUDA's driver, which is loaded at run time.
#include <cstdlib>
#include <memory>
#include <string_view>
#include <type_traits>

#include "batch/device.hpp"
#include "jit/driver.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith::device {
namespace {

using runtime::check;
using runtime::driver;
using runtime::first_device;

// The primary context. It is kept until the process ends, because blocks in static objects live as long.
CUcontext context() {
    static const CUcontext primary = [] {
        CUcontext retained = nullptr;
        check(driver().cuDevicePrimaryCtxRetain(&retained, first_device()), "cuDevicePrimaryCtxRetain");
        return retained;
    }();
    return primary;
}

class Scope {
  public:
    Scope() { enter_context(); }
    ~Scope() { leave_context(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
};

struct DestroyEvent {
    void operator()(CUevent event) const { driver().cuEventDestroy(event); }
};

std::string of(size_t bytes) { return std::to_string(bytes) + " bytes"; }

CUstream cuda(void* stream) { return static_cast<CUstream>(stream); }
CUdeviceptr cuda_address(const void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }

}  // namespace

void enter_context() { check(driver().cuCtxPushCurrent(context()), "cuCtxPushCurrent"); }

void leave_context() noexcept {
    CUcontext own = nullptr;
    driver().cuCtxPopCurrent(&own);
}

bool is_there(std::string* why_not) noexcept {
    try {
        const char* wanted = std::getenv("LIMBSMITH_DEVICE");
        if (wanted && std::string_view(wanted) == "cpu") {
            throw runtime::NoDevice("no CUDA device: LIMBSMITH_DEVICE=cpu forbids it");
        }
        context();
        return true;
    } catch (const std::exception& error) {
        if (why_not) *why_not = error.what();
        return false;
    }
}

std::string description() { return runtime::device_description(first_device()); }

std::string driver_version() { return runtime::driver_version(); }

void* allocate(size_t bytes) {
    const Scope scope;
    CUdeviceptr address = 0;
    const CUresult result = driver().cuMemAlloc(&address, bytes);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        size_t free = 0, total = 0;
        driver().cuMemGetInfo(&free, &total);
        throw OutOfMemory("out of device memory: " + std::to_string(bytes) + " bytes wanted, " +
                          std::to_string(free) + " of " + std::to_string(total) +
                          " free (CUDA_ERROR_OUT_OF_MEMORY); use smaller batches");
    }
    check(result, "cuMemAlloc of " + of(bytes));
    return reinterpret_cast<void*>(address);
}

// Waits for work on the memory, then frees it.
void free(void* memory) noexcept {
    try {
        const Scope scope;
        driver().cuMemFree(cuda_address(memory));
    } catch (...) {
        // the device is lost, and its memory with it; the next call reports that
    }
}

// Copies by a stream and waits for it: a plain copy from pageable memory may return before the device has the
// data.
void upload(void* to, const void* from, size_t bytes) {
    const Scope scope;
    check(driver().cuMemcpyHtoDAsync(cuda_address(to), from, bytes, nullptr),
          "copy to the device of " + of(bytes));
    check(driver().cuStreamSynchronize(nullptr), "copy to the device of " + of(bytes));
}

void download(void* to, const void* from, size_t bytes) {
    const Scope scope;
    check(driver().cuMemcpyDtoHAsync(to, cuda_address(from), bytes, nullptr),
          "copy from the device of " + of(bytes));
    check(driver().cuStreamSynchronize(nullptr), "copy from the device of " + of(bytes));
}

void* create_stream() {
    const Scope scope;
    CUstream created = nullptr;
    check(driver().cuStreamCreate(&created, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    return created;
}

void destroy_stream(void* stream) noexcept {
    try {
        const Scope scope;
        driver().cuStreamDestroy(cuda(stream));
    } catch (...) {
        // as in free
    }
}

void synchronize(void* stream, const std::string& work) {
    const Scope scope;
    check(driver().cuStreamSynchronize(cuda(stream)), work);
}

void query(void* stream, const std::string& work) {
    const Scope scope;
    const CUresult result = driver().cuStreamQuery(cuda(stream));
    if (result != CUDA_ERROR_NOT_READY) check(result, work);
}

void order(void* stream, void* earlier) {
    const Scope scope;
    CUevent event = nullptr;
    check(driver().cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "cuEventCreate");
    const std::unique_ptr<std::remove_pointer_t<CUevent>, DestroyEvent> owner(event);
    check(driver().cuEventRecord(event, cuda(earlier)), "cuEventRecord");
    check(driver().cuStreamWaitEvent(cuda(stream), event, 0), "cuStreamWaitEvent");
}

}  // namespace limbsmith::device
