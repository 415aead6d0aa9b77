// Numbers in signed digits from and to integers of GMP. Only this header needs gmpxx.h; link with it. C++17.
#pragma once

#include <gmpxx.h>

#include <cstddef>

#include "limbsmith/digits.hpp"

namespace limbsmith {

// bound·(radix^count - 1)/(radix - 1), the largest number.
inline mpz_class largest(const SignedDigits& system) {
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), system.radix, static_cast<unsigned long>(system.count));
    return system.bound * ((power - 1) / (system.radix - 1));
}

// The value of digits, the least significant first.
inline mpz_class value_of(const uint32_t* digit, const SignedDigits& system) {
    mpz_class value = 0;
    for (int i = system.count; i-- > 0;) value = value * system.radix + static_cast<int32_t>(digit[i]);
    return value;
}

// The digits of a number; false if it has none, |value| > largest(system). requires: 2·bound >= radix - 1.
//
// Digits x from 0 to radix - 1 of the magnitude become signed ones in one parallel step, c = 1 if x >= bound, else 0:
// x - c·radix + (c of the digit below). If that leaves the set, as it may for sums that are not closed, or a transfer leaves the
// top digit, each digit from the top on is the least one that leaves a rest for those below.
inline bool to_digits(const mpz_class& value, const SignedDigits& system, uint32_t* digit) {
    mpz_class rest = abs(value), most = largest(system);
    if (rest > most) return false;
    const auto sign = [&](mpz_class d) { return static_cast<uint32_t>((value < 0 ? -d : d).get_si()); };
    int i = 0;
    for (bool carry = false; i < system.count; ++i) {
        mpz_class x = mpz_class(rest % system.radix) + (carry ? 1 : 0);
        carry = rest % system.radix >= system.bound;
        rest /= system.radix;
        if (carry) x -= system.radix;
        if (abs(x) > system.bound || (i + 1 == system.count && (carry || rest != 0))) break;
        digit[i] = sign(x);
    }
    if (i == system.count) return true;
    rest = abs(value);
    mpz_class weight;  // radix^i
    mpz_ui_pow_ui(weight.get_mpz_t(), system.radix, static_cast<unsigned long>(system.count - 1));
    for (i = system.count - 1; i >= 0; --i, weight /= system.radix) {
        // the least digit that leaves no more than `below`, the largest number of the digits below
        const mpz_class below = system.bound * ((weight - 1) / (system.radix - 1));
        mpz_class d;
        mpz_cdiv_q(d.get_mpz_t(), mpz_class(rest - below).get_mpz_t(), weight.get_mpz_t());
        rest -= d * weight;
        digit[i] = sign(d);
    }
    return true;
}

}  // namespace limbsmith
