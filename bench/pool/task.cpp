#include "task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "limbsmith/error.hpp"
#include "pool/gpu/device.hpp"

namespace limbsmith::bench {

std::string PoolTask::title() const {
    return fmt::format("{} of {:g} words (sigma {:g}), {} computations", name, lengths.mean,
                       lengths.deviation, count);
}

std::vector<uint32_t> draw_lengths(const PoolTask& task, uint64_t seed) {
    const Lengths& of = task.lengths;
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal(of.mean, of.deviation);
    std::uniform_real_distribution<double> logarithm(0, std::log(of.longest + 1.0));
    std::vector<uint32_t> lengths(task.operands);
    for (uint32_t& it : lengths) {
        double drawn = of.mean;
        if (of.kind == Lengths::Kind::log_uniform)
            drawn = std::min<double>(std::floor(std::exp(logarithm(random))), of.longest);
        else if (of.deviation > 0)
            drawn = std::round(normal(random));
        it = static_cast<uint32_t>(std::max(drawn, 1.0));
    }
    if (of.kind == Lengths::Kind::one_long)
        std::fill_n(lengths.begin(), std::min<size_t>(2, lengths.size()), of.longest);
    return lengths;
}

std::unique_ptr<PoolWork> pool_work(const PoolTask& task, uint64_t seed) {
    return task.rational ? rational_work(task, seed) : integer_work(task, seed);
}

void finish(pool::Engine& engine) {
    if (auto* const device = dynamic_cast<pool::Device*>(&engine)) device->finish();
}

void require_right(const PoolTask& task, size_t wrong) {
    if (wrong > 0)
        throw runtime::Error(
            fmt::format("{}: {} of {} results do not agree with GMP", task.title(), wrong, task.count));
}

}  // namespace limbsmith::bench
