// An operation on elements as one on residues, as files have them.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// Whether elements go in and out as residues, or as they are.
enum class Conversion { of_residues, none };

// Calls the operation `key` of the library; KEY_of_residues is its name. Its parameters are those of the operation,
// inputs first, then outputs, numbers before words. The changes:
// - an elem becomes a residue if the operation is to convert: to_elem before the call, to_plain after it;
// - bytes become a number of limbs;
// - where N is given at run time, the last input is n: make_modulus makes the modulus object from it. The members that
//   the operation writes are outputs; the member n has the name `modulus`. Where n is no modulus, the results over
//   several lanes are 0, and those with one lane are modulo 3;
// - an array of the caller's size becomes one of `group_size` elements; the operation's returned word is then dropped.
ir::Routine on_residues(const Residues& residues, const std::string& key, const ir::Library& library,
                        Conversion conversion = Conversion::of_residues);

// 1 where N is given at run time: each number has its own N.
int group_size(const Residues& residues);

}  // namespace limbsmith::algorithm::loop
