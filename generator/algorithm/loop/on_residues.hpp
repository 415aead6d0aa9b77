// An operation on elements as one on residues, with the modulus as an operand where it is given at run time.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// The operation `key` of the library, between to_elem for each elem that it takes and to_plain for each that
// it gives; where N is given at run time, after make_modulus for the last operand n.
ir::Routine on_residues(const Residues& residues, const std::string& key, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
