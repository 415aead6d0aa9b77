#include "session/host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "catalogue/computation.hpp"
#include "engine/parallel.hpp"
#include "eval/contract_value.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "session/by_gmp.hpp"
#include "spec/error.hpp"

namespace limbsmith::session {
namespace {

// How long the interpreter may take for the first number, and for all, before GMP computes instead.
constexpr std::chrono::milliseconds time_of_first{100}, time_of_all{1000};

}  // namespace

HostComputation::HostComputation(Spec spec, std::string operation)
    : spec_(std::move(spec)),
      operation_(std::move(operation)),
      meaning_(catalogue::meaning(catalogue::operation(spec_, operation_), spec_)),
      left_(time_of_all) {}

HostComputation::Worker HostComputation::worker(std::optional<Clock::time_point> end) const {
    const auto computation = std::make_shared<catalogue::Computation>(spec_, operation_);
    if (end) computation->stop_at(*end);
    return [computation](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
        computation->run(operands, first, last, result, count);
    };
}

Done HostComputation::by_interpreter(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                                     std::optional<Clock::time_point> end, const Progress& progress) {
    Done done{fmt::format("CPU interpreter, {}", counted(engine::cores(), "core"))};
    std::atomic<size_t> finished = 0;
    const size_t step = std::clamp<size_t>(count / engine::cores(), 1, 1 << 11);
    const auto start = Clock::now();
    engine::parallel_ranges(count, step, [&] {
        return [&, worker = worker(end)](size_t first, size_t last) {
            worker(operands, first, last, result, count);
            if (progress) progress(double(finished += last - first) / double(count), done.by);
        };
    });
    done.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return done;
}

// Whether the interpreter computes the first number quickly.
bool HostComputation::is_quick(std::span<const eval::Column> operands, size_t count) {
    if (count == 0) return true;
    std::vector<uint32_t> result(static_cast<size_t>(eval::result_words(meaning_)));
    const Worker interpreter = worker(Clock::now() + time_of_first);
    try {
        interpreter(operands, 0, 1, result.data(), 1);
        return true;
    } catch (const eval::OutOfTime&) {
        return false;
    }
}

bool HostComputation::use_gmp() {
    eval::Samples samples(1);
    eval::ContractEvaluator contract(meaning_);
    for (const bool edges : {false, true, true}) {
        const std::vector<mpz_class> inputs = samples.inputs(meaning_, edges);
        const mpz_class expected = contract.expected(inputs);
        if (!eval::outputs_by(contract, meaning_, inputs, expected)) return false;
    }
    left_ = {};
    return is_by_gmp_ = true;
}

Done HostComputation::interpret(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                                const Progress& progress) {
    return by_interpreter(operands, count, result, std::nullopt, progress);
}

Done HostComputation::compute(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                              const Progress& progress) {
    if (left_.count() > 0 && (is_begun_ || is_quick(operands, count))) {
        is_begun_ = true;
        try {
            const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(left_);
            Done done = by_interpreter(operands, count, result, end, progress);
            left_ -= std::chrono::duration<double>(done.seconds);
            return done;
        } catch (const eval::OutOfTime&) {  // GMP computes
        }
    }
    left_ = {};
    Done done{fmt::format("CPU by GMP, {}", counted(engine::cores(), "core"))};
    const auto start = Clock::now();
    const auto tell = [&](size_t finished) {
        if (progress) progress(double(finished) / double(count), done.by);
    };
    if (!by_gmp(meaning_, operands, count, result, tell)) {
        if (is_by_gmp_)
            throw unsupported("GMP does not tell this result; the nearest is --device interpreter");
        return interpret(operands, count, result, progress);
    }
    done.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return done;
}

}  // namespace limbsmith::session
