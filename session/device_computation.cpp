#include "session/device_computation.hpp"

#include <fmt/format.h>

#include <utility>

#include "catalogue/catalogue.hpp"
#include "choice/lanes.hpp"
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
      shape_{source.kernel,
             {},
             {},
             static_cast<uint32_t>(spec.width.lanes()),
             shape.block_of(spec.width.mapping)},
      kernels_(source.text, source.headers, device) {
    for (const ir::Input& it : meaning_.inputs) shape_.inputs.push_back(it.words.size());
    for (const ir::Output& it : meaning_.outputs) shape_.results.push_back(it.words.size());
    const auto check = [&] {
        self_check::subject subject = kernels_.subject(shape_.kernel);
        subject.function = title(spec, operation);
        if (subject.is_due())
            subject.conclude(difference(meaning_, [&](auto operands, size_t count, uint32_t* result) {
                compute(operands, count, result);
            }));
    };
    check();
    if (const auto& tiles = source.tiles; tiles && tiles->shared_bytes <= device.shared_bytes()) {
        runtime::BatchShape own = shape_;
        shape_.kernel = tiles->kernel, shape_.block = tiles->threads;
        shape_.lanes = tiles->threads / tiles->numbers;
        check();
        own.large = {shape_.kernel, shape_.lanes, shape_.block,
                     choice::least_tensor_batch(static_cast<uint64_t>(device.multiprocessors()),
                                                spec.width.bits, spec.is_modular())};
        shape_ = std::move(own);
    }
    shape_.grid = shape.grid.value_or(0);  // which may be too small for the cases of the self-check
}

Done DeviceComputation::compute(std::span<const eval::Column> operands, size_t count, uint32_t* result) {
    std::vector<runtime::OperandRows> inputs;
    for (const eval::Column& it : operands) inputs.push_back({it.data, it.count});
    const runtime::ResultRows to{result, count, static_cast<size_t>(eval::result_words(meaning_))};
    runtime::BatchChunks all(kernels_, shape_, count, 1);
    all.upload(0, inputs, count);
    const double seconds = all.compute(0);
    all.download(0, {&to, 1});
    return {kernels_.device(), seconds};
}

}  // namespace limbsmith::session
