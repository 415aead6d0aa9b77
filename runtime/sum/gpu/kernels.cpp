#include "sum/gpu/kernels.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "jit/image_cache.hpp"
#include "sum/gpu/kernel_layout.hpp"

namespace limbsmith::sum {
namespace {

const std::map<std::string, std::string, std::less<>>& files() {
    static const std::map<std::string, std::string, std::less<>> all{
#include "sum.inc"
    };
    return all;
}

}  // namespace

const std::string& kernels_source(std::string_view name) { return files().find(name)->second; }

int warps_of_block(const runtime::Device& device) {
    return std::min(device.shared_bytes() / layout::warp_bytes, layout::most_warps);
}

std::vector<runtime::Header> kernels_headers(int warps) {
    std::vector<runtime::Header> made{
        {"sum/gpu/block.hpp", "constexpr int warps_of_block = " + std::to_string(warps) + ";\n"}};
    for (const auto& [name, text] : files())
        if (!name.ends_with(".cu")) made.push_back({"sum/gpu/" + name, text});
    return made;
}

runtime::Module compiled_kernels(const runtime::Device& device, std::string_view name) {
    return {device,
            runtime::compiled_once(kernels_source(name), "sum_" + std::string(name),
                                   kernels_headers(warps_of_block(device)), device.major(), device.minor())};
}

self_check::subject kernels_subject(const runtime::Device& device, std::string_view name) {
    std::string all = kernels_source(name);
    for (const runtime::Header& header : kernels_headers(warps_of_block(device))) all += header.text;
    return {"exact sums: " + std::string(name), "source " + std::to_string(std::hash<std::string>{}(all)),
            device.description(), runtime::driver_version(), runtime::compiler_version()};
}

}  // namespace limbsmith::sum
