// Short addition chains for powers with a constant exponent.
#pragma once

#include <gmpxx.h>

#include <vector>

namespace limbsmith::algorithm::loop {

// power[result] = power[base]^(2^squarings) · power[factor]; without a factor (-1) the squares alone.
// power[0] is the base of the whole; steps are in order and each result is a new number, 1, 2, ...
struct PowerStep {
    int base;
    int squarings;
    int factor;
};

// The steps whose last result is power[0]^exponent. requires: exponent >= 1 (no step for 1).
// The better of a sliding window and of runs of ones: a^(2^k - 1) is built once for the run lengths that the
// exponent has (the idea of the chains for 2^255 - 21; Brauer 1939, Yacobi 1991).
std::vector<PowerStep> addition_chain(const mpz_class& exponent);

// Squarings and multiplications of a chain.
int multiplications(const std::vector<PowerStep>& steps);

}  // namespace limbsmith::algorithm::loop
