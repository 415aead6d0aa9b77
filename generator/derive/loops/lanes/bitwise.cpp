// The common bits of two numbers. The numbers are sums of parts; the bits of the parts give the common bits of the
// numbers, and those of their parts.
#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

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

// The common bit of two bits is their product.
bool Prover::multiply_two_bits(Variable value) {
    const auto& [x, y] = common_.at(value);
    check::CommonBits::Number bits[2];
    Polynomial product = 1;
    std::vector<Multiple> zeros;
    std::optional<Id> most;
    for (size_t k = 0; k < 2; ++k) {
        const Polynomial& number = k == 0 ? x : y;
        const auto least = nonnegative(number), last = least ? nonnegative(1 - number) : std::nullopt;
        if (!last) return false;
        const auto [bit, fact] = known_.bits(*least, *last, 1);
        bits[k] = {fact + 3, {{fact, fact + 1}}};
        // x·y - b·c = (x - b)·y + b·(y - c)
        zeros.push_back({fact + 3, k == 0 ? y : product});
        product = k == 0 ? of(bit) : product * of(bit);
        most = last;
    }
    zeros.push_back({known_.common({value, bits[0], bits[1]}, of(value) - product), 1});
    for (size_t k = 0; k < 2; ++k) zeros[k].factor = Polynomial() - zeros[k].factor;
    const Id zero = known_.sum(of(value) - x * y, std::move(zeros));
    const Fact below{Kind::nonnegative, y - of(value)};
    if (const auto id = known_.find(below))
        known_.limit(known_.bound(1 - of(value), {{1, {*id}}, {1, {*most}}}));
    set(value, x * y, zero);
    return true;
}

// The common bits of x and L·t, where L is all ones and t a bit, are t·x.
bool Prover::share_with_mask(Variable value) {
    const Polynomial c = of(value);
    for (const bool is_first : {true, false}) {
        const auto& [one, other] = common_.at(value);
        const Polynomial &x = is_first ? one : other, &y = is_first ? other : one;
        const auto [mask, zeros] = known_.reduce(y);
        if (mask.terms().size() != 1 || mask.terms().begin()->first.size() != 1) continue;
        const mpz_class L = mask.terms().begin()->second;
        const Polynomial t = of(mask.terms().begin()->first[0]);
        const auto natural = nonnegative(t), below = nonnegative(1 - t),
                   least = known_.find({Kind::nonnegative, c}),
                   of_x = known_.find({Kind::nonnegative, x - c}),
                   of_y = known_.find({Kind::nonnegative, y - c}),
                   most = known_.find({Kind::nonnegative, c - x - y + Polynomial(L)});
        if (!natural || !below || !least || !of_x || !of_y || !most) continue;
        const Id squared = known_.bit_squared(*natural, *below);
        // t·(c - x - y + L) + (1 - t)·c, and t·(x - c) + (1 - t)·(y - c), with y = L·t
        const auto with = [&](const Polynomial& of_same, const Polynomial& of_square) {
            std::vector<Multiple> all{{squared, of_square}};
            for (const Multiple& zero : zeros) all.push_back({zero.fact, of_same * zero.factor});
            return all;
        };
        const Id above = known_.bound(c - t * x, {{1, {*natural, *most}}, {1, {*below, *least}}}, with(t, L)),
                 under =
                     known_.bound(t * x - c, {{1, {*natural, *of_x}}, {1, {*below, *of_y}}}, with(t - 1, L));
        // the bits that only one of them has
        state_.bounds.push_back(known_.bound(x + y - 2 * c, {{1, {*of_x}}, {1, {*of_y}}}));
        state_.bounds.push_back(known_.bound(Polynomial(L) - x - y + 2 * c, {{1, {*most}}, {1, {*least}}}));
        std::vector<Multiple> same;
        for (const Multiple& zero : zeros) same.push_back({zero.fact, Polynomial() - zero.factor});
        known_.limit(known_.bound(Polynomial(L) - c, {{1, {*of_y}}, {L, {*below}}}, same));
        set(value, t * x, known_.both(above, under));
        return true;
    }
    return false;
}

// Where one is below 2^k and the other a multiple of it, they have nothing in common.
bool Prover::share_no_bits(Variable value) {
    std::unordered_set<Variable> rests;
    for (const Division& it : state_.open)
        if (it.m < check::power_of_two(32)) rests.insert(it.low);
    for (const bool is_first : {true, false}) {
        const auto& [one, other] = common_.at(value);
        const Polynomial &x = is_first ? one : other, &y = is_first ? other : one;
        const auto [multiple, zeros] = known_.reduce(y, rests);
        if (multiple.terms().size() != 1 || multiple.terms().begin()->first.size() != 1) continue;
        const mpz_class c = multiple.terms().begin()->second;
        const Variable z = multiple.terms().begin()->first[0];
        if (c < 2 || mpz_popcount(c.get_mpz_t()) != 1) continue;
        const auto least = nonnegative(x), most = least ? nonnegative(Polynomial(c) - 1 - x) : std::nullopt;
        const BitsOf* own = most ? bits_of(z) : nullptr;
        if (!own) continue;
        const size_t count = mpz_scan1(c.get_mpz_t(), 0);
        const auto [first, fact] = known_.bits(*least, *most, count);
        check::CommonBits::Number low, high;
        const Id nothing = known_.bound(0, {}), unit = known_.one();
        Polynomial rest = y;
        for (size_t k = 0; k < count; ++k) {
            low.bits.emplace_back(fact + 3 * k, fact + 3 * k + 1);
            high.bits.emplace_back(nothing, unit);
        }
        low.sum = fact + 3 * count;
        for (size_t k = 0; k < own->count; ++k) {
            high.bits.emplace_back(own->fact + 3 * k, own->fact + 3 * k + 1);
            rest.add({own->first + static_cast<Variable>(k)}, -(c << k));
        }
        std::vector<Multiple> same = zeros;
        same.push_back({own->fact + 3 * own->count, Polynomial(c)});
        high.sum = known_.sum(rest, std::move(same));
        set(value, 0,
            known_.common(
                is_first ? check::CommonBits{value, low, high} : check::CommonBits{value, high, low},
                of(value)));
        return true;
    }
    return false;
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

}  // namespace limbsmith::derive::loops::lanes
