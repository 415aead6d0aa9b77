// The first lines of a header describe its numbers, and the properties that follow from the width or the
// modulus.
#pragma once

#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace limbsmith::emit {

// `u131: integers below 2^131 ...`
std::string title(const Spec& spec);
// The derived constants, and the forms of residues, one line each.
std::vector<std::string> about(const Spec& spec);
// How digits or limbs make a number.
std::string value_of_number(const Spec& spec);
// The proved parts of a text and the tested ones, one line each.
std::vector<std::string> proofs(bool is_proved);

}  // namespace limbsmith::emit
