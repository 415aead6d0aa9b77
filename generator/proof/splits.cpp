#include "proof/splits.hpp"

#include <algorithm>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

mpz_class floor_shift(const mpz_class& x, int bits) {
    mpz_class result;
    mpz_fdiv_q_2exp(result.get_mpz_t(), x.get_mpz_t(), bits);
    return result;
}

bool is_multiple(const mpz_class& x, int bits) { return mpz_divisible_2exp_p(x.get_mpz_t(), bits); }

// Removes the terms whose coefficients are multiples of 2^bits, and returns them.
Polynomial taken_multiples(Polynomial& polynomial, int bits) {
    Polynomial multiples, rest;
    for (const auto& [monomial, coefficient] : polynomial.terms())
        (is_multiple(coefficient, bits) ? multiples : rest).add(monomial, coefficient);
    polynomial = std::move(rest);
    return multiples;
}

Polynomial unparked(const Polynomial& polynomial) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        Monomial active;
        for (char32_t code : monomial) active = active * Var::of_code(code).active();
        result.add(active, coefficient);
    }
    return result;
}

}  // namespace

Polynomial divided(const Polynomial& polynomial, const mpz_class& factor) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) result.add(monomial, coefficient / factor);
    return result;
}

Var Splits::make(Value value) {
    const bool is_bit = value.range.is_within(0, 1);
    values_.push_back(std::move(value));
    return Var::number(static_cast<uint32_t>(values_.size()) - 1, is_bit);
}

Var Splits::any(const Range& range) { return make({range}); }

Range Splits::range(const Polynomial& polynomial) const {
    return range_of(polynomial, [this](Var var) -> const Range& { return values_[var.index()].range; });
}

Range Splits::close_range(const Polynomial& polynomial) const {
    Polynomial scaled = polynomial;
    scaled *= power_of_two(limb_bits);
    const Range direct = range(in_residues(polynomial)),
                other = range(in_residues(eliminated(std::move(scaled))));
    const mpz_class least = -floor_shift(-other.least, limb_bits), most = floor_shift(other.most, limb_bits);
    return {std::max(direct.least, least), std::min(direct.most, most)};
}

void Splits::add_residue(const Polynomial& whole, const Parts& parts, const mpz_class& modulus) {
    const auto is_single = [](const Polynomial& p) {
        return p.terms().size() == 1 && p.terms().begin()->first.size() == 1;
    };
    if (!is_single(whole) || !is_single(parts.low) || !is_single(parts.high)) return;
    const auto& [var, factor] = *whole.terms().begin();
    const auto& [part, part_factor] = *parts.low.terms().begin();
    const auto& [sign, one] = *parts.high.terms().begin();
    const mpz_class half = modulus / 2;
    if (one != 1 || part_factor != factor || factor <= 0 || half % factor != 0) return;
    const Var value = any({-half / factor, (half - 1) / factor});
    residues_.push_back({front(var), front(part), front(sign), value, modulus / factor});
}

Polynomial Splits::in_residues(Polynomial p) const {
    for (const auto& [whole, part, sign, value, weight] : residues_) {
        Polynomial difference = sign;
        difference *= weight / 2;
        p.substitute(part, Polynomial(value) + difference);
        p.substitute(whole, Polynomial(value) + difference + difference);
    }
    return p;
}

void Splits::apply_rules(Polynomial& p) const {
    for (const Rule& rule : rules_) {
        Polynomial x_alone = p.extract(rule.x);
        const Polynomial both = x_alone.extract(rule.y);
        p += x_alone * Polynomial(rule.x);
        p.add(both, rule.value);
    }
}

Polynomial Splits::eliminated(Polynomial p, int bits) const {
    const mpz_class modulus = power_of_two(bits);
    if (bits > 0) p.drop_multiples(modulus);
    while (!p.is_constant() && !front(p.terms().begin()->first).is_parked()) {
        auto [var, factor] = p.extract_front();
        const Value& value = values_[var.index()];
        if (value.kind == Value::Kind::high) {
            const Polynomial whole = taken_multiples(factor, value.shift);
            p += divided(whole, power_of_two(value.shift)) * value.definition;
        } else if (value.kind == Value::Kind::low && bits > 0) {
            // low = definition modulo 2^shift, so 2^(bits - shift)·low = 2^(bits - shift)·definition modulo
            // 2^bits
            const Polynomial whole = taken_multiples(factor, std::max(bits - value.shift, 0));
            p += whole * value.definition;
        }
        p += factor * Polynomial(var.parked());
        if (bits > 0) p.drop_multiples(modulus);
    }
    p = unparked(p);
    if (bits > 0 && bits <= limb_bits) {
        apply_rules(p);
        p.drop_multiples(modulus);
    }
    return p;
}

// Terms that are multiples of 2^bits, and a rest within [0, 2^bits - 1], need no new values.
Splits::Parts Splits::split(const Polynomial& polynomial, int bits) {
    Polynomial rest = polynomial;
    rest.add(Monomial(), -(floor_shift(polynomial.constant(), bits) << bits));
    taken_multiples(rest, bits);
    const Polynomial high = divided(polynomial - rest, power_of_two(bits));
    if (rest.is_zero() || range(rest).is_within(0, power_of_two(bits) - 1)) return {rest, high};
    mp_bitcnt_t common = bits;
    for (const auto& [monomial, coefficient] : rest.terms())
        common = std::min(common, mpz_scan1(coefficient.get_mpz_t(), 0));
    const int shift = static_cast<int>(common);
    Parts parts = nested(divided(rest, power_of_two(shift)), bits - shift);
    parts.low *= power_of_two(shift);
    parts.high += high;
    return parts;
}

// Splits H + c at j, where H is the high part of P at k: H + c is the high part of P + 2^k·c at k, so its own
// high part is that of P + 2^k·c at k + j.
Splits::Parts Splits::nested(const Polynomial& polynomial, int bits) {
    const auto& [monomial, factor] = *polynomial.terms().begin();
    const Polynomial constant = polynomial.constant();
    const bool is_single = monomial.size() == 1 && factor == 1 && (polynomial - constant).terms().size() == 1;
    const auto found = is_single ? high_of_.find(front(monomial)) : high_of_.end();
    if (found == high_of_.end()) return cut(polynomial, bits);
    auto [whole, place] = found->second;
    whole.add(constant, power_of_two(place));
    const Polynomial high = split(whole, place + bits).high;
    Polynomial low = polynomial;
    low.add(high, -power_of_two(bits));
    return {low, high};
}

Splits::Parts Splits::cut(const Polynomial& polynomial, int bits) {
    const auto [place, is_new] = cuts_.try_emplace({bits, polynomial.terms()});
    if (!is_new) return place->second;
    const mpz_class size = power_of_two(bits);
    Polynomial low;
    if (!eliminated(polynomial, bits).is_zero())
        low = make({{0, size - 1}, Value::Kind::low, bits, polynomial});
    const Range whole = range(polynomial);
    const Range quotient{floor_shift(whole.least, bits), floor_shift(whole.most, bits)};
    Polynomial high;
    if (quotient.least == quotient.most) {
        high = quotient.least;
    } else {
        const Var var = make({quotient, Value::Kind::high, bits, polynomial - low});
        high_of_[var] = {polynomial, bits};
        high = var;
    }
    return place->second = {low, high};
}

}  // namespace limbsmith::proof
