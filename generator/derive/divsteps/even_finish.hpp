// The end of an inverse modulo an even N = 2^k·M by divsteps: r = s·y for the y of lifted_inverses.hpp, where s is 1 if f = ±1
// and a is odd, else 0.
//
// If s = 1, then a·y = 1 modulo 2^k; else r is 0. In both cases a·r mod 2^k is s.
#pragma once

#include "derive/bits/parities.hpp"
#include "derive/divsteps/lifted_inverses.hpp"
#include "derive/divsteps/units.hpp"

namespace limbsmith::derive {

struct EvenFinish {
    Polynomial s, lifted;  // s, y
    Id least, most;        // s >= 0, 1 - s >= 0
    Id is_square;          // s·z - s = 0 for z = [f = ±1]
    Id is_result;          // r - s·y = 0
    Id is_lifted;          // y - M·t - x = 0
    Variable product;      // a·r mod 2^k in the contract
    Id is_product;         // product - s = 0
    Variable test;         // [[|f| = 1]·(a mod 2) = 0] in the contract
    Id is_test;            // test + s - 1 = 0
    Id is_exists;          // (the word that says whether there is an inverse) - s = 0
    Id limit;              // s·(N - 1) - r >= 0
};

// The words of an output as a number.
Polynomial output_number(const Search& search, size_t output);

// The k of the contract, 0 if it has no a·r mod 2^k.
size_t power_in_contract(const Search& search);

// requires: the instructions that make x are analysed; M - 1 - x >= 0.
EvenFinish finish_even(Search& search, const SignOrZero& unit, LiftedInverse& inverse, Id most);

}  // namespace limbsmith::derive
