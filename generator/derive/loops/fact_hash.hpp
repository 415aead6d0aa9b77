// A hash of facts: equal facts have the same.
#pragma once

#include "check/derivation.hpp"

namespace limbsmith::derive::loops {

inline size_t hash_of(const check::Fact& fact) {
    size_t hash = fact.kind == check::Fact::Kind::zero;
    for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
        for (check::Variable it : monomial) hash = (hash ^ it) * 0x9E3779B97F4A7C15u;
        hash = (hash ^ mpz_fdiv_ui(coefficient.get_mpz_t(), 0xFFFFFFFBu)) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

}  // namespace limbsmith::derive::loops
