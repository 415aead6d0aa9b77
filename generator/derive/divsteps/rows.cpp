#include "derive/divsteps/rows.hpp"

#include <algorithm>

#include "derive/divsteps/digit_rows.hpp"
#include "derive/divsteps/inverses.hpp"
#include "derive/search/moduli.hpp"

namespace limbsmith::derive {
namespace {

class Rows {
  public:
    explicit Rows(Search& search)
        : search_(search),
          builder_(search.builder),
          output_(search.program.outputs[0]),
          radix_(static_cast<unsigned>(output_.representation.radix)),
          rows_(search, radix_) {}

    void show() {
        for (size_t i = 0; i < search_.program.body.size(); ++i) rows_.define(i);
        const auto& outputs = search_.program.outputs;
        const DigitRows::Row row = outputs.size() == 1 ? rows_.add_up(output_.words)
                                                       : rows_.add_up(output_.words, outputs[1].words[0]);
        result_ = row.result.value;
        relation_ = row.relation;
        scale_ = row.scale;
        reach_goals();
    }

  private:
    Id contract(size_t which) const { return builder_.contract(which); }
    const check::Facts& facts() const { return builder_.meaning.contract(); }
    void reach_goals();
    bool reach_multiple(const Polynomial& goal);
    bool reach_multiple_of(const mpz_class& modulus, const Polynomial& goal, const Polynomial& quotient,
                           Id is_goal);
    bool reach_multiple_of_input(const Polynomial& goal, const Polynomial& quotient, Id is_goal);
    void reach_scaled(const Fact& goal);

    Search& search_;
    Builder& builder_;
    const ir::Output& output_;
    const unsigned radix_;
    DigitRows rows_;
    Variable result_ = 0;
    Id relation_ = 0;
    mpz_class scale_{};  // of the result in it
};

// goal = 0, if it is a multiple of some N and a difference of numbers below N.
bool Rows::reach_multiple(const Polynomial& goal) {
    DigitRows::Values values{goal, {}};
    mpz_class modulus = 0;
    for (const auto& [monomial, coefficient] : goal.terms()) {
        for (size_t k = 0; k < facts().size() && monomial.size() == 1; ++k) {
            const auto& terms = facts()[k].polynomial.terms();
            const auto rest = terms.find(monomial);
            if (facts()[k].kind != Fact::Kind::zero || rest == terms.end() || rest->second != -1) continue;
            const DigitRows::Values zero = rows_.in_values(facts()[k].polynomial);
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
    // 2^radix·result = total, so goal = quotient
    Polynomial scaled = Polynomial(rows_.unit) * values.rest, quotient;
    const Polynomial weight = coefficient_of(result_, scaled);
    if (weight != Polynomial(search_.base) && weight != Polynomial() - Polynomial(search_.base)) return false;
    const Polynomial sign = weight == Polynomial(search_.base) ? one : minus_one;
    scaled -= sign * builder_.fact(relation_);
    for (const auto& [monomial, coefficient] : scaled.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), rows_.unit.get_mpz_t())) return false;
        quotient.add(monomial, coefficient / rows_.unit);
    }
    const Parts zeros = times_of(values.zeros, rows_.unit) + multiple(relation_, sign);
    const Id is_goal = zero_between(builder_, rows_.unit, goal - quotient, zeros, times_of(zeros, minus_one));
    return rows_.modulus() ? reach_multiple_of_input(goal, quotient, is_goal)
                           : reach_multiple_of(modulus, goal, quotient, is_goal);
}

bool Rows::reach_multiple_of(const mpz_class& modulus, const Polynomial& goal, const Polynomial& quotient,
                             Id is_goal) {
    Polynomial factor;
    for (const auto& [monomial, coefficient] : quotient.terms()) {
        if (modulus == 0 || !mpz_divisible_p(coefficient.get_mpz_t(), modulus.get_mpz_t())) return false;
        factor.add(monomial, coefficient / modulus);
    }
    // goal = modulus·factor
    const Id none =
        zero_between(builder_, modulus, factor, rows_.sums.range(goal, -1) + multiple(is_goal, minus_one),
                     rows_.sums.range(goal, 1) + multiple(is_goal, one));
    sum_of(builder_, multiple(none, modulus) + multiple(is_goal, one));
    return true;
}

// The same of an N that is an input.
bool Rows::reach_multiple_of_input(const Polynomial& goal, const Polynomial& quotient, Id is_goal) {
    const auto& [value, is_number, least, most] = *rows_.modulus();
    const Polynomial factor = coefficient_of(value, quotient);
    Replaced multiple(goal);
    multiple.rest = quotient - factor * builder_.fact(is_number);
    multiple.zeros = {{is_goal, one}, {is_number, factor}};
    return zero_by_modulus(search_, multiple).has_value();
}

// scale·goal without the result and without quotients of the contract, and its range.
void Rows::reach_scaled(const Fact& goal) {
    DigitRows::Values values = rows_.in_values(goal.polynomial);
    Polynomial scaled = Polynomial(scale_) * values.rest;
    Parts zeros = times_of(values.zeros, scale_);
    const Polynomial of_result = coefficient_of(result_, values.rest);
    scaled -= of_result * builder_.fact(relation_);
    zeros += multiple(relation_, of_result);
    for (size_t k = 0; k < facts().size(); ++k) {
        if (facts()[k].kind != Fact::Kind::zero) continue;
        for (const auto& [monomial, coefficient] : facts()[k].polynomial.terms()) {
            if (monomial.size() != 1 || coefficient >= -1 || !values.rest.terms().contains(monomial))
                continue;
            const mpz_class multiplier = values.rest.terms().at(monomial) * scale_ / coefficient;
            const DigitRows::Values zero = rows_.in_values(facts()[k].polynomial);
            scaled -= Polynomial(multiplier) * zero.rest;
            zeros +=
                multiple(contract(k), multiplier) + times_of(zero.zeros, Polynomial(mpz_class(-multiplier)));
        }
    }
    const Parts above = rows_.sums.range(scaled, -1) + zeros, below = times_of(zeros, minus_one);
    if (goal.kind == Fact::Kind::zero) {
        zero_between(builder_, scale_, goal.polynomial, above, rows_.sums.range(scaled, 1) + below);
    } else {
        at_least_zero(builder_, scale_, goal.polynomial, above);
    }
}

void Rows::reach_goals() {
    const auto& goals = builder_.meaning.goals();
    for (const Fact& goal : goals) {
        const bool is_rest = std::ranges::any_of(output_.words, [&](const ir::Operand& word) {
            return goal.polynomial == Polynomial::of(rows_.sums.split(word.value, rows_.sums.spare()).low);
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
    const auto& outputs = program.outputs;
    const bool has_carry = outputs.size() == 2 && outputs[1].representation.kind == Form::Kind::signed_word;
    return (outputs.size() == 1 || has_carry) && outputs[0].representation.is_digits() &&
           has(Form::Kind::digits) && has(Form::Kind::signed_word);
}

std::optional<check::Derivation> by_rows(const ir::Program& program, int word_bits) {
    Search search(program, word_bits);
    learn_moduli(search);
    learn_inverses(search);
    try {
        Rows(search).show();
    } catch (const Gap&) {
        return std::nullopt;
    }
    return std::move(search.builder).finish();
}

}  // namespace limbsmith::derive
