// The results of a batch by GMP, from the contract of its operation: what `check` compares with, and what `run` computes
// on the host where the interpreter would take long.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <span>
#include <vector>

#include "cli/execute.hpp"
#include "eval/contract_value.hpp"

namespace limbsmith::cli {

// Adds the values of the outputs to those of the inputs.
void add_outputs(const ir::Program& meaning, std::span<const uint32_t> words, std::vector<mpz_class>& values);

// The words of the outputs for these inputs, if the right side of the contract says what they are. `expected` is its
// value. requires: `contract` is of `meaning`.
std::optional<std::vector<uint32_t>> outputs_by(eval::ContractEvaluator& contract, const ir::Program& meaning,
                                                std::vector<mpz_class> inputs, const mpz_class& expected);

// The inputs of line k.
std::vector<mpz_class> inputs_of(const Batch& batch, size_t k);

// All results, on all cores; nullopt if the contract does not say what they are.
std::optional<Execution> by_gmp(const Batch& batch, Progress& progress);

}  // namespace limbsmith::cli
