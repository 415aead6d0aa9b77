#include "ptx/printed_forms.hpp"

namespace limbsmith::ptx {

std::span<const PrintedForm> printed_forms() {
    using enum ir::Opcode;
    using enum Term;
    // For words below B: ~y = B - 1 - y. With a borrow b and the carry c = 1 - b,
    //     x + ~y + c = x - y - b + B.
    // The sum carries out, being at least B, if and only if x - y - b >= 0, that is without a borrow.
    static const std::vector<PrintedForm> forms{
        {sub, {x, y}, {{bit_not, not_y, {y}}, {add, result, {x, not_y}, Carry::in, Carry::out}}},
        // Without a borrow in, c = 1, the carry-out of (B - 1) + 1.
        {sub,
         {x, y},
         {{bit_not, not_y, {y}},
          {add, s, {ones, one}, Carry::none, Carry::one},
          {add, result, {x, not_y}, Carry::one, Carry::out}}},
        // For y > 0, x + (B - y) = x - y + B is at least B if and only if x - y >= 0.
        {sub, {x, y}, {{add, result, {x, minus_nonzero_y}, Carry::none, Carry::out}}},

        // Modulo B: x - y = x + (-y) = ~y + (x + 1) = (x + 1) + ~y.
        {sub, {x, y}, {{add, result, {x, minus_y}}}},
        {sub, {x, y}, {{bit_not, not_y, {y}}, {add, result, {not_y, x_plus_1}}}},
        {sub, {x, y}, {{add, s, {x, one}}, {bit_not, not_y, {y}}, {add, result, {s, not_y}}}},

        // Bit by bit, select is (x & y) | (~x & z); here y or z is a constant.
        {select, {x, zero, z}, {{bit_not, not_x, {x}}, {bit_and, result, {not_x, z}}}},
        {select, {x, y, ones}, {{bit_not, not_x, {x}}, {bit_or, result, {not_x, y}}}},
        {select, {x, y, zero}, {{bit_and, result, {x, y}}}},
        {select, {x, ones, z}, {{bit_or, result, {x, z}}}},
        {select,
         {x, y, z},
         {{bit_not, not_x, {x}}, {bit_and, s, {not_x, z}}, {bit_and, t, {x, y}}, {bit_or, result, {s, t}}}},

        // A low word is computed first. Nothing needs to read it.
        {mul_hi, {x, y}, {{mul_lo, s, {x, y}}, {mul_hi, result, {x, y}}}},
        {mul_his, {x, y}, {{mul_lo, s, {x, y}}, {mul_his, result, {x, y}}}},
    };
    return forms;
}

}  // namespace limbsmith::ptx
