// What two numbers have in common, bit by bit. The numbers are sums of parts; the bits of the parts say what the numbers
// have in common, and what their parts have.
#include "routines/lanes/prover.hpp"

namespace limbsmith::routines::lanes {

using Kind = Fact::Kind;

// The bits of a value from 0 to 2^k - 1, least significant first.
const Prover::BitsOf* Prover::bits_of(Variable value) {
    if (const auto known = state_.bits.find(value); known != state_.bits.end()) return &known->second;
    const Ledger::Range* range = known_.range(value);
    if (!range || range->least != 0 || !range->most) return nullptr;
    const mpz_class size = *range->most + 1;
    if (mpz_popcount(size.get_mpz_t()) != 1) return nullptr;
    const size_t count = mpz_scan1(size.get_mpz_t(), 0);
    spend(count);
    const auto [first, fact] = known_.bits(range->at_least, range->at_most, count);
    return &state_.bits.emplace(value, BitsOf{first, fact, count}).first->second;
}

// The bits of p, a sum of 2^k·value for values that have other places.
std::optional<Prover::AllBits> Prover::bits_of_sum(const Polynomial& p) {
    const Ledger::Reduced sum = known_.reduce(p);
    std::map<size_t, Variable> parts;
    for (const auto& [monomial, coefficient] : sum.rest.terms()) {
        if (monomial.size() != 1 || mpz_popcount(coefficient.get_mpz_t()) != 1 || coefficient < 0)
            return std::nullopt;
        parts.emplace(mpz_scan1(coefficient.get_mpz_t(), 0), monomial[0]);
    }
    AllBits all;
    Polynomial rest = p;
    std::vector<Multiple> zeros = sum.zeros;
    for (const auto& [place, value] : parts) {
        const BitsOf* own = bits_of(value);
        if (!own || all.values.size() != place) return std::nullopt;
        for (size_t k = 0; k < own->count; ++k) {
            all.values.push_back(own->first + static_cast<Variable>(k));
            all.number.bits.emplace_back(own->fact + 3 * k, own->fact + 3 * k + 1);
            rest.add({all.values.back()}, -(mpz_class(1) << (place + k)));
        }
        zeros.push_back({own->fact + 3 * own->count, Polynomial(mpz_class(mpz_class(1) << place))});
    }
    all.number.sum = known_.sum(rest, std::move(zeros));
    return all;
}

// A value of the zero is the sum of the products of bits.
bool Prover::multiply_bits(const Fact& goal) {
    if (goal.kind != Kind::zero) return false;
    const Polynomial rest = known_.reduce(goal.polynomial).rest;
    for (const auto& [monomial, coefficient] : rest.terms()) {
        const auto both = monomial.size() == 1 ? common_.find(monomial[0]) : common_.end();
        if (both == common_.end() || known_.is_replaced(both->first)) continue;
        const auto x = bits_of_sum(both->second.first),
                   y = x ? bits_of_sum(both->second.second) : std::nullopt;
        if (!y) continue;
        Polynomial products;
        for (size_t k = 0; k < std::min(x->values.size(), y->values.size()); ++k)
            products += Polynomial(mpz_class(mpz_class(1) << k)) * of(x->values[k]) * of(y->values[k]);
        spend(products.terms().size());
        const Id zero = known_.common({both->first, x->number, y->number}, of(both->first) - products);
        known_.find_out(both->first, products, zero, 1);
        return true;
    }
    return false;
}

}  // namespace limbsmith::routines::lanes
