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

// How long the interpreter may take for the first number, and for all, before GMP may compute instead.
constexpr std::chrono::duration<double> time_of_first{0.1}, time_of_all{1.0};
// How long GMP computes at least when its rate is measured.
constexpr std::chrono::duration<double> time_of_rate{0.02};

HostComputation::Clock::time_point after(std::chrono::duration<double> seconds) {
    return HostComputation::Clock::now() +
           std::chrono::duration_cast<HostComputation::Clock::duration>(seconds);
}
std::chrono::duration<double> since(HostComputation::Clock::time_point start) {
    return HostComputation::Clock::now() - start;
}

}  // namespace

HostComputation::HostComputation(Spec spec, std::string operation)
    : spec_(std::move(spec)),
      operation_(std::move(operation)),
      meaning_(catalogue::meaning(catalogue::operation(spec_, operation_), spec_)) {}

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
    const auto add = [&] {
        numbers_ += finished;
        seconds_ += since(start);
    };
    try {
        engine::parallel_ranges(count, step, [&] {
            return [&, worker = worker(end)](size_t first, size_t last) {
                worker(operands, first, last, result, count);
                const size_t all = finished += last - first;
                if (progress) progress(double(all) / double(count), done.by);
            };
        });
    } catch (const eval::OutOfTime&) {
        add();
        throw;
    }
    add();
    done.seconds = since(start).count();
    return done;
}

// Whether the interpreter computes the first number quickly.
bool HostComputation::is_first_quick(std::span<const eval::Column> operands, size_t count) const {
    if (count == 0) return true;
    std::vector<uint32_t> result(static_cast<size_t>(eval::result_words(meaning_)));
    const Worker interpreter = worker(after(time_of_first));
    try {
        interpreter(operands, 0, 1, result.data(), 1);
        return true;
    } catch (const eval::OutOfTime&) {
        return false;
    }
}

// The results, if the interpreter has the time. Else it is decided which one computes from now on.
std::optional<Done> HostComputation::try_interpreter(std::span<const eval::Column> operands, size_t count,
                                                     uint32_t* result, const Progress& progress) {
    if (numbers_ == 0 && !is_first_quick(operands, count)) {
        by_ = By::gmp;
        return std::nullopt;
    }
    try {
        if (seconds_ < time_of_all)
            return by_interpreter(operands, count, result, after(time_of_all - seconds_), progress);
    } catch (const eval::OutOfTime&) {
        // it is decided here
    }
    by_ = faster(operands, count, result);
    return std::nullopt;
}

// By the rate of the interpreter in all calls, and that of GMP for some of these numbers.
HostComputation::By HostComputation::faster(std::span<const eval::Column> operands, size_t count,
                                            uint32_t* result) const {
    const double by_interpreter = double(numbers_) / seconds_.count();
    for (size_t some = 1;; some *= 2) {
        some = std::min(some, count);
        const auto start = Clock::now();
        if (!by_gmp(meaning_, operands, some, result, [](size_t) {})) return By::gmp;
        if (const auto time = since(start); time >= time_of_rate || some == count)
            return double(some) / time.count() < by_interpreter ? By::interpreter : By::gmp;
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
    by_ = By::gmp;
    return is_gmp_asked_ = true;
}

Done HostComputation::interpret(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                                const Progress& progress) {
    return by_interpreter(operands, count, result, std::nullopt, progress);
}

Done HostComputation::compute(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                              const Progress& progress) {
    if (by_ == By::not_decided)
        if (const auto done = try_interpreter(operands, count, result, progress)) return *done;
    if (by_ == By::interpreter) return interpret(operands, count, result, progress);
    Done done{fmt::format("CPU by GMP, {}", counted(engine::cores(), "core"))};
    const auto start = Clock::now();
    const auto tell = [&](size_t finished) {
        if (progress) progress(double(finished) / double(count), done.by);
    };
    if (!by_gmp(meaning_, operands, count, result, tell)) {
        if (is_gmp_asked_)
            throw unsupported("GMP does not tell this result; the nearest is --device interpreter");
        return interpret(operands, count, result, progress);
    }
    done.seconds = since(start).count();
    return done;
}

}  // namespace limbsmith::session
