// The kernels that add on a GPU: their sources are part of the program, and are compiled at run time.
#pragma once

#include <string>
#include <string_view>

#include "device/device.hpp"
#include "device/module.hpp"
#include "jit/compiler.hpp"
#include "limbsmith/subject.hpp"

namespace limbsmith::sum {

// `arrays.cu`, `segments.cu`.
const std::string& kernels_source(std::string_view name);
// The headers of all sources, for blocks of so many warps.
std::vector<runtime::Header> kernels_headers(int warps);
// The warps of a block on this device.
int warps_of_block(const runtime::Device& device);

runtime::Module compiled_kernels(const runtime::Device& device, std::string_view name);
// The kernels of a source on this device, as a self-check knows them.
self_check::subject kernels_subject(const runtime::Device& device, std::string_view name);

}  // namespace limbsmith::sum
