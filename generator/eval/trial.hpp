// A function put to the test: on edges and random inputs against its contract, with GMP.
//
// Promises: inputs that the contract allows, the same for the same seed; any number of ways to compute the
// function, printed text, machine code, are tried on the same ones. Leaves to others what the function is
// made of.
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
    // `count` inputs: the smallest and the largest, edges for half of them, equal operands among these, then
    // random ones. requires: the program outlives this object.
    Cases(const ir::Program& program, Samples& samples, size_t count);
    Cases(const Cases&) = delete;
    Cases& operator=(const Cases&) = delete;

    // One value for each input of the program to one for each output. May throw std::runtime_error, which is
    // then what is wrong.
    using Function = std::function<std::vector<mpz_class>(std::span<const mpz_class>)>;

    // Runs the function on all inputs; stops at the first for which it breaks the contract.
    Trial try_out(const Function& function);

  private:
    using Values = std::vector<mpz_class>;

    Values draw(Samples& samples, size_t k, size_t count);
    Values with_equals(Values values) const;
    std::string broken(const Values& inputs, const Values& outputs);

    const ir::Program& program_;
    ContractEvaluator contract_;
    std::vector<Values> inputs_;
    std::vector<Values> right_;  // outputs for the first inputs that met the contract before
};

}  // namespace limbsmith::eval
