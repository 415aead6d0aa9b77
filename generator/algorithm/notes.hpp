// Notes on the values of words, one a row or step of an algorithm (ir/note.hpp).
#pragma once

#include "algorithm/limb.hpp"
#include "algorithm/sum.hpp"

namespace limbsmith::algorithm {

// The number in the words, 0 for none; absent limbs are zero.
ir::NoteSum value(const Words& words);
ir::NoteSum value(const Limbs& limbs);
// The same of a word in two's complement, of signed digits, and of floor(number / 2^shift).
ir::NoteSum signed_value(ir::Operand word);
ir::NoteSum digits_value(const Words& digits);
ir::NoteSum value_above(const Words& words, int shift);
// The number, printed by its name.
ir::NoteSum named(const char* name, const Limbs& limbs);

// The lowest `count` limbs of a number, as far as they exist; and those from `from` on, with their weight.
ir::NoteSum lowest(const Limbs& limbs, int count);
ir::NoteSum highest(const Limbs& limbs, int from);

// 2^(32·words)
mpz_class weight_of(int words);

// The last instruction makes held = value, modulo 2^bits unless bits is 0.
void note(ir::Builder& builder, ir::NoteSum held, ir::NoteSum value, int bits = 0);

}  // namespace limbsmith::algorithm
