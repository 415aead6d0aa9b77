// The suite `launch`: maps of the speed by the shape of a launch, as in the experiments of Carlessi and Kashani.
#pragma once

#include <string>

#include "bench/schedule.hpp"

namespace limbsmith::bench {

// A map has a row for each grid and each block of a power of two up to 1024; a thread makes ten calls, one after the other.

// The maps of the report: products by schoolbook and by Karatsuba's method of 131 and of 239 bits; mod_add of 239 bits with
// operands in registers and in memory; add of 131 bits as PTX and as portable C++.
void add_launch(Schedule& schedule);

// The maps of one operation: as PTX with operands in registers and in memory, and as portable C++; of `mul` and `sqr` also by
// Karatsuba's method, where `mul` leaves the method open. Throws usage_error, unsupported.
void add_launch(Schedule& schedule, const std::string& operation, int bits, MulChoice mul);

}  // namespace limbsmith::bench
