// Checks that the text of a header is the programs that were proved.
//
// Promises: every straight-line function occurs in the text exactly once on each surface, and its asm
// statement, read back, is the proved program instruction by instruction. The text around the statements and
// the portable C++ are checked by compilers and tests only. Uses ir, spec, and the functions of the
// catalogue.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "ptx/surface.hpp"

namespace limbsmith::ptx {

// Throws Error (refuted) that names the function and its first difference, a missing statement, or a
// statement that was not proved.
void require_same(const std::string& header_text, const std::vector<catalogue::Function>& functions,
                  const std::vector<Surface>& surfaces);

}  // namespace limbsmith::ptx
