// An operation on numbers as users have them, ready to be run by the interpreter: the program or the loop
// that is printed, and the conversions around it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "catalogue/catalogue.hpp"
#include "eval/eval.hpp"

namespace limbsmith::catalogue {

class Computation {
  public:
    Computation(const Spec& spec, std::string_view name);
    ~Computation();

    // Its meaning: meaning(operation, spec).
    const ir::Program& meaning() const;

    // Numbers [first, last) of the operands' columns into `result`, limb-major for `result_count` numbers.
    // Not to be called by two threads at once.
    void run(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
             size_t result_count);

    // From then on `run` ends with eval::OutOfTime, soon after this time.
    void stop_at(std::chrono::steady_clock::time_point end);

  private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace limbsmith::catalogue
