// Loads libcuda.so.1 and describes its error codes; see driver.hpp.
#include "device/driver.hpp"

#include <string>

namespace limbsmith::runtime {

namespace {

// The error's name and its text: users search for the first and understand the second.
std::string describe(const Driver& table, CUresult result) {
    const char* name = nullptr;
    const char* text = nullptr;
    table.cuGetErrorName(result, &name);
    table.cuGetErrorString(result, &text);
    return (name ? name : "CUDA error " + std::to_string(int{result})) + " (" +
           (text ? text : "unknown to this driver") + ")";
}

// The library is never closed: the driver runs threads and exit handlers that would outlive their code.
Driver load() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        throw NoDevice(std::string("no CUDA device: the NVIDIA driver is not installed (") + dlerror() +
                       "); install it, or run on the CPU");
    }

    Driver table;
    const std::string old = "no CUDA device: the NVIDIA driver is too old";
#define LIMBSMITH_LOAD(name) resolve(library, LIMBSMITH_EXPANDED_TEXT(name), old, table.name);
    LIMBSMITH_DRIVER_FUNCTIONS(LIMBSMITH_LOAD)
#undef LIMBSMITH_LOAD
    resolve(library, "cuEventElapsedTime", old, table.cuEventElapsedTime);

    const std::string advice = "check nvidia-smi and CUDA_VISIBLE_DEVICES, or run on the CPU";
    if (CUresult result = table.cuInit(0); result != CUDA_SUCCESS) {
        throw NoDevice("no CUDA device: cuInit: " + describe(table, result) + "; " + advice);
    }
    int devices = 0;
    CUresult result = table.cuDeviceGetCount(&devices);
    if (result != CUDA_SUCCESS || devices == 0) {
        throw NoDevice("no CUDA device: the NVIDIA driver finds none; " + advice);
    }
    return table;
}

}  // namespace

const Driver& driver() {
    static const Driver table = load();
    return table;
}

void check(CUresult result, std::string_view call) {
    if (result != CUDA_SUCCESS) throw Error(std::string(call) + ": " + describe(driver(), result));
}

}  // namespace limbsmith::runtime
