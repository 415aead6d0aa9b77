#include "session/gpu_computations.hpp"

#include <algorithm>

#include "device/on_gpu.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::session {

GpuComputations::GpuComputations(const Spec& spec, const std::string& operation,
                                 const std::vector<runtime::Device>& gpus, const LaunchShape& shape) {
    for (const runtime::Device& it : gpus)
        runtime::on_gpu(it, gpus.size(), [&] { all_.emplace_back(spec, operation, it, shape); });
}

void GpuComputations::compute(size_t most, Stages stages, const Fill& fill, const Drain& drain) {
    std::vector<GpuKernels> gpus;
    for (DeviceComputation& it : all_) gpus.push_back({&it.kernels(), it.shape()});
    in_chunks(gpus, most, stages, fill, drain);
}

bool have_tensor_cores(const std::vector<runtime::Device>& gpus) {
    return !gpus.empty() && std::ranges::all_of(gpus, [](const runtime::Device& it) {
        return has_mapping(Mapping::tensor(), it.major(), it.minor());
    });
}

}  // namespace limbsmith::session
