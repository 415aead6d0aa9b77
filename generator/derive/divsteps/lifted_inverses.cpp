#include "derive/divsteps/lifted_inverses.hpp"

#include <algorithm>

#include "derive/bits/congruences.hpp"
#include "derive/divsteps/word_inverses.hpp"
#include "derive/find.hpp"
#include "derive/search/claims.hpp"
#include "derive/sums/carries.hpp"

namespace limbsmith::derive {
namespace {

using ir::Claim;
using ir::ClaimTerm;
using ir::Operand;

bool is_one(const ir::ClaimSum& sum) {
    return sum.size() == 1 && sum[0].weight == 1 && sum[0].factors.empty();
}

mpz_class power_of(const mpz_class& base, size_t exponent) {
    mpz_class result;
    mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), exponent);
    return result;
}

// The words of a number, by their weights.
std::vector<Operand> words_in(const ir::ClaimSum& sum, const mpz_class& base) {
    std::map<mpz_class, Operand> words;
    for (const ClaimTerm& term : sum) {
        if (term.factors.size() == 1) words[term.weight] = term.factors[0].word;
    }
    std::vector<Operand> result;
    for (mpz_class weight = 1; words.contains(weight); weight *= base) result.push_back(words.at(weight));
    return result;
}

Variables variables(const std::vector<Operand>& words) {
    Variables result;
    for (const Operand& word : words) {
        if (word.is_word) result.push_back(word.value);
    }
    return result;
}

}  // namespace

LiftedInverse::LiftedInverse(Search& search, const ir::Input& a, const mpz_class& modulus, size_t k)
    : search_(search),
      builder_(search.builder),
      base_(search.base),
      modulus_(modulus),
      power_(mpz_class(1) << k) {
    for (ir::Word word : a.words) a_.push_back(word.id);
    const Claim* sum = nullptr;
    for (const Claim& claim : search_.program.outline.claims) {
        if (claim.kind == Claim::Kind::equal) sum = &claim;
        if (claim.kind == Claim::Kind::congruent) read(claim);
    }
    size_t limbs = 1;
    while (power_of(base_, limbs) < power_) ++limbs;
    if (!sum || !start_.is_word || !word_.is_word || sum->rest.size() < limbs) throw Gap{"a lifted inverse"};
    // r = M·t + x
    const auto x = sum->rest.begin() + static_cast<std::ptrdiff_t>(limbs);
    for (auto term = sum->rest.begin(); term != x; ++term) t_.push_back(term->factors.at(0).word);
    x_ = words_in({x, sum->rest.end()}, base_);
    result_ = words_in(sum->number, base_);
}

// The lowest word of a, times y = 1; or y + m·h·(y before) = (y before).
void LiftedInverse::read(const Claim& claim) {
    const bool is_product = claim.number.size() == 1 && claim.number[0].factors.size() == 2;
    if (is_product && is_one(claim.rest)) {
        const Operand y = claim.number[0].factors[1].word;
        if (claim.modulus == 32) start_ = y;
        if (claim.modulus == base_) word_ = y;
    }
    Step step{variables(words_in(claim.rest, base_)), variables(words_in(claim.number, base_)), {}};
    if (step.before.empty() || step.after.size() <= step.before.size()) return;
    std::map<mpz_class, Variable> high;  // by weight
    for (const ClaimTerm& term : claim.number) {
        if (term.factors.size() == 2 && term.factors[1].word == Operand(ir::Word{step.before[0]}))
            high[term.weight] = term.factors[0].word.value;
    }
    for (const auto& [weight, word] : high) step.high.push_back(word);
    steps_.push_back(std::move(step));
}

size_t LiftedInverse::maker(const Operand& word) const {
    const auto& body = search_.program.body;
    const auto found = std::ranges::find_if(body, [&](const auto& in) { return Operand(in.dst) == word; });
    if (found == body.end()) throw Gap{"the instruction of a word"};
    return static_cast<size_t>(found - body.begin());
}

Variables LiftedInverse::y() const { return steps_.empty() ? Variables{word_.value} : steps_.back().after; }

size_t LiftedInverse::begin() const {
    size_t result = 0;
    for (Variable word : variables(x_)) result = std::max(result, maker(Operand(ir::Word{word})) + 1);
    return result;
}

// Some words of a, as a number.
Polynomial LiftedInverse::a(size_t first, size_t end) const {
    Polynomial result;
    for (size_t i = first; i < end; ++i) result.add({a_[i]}, power_of(base_, i - first));
    return result;
}

Polynomial LiftedInverse::number(const std::vector<Operand>& words) const {
    Polynomial result;
    for (size_t i = 0; i < words.size(); ++i) {
        const Polynomial word =
            words[i].is_word ? value(words[i].value) : Polynomial(mpz_class(words[i].value));
        result += Polynomial(power_of(base_, i)) * word;
    }
    return result;
}

LiftedInverse::Sum LiftedInverse::add_up(Id most) {
    const Polynomial r = number(result_), t = number(t_), x = number(x_);
    // t asks for no more of y and x than their words, and r for no more of t
    std::vector<std::pair<Variable, Definition>> kept;
    const auto keep = [&](const Variables& words) {
        for (Variable word : words) {
            if (const Definition* known = search_.definitions.find(word)) kept.emplace_back(word, *known);
            search_.forget(word);
        }
    };
    const auto claims = claims_by_instruction(search_.program);
    const auto advance = [&](size_t first, size_t last) {
        for (size_t i = first; i <= last; ++i) {
            analyse(search_, i);
            for (const Claim* claim : claims[i + 1]) use_claim(search_, *claim, i + 1);
        }
    };
    keep(y());
    keep(variables(x_));
    const size_t of_t = maker(t_.back());
    advance(maker(Operand(ir::Word{y().back()})) + 1, of_t);
    keep(variables(t_));
    Parts t_parts;
    mpz_class weight = 1;
    for (const Operand& word : t_) {
        t_parts += bounds(weight, {*search_.ranges.at(word.value).most});
        weight *= base_;
    }
    const Id t_most = at_least_zero(builder_, 1, Polynomial(mpz_class(power_ - 1)) - t, t_parts);
    const Id limit = bound_of(builder_, bounds(modulus_, {t_most}) + bounds(1, {most}));
    for (Id number : {t_most, most, limit}) search_.learn_limit(number);
    advance(of_t + 1, end());
    const auto is_sum = search_.zero(r - Polynomial(modulus_) * t - x, end() + 1);
    if (!is_sum) throw Gap{"a sum"};
    for (const auto& [word, definition] : kept) search_.definitions.set(word, definition);
    is_sum_ = *is_sum;
    return {r, is_sum_, bound_of(builder_, bounds(1, {limit}) + multiple(is_sum_, minus_one))};
}

LiftedInverse::Inverse LiftedInverse::invert_word(const Search::Odd& odd) {
    const Variable lowest = a_[0];
    const size_t start = maker(start_);
    Congruences congruences(search_);
    congruences.know_odd(value(lowest), value(odd.half), odd.zero);
    congruences.define(maker(search_.program.body[start].src[0]));
    congruences.define(start);
    // a·y = 1 + 32·(…)
    const auto product = congruences.reduce(value(lowest) * value(start_.value));
    const mpz_class weight = 32;
    Polynomial h = Polynomial(mpz_class(-base_ / weight)) * product.excess;
    const Polynomial rest = one - product.rest;
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), weight.get_mpz_t()))
            throw Gap{"the start of an inverse"};
        h.add(monomial, coefficient / weight);
    }
    Search::WordInverse inverse{lowest, start_.value, weight, h, sum_of(builder_, product.zeros)};
    for (size_t i = start + 1, end = maker(word_); i <= end; ++i)
        inverse = next_inverse(search_, inverse, i).value_or(inverse);
    if (inverse.weight != base_ || inverse.y != word_.value) throw Gap{"the inverse of a word"};
    return {base_, value(inverse.y), minus_one * inverse.h, inverse.zero};
}

// a·y = l + m·h less a multiple of the next power of the base, where l is the number of the words of the product below h.
LiftedInverse::Inverse LiftedInverse::double_words(const Inverse& before, size_t i) {
    const Step& step = steps_[i];
    const size_t known = step.before.size(), next = step.after.size();
    const mpz_class &m = before.weight, weight = power_of(base_, next), more = weight / m;
    Argument argument(search_, step.before);
    for (Variable word : a_) argument.stop(word);
    // below h there are the low half of the first product and the words before it in its chain
    Variables low{argument.parted({a_[0], step.before[0]}, base_).low};
    const std::vector<size_t> links = chain(search_.program, maker(Operand(ir::Word{step.high.back()})));
    for (size_t link : links) {
        const Variable word = search_.program.body[link].dst.id;
        if (word == step.high.front()) break;
        low.push_back(word);
    }
    if (low.size() != known || step.high.size() != next - known) throw Gap{"the words of a product"};
    const Argument::Number l = argument.number(low), h = argument.number(step.high);
    const Polynomial &y = before.inverse, product = a(0, next) * y;
    const Polynomial error = before.error + a(known, next) * y;
    const auto lost = argument.multiple_of(weight, product - l.value - Polynomial(m) * h.value);
    // m·(error - h - more·lost) = l - 1
    const Polynomial rest = error - h.value - Polynomial(more) * value(lost.value);
    const Parts is_rest = multiple(before.zero, minus_one) + multiple(lost.zero, one);
    const Id same = zero_between(builder_, m, rest, l.least + is_rest, l.gap + times_of(is_rest, minus_one));
    // upper + h·y is a multiple of the power that is still to come
    const Variables above(step.after.begin() + static_cast<std::ptrdiff_t>(known), step.after.end());
    for (Variable word : step.high) argument.stop(word);
    const Polynomial upper = argument.number(above).value;
    const auto dropped = argument.multiple_of(more, upper + h.value * y);
    // a·(y + m·upper) = 1 + weight·(…)
    const Named next_error = name(builder_, value(lost.value) + a(0, next) * value(dropped.value) -
                                                Polynomial(mpz_class(m / more)) * h.value * error);
    const Polynomial inverse = y + Polynomial(m) * upper;
    const Id zero =
        sum_of(builder_, multiple(before.zero, one - Polynomial(m) * h.value) +
                             multiple(dropped.zero, Polynomial(m) * a(0, next)) + multiple(same, m) +
                             multiple(next_error.zero, Polynomial(mpz_class(-weight))));
    return {weight, inverse, value(next_error.value), zero};
}

LiftedInverse::Product LiftedInverse::invert(const Search::Odd& odd) {
    Inverse inverse = invert_word(odd);
    for (size_t i = 0; i < steps_.size(); ++i) inverse = double_words(inverse, i);
    const size_t limbs = t_.size();
    if (inverse.weight != power_of(base_, limbs)) throw Gap{"an inverse modulo a power of two"};
    Argument argument(search_, y());
    for (Variable word : variables(x_)) argument.stop(word);
    // t = (y - x)·M^-1 + 2^k·lost
    mpz_class of_modulus;
    mpz_invert(of_modulus.get_mpz_t(), modulus_.get_mpz_t(), power_.get_mpz_t());
    const Polynomial x = number(x_),
                     lowest = number({x_.begin(), x_.begin() + static_cast<std::ptrdiff_t>(limbs)});
    const Polynomial y_minus_x = inverse.inverse - lowest, whole = a(0, a_.size());
    const auto lost = argument.multiple_of(power_, number(t_) - Polynomial(of_modulus) * y_minus_x);
    // a·(M·t + x) = a·y + a·(x - (its lowest words)) + 2^k·a·(…)
    const mpz_class rest = (modulus_ * of_modulus - 1) / power_, above = inverse.weight / power_;
    const Polynomial upper = number({x_.begin() + static_cast<std::ptrdiff_t>(limbs), x_.end()});
    const Named quotient =
        name(builder_,
             Polynomial(above) * (inverse.error + a(limbs, a_.size()) * inverse.inverse + whole * upper) +
                 whole * (Polynomial(rest) * y_minus_x + Polynomial(modulus_) * value(lost.value)));
    const Id zero = sum_of(
        builder_, multiple(is_sum_, whole) + multiple(lost.zero, Polynomial(modulus_) * whole) +
                      multiple(inverse.zero, one) + multiple(quotient.zero, Polynomial(mpz_class(-power_))));
    return {value(quotient.value), zero};
}

}  // namespace limbsmith::derive
