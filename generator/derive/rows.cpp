#include "derive/rows.hpp"

#include <algorithm>

#include "derive/signed_sums.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;

class Rows {
  public:
    explicit Rows(Search& search)
        : search_(search),
          builder_(search.builder),
          output_(search.program.outputs[0]),
          radix_(static_cast<unsigned>(output_.representation.radix)),
          unit_(mpz_class(1) << (bits_of(search.base) - radix_)),
          sums_(search, bits_of(search.base) - radix_) {}

    void show() {
        read_inputs();
        for (size_t i = 0; i < search_.program.body.size(); ++i) sums_.define(i);
        add_digits();
        reach_goals();
    }

  private:
    static unsigned bits_of(const mpz_class& base) {
        return static_cast<unsigned>(mpz_sizeinbase(base.get_mpz_t(), 2)) - 1;
    }
    Id contract(size_t which) const { return builder_.given({Given::Of::contract, 0, which}); }
    const check::Facts& facts() const { return builder_.meaning.contract(); }
    mpz_class weight(size_t digit) const { return mpz_class(1) << (radix_ * digit); }

    // A signed number, as the contract has it: raw - value = 0.
    struct Number {
        Polynomial raw;
        Variable value;
        Id zero;
    };
    Number factor(const ir::Input& input);
    Number digits(const std::vector<ir::Operand>& words);
    void read_inputs();
    void limit_number(const Number& number);
    void limit_highest(const ir::Input& input, Variable number);
    void find_pairs();
    void add_digits();
    void forbid_rest();
    struct Values {
        Polynomial rest;
        Parts zeros;  // of polynomial - rest
    };
    Values in_values(const Polynomial& polynomial) const;
    void reach_goals();
    bool reach_multiple(const Polynomial& goal);
    void reach_scaled(const Fact& goal);

    Search& search_;
    Builder& builder_;
    const ir::Output& output_;
    const unsigned radix_;
    const mpz_class unit_;
    SignedSums sums_;
    std::vector<std::pair<Number, bool>> factors_;      // whether it is a factor
    std::vector<std::pair<Variable, Id>> rules_;        // zeros that replace values, in this order
    std::vector<std::pair<Variable, Id>> digit_rules_;  // the lowest digits by their numbers
    Variable result_ = 0;
    Id relation_ = 0;  // base·result + (a low word that is dropped, or 0) - unit·(u·x + v·y + …) = 0
};

// zero = coefficient·value + …, as value + …
Id unit_zero(Builder& builder, Id zero, Variable value) {
    const mpz_class coefficient = builder.fact(zero).terms().at({value});
    if (abs(coefficient) != 1) throw Gap{"a rule"};
    return coefficient == 1 ? zero : sum_of(builder, multiple(zero, minus_one));
}

// What the value is multiplied with.
Polynomial factor_of(const Polynomial& polynomial, Variable value) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        const auto place = std::ranges::find(monomial, value);
        if (place == monomial.end()) continue;
        check::Monomial others = monomial;
        others.erase(others.begin() + (place - monomial.begin()));
        result.add(others, coefficient);
    }
    return result;
}

Rows::Number Rows::factor(const ir::Input& input) {
    const auto& number = sums_.signed_of(ir::Operand(input.words[0]));
    const Variable value = number.value.terms().begin()->first[0];
    rules_.emplace_back(input.words[0].id, number.zero);
    return {number.raw, value, number.zero};
}

// The number of digits, with a name; each digit has one, too.
Rows::Number Rows::digits(const std::vector<ir::Operand>& words) {
    Polynomial raw, sum;
    Parts zeros;
    Variable lowest = 0;
    for (size_t i = 0; i < words.size(); ++i) {
        const auto number = sums_.signed_of(words[i]);
        const Variable digit = number.value.terms().begin()->first[0];
        if (i == 0) lowest = digit;
        const auto& split = sums_.split(words[i].value, bits_of(search_.base) - radix_);
        const Polynomial sign = Polynomial::of(sums_.split(words[i].value, sums_.top_place()).high);
        const Polynomial own =
            Polynomial::of(split.high) - Polynomial(mpz_class(search_.base / unit_)) * sign;
        // unit·(own - digit)
        const Parts scaled = multiple(number.zero, one) + multiple(split.zero, minus_one) +
                             multiple(sums_.no_rest(words[i].value), minus_one);
        const Id same =
            zero_between(builder_, unit_, own - Polynomial::of(digit), scaled, times_of(scaled, minus_one));
        rules_.emplace_back(split.high, same);
        raw += Polynomial(weight(i)) * own;
        sum += Polynomial(weight(i)) * Polynomial::of(digit);
        zeros += multiple(same, weight(i));
    }
    const Named named = name(builder_, sum);
    digit_rules_.emplace_back(lowest, unit_zero(builder_, named.zero, lowest));
    return {raw, named.value, sum_of(builder_, zeros + multiple(named.zero, minus_one))};
}

void Rows::read_inputs() {
    for (const ir::Input& input : search_.program.inputs) {
        const bool is_digits = input.representation.is_digits();
        if (!input.representation.is_signed()) continue;
        const Number number = is_digits ? digits({input.words.begin(), input.words.end()}) : factor(input);
        factors_.emplace_back(number, !is_digits);
        limit_number(number);
        if (is_digits) limit_highest(input, number.value);
    }
    find_pairs();
}

// The bounds of the contract.
void Rows::limit_number(const Number& number) {
    std::optional<Id> least, most;
    for (size_t k = 0; k < facts().size(); ++k) {
        if (facts()[k].kind != Fact::Kind::nonnegative) continue;
        if ((facts()[k].polynomial + number.raw).is_constant())
            most = bound_of(builder_, bounds(1, {contract(k)}) + multiple(number.zero, one));
        if ((facts()[k].polynomial - number.raw).is_constant())
            least = bound_of(builder_, bounds(1, {contract(k)}) + multiple(number.zero, minus_one));
    }
    if (least && most) sums_.limit(number.value, *least, *most);
}

// weight·(highest digit) = number - lower digits
void Rows::limit_highest(const ir::Input& input, Variable number) {
    const size_t last = input.words.size() - 1;
    if (last == 0 || !sums_.is_limited(number)) return;
    const auto digit = [&](size_t i) {
        return sums_.signed_of(ir::Operand(input.words[i])).value.terms().begin()->first[0];
    };
    const Id is_sum = digit_rules_.back().second;  // ±(number - the sum)
    Polynomial rest = Polynomial::of(number);
    for (size_t i = 0; i < last; ++i) rest -= Polynomial(weight(i)) * Polynomial::of(digit(i));
    const Id least = bound_of(builder_, sums_.range(rest, -1) + multiple(is_sum, one));
    const Id most = bound_of(builder_, sums_.range(rest, 1) + multiple(is_sum, minus_one));
    sums_.limit(digit(last), builder_.round(least, weight(last)), builder_.round(most, weight(last)));
}

// Of two factors: power - |x| - y >= 0, power - |x| + y >= 0, where |x| = (1 - 2·t)·x.
void Rows::find_pairs() {
    for (const auto& [x, is_factor] : factors_) {
        for (const auto& [y, is_other] : factors_) {
            if (!is_factor || !is_other || x.value == y.value) continue;
            for (size_t k = 0; k + 3 < facts().size(); ++k) {
                const auto bit = nonnegative_value(facts()[k]);
                if (!bit) continue;
                const Polynomial t = Polynomial::of(*bit);
                if (facts()[k + 2].polynomial != t * (minus_one * x.raw - one)) continue;
                const Polynomial size = (one - Polynomial(2) * t) * x.raw;
                SignedSums::Pair pair{x.value, y.value, 0, {}};
                int found = 0;
                for (size_t j = 0; j < facts().size(); ++j) {
                    for (int l : {0, 1}) {
                        const Polynomial power =
                            facts()[j].polynomial + size + (l ? y.raw : minus_one * y.raw);
                        if (facts()[j].kind != Fact::Kind::nonnegative || !power.is_constant()) continue;
                        pair.power = power.constant();
                        ++found;
                        // |x| - x = 2·(t·(-x - 1) + t), |x| + x = 2·(t - 1)·(-x)
                        const Parts limit = bounds(1, {contract(j)}) + multiple(y.zero, l ? one : minus_one);
                        pair.sums[1][l] =
                            bound_of(builder_, limit + bounds(2, {contract(k + 2)}) +
                                                   bounds(2, {contract(k)}) + multiple(x.zero, one));
                        pair.sums[0][l] = bound_of(
                            builder_, limit + bounds(2, {contract(k + 3)}) + multiple(x.zero, minus_one));
                    }
                }
                if (found == 2) sums_.pairs.push_back(pair);
            }
        }
    }
}

// Adds up the digits.
void Rows::add_digits() {
    std::vector<ir::Operand> words = output_.words;
    for (const ir::Operand& word : words) {
        if (!word.is_word) throw Gap{"a digit of the result"};
    }
    const size_t last = words.size() - 1;
    const mpz_class base = search_.base;
    Parts all;
    std::optional<Variable> carried;  // the value that the digit before it starts from
    for (size_t i = last; i-- > 0;) {
        const SignedSums::Sum* found = sums_.sum_with_low(words[i].value);
        if (!found) throw Gap{"a digit of the result"};
        const SignedSums::Sum sum = *found;
        const auto closed = sums_.close(sum);
        all += multiple(closed.zero, weight(i + 1));
        if (i == last - 1) {
            const Id top = sums_.top_digit(words[last].value, closed);  // unit·value - (word - base·sign)
            all += multiple(top, Polynomial(mpz_class(-weight(i + 1) * base / unit_)));
        }
        carried = sums_.carried(sum);
    }
    if (!carried) throw Gap{"the lowest digit"};
    const SignedSums::Sum first = sums_.sum_of_value(*carried);
    all += multiple(sums_.close(first).zero, one);
    if (const auto none = sums_.no_low(first.low)) all += multiple(*none, minus_one);
    const Number result = digits(words);
    result_ = result.value;
    // words by digits, digits by numbers
    const Id raw = sum_of(builder_, all);
    Polynomial polynomial = builder_.fact(raw);
    Parts zeros = multiple(raw, one);
    const auto use = [&](Variable value, Id zero) {
        const Polynomial factor = factor_of(polynomial, value);
        polynomial -= factor * builder_.fact(zero);
        zeros += multiple(zero, minus_one * factor);
    };
    for (const ir::Operand& word : words) use(word.value, sums_.signed_of(word).zero);
    for (const auto& [digit, zero] : digit_rules_) use(digit, zero);
    relation_ = sum_of(builder_, zeros);
}

Rows::Values Rows::in_values(const Polynomial& polynomial) const {
    Values result{polynomial, {}};
    for (const auto* list : {&rules_, &digit_rules_}) {
        for (const auto& [value, zero] : *list) {
            const Polynomial factor = factor_of(result.rest, value);
            result.rest -= factor * builder_.fact(zero);
            result.zeros += multiple(zero, factor);
        }
    }
    return result;
}

// goal = 0, if it is a multiple of a constant m and a difference of numbers below m.
bool Rows::reach_multiple(const Polynomial& goal) {
    Values values{goal, {}};
    mpz_class modulus = 0;
    for (const auto& [monomial, coefficient] : goal.terms()) {
        for (size_t k = 0; k < facts().size() && monomial.size() == 1; ++k) {
            const auto& terms = facts()[k].polynomial.terms();
            const auto rest = terms.find(monomial);
            if (facts()[k].kind != Fact::Kind::zero || rest == terms.end() || rest->second != -1) continue;
            const Values zero = in_values(facts()[k].polynomial);
            for (const auto& [other, weight] : zero.rest.terms()) {
                if (other.size() == 1 && weight < -1 && (modulus == 0 || weight == -modulus) && weight != -1)
                    modulus = -weight;
            }
            // rest = … - the zero
            values.rest += Polynomial(coefficient) * zero.rest;
            values.zeros += multiple(contract(k), Polynomial(mpz_class(-coefficient))) +
                            times_of(zero.zeros, coefficient);
            break;
        }
    }
    // 2^radix·result = total
    Polynomial scaled = Polynomial(unit_) * values.rest;
    const Polynomial weight = factor_of(scaled, result_);
    if (weight != Polynomial(search_.base) && weight != Polynomial() - Polynomial(search_.base)) return false;
    const Polynomial sign = weight == Polynomial(search_.base) ? one : minus_one;
    scaled -= sign * builder_.fact(relation_);
    Parts zeros = times_of(values.zeros, unit_) + multiple(relation_, sign);
    const mpz_class m = modulus * unit_;
    Polynomial quotient;
    for (const auto& [monomial, coefficient] : scaled.terms()) {
        if (m == 0 || !mpz_divisible_p(coefficient.get_mpz_t(), m.get_mpz_t())) return false;
        quotient.add(monomial, coefficient / m);
    }
    // unit·goal = m·quotient + zeros
    const Id multiple_of = zero_between(
        builder_, m, quotient, times_bounds(unit_, sums_.range(goal, -1)) + times_of(zeros, minus_one),
        times_bounds(unit_, sums_.range(goal, 1)) + zeros);
    const Parts is_goal = multiple(multiple_of, m) + zeros;
    zero_between(builder_, unit_, goal, is_goal, times_of(is_goal, minus_one));
    return true;
}

// base·goal without the result and without quotients of the contract, and its range.
void Rows::reach_scaled(const Fact& goal) {
    const mpz_class base = search_.base;
    Values values = in_values(goal.polynomial);
    Polynomial scaled = Polynomial(base) * values.rest;
    Parts zeros = times_of(values.zeros, base);
    const Polynomial of_result = factor_of(values.rest, result_);
    scaled -= of_result * builder_.fact(relation_);
    zeros += multiple(relation_, of_result);
    for (size_t k = 0; k < facts().size(); ++k) {
        if (facts()[k].kind != Fact::Kind::zero) continue;
        for (const auto& [monomial, coefficient] : facts()[k].polynomial.terms()) {
            if (monomial.size() != 1 || coefficient >= -1 || !values.rest.terms().contains(monomial))
                continue;
            const mpz_class multiplier = values.rest.terms().at(monomial) * base / coefficient;
            const Values zero = in_values(facts()[k].polynomial);
            scaled -= Polynomial(multiplier) * zero.rest;
            zeros +=
                multiple(contract(k), multiplier) + times_of(zero.zeros, Polynomial(mpz_class(-multiplier)));
        }
    }
    const Parts above = sums_.range(scaled, -1) + zeros, below = times_of(zeros, minus_one);
    if (goal.kind == Fact::Kind::zero) {
        zero_between(builder_, base, goal.polynomial, above, sums_.range(scaled, 1) + below);
    } else {
        at_least_zero(builder_, base, goal.polynomial, above);
    }
}

void Rows::reach_goals() {
    const auto& goals = builder_.meaning.goals();
    for (const Fact& goal : goals) {
        const bool is_rest = std::ranges::any_of(output_.words, [&](const ir::Operand& word) {
            return goal.polynomial ==
                   Polynomial::of(sums_.split(word.value, bits_of(search_.base) - radix_).low);
        });
        if (is_rest) continue;  // digits() has shown it
        if (goal.kind == Fact::Kind::zero && reach_multiple(goal.polynomial)) continue;
        reach_scaled(goal);
    }
}

}  // namespace

bool is_row(const ir::Program& program) {
    using Form = ir::Representation;
    const auto has = [&](Form::Kind kind) {
        return std::ranges::any_of(program.inputs,
                                   [&](const ir::Input& input) { return input.representation.kind == kind; });
    };
    return program.outputs.size() == 1 && program.outputs[0].representation.is_digits() &&
           has(Form::Kind::digits) && has(Form::Kind::signed_word);
}

std::optional<check::Derivation> by_rows(const ir::Program& program, int word_bits) {
    Search search(program, word_bits);
    try {
        Rows(search).show();
    } catch (const Gap&) {
        return std::nullopt;
    }
    return std::move(search.builder).finish();
}

}  // namespace limbsmith::derive
