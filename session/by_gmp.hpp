// The results of a batch by GMP, from the contract of its operation: `check` compares with them, and the host takes
// them where the interpreter would be slow.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "eval/contract_value.hpp"
#include "eval/eval.hpp"

namespace limbsmith::session {

// The inputs of line k; a column has as many words as its input.
std::vector<mpz_class> inputs_of(const ir::Program& meaning, std::span<const eval::Column> operands,
                                 size_t k);

// All results, limb-major for `count` numbers, on all cores; false if the contract does not determine them. `progress` is
// told how many are done.
bool by_gmp(const ir::Program& meaning, std::span<const eval::Column> operands, size_t count,
            uint32_t* result, const std::function<void(size_t done)>& progress);

}  // namespace limbsmith::session
