// The cost model: what a program asks of a GPU's pipes.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::plan {

struct Cost {
    int instructions = 0;   // of PTX
    int wide_products = 0;  // mul/mad lo and hi of the same factors, next to each other: one IMAD.WIDE
    int half_products = 0;  // a low or high word alone: one IMAD or IMAD.HI
    int additions = 0;
    int logic = 0;

    // Pipe time in wide products: 1 for a wide one, 1/2 for a low half (an IMAD runs at twice the rate).
    double product_time() const { return wide_products + 0.5 * half_products; }
    // Issue slots; a wide product leaves 3 free besides its own (128 threads issue per clock and SM, 32
    // products start).
    int issue_slots() const { return wide_products + half_products + additions + logic; }
    // An estimate of the time, in wide products, with nothing hidden behind the products: 267 for 16 limbs by
    // rows, where an H200 took the time of 272.
    double time() const { return product_time() + (additions + logic) / 4.0; }

    // That of `times` such programs, and of programs one after the other.
    friend Cost operator*(int times, const Cost& cost);
    friend Cost operator+(const Cost& first, const Cost& second);
};

Cost cost(const ir::Program& program);

}  // namespace limbsmith::plan
