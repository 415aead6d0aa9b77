// A program as portable C, valid as C99 and C++14: 64-bit arithmetic instead of a carry flag.
#pragma once

#include <string>
#include <vector>

#include "emit/ptx.hpp"
#include "ir/program.hpp"

namespace limbsmith::emit {

// The statements. Outputs are assigned last, so they may overlap the inputs. Every local name begins with
// `prefix`. requires: program passed the pipeline.
std::vector<std::string> portable(const ir::Program& program, const Spelling& spelling,
                                  const std::string& prefix);

}  // namespace limbsmith::emit
