#include "session/grid_computation.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "device/on_gpu.hpp"
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

}  // namespace

GridComputation::GridComputation(GridFunction function, std::vector<runtime::Device> gpus)
    : function_(std::move(function)), gpus_(std::move(gpus)) {}

GridComputation::~GridComputation() = default;

void GridComputation::compile() {
    for (const runtime::Device& it : gpus_)
        runtime::on_gpu(it, gpus_.size(), [&] {
            machines_.push_back(std::make_unique<grid::Gpu>(it));
            grid::self_check(*machines_.back());
        });
}

Done GridComputation::by_gmp(const Chunk& chunk, uint32_t words, const Progress& progress) const {
    Done done{fmt::format("CPU by GMP, {}", counted(engine::cores(), "core"))};
    const size_t count = chunk.count;
    std::atomic<size_t> finished = 0;
    const auto start = std::chrono::steady_clock::now();
    engine::parallel_ranges(count, 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                std::vector<mpz_class> values;
                for (const eval::Column& it : chunk.operands)
                    values.push_back(eval::from_words(number(it, words, k)));
                const std::vector<uint32_t> limbs =
                    eval::to_words(function_.by_gmp(values, words), function_.result_words(words));
                for (size_t i = 0; i < limbs.size(); ++i) chunk.results[0].words[i * count + k] = limbs[i];
            }
            progress(chunk, double(finished += last - first) / double(count));
        };
    });
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return done;
}

// Results of a number lie one after the other, limb-major for all numbers of the chunk.
Done GridComputation::by_gpu(grid::Gpu& gpu, const Chunk& chunk, uint32_t words) const {
    Done done{runtime::names(gpus_)};
    const size_t count = chunk.count;
    if (count == 0) return done;
    grid::Arithmetic arithmetic(gpu);
    std::vector<grid::Numbers> given;
    for (const eval::Column& it : chunk.operands)
        given.push_back(arithmetic.numbers(in_a_row(it, words, count), words));
    const grid::Numbers r = arithmetic.make(function_.result_words(words), static_cast<uint32_t>(count));
    done.seconds = gpu.stream().seconds([&] { function_.on_machine(arithmetic, r, given); });
    const std::vector<uint32_t> all = arithmetic.words(r);
    for (size_t k = 0; k < count; ++k)
        for (uint32_t limb = 0; limb < r.length; ++limb)
            chunk.results[0].words[limb * count + k] = all[k * r.length + limb];
    return done;
}

void GridComputation::compute(uint32_t words, const NumberWords& all_words, Stages stages, const Fill& fill,
                              const Drain& drain, const Progress& progress) {
    std::vector<Compute> computers;
    for (size_t k = 0; k < gpus_.size(); ++k)
        computers.emplace_back([&, k](Chunk& chunk) {
            if (gpus_.size() == 1) progress(chunk, 0);
            Done done;
            runtime::on_gpu(gpus_[k], gpus_.size(), [&] { done = by_gpu(*machines_[k], chunk, words); });
            return done;
        });
    if (gpus_.empty()) computers.emplace_back([&](Chunk& chunk) { return by_gmp(chunk, words, progress); });
    in_chunks(all_words, stages, computers, fill, [&](Chunk& chunk) {
        drain(chunk);
        if (!gpus_.empty()) progress(chunk, 1);
    });
}

}  // namespace limbsmith::session
