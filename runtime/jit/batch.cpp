#include "jit/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "jit/batch_chunks.hpp"
#include "jit/image_cache.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

// An array that is too short would send threads out of bounds; a size that is no multiple of `count` reveals
// it.
void require_whole_numbers(size_t words, size_t count, const std::string& array) {
    if (count == 0 ? words != 0 : words == 0 || words % count != 0) {
        throw Error(
            fmt::format("{} of {} words does not hold {} numbers of equal length", array, words, count));
    }
}

}  // namespace

struct BatchKernels::Loaded {
    Device on;
    std::vector<char> image;
    Module module;

    Loaded(std::vector<char> of, const Device& device)
        : on(device), image(std::move(of)), module(device, image) {}
};

BatchKernels::BatchKernels(const std::string& source, const std::vector<Header>& headers,
                           const Device& device)
    : BatchKernels(compiled_once(source, "batch.cu", headers, device.major(), device.minor()), device) {}

BatchKernels::BatchKernels(std::vector<char> image, const Device& device)
    : loaded_(std::make_unique<Loaded>(std::move(image), device)) {}

BatchKernels::~BatchKernels() = default;

std::string BatchKernels::device() const { return loaded_->on.name(); }

self_check::subject BatchKernels::subject(const std::string& kernel) const {
    const std::vector<char>& image = loaded_->image;
    const size_t digest = std::hash<std::string_view>{}({image.data(), image.size()});
    return {kernel, fmt::format("image {:016x}", digest), loaded_->on.description(), driver_version(),
            compiler_version()};
}

const Device& BatchKernels::on() const { return loaded_->on; }

Function BatchKernels::function(const std::string& kernel) const { return loaded_->module.function(kernel); }

double BatchKernels::compute(const BatchJob& job) {
    const auto words_of = [&](size_t words) { return job.count == 0 ? 0 : words / job.count; };
    require_whole_numbers(job.result.size(), job.count, "the result");
    BatchShape shape{job.kernel, {}, {words_of(job.result.size())}, job.lanes, job.block, job.grid};
    std::vector<OperandRows> inputs;
    for (const std::span<const uint32_t> input : job.inputs) {
        require_whole_numbers(input.size(), job.count, "an input");
        shape.inputs.push_back(words_of(input.size()));
        inputs.push_back({input.data(), job.count});
    }
    const ResultRows result{job.result.data(), job.count, shape.results[0]};
    BatchChunks all(*this, std::move(shape), job.count, 1);
    all.upload(0, inputs, job.count);
    const double seconds = all.compute(0);
    all.download(0, {&result, 1});
    return seconds;
}

std::optional<Device> find_device_for_kernels(place where, std::string* why_not) noexcept {
    try {
        const Device device = device_at(where);
        compiler_version();
        return device;
    } catch (const std::exception& error) {
        if (why_not) *why_not = error.what();
        return std::nullopt;
    }
}

std::vector<Device> find_devices_for_kernels(place where, std::string* why_not) {
    std::vector<Device> found;
    const int all = where == place::all ? std::max(device_count(), 1) : 1;
    for (int k = 0; k < all; ++k) {
        const auto device = find_device_for_kernels(where == place::all ? place::gpu(k) : where, why_not);
        if (!device) return {};
        found.push_back(*device);
    }
    return found;
}

bool has_device(std::string* why_not) noexcept {
    return find_device_for_kernels(place::device, why_not).has_value();
}

}  // namespace limbsmith::runtime
