// Shows programs wrong: runs them on inputs that their contract allows, and asks it what should have come
// out.
//
// Promises: what it finds is a true counterexample, by the interpreter and by GMP. That it finds none proves
// nothing.
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

    // For programs with the inputs and requirements of this one. Takes its inputs from edge_inputs.
    Trial(const ir::Program& program, size_t count, eval::Samples& samples);

    // The first input on which the program breaks its contract, in words: input, output, what is broken.
    // requires: it passed pass::check_words and check_flags.
    std::optional<std::string> counterexample(const ir::Program& program) const;

    size_t size() const { return inputs_.size(); }

  private:
    std::vector<Values> inputs_;
    std::vector<std::vector<uint32_t>> columns_;  // an input each, limb-major
};

}  // namespace limbsmith::test
