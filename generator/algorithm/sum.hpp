// Sums of products with weights, which claims and notes speak of (ir/claim.hpp, ir/note.hpp).
#pragma once

#include <gmpxx.h>

#include <utility>
#include <vector>

#include "ir/claim.hpp"
#include "ir/note.hpp"

namespace limbsmith::algorithm {

template <class Term>
concept IsTerm = requires(Term term) {
    term.weight;
    term.factors;
};

template <IsTerm Term>
std::vector<Term> operator+(std::vector<Term> x, const std::vector<Term>& y) {
    x.insert(x.end(), y.begin(), y.end());
    return x;
}

template <IsTerm Term>
std::vector<Term> operator*(const mpz_class& factor, std::vector<Term> x) {
    for (Term& term : x) term.weight *= factor;
    return x;
}

template <IsTerm Term>
std::vector<Term> operator-(std::vector<Term> x, const std::vector<Term>& y) {
    return std::move(x) + mpz_class(-1) * y;
}

// Term by term.
template <IsTerm Term>
std::vector<Term> operator*(const std::vector<Term>& x, const std::vector<Term>& y) {
    std::vector<Term> result;
    for (const Term& left : x) {
        for (const Term& right : y) {
            Term product{left.weight * right.weight, left.factors};
            product.factors.insert(product.factors.end(), right.factors.begin(), right.factors.end());
            result.push_back(std::move(product));
        }
    }
    return result;
}

}  // namespace limbsmith::algorithm
