// Shared by the checks of headers for a modulus: counted expectations, conversion from and to limbs, random
// numbers.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "integer.hpp"

namespace field_check {

// Names and values that are printed with a wrong result.
using Operands = std::vector<std::pair<const char*, Integer>>;

inline std::map<std::string, long>& counts() {
    static std::map<std::string, long> counts;
    return counts;
}

// The namespace of the header being checked.
inline const char*& field_name() {
    static const char* name = "";
    return name;
}

template <typename Number>
Integer value(const Number& x) {
    Integer out;
    mpz_import(out.z, sizeof x.limb / sizeof x.limb[0], -1, sizeof x.limb[0], 0, 0, x.limb);
    return out;
}

template <typename Number>
Number number(const Integer& x) {
    Number out = {};
    if (mpz_sgn(x.z) < 0 || mpz_sizeinbase(x.z, 2) > 8 * sizeof out.limb) abort();
    mpz_export(out.limb, nullptr, -1, sizeof out.limb[0], 0, 0, x.z);
    return out;
}

// ---- expectations ----

// Counts a check and ends the program if it fails.
inline void expect(const char* name, const Integer& got, const Integer& want, const Operands& operands) {
    ++counts()[std::string(field_name()) + "." + name];
    if (got == want) return;
    fprintf(stderr, "%s of %s is wrong\n", name, field_name());
    for (const auto& operand : operands)
        fprintf(stderr, "  %s = %s\n", operand.first, operand.second.hex().c_str());
    fprintf(stderr, "  got  %s\n  want %s\n", got.hex().c_str(), want.hex().c_str());
    exit(1);
}

template <typename Number, typename = decltype(Number::limb)>
void expect(const char* name, const Number& got, const Integer& want, const Operands& operands) {
    expect(name, value(got), want, operands);
}

// Checks f(a), also with the result in place of the operand.
template <class Elem, class Function>
void expect_unary(const char* name, const Function& f, const Elem& a, const Integer& want) {
    expect(name, f(a), want, {{"a", value(a)}});
    Elem z = a;
    z = f(z);
    expect(name, z, want, {{"r and a", value(a)}});
}

// Checks f(a, b), also with the result in place of an operand.
template <class Elem, class Function>
void expect_binary(const char* name, const Function& f, const Elem& a, const Elem& b, const Integer& want) {
    expect(name, f(a, b), want, {{"a", value(a)}, {"b", value(b)}});
    Elem z = a;
    z = f(z, b);
    expect(name, z, want, {{"r and a", value(a)}, {"b", value(b)}});
    z = b;
    z = f(a, z);
    expect(name, z, want, {{"a", value(a)}, {"r and b", value(b)}});
}

// Checks the operators: a with b, and b assigned to a.
template <class Elem, class Function, class Assignment>
void expect_operators(const char* name, const Function& f, const Assignment& assign, const Elem& a,
                      const Elem& b, const Integer& want) {
    expect(name, f(a, b), want, {{"a", value(a)}, {"b", value(b)}});
    Elem z = a;
    expect(name, assign(z, b), want, {{"r and a", value(a)}, {"b", value(b)}});
    expect(name, z, want, {{"r and a", value(a)}, {"b", value(b)}});
}

// ---- numbers ----

inline std::mt19937_64& generator() {
    static std::mt19937_64 generator;
    return generator;
}

inline uint32_t random_word() { return uint32_t(generator()() >> 32); }

// A number below `bound`. In every other call most words are all zeros or all ones, so that carries run far.
inline Integer random_below(const Integer& bound) {
    const bool sparse = random_word() % 2 == 0;
    std::vector<uint32_t> words(mpz_sizeinbase(bound.z, 2) / 32 + 1);
    for (uint32_t& word : words) {
        const uint32_t kind = random_word() % 8;
        word = !sparse || kind < 2 ? random_word() : kind < 5 ? 0 : 0xffffffff;
    }
    Integer out;
    mpz_import(out.z, words.size(), -1, sizeof words[0], 0, 0, words.data());
    if (mpz_cmp(out.z, bound.z) >= 0) mpz_fdiv_r_2exp(out.z, out.z, mpz_sizeinbase(bound.z, 2) - 1);
    mpz_mod(out.z, out.z, bound.z);
    return out;
}

inline Integer plus(const Integer& x, long y) {
    Integer out;
    if (y < 0) {
        mpz_sub_ui(out.z, x.z, -y);
    } else {
        mpz_add_ui(out.z, x.z, y);
    }
    return out;
}

}  // namespace field_check
