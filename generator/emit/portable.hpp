// A program as portable C++14, or C99 in macros: 64-bit arithmetic instead of a carry flag.
#pragma once

#include <string>
#include <vector>

#include "emit/ptx.hpp"
#include "ir/program.hpp"

namespace limbsmith::emit {

// The statements. Outputs are assigned last, so they may overlap the inputs. With a `prefix` they are those of a macro:
// every local name begins with it, and LIMBSMITH_CAST(type, value) converts a value.
// requires: program passed the pipeline.
std::vector<std::string> portable(const ir::Program& program, const Spelling& spelling,
                                  const std::string& prefix);

}  // namespace limbsmith::emit
