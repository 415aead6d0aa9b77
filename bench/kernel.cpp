#include "kernel.hpp"

#include <fmt/format.h>

#include <atomic>

#include "bench/lanes/source.hpp"
#include "bench/thread/source.hpp"
#include "engine/parallel.hpp"

namespace limbsmith::bench {
namespace {

std::string key(const Function& function) {
    return fmt::format("{} {} {} {} {}", function.name, function.operation, function.width.bits,
                       function.modulus, function.algorithm);
}
std::string key(const HeaderFunction& function) {
    return key(static_cast<const Function&>(function)) + (function.is_portable ? " portable" : "");
}
std::string key(const BatchKernel& batch) {
    return key(static_cast<const Function&>(batch)) + (batch.tile ? " tiles" : "");
}

}  // namespace

std::shared_ptr<Kernel> Kernels::add(const std::string& key, std::function<Source()> source) {
    auto& kernel = all_[key];
    if (!kernel) kernel = std::make_shared<Kernel>(Kernel{std::move(source), {}, {}, {}});
    return kernel;
}

std::shared_ptr<Kernel> Kernels::of_registers(const std::shared_ptr<const HeaderFunction>& function,
                                              uint32_t chains, uint32_t most_threads) {
    return add(fmt::format("{} registers {} {}", key(*function), chains, most_threads),
               [=] { return register_source(*function, chains, most_threads); });
}

std::shared_ptr<Kernel> Kernels::of_batch(const std::shared_ptr<const HeaderFunction>& function,
                                          Layout layout) {
    return add(fmt::format("{} {}", key(*function), to_string(layout)),
               [=] { return batch_source(*function, layout); });
}

std::shared_ptr<Kernel> Kernels::of_numbers(const std::shared_ptr<const BatchKernel>& batch) {
    return add(key(*batch) + " numbers", [=] { return numbers_source(*batch); });
}

std::shared_ptr<Kernel> Kernels::of_lane_batch(const std::shared_ptr<const BatchKernel>& batch) {
    return add(key(*batch) + " lane batch", [=] { return lane_batch_source(*batch); });
}

std::shared_ptr<Kernel> Kernels::of_lane_calls(const std::shared_ptr<const BatchKernel>& batch) {
    return add(key(*batch) + " calls", [=] { return lane_calls_source(*batch); });
}

std::shared_ptr<Kernel> Kernels::of_batch_inverse(const Spec& spec, uint32_t count) {
    return add(fmt::format("batch_inv {} {} {}", spec.expression, to_string(spec.reduction), count),
               [=] { return batch_inverse_source(spec, count); });
}

void Kernels::compile(int major, int minor, const std::function<void(double)>& progress) {
    std::vector<Kernel*> todo;
    for (const auto& [key, kernel] : all_) todo.push_back(kernel.get());
    std::atomic<size_t> done = 0;
    engine::parallel_ranges(todo.size(), 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                try {
                    const Source source = todo[k]->source();
                    todo[k]->name = source.kernel;
                    todo[k]->image = source.compile(major, minor);
                } catch (const std::exception& error) {
                    todo[k]->error = error.what();
                }
                progress(double(++done) / double(todo.size()));
            }
        };
    });
}

}  // namespace limbsmith::bench
