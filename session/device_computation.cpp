#include "session/device_computation.hpp"

#include <fmt/format.h>

#include "catalogue/catalogue.hpp"
#include "session/self_check.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::session {
namespace {

// `mul modulo 2^255-19`
std::string title(const Spec& spec, const std::string& operation) {
    return spec.is_modular() ? fmt::format("{} modulo {}", operation, spec.expression)
                             : fmt::format("{} of {} bits", operation, spec.width.bits);
}

KernelSource source_for(const Spec& spec, const std::string& operation, const runtime::Device& device,
                        const LaunchShape& shape) {
    require_gpu_with(spec.width, device.major(), device.minor());
    return batch_source(spec, operation, shape.block);
}

}  // namespace

DeviceComputation::DeviceComputation(const Spec& spec, const std::string& operation,
                                     const runtime::Device& device, const LaunchShape& shape)
    : DeviceComputation(spec, operation, device, shape, source_for(spec, operation, device, shape)) {}

DeviceComputation::DeviceComputation(const Spec& spec, const std::string& operation,
                                     const runtime::Device& device, const LaunchShape& shape,
                                     const KernelSource& source)
    : meaning_(catalogue::meaning(catalogue::operation(spec, operation), spec)),
      kernel_(source.kernel),
      lanes_(static_cast<uint32_t>(spec.width.lanes())),
      block_(shape.block_of(spec.width.mapping)),
      grid_(shape.grid.value_or(0)),
      kernels_(source.text, source.headers, device) {
    self_check::subject subject = kernels_.subject(kernel_);
    subject.function = title(spec, operation);
    if (!subject.is_due()) return;
    subject.conclude(difference(meaning_, [&](auto operands, size_t count, uint32_t* result) {
        runtime::BatchJob cases = job(operands, count, result);
        cases.grid = 0;  // that of the shape may be too small for them
        kernels_.compute(cases);
    }));
}

Done DeviceComputation::compute(std::span<const eval::Column> operands, size_t count, uint32_t* result) {
    return {kernels_.device(), kernels_.run(job(operands, count, result))};
}

runtime::BatchJob DeviceComputation::job(std::span<const eval::Column> operands, size_t count,
                                         uint32_t* result) const {
    const size_t words = static_cast<size_t>(eval::result_words(meaning_)) * count;
    runtime::BatchJob made{kernel_, {}, {result, words}, count, lanes_, block_, grid_};
    for (size_t i = 0; i < operands.size(); ++i)
        made.inputs.emplace_back(operands[i].data, meaning_.inputs[i].words.size() * count);
    return made;
}

}  // namespace limbsmith::session
