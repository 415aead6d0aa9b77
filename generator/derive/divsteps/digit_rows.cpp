#include "derive/divsteps/digit_rows.hpp"

#include <algorithm>

namespace limbsmith::derive {

using check::Given;

namespace {

unsigned word_size(const mpz_class& base) {
    return static_cast<unsigned>(mpz_sizeinbase(base.get_mpz_t(), 2)) - 1;
}

// zero = coefficient·value + …, as value + …
Id unit_zero(Builder& builder, Id zero, Variable value) {
    const mpz_class coefficient = builder.fact(zero).terms().at({value});
    if (abs(coefficient) != 1) throw Gap{"a rule"};
    return coefficient == 1 ? zero : sum_of(builder, multiple(zero, minus_one));
}

}  // namespace

DigitRows::DigitRows(Search& search, unsigned radix)
    : sums(search, word_size(search.base) - radix),
      unit(mpz_class(1) << (word_size(search.base) - radix)),
      search_(search),
      builder_(search.builder),
      radix_(radix) {
    name_modulus();
    for (const ir::Input& input : search_.program.inputs) {
        if (!input.representation.is_signed()) continue;
        const bool is_digits = input.representation.is_digits();
        Number number = is_digits ? digits({input.words.begin(), input.words.end()}) : factor(input);
        if (!is_digits) factors_.push_back(number);
        limit_number(number);
        if (is_digits) limit_highest(input.words, number.value);
        numbers_[input.name] = number;
    }
    find_pairs();
}

DigitRows::Number DigitRows::factor(const ir::Input& input) {
    const auto& number = sums.signed_of(ir::Operand(input.words[0]));
    const Variable value = number.value.terms().begin()->first[0];
    rules_.emplace_back(input.words[0].id, number.zero);
    return {number.raw, value, number.zero};
}

// Each digit has a name, too.
DigitRows::Number DigitRows::digits(const std::vector<ir::Operand>& words) {
    Polynomial raw, sum;
    Parts zeros;
    Variable lowest = 0;
    for (size_t i = 0; i < words.size(); ++i) {
        const auto number = sums.signed_of(words[i]);
        const Variable digit = number.value.terms().begin()->first[0];
        if (i == 0) lowest = digit;
        const auto split = sums.split(words[i].value, word_size(search_.base) - radix_);
        const Polynomial sign = Polynomial::of(sums.split(words[i].value, sums.top_place()).high);
        const Polynomial own = Polynomial::of(split.high) - Polynomial(mpz_class(search_.base / unit)) * sign;
        // unit·(own - digit)
        const Parts scaled = multiple(number.zero, one) + multiple(split.zero, minus_one) +
                             multiple(sums.no_rest(words[i].value), minus_one);
        const Id same =
            zero_between(builder_, unit, own - Polynomial::of(digit), scaled, times_of(scaled, minus_one));
        rules_.emplace_back(split.high, same);
        raw += Polynomial(weight(i)) * own;
        sum += Polynomial(weight(i)) * Polynomial::of(digit);
        zeros += multiple(same, weight(i));
    }
    const Named named = name(builder_, sum);
    digit_rules_.emplace_back(lowest, unit_zero(builder_, named.zero, lowest));
    return {raw, named.value, sum_of(builder_, zeros + multiple(named.zero, minus_one)),
            {},  {},          digit_rules_.back().second};
}

// The bounds of the contract: c ± number, or c + m·N ± number with a modulus N that is an input.
void DigitRows::limit_number(Number& number) {
    const auto& facts = builder_.meaning.contract();
    std::optional<Id> ends[2];  // from below, from above
    for (size_t k = 0; k < facts.size(); ++k) {
        for (int side : {-1, 1}) {
            if (facts[k].kind != Fact::Kind::nonnegative) continue;
            const Polynomial sum = facts[k].polynomial + Polynomial(side) * number.raw;
            const auto is_known = [&](const auto& term) {
                return term.first.empty() ||
                       (term.first.size() == 1 && modulus_words_.contains(term.first[0]));
            };
            if (!std::ranges::all_of(sum.terms(), is_known)) continue;
            const Values end = in_values(sum);
            const auto& terms = end.rest.terms();
            const bool is_multiple = modulus_ && terms.size() == 2 && end.rest.constant() != 0 &&
                                     terms.rbegin()->first == check::Monomial{modulus_->value} &&
                                     terms.rbegin()->second > 0;
            if (!end.rest.is_constant() && !is_multiple) continue;
            const Id limit =
                bound_of(builder_, bounds(1, {builder_.contract(k)}) + times_of(end.zeros, minus_one) +
                                       multiple(number.zero, Polynomial(side)));
            (side < 0 ? number.least : number.most) = limit;
            ends[side > 0] = is_multiple
                                 ? bound_of(builder_, bounds(1, {limit}) +
                                                          bounds(terms.rbegin()->second, {modulus_->most}))
                                 : limit;
        }
    }
    if (ends[0] && ends[1]) sums.limit(number.value, *ends[0], *ends[1]);
}

// weight·(highest digit) = number - lower digits
void DigitRows::limit_highest(const std::vector<ir::Word>& words, Variable number) {
    const size_t last = words.size() - 1;
    if (!sums.is_limited(number)) return;
    const auto digit = [&](size_t i) {
        return sums.signed_of(ir::Operand(words[i])).value.terms().begin()->first[0];
    };
    const Id is_sum = digit_rules_.back().second;  // ±(number - the sum)
    Polynomial rest = Polynomial::of(number);
    for (size_t i = 0; i < last; ++i) rest -= Polynomial(weight(i)) * Polynomial::of(digit(i));
    const Id least = bound_of(builder_, sums.range(rest, -1) + multiple(is_sum, one));
    const Id most = bound_of(builder_, sums.range(rest, 1) + multiple(is_sum, minus_one));
    sums.limit(digit(last), builder_.round(least, weight(last)), builder_.round(most, weight(last)));
}

// Finds for two factors: power - |x| - y >= 0, power - |x| + y >= 0, where |x| = (1 - 2·t)·x.
void DigitRows::find_pairs() {
    const auto& facts = builder_.meaning.contract();
    for (const Number& x : factors_) {
        for (const Number& y : factors_) {
            if (x.value == y.value) continue;
            for (size_t k = 0; k + 3 < facts.size(); ++k) {
                const auto bit = nonnegative_value(facts[k]);
                if (!bit) continue;
                const Polynomial t = Polynomial::of(*bit);
                if (facts[k + 2].polynomial != t * (minus_one * x.raw - one)) continue;
                const Polynomial size = (one - Polynomial(2) * t) * x.raw;
                SignedSums::Pair pair{x.value, y.value, 0, {}};
                int found = 0;
                for (size_t j = 0; j < facts.size(); ++j) {
                    for (int l : {0, 1}) {
                        const Polynomial power = facts[j].polynomial + size + (l ? y.raw : minus_one * y.raw);
                        if (facts[j].kind != Fact::Kind::nonnegative || !power.is_constant()) continue;
                        pair.power = power.constant();
                        ++found;
                        // |x| - x = 2·(t·(-x - 1) + t), |x| + x = 2·(t - 1)·(-x)
                        const Parts limit =
                            bounds(1, {builder_.contract(j)}) + multiple(y.zero, l ? one : minus_one);
                        pair.sums[1][l] =
                            bound_of(builder_, limit + bounds(2, {builder_.contract(k + 2)}) +
                                                   bounds(2, {builder_.contract(k)}) + multiple(x.zero, one));
                        pair.sums[0][l] = bound_of(builder_, limit + bounds(2, {builder_.contract(k + 3)}) +
                                                                 multiple(x.zero, minus_one));
                    }
                }
                if (found == 2) sums.pairs.push_back(pair);
            }
        }
    }
}

DigitRows::Row DigitRows::add_up(const std::vector<ir::Operand>& words) {
    for (const ir::Operand& word : words) {
        if (!word.is_word) throw Gap{"a digit of the result"};
    }
    complete_modulus();
    const mpz_class base = search_.base;
    Parts all;
    const auto top = std::ranges::find_if(
        search_.program.body, [&](const ir::Instruction& in) { return words.back() == ir::Operand(in.dst); });
    const SignedSums::Sum* next = sums.sum_with_high(top->src[0].value);
    for (size_t i = words.size(); i-- > 0;) {
        if (!next || (i > 0 && words[i - 1] != ir::Operand(ir::Word{next->low})))
            throw Gap{"a digit of the result"};
        const SignedSums::Sum sum = *next;
        const SignedSums::Closed closed = sums.close(sum);
        all += multiple(closed.zero, weight(i));
        // unit·value - (word - base·sign)
        if (i + 1 == words.size())
            all += multiple(sums.top_digit(words[i].value, closed),
                            Polynomial(mpz_class(-weight(i) * base / unit)));
        if (i > 0) {
            // it starts from the sum of the digit before it
            next = &sums.sum_of_value(sums.carried(sum));
        } else {
            auto none = sums.no_low(sum.low);
            if (!none) none = no_low(sum.low);
            if (none) all += multiple(*none, minus_one);
        }
    }
    return row(words, all, base);
}

DigitRows::Row DigitRows::add_up(const std::vector<ir::Operand>& words, const ir::Operand& carry) {
    const SignedSums::Sum* next = carry.is_word ? sums.sum_with_high(carry.value) : nullptr;
    if (!next) throw Gap{"the carry of a row"};
    rules_.emplace_back(carry.value, sums.value_of_high(*next).zero);
    Parts all;
    for (size_t i = words.size(); i-- > 0;) {
        const SignedSums::Sum sum = *next;
        if (words[i] != ir::Operand(ir::Word{sum.low})) throw Gap{"a digit of the result"};
        all += multiple(sums.close(sum).zero, weight(i));
        if (i > 0) next = &sums.sum_of_value(sums.carried(sum));
    }
    return row(words, all, unit);
}

// The relation that the equations of the digits make.
DigitRows::Row DigitRows::row(const std::vector<ir::Operand>& words, const Parts& equations,
                              const mpz_class& scale) {
    Number result = digits(words);
    // words by digits, digits by numbers
    const Id raw = sum_of(builder_, equations);
    Polynomial polynomial = builder_.fact(raw);
    Parts zeros = multiple(raw, one);
    const auto use = [&](Variable value, Id zero) {
        const Polynomial factor = coefficient_of(value, polynomial);
        polynomial -= factor * builder_.fact(zero);
        zeros += multiple(zero, minus_one * factor);
    };
    for (const ir::Operand& word : words) use(word.value, sums.signed_of(word).zero);
    for (const auto& [digit, zero] : digit_rules_) use(digit, zero);
    return {std::move(result), sum_of(builder_, zeros), scale};
}

DigitRows::Values DigitRows::in_values(const Polynomial& polynomial) const {
    Values result{polynomial, {}};
    for (const auto* list : {&rules_, &digit_rules_}) {
        for (const auto& [value, zero] : *list) {
            const Polynomial factor = coefficient_of(value, result.rest);
            result.rest -= factor * builder_.fact(zero);
            result.zeros += multiple(zero, factor);
        }
    }
    return result;
}

}  // namespace limbsmith::derive
