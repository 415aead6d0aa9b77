// Conversions of batches from and to GMP's numbers. Only this header needs GMP; link with it.
//
// The promises of convert.hpp hold here, too. C++17.
#pragma once

#include <gmp.h>

#include "limbsmith/convert.hpp"

namespace limbsmith {

// Number t becomes numbers[t].
// requires: as many numbers as the batch has.
// Errors: runtime::InputError if a number is negative or too large.
template <class T, class Layout>
void write_mpz(batch<T, Layout>& to, const mpz_t* numbers, int k = 0) {
    detail::take_in(to, k, [&](index64 t, uint32_t* words, int count) {
        if (mpz_sgn(numbers[t]) < 0) detail::refuse(t, "negative");
        if (mpz_sizeinbase(numbers[t], 2) > size_t(32) * count) return false;
        mpz_export(words, nullptr, -1, sizeof(uint32_t), 0, 0, numbers[t]);
        return true;
    });
}

// numbers[t] becomes number t.
// requires: as many numbers as the batch has, all of them initialised.
template <class T, class Layout>
void read_mpz(mpz_t* numbers, const batch<T, Layout>& from, int k = 0) {
    detail::give_out(from, k, [&](index64 t, const uint32_t* words, int count) {
        mpz_import(numbers[t], count, -1, sizeof(uint32_t), 0, 0, words);
    });
}

}  // namespace limbsmith
