// Context, Buffer and Module by driver calls; see device.hpp.
//
// The deleters ignore errors of the driver: after a failed kernel every call fails, and a destructor cannot
// report it.
#include "jit/device.hpp"

#include <fmt/ranges.h>

#include <limits>
#include <utility>

namespace limbsmith::runtime {

namespace {

struct DestroyEvent {
    void operator()(CUevent event) const { driver().cuEventDestroy(event); }
};
using Event = std::unique_ptr<CUevent_st, DestroyEvent>;

Event make_event() {
    CUevent event = nullptr;
    check(driver().cuEventCreate(&event, CU_EVENT_DEFAULT), "cuEventCreate");
    return Event(event);
}

void record(const Event& event) { check(driver().cuEventRecord(event.get(), nullptr), "cuEventRecord"); }

}  // namespace

// Does not unset the context: another Context of this thread may still use it.
void Context::Release::operator()(CUcontext) const { driver().cuDevicePrimaryCtxRelease(device); }

Context::Context() {
    const CUdevice device = first_device();
    char name[256] = {};
    check(driver().cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
    name_ = name;

    CUcontext context = nullptr;
    check(driver().cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    context_ = {context, Release{device}};  // owned before the next call can throw
    check(driver().cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

int Context::attribute(CUdevice_attribute which) const {
    int value = 0;
    check(driver().cuDeviceGetAttribute(&value, which, context_.get_deleter().device),
          "cuDeviceGetAttribute");
    return value;
}

size_t Context::memory_bytes() const {
    size_t bytes = 0;
    check(driver().cuDeviceTotalMem(&bytes, context_.get_deleter().device), "cuDeviceTotalMem");
    return bytes;
}

std::string Context::pci_bus() const {
    char text[32] = {};
    check(driver().cuDeviceGetPCIBusId(text, sizeof text, context_.get_deleter().device),
          "cuDeviceGetPCIBusId");
    return text;
}

std::string Context::driver_cuda() const {
    int version = 0;
    check(driver().cuDriverGetVersion(&version), "cuDriverGetVersion");
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

int Function::attribute(CUfunction_attribute which) const {
    int value = 0;
    check(driver().cuFuncGetAttribute(&value, which, handle), "cuFuncGetAttribute of " + name);
    return value;
}

void Context::launch(const Function& function, uint64_t grid, uint32_t block,
                     const std::vector<void*>& args) {
    const std::string call = fmt::format("launch of {} with {} blocks of {}", function.name, grid, block);
    if (grid > uint64_t{std::numeric_limits<int32_t>::max()}) {
        throw Error(call + ": more blocks than a grid can have; split the work");
    }
    check(driver().cuLaunchKernel(function.handle, static_cast<unsigned>(grid), 1, 1, block, 1, 1, 0, nullptr,
                                  const_cast<void**>(args.data()), nullptr),
          call);
    launched_.insert(function.name);
}

void Context::synchronize() {
    const std::set<std::string> launched = std::exchange(launched_, {});
    check(driver().cuCtxSynchronize(), fmt::format("run of {}", fmt::join(launched, ", ")));
}

double Context::seconds(const std::function<void()>& work) {
    const Event before = make_event();
    const Event after = make_event();
    record(before);
    work();
    record(after);
    synchronize();
    float milliseconds = 0;
    check(driver().cuEventElapsedTime(&milliseconds, before.get(), after.get()), "cuEventElapsedTime");
    return milliseconds * 1e-3;
}

void Buffer::Free::operator()(void* memory) const {
    driver().cuMemFree(reinterpret_cast<CUdeviceptr>(memory));
}

Buffer::Buffer(const Context& context, size_t bytes) : size_(bytes) {
    if (bytes == 0) return;  // the driver refuses to allocate 0 bytes
    CUdeviceptr address = 0;
    const CUresult result = driver().cuMemAlloc(&address, bytes);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        size_t free = 0, total = 0;
        check(driver().cuMemGetInfo(&free, &total), "cuMemGetInfo");
        throw Error(
            fmt::format("out of device memory: {} bytes wanted, {} of {} free on {}; use smaller batches",
                        bytes, free, total, context.name()));
    }
    check(result, "cuMemAlloc");
    memory_.reset(reinterpret_cast<void*>(address));
}

void Buffer::require_size(size_t bytes) const {
    if (bytes != size_) throw Error(fmt::format("copy of {} bytes, but the buffer has {}", bytes, size_));
}

void Buffer::upload(std::span<const std::byte> from) {
    require_size(from.size());
    if (size_ != 0) check(driver().cuMemcpyHtoD(address(), from.data(), size_), "cuMemcpyHtoD");
}

void Buffer::download(std::span<std::byte> to) const {
    require_size(to.size());
    if (size_ != 0) check(driver().cuMemcpyDtoH(to.data(), address(), size_), "cuMemcpyDtoH");
}

void Buffer::fill(uint8_t value) {
    if (size_ != 0) check(driver().cuMemsetD8(address(), value, size_), "cuMemsetD8");
}

void Module::Unload::operator()(CUmodule module) const { driver().cuModuleUnload(module); }

Module::Module(const Context&, const std::vector<char>& image) {
    int version = 0;
    check(driver().cuDriverGetVersion(&version), "cuDriverGetVersion");
    CUmodule module = nullptr;
    // The usual reason for a refusal is an image from an NVRTC that is newer than the driver, so the message
    // names both.
    check(driver().cuModuleLoadData(&module, image.data()),
          fmt::format(
              "loading of compiled code (the driver takes CUDA {}.{} and older; LIMBSMITH_NVRTC chooses "
              "another compiler)",
              version / 1000, version % 1000 / 10));
    module_.reset(module);
}

Function Module::function(const std::string& name) const {
    CUfunction handle = nullptr;
    check(driver().cuModuleGetFunction(&handle, module_.get(), name.c_str()),
          fmt::format("look-up of kernel {}", name));
    return {handle, name};
}

}  // namespace limbsmith::runtime
