#include "ptx/printed_forms.hpp"

namespace limbsmith::ptx {

std::span<const PrintedForm> printed_forms() {
    using enum ir::Opcode;
    using enum Term;
    // For words below B: ~y = B - 1 - y. With a borrow b and c = 1 - b
    //     x + ~y + c = x - y - b + B,
    // which is at least B, with a carry of 1, where x - y - b is at least 0, without a borrow.
    static const std::vector<PrintedForm> forms{
        {sub, {x, y}, {{bit_not, not_y, {y}}, {add, result, {x, not_y}, Carry::in, Carry::out}}},
        // ... and without a borrow c = 1, the carry of (B - 1) + 1
        {sub,
         {x, y},
         {{bit_not, not_y, {y}},
          {add, s, {ones, one}, Carry::none, Carry::one},
          {add, result, {x, not_y}, Carry::one, Carry::out}}},

        // modulo B: x - y = x + (-y) = ~y + (x + 1) = (x + 1) + ~y
        {sub, {x, y}, {{add, result, {x, minus_y}}}},
        {sub, {x, y}, {{bit_not, not_y, {y}}, {add, result, {not_y, x_plus_1}}}},
        {sub, {x, y}, {{add, s, {x, one}}, {bit_not, not_y, {y}}, {add, result, {s, not_y}}}},

        // bit by bit: (x & y) | (~x & z), where y or z is a constant
        {select, {x, zero, z}, {{bit_not, not_x, {x}}, {bit_and, result, {not_x, z}}}},
        {select, {x, y, ones}, {{bit_not, not_x, {x}}, {bit_or, result, {not_x, y}}}},
        {select, {x, y, zero}, {{bit_and, result, {x, y}}}},
        {select, {x, ones, z}, {{bit_or, result, {x, z}}}},
        // ... and else z ^ (x & (y ^ z)): y where x is 1, z where it is 0
        {select, {x, y, z}, {{bit_xor, s, {y, z}}, {bit_and, t, {x, s}}, {bit_xor, result, {t, z}}}},

        // a low word beside it that nobody reads
        {mul_hi, {x, y}, {{mul_lo, s, {x, y}}, {mul_hi, result, {x, y}}}},
        {mul_his, {x, y}, {{mul_lo, s, {x, y}}, {mul_his, result, {x, y}}}},
    };
    return forms;
}

}  // namespace limbsmith::ptx
