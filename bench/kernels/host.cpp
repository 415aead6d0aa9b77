// Computes a part of a batch on one core of the host.
//
// The prelude has the header under test; struct operation, its function object; OPERANDS and RESULT, the
// views of the arrays `in` and `out` of `numbers` numbers each.
#include "limbsmith/kernel.hpp"

using limbsmith::index64;

extern "C" void run(uint32_t* out, uint32_t* in, index64 first, index64 last, index64 numbers) {
    for (index64 t = first; t < last; ++t) limbsmith::compute<1>(t, last, operation(), RESULT, OPERANDS);
}
