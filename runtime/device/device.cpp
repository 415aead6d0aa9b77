// Device by driver calls.
#include "device/device.hpp"

#include <array>
#include <fstream>
#include <mutex>
#include <vector>

#include "device/driver.hpp"

namespace limbsmith::runtime {

struct Device::State {
    int ordinal;
    CUdevice handle;
    CUcontext context;

    static const State* of(int ordinal);

    std::string text(CUresult (*get)(char*, int, CUdevice), const char* call) const {
        std::array<char, 256> text{};
        check(get(text.data(), static_cast<int>(text.size()), handle), call);
        return text.data();
    }
    int attribute(CUdevice_attribute which) const {
        int value = 0;
        check(driver().cuDeviceGetAttribute(&value, which, handle), "cuDeviceGetAttribute");
        return value;
    }
};

// The state of a GPU, made when it is first used. Nothing is destroyed: blocks in static objects are freed at
// the very end of the process.
const Device::State* Device::State::of(int ordinal) {
    static std::mutex mutex;
    static auto* const states = new std::vector<const State*>;
    int count = 0;
    check(driver().cuDeviceGetCount(&count), "cuDeviceGetCount");
    if (ordinal < 0 || ordinal >= count) {
        throw NoDevice("no CUDA device cuda:" + std::to_string(ordinal) + ": this machine has " +
                       (count == 1 ? "cuda:0 alone" : "cuda:0 to " + to_string(place::gpu(count - 1))));
    }
    const std::lock_guard lock(mutex);
    states->resize(count);
    const State*& state = (*states)[ordinal];
    if (!state) {
        CUdevice handle = 0;
        check(driver().cuDeviceGet(&handle, ordinal), "cuDeviceGet");
        CUcontext context = nullptr;
        check(driver().cuDevicePrimaryCtxRetain(&context, handle), "cuDevicePrimaryCtxRetain");
        state = new State{ordinal, handle, context};
    }
    return state;
}

Device::Device(int ordinal) : state_(State::of(ordinal)) {}

int Device::ordinal() const { return state_->ordinal; }

std::string Device::name() const { return state_->text(driver().cuDeviceGetName, "cuDeviceGetName"); }

std::string Device::description() const {
    return name() + ", compute capability " + std::to_string(major()) + "." + std::to_string(minor());
}

int Device::major() const { return state_->attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR); }
int Device::minor() const { return state_->attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR); }
int Device::multiprocessors() const { return state_->attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT); }
int Device::shared_bytes() const {
    return state_->attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
}
int Device::clock_khz() const { return state_->attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE); }
int Device::memory_clock_khz() const { return state_->attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE); }

size_t Device::memory_bytes() const {
    size_t bytes = 0;
    check(driver().cuDeviceTotalMem(&bytes, state_->handle), "cuDeviceTotalMem");
    return bytes;
}

std::string Device::pci_bus() const {
    return state_->text(driver().cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId");
}

void Device::enter() const { check(driver().cuCtxPushCurrent(state_->context), "cuCtxPushCurrent"); }

void Device::leave() noexcept {
    CUcontext own = nullptr;
    driver().cuCtxPopCurrent(&own);
}

int device_count() noexcept {
    try {
        int count = 0;
        check(driver().cuDeviceGetCount(&count), "cuDeviceGetCount");
        return count;
    } catch (const std::exception&) {
        return 0;
    }
}

std::string driver_cuda() {
    int version = 0;
    check(driver().cuDriverGetVersion(&version), "cuDriverGetVersion");
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string driver_version() {
    std::string release;
    std::ifstream("/sys/module/nvidia/version") >> release;
    return release + (release.empty() ? "" : ", ") + "CUDA " + driver_cuda();
}

}  // namespace limbsmith::runtime
