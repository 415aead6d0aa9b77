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

// The words of number k.
std::vector<uint32_t> number(const eval::Column& column, uint32_t words, size_t k) {
    std::vector<uint32_t> made;
    made.reserve(words);
    for (size_t limb = 0; limb < words; ++limb) made.push_back(column.data[limb * column.count + k]);
    return made;
}

// The words of one number after those of another.
std::vector<uint32_t> in_a_row(const eval::Column& column, uint32_t words, size_t count) {
    std::vector<uint32_t> made;
    made.reserve(words * count);
    for (size_t k = 0; k < count; ++k)
        for (size_t limb = 0; limb < words; ++limb) made.push_back(column.data[limb * column.count + k]);
    return made;
}

Done by_gmp(const GridFunction& function, std::span<const eval::Column> operands, uint32_t words,
            size_t count, uint32_t* results, const std::function<void(double done)>& progress) {
    Done done{fmt::format("CPU by GMP, {}", counted(engine::cores(), "core"))};
    std::atomic<size_t> finished = 0;
    const auto start = std::chrono::steady_clock::now();
    engine::parallel_ranges(count, 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                std::vector<mpz_class> values;
                for (const eval::Column& it : operands)
                    values.push_back(eval::from_words(number(it, words, k)));
                const std::vector<uint32_t> limbs =
                    eval::to_words(function.by_gmp(values, words), function.result_words(words));
                for (size_t i = 0; i < limbs.size(); ++i) results[i * count + k] = limbs[i];
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

Done GridComputation::compute(std::span<const eval::Column> operands, uint32_t words, size_t count,
                              uint32_t* results, const std::function<void(double done)>& progress) {
    if (!device_) return by_gmp(function_, operands, words, count, results, progress);
    if (count == 0) return {device_->name()};
    grid::Arithmetic arithmetic(*gpu_);
    std::vector<grid::Numbers> given;
    for (const eval::Column& it : operands)
        given.push_back(arithmetic.numbers(in_a_row(it, words, count), words));
    const grid::Numbers r = arithmetic.make(function_.result_words(words), static_cast<uint32_t>(count));
    Done done{device_->name(), gpu_->stream().seconds([&] { function_.on_machine(arithmetic, r, given); })};
    const std::vector<uint32_t> all = arithmetic.words(r);
    for (size_t k = 0; k < count; ++k)
        for (uint32_t limb = 0; limb < r.length; ++limb) results[limb * count + k] = all[k * r.length + limb];
    return done;
}

}  // namespace limbsmith::session
