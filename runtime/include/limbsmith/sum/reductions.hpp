// Sums, dot products, norms, means and variances of arrays, exact until the one rounding at the end, on all cores.
//
// Promises: the results have the same bits for any order of the numbers, any number of cores, and any division of an array
// whose parts are merged. Infinities, NaN and zeros as in sum/accumulator.hpp. C++17.
#pragma once

#include "limbsmith/span.hpp"
#include "limbsmith/sum/accumulator.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// Σ x[i].
Accumulator exact_sum(span<const double> x);
Accumulator exact_sum(span<const float> x);
Accumulator exact_sum(span<const half> x);
Accumulator exact_sum(span<const bfloat16> x);
Accumulator exact_sum(span<const std::int32_t> x);
Accumulator exact_sum(span<const std::int64_t> x);
Accumulator exact_sum(span<const std::uint64_t> x);

// Σ x[i]·y[i]; a weighted sum, if x has the weights. Errors: runtime::InputError if the sizes differ.
Accumulator exact_dot(span<const double> x, span<const double> y);
Accumulator exact_dot(span<const float> x, span<const float> y);
Accumulator exact_dot(span<const half> x, span<const half> y);
Accumulator exact_dot(span<const bfloat16> x, span<const bfloat16> y);
Accumulator exact_dot(span<const std::int64_t> x, span<const std::int64_t> y);
Accumulator exact_dot(span<const double> x, span<const float> y);

// √(Σ x[i]²), correctly rounded: not even the squares overflow or underflow.
double norm2(span<const double> x, Rounding rounding = Rounding::nearest);
// (Σ x[i])/n, correctly rounded; NaN for no numbers.
double mean(span<const double> x, Rounding rounding = Rounding::nearest);
// (Σ w[i]·x[i])/(Σ w[i]), correctly rounded; NaN if the weights add up to 0, or a sum is infinite. A zero is +0, or −0 if it is
// rounded down. Errors: as exact_dot.
double weighted_mean(span<const double> w, span<const double> x, Rounding rounding = Rounding::nearest);
// Σ (x[i] − mean)²/(n − removed), correctly rounded: of the exact mean. removed = 1 is the sample's variance. NaN for n ≤ removed,
// and where there is an infinity.
double variance(span<const double> x, int removed = 0, Rounding rounding = Rounding::nearest);

}  // namespace limbsmith::sum

#pragma GCC visibility pop
