// Arrays of a session from and to GMP's numbers. Only this header needs GMP's; link with it. C++17.
#pragma once

#include <gmp.h>

#include <string>
#include <vector>

#include "limbsmith/session.hpp"

namespace limbsmith {

// Number t becomes numbers[t]; complete on return.
// requires: as many numbers as the array has.
// Errors: runtime::InputError if a number is negative, or too large for the array, before anything changes.
inline void write_mpz(const Array& to, const mpz_t* numbers) {
    const size_t words = static_cast<size_t>(to.words());
    std::vector<std::uint32_t> all(words * to.size());
    for (index64 t = 0; t < to.size(); ++t) {
        if (mpz_sgn(numbers[t]) < 0)
            throw runtime::InputError("write_mpz: number " + std::to_string(t) + " is negative");
        if (mpz_sizeinbase(numbers[t], 2) > 32 * words)
            throw runtime::InputError("write_mpz: number " + std::to_string(t) + " is too large");
        mpz_export(all.data() + t * words, nullptr, -1, sizeof(std::uint32_t), 0, 0, numbers[t]);
    }
    write_words(to, all.data());
}

// numbers[t] becomes number t; complete on return.
// requires: as many numbers as the array has, all of them initialised.
inline void read_mpz(mpz_t* numbers, const Array& from) {
    const size_t words = static_cast<size_t>(from.words());
    std::vector<std::uint32_t> all(words * from.size());
    read_words(from, all.data());
    for (index64 t = 0; t < from.size(); ++t)
        mpz_import(numbers[t], words, -1, sizeof(std::uint32_t), 0, 0, all.data() + t * words);
}

}  // namespace limbsmith
