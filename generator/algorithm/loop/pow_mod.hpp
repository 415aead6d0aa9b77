// Powers modulo a whole number that is given at run time.
#pragma once

#include "ir/routine_builder.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::loop {

// r = a^e mod m for any limbs and the exponent e of `words` words, which is public; m = 0 stands for
// 2^(32·limbs). Calls mul_mod.
ir::Routine pow_mod(Width width, const ir::Library& library);
// The same for an exponent of as many limbs as the others; calls pow_mod.
ir::Routine pow_mod_of_number(Width width, const ir::Library& library);
// Its inputs, outputs and contract, with an empty body.
ir::Program pow_mod_meaning(Width width);

}  // namespace limbsmith::algorithm::loop
