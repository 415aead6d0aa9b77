// Short addition chains for powers with a constant exponent.
#pragma once

#include <gmpxx.h>

#include <vector>

namespace limbsmith::plan {

// power[result] = power[base]^(2^squarings) · power[factor]; if factor is -1, the squarings only. power[0] is
// the base of the power. The results of the steps have the numbers 1, 2, ... in order.
struct PowerStep {
    int base;
    int squarings;
    int factor;
};

// The steps whose last result is power[0]^exponent; no step for exponent 1. requires: exponent >= 1.
// The shorter of two chains: sliding windows, and runs of ones, where a^(2^k - 1) is built once for each run
// length k of the exponent (as in the chains for 2^255 - 21; Brauer 1939, Yacobi 1991).
std::vector<PowerStep> power_chain(const mpz_class& exponent);

// The number of squarings and multiplications of a chain.
int multiplications(const std::vector<PowerStep>& steps);

}  // namespace limbsmith::plan
