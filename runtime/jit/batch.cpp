#include "jit/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "device/memory.hpp"
#include "device/stream.hpp"
#include "jit/image_cache.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr uint8_t poison = 0xA5;
constexpr int launches = 8;  // a timing, which hides the time of a launch

// An array that is too short would send threads out of bounds; a size that is no multiple of `count` reveals
// it.
void require_whole_numbers(size_t words, size_t count, const std::string& array) {
    if (count == 0 ? words != 0 : words == 0 || words % count != 0) {
        throw Error(
            fmt::format("{} of {} words does not hold {} numbers of equal length", array, words, count));
    }
}

double median_seconds(Stream& on, const std::function<void()>& launch) {
    std::array<double, 5> times;
    for (double& time : times) {
        time = on.seconds([&] {
            for (int i = 0; i < launches; ++i) launch();
        });
    }
    std::ranges::nth_element(times, times.begin() + times.size() / 2);
    return times[times.size() / 2] / launches;
}

}  // namespace

struct BatchKernels::Loaded {
    Stream on;
    std::vector<char> image;
    Module module;

    Loaded(const std::string& source, const std::vector<Header>& headers, const Device& device)
        : on(device),
          image(compiled_once(source, "batch.cu", headers, device.major(), device.minor())),
          module(device, image) {}
};

// A job's arrays in device memory and its kernel.
class BatchKernels::Running {
  public:
    Running(Loaded& loaded, const BatchJob& job)
        : on_(loaded.on),
          function_(loaded.module.function(job.kernel)),
          count_(job.count),
          block_(job.block),
          grid_(job.grid ? job.grid : (job.count * job.lanes + job.block - 1) / job.block) {
        for (std::span<const uint32_t> input : job.inputs)
            require_whole_numbers(input.size(), job.count, "an input");
        require_whole_numbers(job.result.size(), job.count, "the result");
        // the result, then the inputs: the order of the kernel's parameters
        buffers_.emplace_back(on_.device(), job.result.size_bytes()).fill(poison);
        for (std::span<const uint32_t> input : job.inputs)
            buffers_.emplace_back(on_.device(), input.size_bytes()).upload(std::as_bytes(input));
        for (const Buffer& buffer : buffers_) addresses_.push_back(buffer.address());
        for (void*& address : addresses_) args_.push_back(&address);
        args_.push_back(&count_);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    void launch() {
        if (count_ != 0) on_.launch(function_, grid_, block_, args_);
    }
    void synchronize() { on_.synchronize(); }
    // The seconds of one launch.
    double seconds() {
        return count_ == 0 ? 0 : median_seconds(on_, [&] { launch(); });
    }
    void download(std::span<uint32_t> result) { buffers_.front().download(std::as_writable_bytes(result)); }

  private:
    Stream& on_;
    Function function_;
    unsigned long long count_;
    uint32_t block_;
    uint64_t grid_;
    std::vector<Buffer> buffers_;
    std::vector<void*> addresses_;
    std::vector<void*> args_;
};

BatchKernels::BatchKernels(const std::string& source, const std::vector<Header>& headers,
                           const Device& device)
    : loaded_(std::make_unique<Loaded>(source, headers, device)) {}

BatchKernels::~BatchKernels() = default;

std::string BatchKernels::device() const { return loaded_->on.device().name(); }

self_check::subject BatchKernels::subject(const std::string& kernel) const {
    const std::vector<char>& image = loaded_->image;
    const size_t digest = std::hash<std::string_view>{}({image.data(), image.size()});
    return {kernel, fmt::format("image {:016x}", digest), loaded_->on.device().description(),
            driver_version(), compiler_version()};
}

void BatchKernels::compute(const BatchJob& job) {
    Running running(*loaded_, job);
    running.launch();
    running.synchronize();
    running.download(job.result);
}

double BatchKernels::run(const BatchJob& job) {
    Running running(*loaded_, job);
    running.launch();
    running.synchronize();
    const double seconds = running.seconds();
    running.download(job.result);
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

bool has_device(std::string* why_not) noexcept {
    return find_device_for_kernels(place::device, why_not).has_value();
}

}  // namespace limbsmith::runtime
