// Rewrites congruences: the leading monomial of a multiple of m, the one with the newest values, gives way to the others.
#include "derive/loops/congruences.hpp"

#include <algorithm>
#include <ranges>

namespace limbsmith::derive::loops {

using check::Monomial;

namespace {

// Lexicographic, newer values first: an order that products keep.
bool is_newer(const Monomial& x, const Monomial& y) {
    return std::ranges::lexicographical_compare(y | std::views::reverse, x | std::views::reverse);
}

Monomial leading(const Polynomial& p) {
    Monomial newest;
    for (const auto& [monomial, coefficient] : p.terms())
        if (is_newer(monomial, newest)) newest = monomial;
    return newest;
}

void add(std::map<Id, Polynomial>& zeros, const std::map<Id, Polynomial>& others, const Polynomial& factor) {
    for (const auto& [id, own] : others) zeros[id] += factor * own;
}

}  // namespace

Congruences::Congruences(const Legs& legs, Polynomial m) : legs_(legs), m_(std::move(m)) {
    const Legs::State& state = legs.state();
    const Polynomial own = legs.reduce(m_).rest;
    learn(m_, 1, {});
    std::set<Id> divisions;
    for (const Legs::Division& it : state.divisions) {
        if (it.m != m_ && legs.reduce(it.m).rest != own) continue;
        divisions.insert(it.zero);
        std::map<Id, Polynomial> zeros{{it.zero, 1}};
        for (const check::Multiple& zero : legs.reduce(it.m - m_).zeros)
            zeros[zero.fact] += zero.factor * Polynomial::of(it.quotient);
        learn(it.number - Polynomial::of(it.rest), Polynomial::of(it.quotient), std::move(zeros));
    }
    for (const Legs::Residue& it : state.residues)
        if (it.modulus == m_ && it.zero)
            learn(Polynomial(it.factor) * it.residue - it.number, it.quotient, {{*it.zero, 1}});
    for (const Legs::Known& it : state.zeros) {
        if (divisions.contains(it.id)) continue;
        std::map<Id, Polynomial> zeros{{it.id, 1}};
        for (const check::Multiple& zero : it.zeros) zeros[zero.fact] += zero.factor;
        learn(it.polynomial, 0, std::move(zeros));
    }
}

// multiple = m·quotient by the zeros.
void Congruences::learn(const Polynomial& multiple, const Polynomial& quotient,
                        std::map<Id, Polynomial> zeros) {
    const Congruence by_others = divided(multiple);
    // scale·multiple = rest + m·q by z: rest = m·(scale·quotient - q) by scale·zeros - z
    Congruence known{1, by_others.rest, Polynomial(by_others.scale) * quotient - by_others.quotient, {}};
    add(known.zeros, zeros, by_others.scale);
    add(known.zeros, by_others.zeros, -1);
    const Monomial lead = leading(known.rest);
    if (!lead.empty()) rules_.push_back({lead, std::move(known)});
}

Congruence Congruences::divided(const Polynomial& polynomial) const {
    const Legs::Reduced reduced = legs_.reduce(polynomial);
    Congruence result{1, reduced.rest, 0, {}};
    for (const check::Multiple& zero : reduced.zeros) result.zeros[zero.fact] += zero.factor;
    rewrite(result);
    return result;
}

void Congruences::rewrite(Congruence& it) const {
    take_multiples(it);
    while (std::ranges::any_of(rules_, [&](const Rule& rule) { return rewrite_by(rule, it); }))
        take_multiples(it);
}

// l·rest - c·others·(the rule's polynomial), for the coefficients l and c without their common factor. l is a
// unit.
bool Congruences::rewrite_by(const Rule& rule, Congruence& it) const {
    work_ += it.rest.terms().size();
    const mpz_class& own = rule.known.rest.terms().at(rule.lead);
    const auto found = std::ranges::find_if(it.rest.terms(), [&](const auto& term) {
        return std::ranges::includes(term.first, rule.lead) && is_unit(own / gcd(own, term.second));
    });
    if (found == it.rest.terms().end()) return false;
    Monomial others;
    std::ranges::set_difference(found->first, rule.lead, std::back_inserter(others));
    mpz_class l = own, c = found->second;
    const mpz_class common = gcd(l, c);
    const mpz_class divisor = l < 0 ? mpz_class(-common) : common;
    l /= divisor, c /= divisor;
    Polynomial times;
    times.add(others, c);
    it.scale *= l;
    it.rest = Polynomial(l) * it.rest - times * rule.known.rest;
    it.quotient = Polynomial(l) * it.quotient + times * rule.known.quotient;
    for (auto& [id, factor] : it.zeros) factor *= l;
    add(it.zeros, rule.known.zeros, times);
    return true;
}

// Modulo a constant, coefficients are below it.
void Congruences::take_multiples(Congruence& it) const {
    if (!m_.is_constant()) return;
    const mpz_class m = m_.constant();
    Polynomial whole;
    for (const auto& [monomial, coefficient] : it.rest.terms()) {
        mpz_class quotient;
        mpz_fdiv_q(quotient.get_mpz_t(), coefficient.get_mpz_t(), m.get_mpz_t());
        whole.add(monomial, quotient);
    }
    it.rest -= m_ * whole;
    it.quotient += whole;
}

// If m is no constant: a power of two where m is the modulus of residues, which is odd.
bool Congruences::is_unit(const mpz_class& x) const {
    if (m_.is_constant()) return gcd(x, m_.constant()) == 1;
    const auto& residues = legs_.state().residues;
    const bool is_odd = std::ranges::find(residues, m_, &Legs::Residue::modulus) != residues.end();
    return abs(x) == 1 || (is_odd && check::is_size(abs(x)));
}

}  // namespace limbsmith::derive::loops
