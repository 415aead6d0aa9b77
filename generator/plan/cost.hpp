// The cost model: the load of a program on a GPU's pipes.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::plan {

struct Cost {
    int instructions = 0;   // PTX instructions
    int wide_products = 0;  // mul/mad lo and hi of the same factors, next to each other: one IMAD.WIDE
    int half_products = 0;  // a low or high word alone: one IMAD or IMAD.HI
    int additions = 0;
    int logic = 0;

    // Pipe time in wide products: 1 for a wide one, 1/2 for a low half (an IMAD runs at twice the rate).
    double product_time() const { return wide_products + 0.5 * half_products; }
    // Issue slots. Per clock and SM, 128 threads issue and 32 wide products start, so 3 more instructions
    // issue for each wide product.
    int issue_slots() const { return wide_products + half_products + additions + logic; }
    // An estimate of the time in wide products, if no addition overlaps with a product. For 16 limbs by rows
    // it is 267; the time measured on an H200 is 272.
    double time() const { return product_time() + (additions + logic) / 4.0; }

    // The cost of a program run `times` times, and of two programs in sequence.
    friend Cost operator*(int times, const Cost& cost);
    friend Cost operator+(const Cost& first, const Cost& second);
};

Cost cost(const ir::Program& program);

}  // namespace limbsmith::plan
