#include "derive/digits/signs.hpp"

namespace limbsmith::derive {
namespace {

using check::Monomial;
using Kind = Fact::Kind;

}  // namespace

// A number begins with a negation; its digit is complete with the shift of the negative, which gives the other bit.
void Signs::add(size_t i) {
    const ir::Instruction& in = program_.body[i];
    if (in.op == ir::Opcode::sub && in.src[0].is_zero() && in.src[1].is_word) pending_ = {in.src[1], in.dst};
    const bool is_other = pending_ && in.op == ir::Opcode::shr && in.src[0] == pending_->second;
    if (!is_other) return;
    extend(pending_->first, pending_->second);
    pending_.reset();
}

void Signs::extend(ir::Operand word, ir::Operand minus) {
    const ir::Representation& form = program_.inputs[0].representation;
    const LinearWords::Signed down = words_.signed_of(word), up = words_.signed_of(minus);
    const Number old = last_.value_or(Number{0, 0, 1, {}});
    Polynomial digit = down.value;
    if (last_) {
        digit -= Polynomial::of(old.sides[0].bit) - Polynomial::of(old.sides[1].bit);
        Polynomial half;
        for (const auto& [monomial, factor] : digit.terms()) {
            if (!mpz_even_p(factor.get_mpz_t())) throw Gap{"a digit is not doubled"};
            half.add(monomial, factor / 2);
        }
        digit = half;
    }
    Number now{old.value + scaled(old.end, digit), old.most + form.bound * old.end, old.end * form.base, {}};
    now.sides[0] = side(1, old, now, digit, up.sign);
    now.sides[1] = side(-1, old, now, digit, down.sign);
    last_ = now;
}

// For s = 1 of V and its bit V > 0, for s = -1 of -V.
Signs::Side Signs::side(int s, const Number& old, const Number& now, const Polynomial& digit, Variable bit) {
    Builder& builder = words_.builder;
    const Polynomial x = scaled(s, digit), before = scaled(s, old.value), V = scaled(s, now.value),
                     is = Polynomial::of(bit);
    const Side* const same = last_ ? &old.sides[s > 0 ? 0 : 1] : nullptr;
    const Side* const opposite = last_ ? &old.sides[s > 0 ? 1 : 0] : nullptr;
    const Polynomial above = scaled(now.most, is) - V, below = V - one + scaled(now.most + 1, one - is);
    // what is left of a form after a multiple of a fact
    const auto with = [&](const Polynomial& form, Id fact, const mpz_class& times) {
        builder.bound(
            form, {{times, {fact}}, {1, {words_.at_least(form - scaled(times, builder.fact(fact)), 0)}}}, {});
    };
    const auto low_of = [&](Variable v) { return words_.range(v).low; };
    const auto high_of = [&](Variable v) { return words_.range(v).high; };

    // V <= 0 where the bit is 0: then 2·x + sign(before) <= 0
    const auto show_above = [&](Id at_most) {  // -(2·x + sign) >= 0
        if (!same) return with(above, at_most, 1);
        words_.by_sign(
            same->bit, above,
            [&](Id) {
                words_.by_sign(
                    opposite->bit, above,
                    [&](Id) {  // before >= 1 and before <= -1
                        const Id positive = builder.bound(
                            before - one, {{1, {same->below}}, {old.most + 1, {low_of(same->bit)}}}, {});
                        const Id negative = builder.bound(
                            minus_one - before,
                            {{1, {opposite->below}}, {old.most + 1, {low_of(opposite->bit)}}}, {});
                        words_.absurd(
                            above, builder.bound(minus_one, {{1, {positive}}, {1, {negative}}, {1, {}}}, {}));
                    },
                    [&](Id) {  // -2·x >= 1
                        const Id half = builder.round(
                            builder.bound(
                                scaled(-2, x) - one,
                                {{1, {at_most}}, {1, {low_of(same->bit)}}, {1, {high_of(opposite->bit)}}},
                                {}),
                            2);
                        with(above, half, old.end);
                    });
            },
            [&](Id) {  // before <= 0, and -2·x >= -1
                const Id least = builder.bound(scaled(-1, before),
                                               {{1, {same->above}}, {old.most, {high_of(same->bit)}}}, {});
                const Id half = builder.round(
                    builder.bound(scaled(-2, x) + one,
                                  {{1, {at_most}}, {1, {low_of(same->bit)}}, {1, {high_of(opposite->bit)}}},
                                  {}),
                    2);
                const Polynomial rest = above - builder.fact(least) - scaled(old.end, builder.fact(half));
                builder.bound(above, {{1, {least}}, {old.end, {half}}, {1, {words_.at_least(rest, 0)}}}, {});
            });
    };
    // V >= 1 where the bit is 1: then 2·x + sign(before) >= 1
    const auto show_below = [&](Id at_least) {  // 2·x + sign - 1 >= 0
        if (!same) return with(below, at_least, 1);
        words_.by_sign(
            same->bit, below,
            [&](Id) {  // before >= 1, and 2·x >= 0
                const Id positive = builder.bound(
                    before - one, {{1, {same->below}}, {old.most + 1, {low_of(same->bit)}}}, {});
                const Id half = builder.round(
                    builder.bound(scaled(2, x),
                                  {{1, {at_least}}, {1, {high_of(same->bit)}}, {1, {low_of(opposite->bit)}}},
                                  {}),
                    2);
                const Polynomial rest = below - builder.fact(positive) - scaled(old.end, builder.fact(half));
                builder.bound(below, {{1, {positive}}, {old.end, {half}}, {1, {words_.at_least(rest, 0)}}},
                              {});
            },
            [&](Id) {  // 2·x >= 1
                const Id half = builder.round(
                    builder.bound(scaled(2, x) - one,
                                  {{1, {at_least}}, {1, {high_of(same->bit)}}, {1, {low_of(opposite->bit)}}},
                                  {}),
                    2);
                with(below, half, old.end);
            });
    };
    const Id is_above = words_.by_sign(
        bit, above, [&](Id) { words_.at_least(above, 0); }, show_above);
    const Id is_below = words_.by_sign(bit, below, show_below, [&](Id) { words_.at_least(below, 0); });
    return {bit, is_above, is_below};
}

// bit - truth = 0, for the value truth = [0 < s·number] of the contract.
Id Signs::decided(int s, Variable truth, Id number) {
    Builder& builder = words_.builder;
    const Side& own = last_->sides[s > 0 ? 0 : 1];
    const Polynomial t = Polynomial::of(truth), bit = Polynomial::of(own.bit), V = scaled(s, last_->value);
    // number: (the number in words) - value = 0
    const Polynomial in_words = scaled(s, builder.fact(number) + last_->value), is_number = mpz_class(s);
    const auto fact = [&](const Polynomial& p) { return words_.contract({Kind::nonnegative, p}); };
    const Id is_less = fact(t * (in_words - one)), is_not = fact((t - one) * in_words);
    const LinearWords::Range of_truth = words_.range(truth), of_bit = words_.range(own.bit);
    const Polynomial more = t - bit, less = bit - t;
    const Id least = builder.cases(
        t - one, {Kind::nonnegative, less},
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, of_truth.high);
            const Id positive =
                builder.bound(V - one, {{1, {is_less}}},
                              {{is_one, scaled(-1, in_words - one)}, {number, scaled(-1, is_number)}});
            const Id round = builder.round(
                builder.bound(scaled(last_->most, bit) - one, {{1, {positive}}, {1, {own.above}}}, {}),
                last_->most);
            builder.bound(less, {{1, {round}}, {1, {of_truth.high}}}, {});
        },
        [&](Id assumption) {
            builder.bound(less, {{1, {of_bit.low}}, {1, {assumption}}}, {});
        });
    const Id most = builder.cases(
        t - one, {Kind::nonnegative, more},
        [&](Id assumption) {
            builder.bound(more, {{1, {assumption}}, {1, {of_bit.high}}}, {});
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(of_truth.low, assumption);
            const Id natural = builder.bound(scaled(-1, V), {{1, {is_not}}},
                                             {{is_zero, scaled(-1, in_words)}, {number, is_number}});
            const Id round = builder.round(builder.bound(scaled(last_->most + 1, one - bit) - one,
                                                         {{1, {natural}}, {1, {own.below}}}, {}),
                                           last_->most + 1);
            builder.bound(more, {{1, {round}}, {1, {of_truth.low}}}, {});
        });
    return builder.both(least, most);
}

void Signs::finish(const Fact& goal) {
    Builder& builder = words_.builder;
    // goal: r - base·sign - [0 < number] + [number < 0]
    const ir::Operand r = program_.outputs[0].words[0];
    const LinearWords::Signed result = words_.signed_of(r);
    std::optional<Variable> positive, negative;
    for (const auto& [monomial, factor] : goal.polynomial.terms()) {
        if (monomial.size() != 1 || monomial[0] == r.value) continue;
        if (factor == -1) positive = monomial[0];
        if (factor == 1) negative = monomial[0];
    }
    if (!positive || !negative) throw Gap{"the contract does not compare"};
    // the number in words, from t·(number - 1) >= 0
    Polynomial in_words;
    for (const Fact& fact : builder.meaning.contract()) {
        const auto& terms = fact.polynomial.terms();
        const bool is_of_it = fact.kind == Kind::nonnegative && terms.contains(Monomial{*positive}) &&
                              terms.at(Monomial{*positive}) == -1 && terms.size() > 2;
        if (!is_of_it) continue;
        for (const auto& [monomial, factor] : terms)
            if (monomial.size() == 2)
                in_words.add({monomial[0] == *positive ? monomial[1] : monomial[0]}, factor);
        break;
    }
    std::vector<check::Multiple> zeros;
    const Polynomial number = in_words - last_->value;
    Polynomial rest = words_.in_values(number, zeros);
    rest = words_.without_names(rest, zeros);
    if (!rest.is_zero()) throw Gap{"the number is not that of its digits"};
    const Id is_number = builder.sum(number, std::move(zeros));
    const Id up = decided(1, *positive, is_number), down = decided(-1, *negative, is_number);
    builder.sum(goal.polynomial, {{result.zero, one}, {up, one}, {down, minus_one}});
    // |r| < 2
    const Polynomial in_twos_complement = builder.fact(result.zero) + result.value;
    builder.bound(one - in_twos_complement, {{1, {words_.at_least(one - result.value, 0)}}},
                  {{result.zero, minus_one}});
    builder.bound(one + in_twos_complement, {{1, {words_.at_least(one + result.value, 0)}}},
                  {{result.zero, one}});
}

}  // namespace limbsmith::derive
