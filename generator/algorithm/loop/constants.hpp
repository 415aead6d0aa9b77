// Numbers that are known when a routine is built.
#pragma once

#include <gmpxx.h>

#include "ir/routine_builder.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::loop {

// x = number modulo 2^(32·limbs); over several lanes each has its part of the limbs. requires: number >= 0.
void assign_number(ir::RoutineBuilder& builder, Width width, const ir::Place& x, const mpz_class& number);

}  // namespace limbsmith::algorithm::loop
