#include "derive/bits/congruences.hpp"

#include <algorithm>

namespace limbsmith::derive {

using check::Given;
using check::Monomial;

Congruences::Congruences(Search& search)
    : search_(search), builder_(search.builder), base_(search.base), half_(search.base / 2) {
    const check::Meaning& meaning = builder_.meaning;
    for (size_t i = 0; i < meaning.instructions().size(); ++i)
        find_splits(meaning.instructions()[i], {Given::Of::instruction, i});
    find_splits(meaning.contract(), {Given::Of::contract});
}

// The zeros x - 2^place·high - low of words x.
void Congruences::find_splits(const std::vector<Fact>& facts, Given given) {
    for (given.which = 0; given.which < facts.size(); ++given.which) {
        const Fact& fact = facts[given.which];
        if (fact.kind != Fact::Kind::zero || fact.polynomial.terms().size() != 3) continue;
        std::optional<Variable> whole, high, low;
        mpz_class weight;
        for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
            if (monomial.size() != 1) continue;
            const Variable value = monomial[0];
            if (coefficient == 1 && value < search_.program.words) whole = value;
            if (coefficient == -1) low = value;
            if (coefficient < -1) high = value, weight = -coefficient;
        }
        if (!whole || !high || !low || mpz_popcount(weight.get_mpz_t()) != 1) continue;
        const auto place = static_cast<unsigned>(mpz_scan1(weight.get_mpz_t(), 0));
        splits_.try_emplace({*whole, place}, Split{*high, *low, builder_.given(given)});
    }
}

void Congruences::replace(Monomial product, Id zero) {
    std::ranges::sort(product);
    rules_[std::move(product)] = zero;
}

Congruences::Reduced Congruences::reduce(const Polynomial& polynomial) const {
    Reduced result;
    std::map<Id, Polynomial> zeros;
    Polynomial open = polynomial;
    while (!open.is_zero()) {
        const auto [monomial, of_open] = *open.terms().rbegin();
        const auto done = result.rest.terms().find(monomial);
        const mpz_class of_rest = done == result.rest.terms().end() ? mpz_class(0) : done->second;
        open.add(monomial, -of_open);
        result.rest.add(monomial, -of_rest);
        const mpz_class coefficient = of_open + of_rest;
        mpz_class residue = coefficient + half_ - 1;
        mpz_fdiv_r(residue.get_mpz_t(), residue.get_mpz_t(), base_.get_mpz_t());
        residue -= half_ - 1;
        result.excess.add(monomial, (coefficient - residue) / base_);
        if (residue == 0) continue;
        std::optional<Id> zero;
        Monomial product;
        for (size_t k = 0; k < monomial.size() && !zero; ++k) {
            const auto rule = rules_.find({monomial[k]});
            if (rule != rules_.end()) zero = rule->second, product = rule->first;
            const auto parity = parities_.find(monomial[k]);
            if (!zero && residue == half_ && parity != parities_.end())
                zero = parity->second, product.assign(1, monomial[k]);
            for (size_t j = k + 1; j < monomial.size() && !zero; ++j) {
                const auto of_two = rules_.find({monomial[k], monomial[j]});
                if (of_two != rules_.end()) zero = of_two->second, product = of_two->first;
            }
        }
        if (!zero) {
            result.rest.add(monomial, residue);
            continue;
        }
        Monomial others = monomial;
        for (Variable value : product) others.erase(std::ranges::find(others, value));
        Polynomial factor;
        factor.add(others, residue * builder_.fact(*zero).terms().at(product));
        open.add(monomial, residue);
        open -= factor * builder_.fact(*zero);
        zeros[*zero] += factor;
    }
    for (auto& [zero, factor] : zeros) result.zeros += multiple(zero, std::move(factor));
    return result;
}

void Congruences::know(const Polynomial& polynomial, const Polynomial& target,
                       const Definitions& definitions) {
    const Reduced key = reduce(polynomial);
    for (const auto& [value, zero] : definitions) replace({value}, zero);
    const Reduced difference = reduce(polynomial - target);
    for (const auto& [value, zero] : definitions) keep({value});
    if (!difference.rest.is_zero()) throw Gap{"a number of the contract"};
    // key = polynomial - … = target + …
    known_[key.rest.terms()] = {target, difference.excess - key.excess,
                                difference.zeros + times_of(key.zeros, minus_one)};
}

void Congruences::know_sign(Sign sign) {
    Reduced reduced = reduce(sign.value);
    signs_[reduced.rest.terms()] = {std::move(sign), reduced};
}

void Congruences::know_odd(const Polynomial& x, const Polynomial& half, Id zero) {
    Reduced reduced = reduce(x);
    odd_[reduced.rest.terms()] = {x, half, zero, reduced};
}

Congruences::Word Congruences::word(Variable word) const {
    const auto found = words_.find(word);
    if (found != words_.end()) return found->second;
    return {Polynomial::of(word), {}, sum_of(builder_, {})};
}

void Congruences::set_word(Variable word, const Polynomial& value, const Polynomial& excess, Id zero) {
    words_[word] = {value, excess, zero};
    replace({word}, zero);
}

// Sets the value; an excess of several terms gets a name.
void Congruences::set(Variable word, Reduced reduced) {
    const auto known = known_.find(reduced.rest.terms());
    if (known != known_.end()) {
        const Reduced target = reduce(known->second.target);
        reduced.rest = target.rest;
        reduced.excess += known->second.excess + target.excess;
        reduced.zeros += known->second.zeros + target.zeros;
    }
    if (reduced.rest == Polynomial::of(word)) return;
    const auto& terms = reduced.excess.terms();
    if (terms.size() > 1 || (terms.size() == 1 && terms.begin()->first.size() > 1)) {
        const Named excess = name(builder_, reduced.excess);
        reduced.zeros += multiple(excess.zero, Polynomial(mpz_class(-base_)));
        reduced.excess = Polynomial::of(excess.value);
    }
    set_word(word, reduced.rest, reduced.excess, sum_of(builder_, reduced.zeros));
}

void Congruences::define(size_t i) {
    using ir::Opcode;
    const ir::Instruction& in = search_.program.body[i];
    if (in.flag_in || in.flag_out) return;
    switch (in.op) {
        case Opcode::add:
        case Opcode::sub:
        case Opcode::mul_lo:
        case Opcode::mad_lo: return define_sum(i);
        case Opcode::shl:
            if (!in.src[1].is_word) define_sum(i);
            return;
        case Opcode::bit_and: return define_and(i);
        case Opcode::bit_xor: return define_xor(i);
        case Opcode::shr:
            if (!in.src[1].is_word) define_shift_right(i);
            return;
        case Opcode::sar:
            if (!in.src[1].is_word) define_signed_shift(i);
            return;
        default: return;
    }
}

// The equation of the instruction, with products in place of their low halves.
void Congruences::define_sum(size_t i) {
    const auto& facts = builder_.meaning.instructions()[i];
    for (size_t k = 1; k < facts.size(); ++k) {
        if (facts[k].kind != Fact::Kind::zero) continue;
        for (const auto& [monomial, coefficient] : facts[k].polynomial.terms()) {
            if (coefficient == -1 && monomial.size() == 1)
                replace(monomial, builder_.given({Given::Of::instruction, i, k}));
        }
    }
    replace({dst(i)}, builder_.given({Given::Of::instruction, i, 0}));
    Reduced reduced = reduce(Polynomial::of(dst(i)));
    keep({dst(i)});
    set(dst(i), std::move(reduced));
}

}  // namespace limbsmith::derive
