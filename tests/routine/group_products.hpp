// Products over lanes and blocks, as the interpreter runs them: against GMP, and without one of their barriers.
#pragma once

#include <functional>
#include <string>

#include "ir/routine.hpp"
#include "routine/field.hpp"
#include "spec/width.hpp"

namespace limbsmith::test {

// The results of mul, sqr, mul_lo or mul_hi for these pairs are GMP's; sqr takes the first of each.
void check_products(Width width, const std::string& op, const Lines& lines);

// Whether the interpreter finds no fault in a routine of the library, for numbers that are 0.
bool runs(const ir::Routine& routine, const ir::Library& library);

// How many barriers the routine of an operation has, and for how many the routine without it is found to be wrong.
struct BrokenBarriers {
    int barriers = 0, found = 0;
};
BrokenBarriers without_each_barrier(const ir::Routine& routine,
                                    const std::function<bool(const ir::Routine&)>& is_right);
BrokenBarriers without_each_barrier(const ir::Routine& routine, const ir::Library& library);
BrokenBarriers without_each_barrier(Width width, const std::string& op);

}  // namespace limbsmith::test
