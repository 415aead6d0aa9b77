// An operation on elements as one on residues, with the modulus as an operand where it is given at run time.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// Whether elements go in and out as residues, or as they are.
enum class Conversion { of_residues, none };

// The operation `key` of the library, between to_elem for each elem that it takes and to_plain for each that
// it gives, if it is to convert; where N is given at run time, after make_modulus for the last operand n.
ir::Routine on_residues(const Residues& residues, const std::string& key, const ir::Library& library,
                        Conversion conversion = Conversion::of_residues);

}  // namespace limbsmith::algorithm::loop
