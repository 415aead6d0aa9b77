// Arrays of a session from and to GMP's numbers. Only this header needs GMP's; link with it. C++17.
#pragma once

#include <gmp.h>

#include <string>
#include <vector>

#include "limbsmith/gmp.hpp"
#include "limbsmith/session.hpp"

namespace limbsmith {

namespace detail {

template <class Number>
void write_all(const Array& to, const Number& number) {
    const size_t words = static_cast<size_t>(to.words());
    std::vector<std::uint32_t> all(words * to.size());
    for (index64 t = 0; t < to.size(); ++t) {
        const mpz_srcptr from = number(t);
        if (mpz_sgn(from) < 0)
            throw runtime::InputError("write_mpz: number " + std::to_string(t) + " is negative");
        if (mpz_sizeinbase(from, 2) > 32 * words)
            throw runtime::InputError("write_mpz: number " + std::to_string(t) + " is too large");
        mpz_export(all.data() + t * words, nullptr, -1, sizeof(std::uint32_t), 0, 0, from);
    }
    write_words(to, all.data());
}

template <class Number>
void read_all(const Array& from, const Number& number) {
    const size_t words = static_cast<size_t>(from.words());
    std::vector<std::uint32_t> all(words * from.size());
    read_words(from, all.data());
    for (index64 t = 0; t < from.size(); ++t)
        mpz_import(number(t), words, -1, sizeof(std::uint32_t), 0, 0, all.data() + t * words);
}

}  // namespace detail

// Number t becomes numbers[t]; complete on return.
// requires: as many numbers as the array has.
// Errors: runtime::InputError if a number is negative, or too large for the array, before anything changes.
inline void write_mpz(const Array& to, const mpz_t* numbers) {
    detail::write_all(to, [&](index64 t) -> mpz_srcptr { return numbers[t]; });
}

// numbers[t] becomes number t; complete on return.
// requires: as many numbers as the array has, all of them initialised.
inline void read_mpz(mpz_t* numbers, const Array& from) {
    detail::read_all(from, [&](index64 t) -> mpz_ptr { return numbers[t]; });
}

// The same for mpz_class. Errors: also runtime::InputError if the counts differ.
template <class Mpz, class = detail::if_mpz<Mpz>>
void write_mpz(const Array& to, const std::vector<Mpz>& numbers) {
    if (numbers.size() != to.size())
        throw runtime::InputError("write_mpz: " + std::to_string(numbers.size()) +
                                  " numbers for an array of " + std::to_string(to.size()));
    detail::write_all(to, [&](index64 t) { return numbers[t].get_mpz_t(); });
}
template <class Mpz, class = detail::if_mpz<Mpz>>
std::vector<Mpz> read_mpz(const Array& from) {
    std::vector<Mpz> numbers(from.size());
    detail::read_all(from, [&](index64 t) { return numbers[t].get_mpz_t(); });
    return numbers;
}

}  // namespace limbsmith
