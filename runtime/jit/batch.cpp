#include "jit/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "jit/device.hpp"
#include "jit/nvrtc.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr uint32_t block = 256;
constexpr uint8_t poison = 0xA5;
constexpr int launches = 8;  // of one timing, so that the time of a launch itself is hidden

// An array that is too short would send threads out of bounds; one that holds no whole number is a sure sign
// of it.
void require_whole_numbers(size_t words, size_t count, const std::string& array) {
    if (count == 0 ? words != 0 : words == 0 || words % count != 0) {
        throw Error(
            fmt::format("{} of {} words does not hold {} numbers of equal length", array, words, count));
    }
}

double median_seconds(Context& context, const std::function<void()>& launch) {
    std::array<double, 5> times;
    for (double& time : times) {
        time = context.seconds([&] {
            for (int i = 0; i < launches; ++i) launch();
        });
    }
    std::ranges::nth_element(times, times.begin() + times.size() / 2);
    return times[times.size() / 2] / launches;
}

}  // namespace

struct BatchKernels::Loaded {
    Context context;  // first, so that it outlives the module
    Module module;

    Loaded(const std::string& source, const std::vector<Header>& headers)
        : module(context, compile(source, "batch.cu", headers, context.major(), context.minor())) {}
};

BatchKernels::BatchKernels(const std::string& source, const std::vector<Header>& headers)
    : loaded_(std::make_unique<Loaded>(source, headers)) {}

BatchKernels::~BatchKernels() = default;

const std::string& BatchKernels::device() const { return loaded_->context.name(); }

double BatchKernels::run(const BatchJob& job) {
    for (std::span<const uint32_t> input : job.inputs)
        require_whole_numbers(input.size(), job.count, "an input");
    require_whole_numbers(job.result.size(), job.count, "the result");
    Context& context = loaded_->context;
    const Function function = loaded_->module.function(job.kernel);
    if (job.count == 0) return 0;

    std::vector<Buffer> buffers;  // the result, then the inputs: the order of the kernel's parameters
    buffers.emplace_back(context, job.result.size_bytes()).fill(poison);
    for (std::span<const uint32_t> input : job.inputs) {
        buffers.emplace_back(context, input.size_bytes()).upload(std::as_bytes(input));
    }

    std::vector<CUdeviceptr> addresses;
    for (const Buffer& buffer : buffers) addresses.push_back(buffer.address());
    unsigned long long count = job.count;
    std::vector<void*> args;
    for (CUdeviceptr& address : addresses) args.push_back(&address);
    args.push_back(&count);
    const uint64_t grid = (job.count + block - 1) / block;
    const auto launch = [&] { context.launch(function, grid, block, args); };
    launch();
    context.synchronize();
    const double seconds = median_seconds(context, launch);
    buffers.front().download(std::as_writable_bytes(job.result));
    return seconds;
}

bool has_device(std::string* why_not) noexcept {
    try {
        driver();
        nvrtc();
        return true;
    } catch (const std::exception& error) {
        if (why_not) *why_not = error.what();
        return false;
    }
}

}  // namespace limbsmith::runtime
