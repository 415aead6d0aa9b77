// Searches for counterexamples: runs a program on legal inputs and checks its contract.
//
// Promises: a counterexample is a true one, by the interpreter and by GMP. If none is found, nothing is
// proved.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "ir/program.hpp"

namespace limbsmith::test {

class Trial {
  public:
    using Values = std::vector<mpz_class>;

    // For programs with the inputs and preconditions of this one. Takes inputs from edge_inputs.
    Trial(const ir::Program& program, size_t count, eval::Samples& samples);

    // The first input for which the program violates its contract, as text: inputs, outputs, and the
    // violation. requires: it passed pass::check_words and check_flags.
    std::optional<std::string> counterexample(const ir::Program& program) const;

    size_t size() const { return inputs_.size(); }

  private:
    std::vector<Values> inputs_;
    std::vector<std::vector<uint32_t>> columns_;  // an input each, limb-major
};

}  // namespace limbsmith::test
