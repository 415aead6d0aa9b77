// Shared by the checks of headers for a width: conversion from and to GMP, comparison, test values.
//
// The header comes by -include, its namespace by -DLIMBSMITH_NAMESPACE.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "integer.hpp"

namespace ns = LIMBSMITH_NAMESPACE;
using ns::num;
using ns::wide;

namespace {

constexpr int container_bits = 32 * ns::limbs;

template <typename Number>
constexpr int words() {
    return sizeof(Number) / sizeof(uint32_t);
}

template <typename Number>
Integer value(const Number& x) {
    Integer out;
    mpz_import(out.z, words<Number>(), -1, sizeof(uint32_t), 0, 0, x.limb);
    return out;
}

Integer value(uint32_t x) { return x; }

num number(const Integer& x) {
    num out = {};
    if (mpz_sgn(x.z) < 0 || mpz_sizeinbase(x.z, 2) > size_t(container_bits)) abort();
    mpz_export(out.limb, nullptr, -1, sizeof(uint32_t), 0, 0, x.z);
    return out;
}

std::map<std::string, long> checks;

// Counts a check and ends the program if it fails.
template <typename Number>
void expect(const char* name, const Number& got, const Integer& want,
            const std::vector<std::pair<const char*, Integer>>& operands) {
    ++checks[name];
    if (value(got) == want) return;
    fprintf(stderr, "%s of %d bits is wrong\n", name, ns::bits);
    for (const auto& operand : operands)
        fprintf(stderr, "  %s = %s\n", operand.first, operand.second.hex().c_str());
    fprintf(stderr, "  got  %s\n  want %s\n", value(got).hex().c_str(), want.hex().c_str());
    exit(1);
}

std::mt19937_64 generator;

uint32_t random_word() { return uint32_t(generator() >> 32); }

// Random limbs; in every other call most limbs are all zeros or all ones, so that carries run far.
Integer random_number() {
    const bool sparse = random_word() % 2 == 0;
    num out;
    for (uint32_t& limb : out.limb) {
        const uint32_t kind = random_word() % 8;
        limb = !sparse || kind < 2 ? random_word() : kind < 5 ? 0 : 0xffffffff;
    }
    return value(out);
}

// Values below 2^container_bits at which carries start, run far or stop.
std::vector<Integer> edges() {
    std::vector<Integer> out;
    const auto add = [&](const Integer& x) {
        const Integer wrapped = below_power(x, container_bits);
        for (const Integer& known : out) {
            if (known == wrapped) return;
        }
        out.push_back(wrapped);
    };
    const auto add_around = [&](const Integer& x) {
        Integer y = x;
        add(x);
        mpz_sub_ui(y.z, x.z, 1);
        add(y);
        mpz_add_ui(y.z, x.z, 1);
        add(y);
    };
    add_around(1);
    add_around(power_of_two(ns::bits - 1));
    add_around(power_of_two(ns::bits));
    add_around(power_of_two(container_bits));
    // Powers of two at the ends of limbs, of at most about eight limbs.
    const int step = ns::limbs < 8 ? 1 : ns::limbs / 8;
    for (int limb = 0; limb < ns::limbs; limb += step) {
        add_around(power_of_two(32 * limb));
        add(power_of_two(32 * limb + 31));
        num ones = {}, rest;
        ones.limb[limb] = 0xffffffff;
        add(value(ones));  // one limb of ones, and all limbs but this
        for (int i = 0; i < ns::limbs; ++i) rest.limb[i] = ~ones.limb[i];
        add(value(rest));
        for (int i = 0; i < ns::limbs; ++i) rest.limb[i] = i < limb ? 0 : 0xffffffff;
        add(value(rest));  // ones from this limb up
    }
    for (const uint32_t pattern :
         {0x80000000u, 0x7fffffffu, 0x00000001u, 0xfffffffeu, 0xaaaaaaaau, 0xffff0000u}) {
        num all;
        for (uint32_t& limb : all.limb) limb = pattern;
        add(value(all));
    }
    return out;
}

}  // namespace
