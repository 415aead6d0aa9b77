// Conversions of batches from and to GMP's numbers. Only this header needs GMP; link with it.
//
// The promises of convert.hpp hold here, too. C++17.
#pragma once

#include <gmp.h>

#include <utility>

#include "limbsmith/convert.hpp"

namespace limbsmith {

namespace detail {

inline bool from_gmp(index64 t, mpz_srcptr number, uint32_t* words, int count) {
    if (mpz_sgn(number) < 0) refuse(t, "negative");
    if (mpz_sizeinbase(number, 2) > size_t(32) * count) return false;
    mpz_export(words, nullptr, -1, sizeof(uint32_t), 0, 0, number);
    return true;
}

// Types of numbers with a mpz_t inside: mpz_class.
template <class Mpz>
using if_mpz = decltype(std::declval<const Mpz&>().get_mpz_t());

}  // namespace detail

// Number t becomes numbers[t].
// requires: as many numbers as the batch has.
// Errors: runtime::InputError if a number is negative or too large.
template <class T, class Layout>
void write_mpz(batch<T, Layout>& to, const mpz_t* numbers, int k = 0) {
    detail::take_in(to, k, [&](index64 t, uint32_t* words, int count) {
        return detail::from_gmp(t, numbers[t], words, count);
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

// One number as a T, such as a value for all numbers of a batch. Errors: as write_mpz.
template <class T>
T from_mpz(mpz_srcptr number) {
    return detail::taken_in<T>(
        0, [&](uint32_t* words, int count) { return detail::from_gmp(0, number, words, count); });
}
template <class T>
void to_mpz(mpz_ptr number, const T& from) {
    const auto x = detail::outside<T>::out(from);
    mpz_import(number, words_of<std::decay_t<decltype(x)>>::value, -1, sizeof(uint32_t), 0, 0, words(x));
}

// The same for mpz_class; and a batch of such numbers, and all numbers of a batch.
template <class T, class Mpz, class = detail::if_mpz<Mpz>>
T from_mpz(const Mpz& number) {
    return from_mpz<T>(number.get_mpz_t());
}
template <class Mpz, class T, class = detail::if_mpz<Mpz>>
Mpz to_mpz(const T& from) {
    Mpz number;
    to_mpz(number.get_mpz_t(), from);
    return number;
}
template <class T, class Mpz, class = detail::if_mpz<Mpz>>
batch<T> from_mpz(const std::vector<Mpz>& numbers, place where = place::automatic) {
    batch<T> made(numbers.size(), where);
    detail::take_in(made, 0, [&](index64 t, uint32_t* words, int count) {
        return detail::from_gmp(t, numbers[t].get_mpz_t(), words, count);
    });
    return made;
}
template <class Mpz, class T, class Layout, class = detail::if_mpz<Mpz>>
std::vector<Mpz> read_mpz(const batch<T, Layout>& from, int k = 0) {
    std::vector<Mpz> numbers(from.size());
    detail::give_out(from, k, [&](index64 t, const uint32_t* words, int count) {
        mpz_import(numbers[t].get_mpz_t(), count, -1, sizeof(uint32_t), 0, 0, words);
    });
    return numbers;
}

}  // namespace limbsmith
