#include "environment.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gmp.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <map>

#include "engine/parallel.hpp"
#include "jit/compiler.hpp"

namespace limbsmith::bench {
namespace {

// NVML's functions, declared as in its manual; not every toolkit has its header.
class Nvml {
  public:
    explicit Nvml(const std::string& pci_bus) {
        library_ = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
        int (*init)() = nullptr;
        int (*find)(const char*, void**) = nullptr;
        if (!library_ || !resolve("nvmlInit_v2", init) ||
            !resolve("nvmlDeviceGetHandleByPciBusId_v2", find) ||
            !resolve("nvmlDeviceGetClockInfo", clock_) || init() != 0 ||
            find(pci_bus.c_str(), &device_) != 0) {
            device_ = nullptr;
        }
    }

    // 0 if unknown.
    int mhz(int kind) const {
        unsigned value = 0;
        return device_ && clock_(device_, kind, &value) == 0 ? static_cast<int>(value) : 0;
    }
    // A version such as `580.65.06`; empty if unknown.
    std::string driver() const {
        int (*version)(char*, unsigned) = nullptr;
        char text[81] = {};
        return device_ && resolve("nvmlSystemGetDriverVersion", version) &&
                       version(text, sizeof text - 1) == 0
                   ? text
                   : "";
    }

  private:
    template <class Function>
    bool resolve(const char* name, Function& function) const {
        function = reinterpret_cast<Function>(dlsym(library_, name));
        return function != nullptr;
    }

    void* library_ = nullptr;
    void* device_ = nullptr;
    int (*clock_)(void*, int, unsigned*) = nullptr;
};

// NVML for a device; loaded once for each.
const Nvml& nvml(const runtime::Device& device) {
    static std::map<int, Nvml> all;
    return all.try_emplace(device.ordinal(), device.pci_bus()).first->second;
}

constexpr int sm_clock = 1, memory_clock = 2;  // NVML_CLOCK_SM, NVML_CLOCK_MEM

}  // namespace

std::string date() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text;
}

Json host_environment() {
    std::string model = "unknown processor";
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("model name")) continue;
        model = line.substr(line.find(':') + 2);
        break;
    }
    return {{"processor", model}, {"cores", engine::cores()}, {"gmp", gmp_version}};
}

Json device_environment(const runtime::Device& device) {
    return {{"name", device.name()},
            {"compute_capability", fmt::format("{}.{}", device.major(), device.minor())},
            {"multiprocessors", device.multiprocessors()},
            {"memory_bytes", device.memory_bytes()},
            {"highest_sm_mhz", device.clock_khz() / 1000},
            {"highest_memory_mhz", device.memory_clock_khz() / 1000},
            {"driver", nvml(device).driver()},
            {"driver_cuda", runtime::driver_cuda()},
            {"nvrtc", runtime::nvrtc_version()}};
}

Clocks clocks(const runtime::Device& device) {
    return {nvml(device).mhz(sm_clock), nvml(device).mhz(memory_clock)};
}

}  // namespace limbsmith::bench
