// Sums, differences and products of numbers of any length, computed together modulo 2^(32·words).
//
// Promises: a number that is a factor of several products is transformed once, and products that are added up have one
// inverse transform.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "limbsmith/grid/arithmetic.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::grid {

// Its operands are values: the inputs are the first, then the results of the steps.
struct Step {
    enum class Kind : uint8_t { add, subtract, multiply };
    Kind kind;
    uint32_t left, right;
};

struct Plan;

class Expression {
  public:
    // Its value is that of the last step. requires: the arithmetic outlives it; operands are earlier values, of which there
    // are some. Errors: runtime::InputError if `words` are more than most_words, or the steps too many for so long numbers.
    Expression(Arithmetic& arithmetic, uint32_t inputs, span<const Step> steps, uint32_t words);
    ~Expression();

    // r = the value. requires: r has `words` words, no input has more; r overlaps no input.
    void compute(const View& r, span<const View> inputs, uint32_t count);

  private:
    class Computation;

    Arithmetic& arithmetic_;
    std::string name_;
    uint32_t words_;
    std::unique_ptr<const Plan> plan_;
    Memory tables_;  // of the sums of each level
};

}  // namespace limbsmith::grid

#pragma GCC visibility pop
