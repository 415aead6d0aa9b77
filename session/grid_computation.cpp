#include "session/grid_computation.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "grid/gpu.hpp"
#include "grid/self_check.hpp"
#include "limbsmith/grid.hpp"
#include "spec/error.hpp"

namespace limbsmith::session {
namespace {

using runtime::Numbers;

// The words of one number after those of another.
std::vector<uint32_t> in_a_row(const Numbers& numbers) {
    std::vector<uint32_t> words;
    words.reserve(numbers.words.size());
    for (size_t k = 0; k < numbers.count; ++k)
        for (int limb = 0; limb < numbers.limbs; ++limb) words.push_back(numbers.row(limb)[k]);
    return words;
}

Done by_gmp(const GridFunction& function, const std::vector<Numbers>& operands, Numbers& results,
            const std::function<void(double done)>& progress) {
    const auto words = static_cast<uint32_t>(operands[0].limbs);
    const size_t count = operands[0].count;
    Done done{fmt::format("CPU by GMP, {}", counted(engine::cores(), "core"))};
    std::atomic<size_t> finished = 0;
    const auto start = std::chrono::steady_clock::now();
    engine::parallel_ranges(count, 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                std::vector<mpz_class> values;
                for (const Numbers& it : operands) values.push_back(eval::from_words(it.number(k)));
                const std::vector<uint32_t> limbs =
                    eval::to_words(function.by_gmp(values, words), static_cast<size_t>(results.limbs));
                for (size_t i = 0; i < limbs.size(); ++i) results.words[i * count + k] = limbs[i];
            }
            progress(double(finished += last - first) / double(count));
        };
    });
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return done;
}

}  // namespace

GridComputation::GridComputation(GridFunction function, const std::optional<runtime::Device>& device)
    : function_(std::move(function)), device_(device) {}

GridComputation::~GridComputation() = default;

void GridComputation::compile() {
    if (!device_) return;
    gpu_ = std::make_unique<grid::Gpu>(*device_);
    grid::self_check(*gpu_);
}

Done GridComputation::compute(const std::vector<Numbers>& operands, Numbers& results,
                              const std::function<void(double done)>& progress) {
    if (!device_) return by_gmp(function_, operands, results, progress);
    const auto words = static_cast<uint32_t>(operands[0].limbs);
    const auto count = static_cast<uint32_t>(operands[0].count);
    if (count == 0) return {device_->name()};
    grid::Arithmetic arithmetic(*gpu_);
    std::vector<grid::Numbers> given;
    for (const Numbers& it : operands) given.push_back(arithmetic.numbers(in_a_row(it), words));
    const grid::Numbers r = arithmetic.make(function_.result_words(words), count);
    Done done{device_->name(), gpu_->stream().seconds([&] { function_.on_machine(arithmetic, r, given); })};
    const std::vector<uint32_t> all = arithmetic.words(r);
    for (size_t k = 0; k < count; ++k)
        for (uint32_t limb = 0; limb < r.length; ++limb)
            results.words[limb * size_t{count} + k] = all[k * r.length + limb];
    return done;
}

}  // namespace limbsmith::session
