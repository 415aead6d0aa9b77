// The first lines of a header: what its numbers are, and what follows from the width or the modulus.
#pragma once

#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace limbsmith::emit {

// `u131: integers below 2^131 ...`
std::string title(const Spec& spec);
// What is derived, and the forms of residues, one line each.
std::vector<std::string> about(const Spec& spec);
// What is proved of a text and what is only tested, one line each.
std::vector<std::string> proofs(bool is_proved);

}  // namespace limbsmith::emit
