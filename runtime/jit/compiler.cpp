// Runs NVRTC on one source; see compiler.hpp.
#include "jit/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "jit/nvrtc.hpp"

namespace limbsmith::runtime {

namespace {

const Header stdint_header{"stdint.h", R"(#pragma once
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
)"};

void check(nvrtcResult result, std::string_view call) {
    if (result != NVRTC_SUCCESS) {
        throw Error(fmt::format("{}: {}", call, nvrtc().nvrtcGetErrorString(result)));
    }
}

struct Destroy {
    void operator()(nvrtcProgram program) const { nvrtc().nvrtcDestroyProgram(&program); }
};
using Program = std::unique_ptr<_nvrtcProgram, Destroy>;

// The compilation target: the device's architecture, or PTX that it can run.
struct Target {
    int arch;  // 10·major + minor
    bool exact;
};

Target choose_target(int device) {
    int count = 0;
    check(nvrtc().nvrtcGetNumSupportedArchs(&count), "nvrtcGetNumSupportedArchs");
    std::vector<int> known(count);
    check(nvrtc().nvrtcGetSupportedArchs(known.data()), "nvrtcGetSupportedArchs");

    int newest = 0;
    for (int arch : known) {
        if (arch <= device) newest = std::max(newest, arch);
    }
    if (newest == 0) {
        throw Error(fmt::format(
            "this NVRTC no longer compiles for compute capability {}.{}; set LIMBSMITH_NVRTC to an older one",
            device / 10, device % 10));
    }
    return {newest, newest == device};
}

// Fetches the log, the cubin or the PTX: asks for the size, then for the bytes.
template <class Size, class Bytes>
std::vector<char> fetch(const Program& program, Size size_of, Bytes bytes_of, std::string_view what) {
    size_t size = 0;
    check(size_of(program.get(), &size), what);
    std::vector<char> bytes(size);
    check(bytes_of(program.get(), bytes.data()), what);
    return bytes;
}

}  // namespace

std::vector<char> compile(const std::string& source, const std::string& name,
                          const std::vector<Header>& headers, int major, int minor) {
    const Nvrtc& compiler = nvrtc();
    const Target target = choose_target(10 * major + minor);

    std::vector<const char*> names, texts;
    const auto include = [&](const Header& header) {
        names.push_back(header.name.c_str());
        texts.push_back(header.text.c_str());
    };
    std::for_each(headers.begin(), headers.end(), include);
    if (std::ranges::count(headers, stdint_header.name, &Header::name) == 0) include(stdint_header);

    nvrtcProgram created = nullptr;
    check(compiler.nvrtcCreateProgram(&created, source.c_str(), name.c_str(), static_cast<int>(names.size()),
                                      texts.data(), names.data()),
          "nvrtcCreateProgram");
    const Program program(created);

    const std::string arch =
        fmt::format("--gpu-architecture={}_{}", target.exact ? "sm" : "compute", target.arch);
    const std::array options{"--std=c++17", arch.c_str()};
    const nvrtcResult result =
        compiler.nvrtcCompileProgram(program.get(), static_cast<int>(options.size()), options.data());
    if (result != NVRTC_SUCCESS) {
        const std::vector<char> log = fetch(program, compiler.nvrtcGetProgramLogSize,
                                            compiler.nvrtcGetProgramLog, "nvrtcGetProgramLog");
        throw Error(fmt::format("{} does not compile with {}: {}\n{}", name, arch,
                                compiler.nvrtcGetErrorString(result), log.data()));
    }
    return target.exact ? fetch(program, compiler.nvrtcGetCUBINSize, compiler.nvrtcGetCUBIN, "nvrtcGetCUBIN")
                        : fetch(program, compiler.nvrtcGetPTXSize, compiler.nvrtcGetPTX, "nvrtcGetPTX");
}

std::string nvrtc_version() {
    int major = 0, minor = 0;
    check(nvrtc().nvrtcVersion(&major, &minor), "nvrtcVersion");
    return fmt::format("{}.{}", major, minor);
}

std::string compiler_version() { return "NVRTC " + nvrtc_version(); }

}  // namespace limbsmith::runtime
