// The layout of an asm statement, apart from its meaning.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ptx/asm_statement.hpp"

namespace limbsmith::read {

// The names that an instruction writes: `t3` of `add.u32 t3, %1, 1`, `t3, t4` of `mov.b64 {t3, t4}, d0`.
std::string_view written(std::string_view instruction);

// The first instruction that is not where limbsmith prints it, though it may mean the same: registers t0, t1 ... and d0, d1 ...
// are declared at the top, as many as there are, and written once, in order; a wide product is split at once; copies to outputs come last.
std::optional<std::string> out_of_layout(const ptx::AsmStatement& statement);

}  // namespace limbsmith::read
