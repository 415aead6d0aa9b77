// An operation on numbers on all cores of the host: by the interpreter of the printed code, or by GMP.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "eval/eval.hpp"
#include "spec/spec.hpp"

namespace limbsmith::session {

// By which means a batch was computed, and in which time.
struct Done {
    std::string by;  // `NVIDIA H200`, `CPU interpreter, 2 cores`, `CPU by GMP, 2 cores`
    double seconds = 0;
};

class HostComputation {
  public:
    // Numbers [first, last) of the operands' columns into `result`, limb-major for `count` numbers.
    using Worker = std::function<void(std::span<const eval::Column> operands, size_t first, size_t last,
                                      uint32_t* result, size_t count)>;
    // It is told the part that is done, and the name of the computer: GMP, or the interpreter.
    using Progress = std::function<void(double done, const std::string& by)>;

    HostComputation(Spec spec, std::string operation);

    // Operands, results, contract: numbers as users have them.
    const ir::Program& meaning() const { return meaning_; }

    // One for each thread. It ends with eval::OutOfTime soon after `end`, if one is given.
    using Clock = std::chrono::steady_clock;
    Worker worker(std::optional<Clock::time_point> end = {}) const;

    // From now on GMP computes alone, nothing that is printed. False, and nothing changes, where the contract does not determine
    // the results.
    bool use_gmp();

    // All results, one after the other, limb-major for `count` numbers. After about a second of all calls of this object, or if
    // the first number takes long, GMP computes if it is faster and the contract determines the results, as almost all do.
    Done compute(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                 const Progress& progress = {});
    // Never by GMP.
    Done interpret(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                   const Progress& progress = {});

  private:
    enum class By { not_decided, interpreter, gmp };

    Done by_interpreter(std::span<const eval::Column> operands, size_t count, uint32_t* result,
                        std::optional<Clock::time_point> end, const Progress& progress);
    std::optional<Done> try_interpreter(std::span<const eval::Column> operands, size_t count,
                                        uint32_t* result, const Progress& progress);
    bool is_first_quick(std::span<const eval::Column> operands, size_t count) const;
    By faster(std::span<const eval::Column> operands, size_t count, uint32_t* result) const;

    Spec spec_;
    std::string operation_;
    ir::Program meaning_;
    By by_ = By::not_decided;
    bool is_gmp_asked_ = false;
    // of the interpreter, in all calls until it is decided
    size_t numbers_ = 0;
    std::chrono::duration<double> seconds_{};
};

}  // namespace limbsmith::session
