// Inputs to try a program on, and what is wrong with what it makes of them, by GMP.
//
// Promises: inputs that the contract allows, the same for the same seed; any number of ways to compute the
// program, printed text, machine code, a device, are tried on the same ones. Who computes is left to the
// caller.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "ir/program.hpp"

namespace limbsmith::eval {

struct Trial {
    size_t cases = 0;   // how many inputs were tried, the wrong one included
    std::string wrong;  // what is wrong, with the inputs; empty where nothing is
};

class Cases {
  public:
    using Values = std::vector<mpz_class>;

    // `count` cases: the smallest and the largest, edges for half of them, equal operands among these, then
    // random ones. requires: the program outlives this object.
    Cases(const ir::Program& program, Samples& samples, size_t count);
    Cases(const Cases&) = delete;
    Cases& operator=(const Cases&) = delete;

    // Of each case, one value for each input.
    const std::vector<Values>& inputs() const { return inputs_; }

    // Gives one value for each output of case k. May throw std::runtime_error, which is then what is wrong.
    using Function = std::function<Values(size_t k)>;

    // Asks for the outputs of one case after the other; stops at the first that break the contract.
    Trial try_out(const Function& outputs);

  private:
    Values draw(Samples& samples, size_t k, size_t count);
    Values with_equals(Values values) const;
    std::string broken(const Values& inputs, const Values& outputs);

    const ir::Program& program_;
    ContractEvaluator contract_;
    std::vector<Values> inputs_;
    std::vector<Values> right_;  // outputs for the first cases that met the contract before
};

// `a = 0x1, b = -0x2`, for a value of each of the inputs or outputs.
std::string named_values(const std::vector<ir::Input>& inputs, const Cases::Values& values);
std::string named_values(const std::vector<ir::Output>& outputs, const Cases::Values& values);

}  // namespace limbsmith::eval
