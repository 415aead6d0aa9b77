// A header's text is what was proved, or it is not printed.
//
// Promises: every straight-line function stands in the text exactly once in each form that the header has,
// and its asm statement, read back, is the program instruction by instruction. What stands around the
// statements, and the portable C++, is for compilers and tests to check. Uses ir, spec, and the functions of
// the catalogue.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "ptx/surface.hpp"

namespace limbsmith::ptx {

// Throws Error (refuted) that names the function and the first instruction that differs, or what the text
// lacks or has beside the functions.
void require_same(const std::string& header_text, const std::vector<catalogue::Function>& functions,
                  const std::vector<Surface>& surfaces);

}  // namespace limbsmith::ptx
