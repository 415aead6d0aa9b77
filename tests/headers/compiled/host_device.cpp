#include "headers/compiled/host_device.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;

constexpr size_t most_inputs = 20;

const char* const words_of_cuda =
    "#define __global__\n"
    "#define __device__\n"
    "#define __forceinline__ inline\n"
    "#define __launch_bounds__(threads)\n"
    "extern \"C\" { struct { unsigned x; } blockIdx, blockDim, threadIdx; }\n";

void* symbol(void* library, const std::string& name) {
    if (void* found = dlsym(library, name.c_str())) return found;
    throw std::runtime_error(name + " is not in the compiled source");
}

template <size_t... Input>
void call(void* kernel, const runtime::BatchJob& job, std::index_sequence<Input...>) {
    using Kernel =
        void(uint32_t*, decltype((void)Input, static_cast<const uint32_t*>(nullptr))..., unsigned long long);
    reinterpret_cast<Kernel*>(kernel)(job.result.data(), job.inputs[Input].data()..., job.count);
}

// Calls a kernel with as many inputs as the job has.
template <size_t... Count>
void call_any(void* kernel, const runtime::BatchJob& job, std::index_sequence<Count...>) {
    ((job.inputs.size() == Count && (call(kernel, job, std::make_index_sequence<Count>()), true)) || ...);
}

}  // namespace

HostDevice::HostDevice(const std::string& compiler, const runtime::Header& header,
                       const std::string& source) {
    std::string pattern = (fs::temp_directory_path() / "host-device-XXXXXX").string();
    const fs::path folder = mkdtemp(pattern.data());
    std::ofstream(folder / header.name) << header.text;
    std::ofstream(folder / "kernels.cpp") << words_of_cuda << source;
    const std::string command =
        compiler + " -Wall -Wextra -Werror -Wno-unused-variable -Wno-unknown-pragmas -fPIC -shared " +
        (folder / "kernels.cpp").string() + " -o " + (folder / "kernels.so").string();
    const bool is_compiled = std::system(command.c_str()) == 0;
    if (is_compiled) library_ = dlopen((folder / "kernels.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    fs::remove_all(folder);
    if (!library_) throw std::runtime_error("failed: " + command);
}

HostDevice::~HostDevice() { dlclose(library_); }

void HostDevice::compute(const runtime::BatchJob& job) const {
    void* kernel = symbol(library_, job.kernel);
    auto& thread = *static_cast<unsigned*>(symbol(library_, "threadIdx"));
    for (thread = 0; thread < job.count; ++thread)
        call_any(kernel, job, std::make_index_sequence<most_inputs>());
}

}  // namespace limbsmith::test
