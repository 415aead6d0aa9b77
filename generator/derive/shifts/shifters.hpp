// Programs that shift a number by a word: by whole words in steps, then by bits.
#pragma once

#include <functional>

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// start·power = now + weight·out to the left, start = power·now + out to the right, as in Search::WordShift. inside: 1 if
// the amount is exact, 0 if it is so large that nothing of the number is left. p: the power of the amount's low bits.
struct Shifter {
    bool is_left;
    long bits;  // of the number; weight = 2^bits
    Polynomial count, weight, start, now, sign, inside;
    Variable power, out;
    Id positive, zero, out_least, out_most, inside_least, inside_most, sign_least, sign_most;
    Search::Amount amount;
    // To the left: result - p·inside·now + weight·beside = 0. To the right: p·result + beside - inside·now +
    // (1 - inside)·sign = 0 with beside >= 0 and p - 1 - beside >= 0, where the result is less weight·sign.
    Polynomial result, beside, output;  // output: the result, not less weight·sign
    Id last, beside_least, beside_most;
    Id output_least, output_most, input_least, input_most;  // number >= 0, weight - 1 - number >= 0
    // From inside - 1 = 0: count - (exponent of the power) - amount.rest = 0. From inside = 0: count - bits >= 0.
    std::function<Id(Id)> exact, far;
};

// requires: the program is analysed.
std::optional<Shifter> shifter_of(Search& search);

// The same for a number of one word, which instruction `last` makes.
std::optional<Shifter> shifter_of_word(Search& search, size_t last);

// The output of the program and its range, the range of the input, and that of the sign: fill is 0 or its mask.
void learn_ranges(Search& search, Shifter& by, const std::vector<ir::Operand>& start,
                  const ir::Operand& fill);

}  // namespace limbsmith::derive
