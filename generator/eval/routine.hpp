// The interpreter of routines: runs a routine on many numbers at once, as the threads of warps would.
//
// Every value is a column, a word for each of the numbers; statements for some of them (a longer loop, a
// branch) run under a mask. The programs that are called run on all columns, by their own interpreter. The
// lanes of a group are neighbouring columns, which run in lock step; that no lane reads from a shared array
// a word that another has written since the last barrier is checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "eval/eval.hpp"
#include "ir/library.hpp"

namespace limbsmith::eval {

// There was no time to compute all results.
struct OutOfTime : std::runtime_error {
    OutOfTime() : std::runtime_error("the interpreter was stopped") {}
};

class RoutineInterpreter {
  public:
    using Clock = std::chrono::steady_clock;

    // requires: the routine, and the library that has all that it calls, outlive the interpreter.
    // A loop that makes more than `most_turns` turns ends with std::logic_error.
    RoutineInterpreter(const ir::Routine& routine, const ir::Library& library,
                       uint64_t most_turns = UINT64_MAX);
    ~RoutineInterpreter();

    // As Interpreter::run: a column for each input, members included, in the order of the parameters; the
    // outputs in that of ir::signature, members last. `elements`: how many values each array parameter of the
    // caller's size has, in the order of the parameters; they stand one after the other, bytes in a word
    // each. requires: [first, last) holds whole groups. Throws std::logic_error for an index out of range,
    // and for a shared array that is read without a barrier.
    void run(std::span<const Column> inputs, size_t first, size_t last, uint32_t* result, size_t result_count,
             std::span<const size_t> elements = {});

    // From then on `run` ends with OutOfTime, soon after this time.
    void stop_at(Clock::time_point end);

    // One group of a kernel: the words that it is given, and the memory of its global arrays, each in the order of the
    // parameters. Throws as run does, and where lanes use a word of memory without a barrier between.
    void run_group(std::span<const uint32_t> words, std::span<const std::span<uint32_t>> memory);

  private:
    class Lanes;
    std::unique_ptr<Lanes> lanes_;
};

}  // namespace limbsmith::eval
