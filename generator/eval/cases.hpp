// Inputs to try a program on, one after the other, and what is wrong with what it makes of them.
//
// Promises: every input that the contract allows; a verdict by GMP. Who computes the outputs, an interpreter
// of text or a device, is left to the caller.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <string>
#include <vector>

#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "ir/program.hpp"

namespace limbsmith::eval {

class Cases {
  public:
    // `count` cases: the smallest and the largest, edges for half of them, equal operands among these, then
    // random ones.
    Cases(const ir::Program& program, Samples& samples, size_t count)
        : program_(program), contract_(program), samples_(samples), count_(count) {}

    // One value for each input.
    std::vector<mpz_class> next();

    // What the outputs break, with inputs and outputs; empty where nothing is wrong.
    std::string wrong(const std::vector<mpz_class>& inputs, const std::vector<mpz_class>& outputs);

  private:
    std::vector<mpz_class> with_equals(std::vector<mpz_class> values) const;

    const ir::Program& program_;
    ContractEvaluator contract_;
    Samples& samples_;
    size_t count_, drawn_ = 0;
};

// `a = 0x1, b = -0x2`, for a value of each of the inputs or outputs.
std::string named_values(const std::vector<ir::Input>& inputs, const std::vector<mpz_class>& values);
std::string named_values(const std::vector<ir::Output>& outputs, const std::vector<mpz_class>& values);

}  // namespace limbsmith::eval
