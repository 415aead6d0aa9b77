// Records what proved claims and carry chains imply for later claims: limits, zeros, signs, zero tests.
#include <algorithm>

#include "proof/prover.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

// The limit divided by the greatest common divisor of all non-constant weights; the constant is rounded down.
Limit simplest(const Limit& limit) {
    mpz_class divisor = 0, most;
    for (const auto& [monomial, weight] : limit.number.terms()) divisor = gcd(divisor, weight);
    for (const auto& [monomial, weight] : limit.limit.terms()) {
        if (!monomial.empty()) divisor = gcd(divisor, weight);
    }
    Limit result;
    for (const auto& [monomial, weight] : limit.number.terms()) result.number.add(monomial, weight / divisor);
    for (const auto& [monomial, coefficient] : limit.limit.terms()) {
        mpz_fdiv_q(most.get_mpz_t(), coefficient.get_mpz_t(), divisor.get_mpz_t());
        result.limit.add(monomial, most);
    }
    return result;
}

}  // namespace

// Recognises a borrow of 0 - x or of x - 1, where x is the bitwise or of words and of xors of words.
void Prover::find_zero_test(const ir::Instruction& in) {
    if (in.op != ir::Opcode::sub || in.flag_in || !in.flag_out) return;
    Polynomial flag = equations.flag(*in.flag_out);
    const bool is_complement = flag.constant() == 1;  // the flag is 1 - bit
    if (is_complement) flag = Polynomial(mpz_class(1)) - flag;
    if (flag.terms().size() != 1 || flag.terms().begin()->first.size() != 1) return;
    const bool is_inverted = in.src[0].is_zero();
    const bool is_decrement = in.src[1] == ir::Operand(1u);
    if (!is_inverted && !is_decrement) return;
    ZeroTest test{front(flag.terms().begin()->first), {}, is_inverted != is_complement};
    std::vector<ir::Operand> words{in.src[is_inverted ? 1 : 0]};
    while (!words.empty()) {
        const ir::Operand word = words.back();
        words.pop_back();
        const int at = word.is_word ? defined_at_[word.value] : -1;
        const ir::Instruction* by = at < 0 ? nullptr : &program_.body[at];
        if (by && by->op == ir::Opcode::bit_or) {
            words.push_back(by->src[1]), words.push_back(by->src[0]);
        } else if (by && by->op == ir::Opcode::bit_xor) {
            test.leaves.push_back(equations.value(by->src[0]) - equations.value(by->src[1]));
        } else {
            test.leaves.push_back(equations.value(word));
        }
    }
    zero_tests_.push_back(std::move(test));
}

// p = number - most <= 0 with number >= 0. If p has terms -weight·carry, then number + Σ weight·carry is at
// most the upper bound of the other terms plus `most`; a carry with a larger weight is zero.
void Prover::find_zeros(const Polynomial& p, const mpz_class& most) {
    std::vector<std::pair<Var, mpz_class>> carries;
    Polynomial others = p;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() != 1 || coefficient >= 0) continue;
        const Equations::Kind kind = equations[front(monomial)].kind;
        if (kind != Equations::Kind::flag && kind != Equations::Kind::high) continue;
        carries.emplace_back(front(monomial), -coefficient);
        others.add(monomial, -coefficient);
    }
    if (carries.empty()) return;
    const mpz_class limit = Ranges(equations, limits_).upper(others.parked()) + most;
    for (const auto& [carry, weight] : carries) {
        if (weight > limit) equations.set_zero(carry);
    }
}

// The same at each stop on the way to the place where p <= 0 was shown. If the first stop sufficed, by the
// ranges of the words alone, three further stops are tried, where more carries may appear.
void Prover::find_zeros(Polynomial p, const mpz_class& most, const Place& shown) {
    int further = shown.stop < equations.size() ? 0 : 3;
    for (uint32_t stop : stops()) {
        if (stop < shown.stop && further-- == 0) return;
        p = eliminated(std::move(p), stop, {}, shown.how);
        find_zeros(p, most);
    }
}

// If a zero sum has terms of one sign only, each term is zero.
void Prover::learn_zero(const Polynomial& polynomial) {
    const auto& terms = polynomial.terms();
    const auto has_other_sign = [&](const auto& term) {
        return sgn(term.second) != sgn(terms.begin()->second);
    };
    if (std::ranges::any_of(terms, has_other_sign)) return;
    for (const auto& [monomial, coefficient] : terms) {
        if (monomial.size() == 1) equations.set_zero(front(monomial));
    }
}

// The claim limits low + weight·top, or its negative, with 0 <= low < weight. Records the range of the signed
// word `top`.
void Prover::learn_limit_of_top(const ir::Claim& claim, const ir::ClaimTerm& top, const mpz_class& limit) {
    mpz_class low = 0, quotient;
    for (const ir::ClaimTerm& term : claim.number) {
        if (&term == &top) continue;
        if (term.factors.size() != 1 || term.factors[0].is_signed()) return;
        if ((term.weight > 0) != (top.weight > 0)) return;
        const bool is_flag = term.factors[0].reading == ir::ClaimTerm::Reading::flag;
        low += abs(term.weight) * (is_flag ? 1 : equations.max(term.factors[0].word));
    }
    const mpz_class weight = abs(top.weight);
    if (low >= weight) return;
    const ir::Operand word = top.factors[0].word;
    SignedRange& range = signed_[word.value];
    const bool is_upper = top.weight > 0;
    mpz_fdiv_q(quotient.get_mpz_t(), mpz_class(is_upper ? limit : -limit).get_mpz_t(), weight.get_mpz_t());
    (is_upper ? range.max : range.min) = quotient;
    if (range.min && range.max && *range.min >= -1 && *range.max <= 0) learn_mask(word);
}

// A signed word in {-1, 0} is a mask: all its bits are its sign.
void Prover::learn_mask(ir::Operand word) {
    const Polynomial whole = equations.value(word);
    if (const auto bits = only_bits(whole)) {  // choices that give another word do not occur
        equations.set_value(word, interpolated(*bits, [&](uint32_t choice) {
                                const mpz_class value = evaluated(whole, *bits, choice);
                                return value == base - 1 ? value : mpz_class(0);
                            }));
        return;
    }
    if (whole.terms().size() != 1 || !unit_in(whole)) return;
    const Polynomial sign = equations.bits(word, limb_bits - 1, limb_bits);
    if (sign.is_constant()) return;
    const Polynomial mask = Polynomial(mpz_class(base - 1)) * sign;
    const Var var = front(whole.terms().begin()->first);
    equations.set_value(word, mask);
    for (Equality& equality : equalities_) {
        equality.number.substitute(var, mask);
        equality.rest.substitute(var, mask);
    }
    learn_signs(front(sign.terms().begin()->first));
}

// Records `sign` as the sign bit of each number unsigned_part - weight·sign with 0 <= unsigned_part < weight.
void Prover::learn_signs(Var sign) {
    const Limits none;
    const Ranges ranges(equations, none);
    for (const Equality& equality : equalities_) {
        const mpz_class weight =
            -equality.number.coefficient(Monomial(1, static_cast<char32_t>(sign.code())));
        Polynomial unsigned_part = equality.number;
        unsigned_part.add(Polynomial(sign), weight);
        unsigned_part = unsigned_part.parked();
        if (ranges.lower(unsigned_part) < 0 || ranges.upper(unsigned_part) >= weight) continue;
        Polynomial low = equality.rest;
        low.add(Polynomial(sign), weight);
        signs_.push_back({sign, low, weight});
    }
}

// After a claim on a single word, its limit matters more than its definition: makes it a variable.
void Prover::name_word(const ir::ClaimTerm& term, const mpz_class& limit) {
    if (term.factors.size() != 1 || term.factors[0].reading != ir::ClaimTerm::Reading::number) return;
    if (term.weight <= 0 || !term.factors[0].word.is_word || term.factors[0].shift > 0) return;
    stops_.push_back(equations.size());
    equations.name_sum(term.factors[0].word, limit / term.weight);
}

// The number with each word replaced by its parts, where the word is made of moved bits of other words, or is
// so short that a shift loses none of its bits.
Polynomial Prover::in_parts(const Polynomial& number) const {
    const auto is_value = [](const auto& term) { return term.first.size() == 1 && term.second > 0; };
    const auto is_part = [&](const auto& term) {
        const Equations::Value& value = equations[front(term.first)];
        return value.kind == Equations::Kind::bits ||
               (value.kind == Equations::Kind::word && value.shift > 0);
    };
    Polynomial result;
    for (const auto& [monomial, weight] : number.terms()) {
        const Equations::Value& word = equations[front(monomial)];
        const auto& terms = word.definition.terms();
        const bool is_moved = word.kind == Equations::Kind::word && std::ranges::all_of(terms, is_value) &&
                              std::ranges::any_of(terms, is_part);
        result += Polynomial(weight) * (is_moved ? word.definition : Polynomial(front(monomial)));
    }
    return result.parked();
}

void Prover::learn_limit(const BareSides& sides) {
    const auto& [number, limit] = sides;
    if (number.is_constant()) return;
    if (!is_sum_of_words(number.parked()) || !limit.is_constant())
        inequalities_.push_back((number - limit).parked());
    if (!is_sum_of_words(number.parked())) return;
    if (!limit.is_constant()) {
        has_symbolic_limits_ = true;
        limits_.add(simplest({number.parked(), limit.parked()}), equations);
        return;
    }
    const auto add = [&](const Polynomial& known) {
        if (Ranges(equations, Limits()).upper(known) > limit.constant())
            limits_.add(simplest({known, limit}), equations);
    };
    const Polynomial words = number.parked(), parts = in_parts(number);
    if (parts != words) add(parts);
    add(words);
    for (const auto& [monomial, weight] : number.terms()) {
        const mpz_class most = limit.constant() / weight;
        equations.set_max(front(monomial), most);
        if (most == 0) equations.set_zero(front(monomial));
    }
}

}  // namespace limbsmith::proof
