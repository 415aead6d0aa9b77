// Test inputs of a program, and the check of its outputs by GMP.
//
// Promises: every input is legal by the contract; the same seed gives the same inputs. The program, its
// printed text, machine code and devices are all tried on the same inputs. The caller does the computing.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "ir/program.hpp"

namespace limbsmith::eval {

struct Trial {
    size_t cases = 0;   // inputs tried, a wrong one included
    std::string wrong;  // the error, with its inputs; empty if there is none
};

class Cases {
  public:
    using Values = std::vector<mpz_class>;

    // Draws `count` cases: the smallest inputs, the largest inputs, then edges for half of them, some with
    // equal operands, then random ones. Those that break a requirement that draws do not know of, such as a second range of an
    // input, are left out. requires: the program outlives this object.
    Cases(const ir::Program& program, Samples& samples, size_t count);
    // These cases. requires: the contract allows them.
    Cases(const ir::Program& program, std::vector<Values> inputs);
    Cases(const Cases&) = delete;
    Cases& operator=(const Cases&) = delete;

    // For each case: one value for each input.
    const std::vector<Values>& inputs() const { return inputs_; }

    // Returns one value for each output of case k. May throw std::runtime_error; its message is then the
    // error of the trial.
    using Function = std::function<Values(size_t k)>;

    // Asks for the outputs of one case after the other; stops at the first that violates the contract, or when it is told
    // that so many cases are enough.
    Trial try_out(const Function& outputs, const std::function<bool(size_t tried)>& is_enough = {});

  private:
    std::optional<Values> draw(Samples& samples, size_t k, size_t count);
    Values with_equals(Values values) const;
    std::string broken(const Values& inputs, const Values& outputs);

    const ir::Program& program_;
    ContractEvaluator contract_;
    std::vector<Values> inputs_;
    std::vector<Values> right_;  // outputs of the first cases, which met the contract before
};

// `a = 0x1, b = -0x2`: a value for each input, or for each output.
std::string named_values(const std::vector<ir::Input>& inputs, const Cases::Values& values);
std::string named_values(const std::vector<ir::Output>& outputs, const Cases::Values& values);

}  // namespace limbsmith::eval
