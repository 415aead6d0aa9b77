#include "derive/divsteps/units.hpp"

#include <algorithm>

#include "derive/bits/bits.hpp"
#include "derive/sums/carries.hpp"
#include "derive/sums/zero_tests.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;
using ir::Operand;

class Units {
  public:
    Units(Search& search, DigitRows& rows, const ir::Input& number, const UnitTest& test)
        : search_(search),
          builder_(search.builder),
          rows_(rows),
          words_(number.words.begin(), number.words.end()),
          number_(rows.input(number.name)),
          test_(test) {}

    SignOrZero show();

  private:
    Id given(size_t i, size_t which) const { return builder_.given({Given::Of::instruction, i, which}); }
    Polynomial word(const Operand& operand) const { return Polynomial::of(operand.value); }
    Polynomial digit(size_t i) { return Polynomial::of(rows_.digit_of(words_[i])); }
    Polynomial number() const { return Polynomial::of(number_.value); }
    void find_low();
    void find_condition();
    Id no_sign(const Operand& word, Id is_zero);
    // In the case z = 1.
    struct IfSet {
        Id is_digit;  // F - (the lowest digit) = 0
        Id is_sign;   // F - (2·bit - 1) = 0
    };
    IfSet if_set(Id is_one);
    Id absurd(long sign, Id is_number, Id is_clear);
    Id no_unit(Id is_unit, Id is_clear);
    Id size_of_unit(Id is_sign);
    Id show_condition();
    Id show_product(const Polynomial& raw);
    Id show_limit(Variable value, Id is_value, int side);
    Polynomial sign_of(const Operand& word) {
        return Polynomial::of(rows_.sums.split(word.value, rows_.sums.top_place()).high);
    }

    Search& search_;
    Builder& builder_;
    DigitRows& rows_;
    const std::vector<Operand> words_;
    const DigitRows::Number& number_;
    const UnitTest test_;

    ZeroTest zero_;
    Or either_;
    Operand low_, rest_;  // the lowest digit, and x + 1 without its bit
    Id is_next_ = 0;      // (x + 1) - low - 1 + base·carry
    Variable carry_ = 0, next_ = 0;
    Builder::Bits bits_;        // of x + 1
    Id is_rest_ = 0;            // rest - (the other bits)
    Polynomial size_;           // |F|
    size_t sign_ = 0;           // place of t
    Variable is_negative_ = 0;  // t
    size_t condition_ = 0;      // place of e
    Variable is_unit_ = 0;      // e
};

// The words of the test.
void Units::find_low() {
    const ir::Program& program = search_.program;
    const ir::Instruction& selection = program.body[test_.end];
    const Operand mask(program.body[test_.mask].dst);
    low_ = selection.src[selection.src[0] == mask ? 1 : 0];
    const auto zero = zero_test(search_, mask, test_.end);
    if (!zero) throw Gap{"a test"};
    zero_ = *zero;
    // x + 1
    const auto next = std::ranges::find_if(program.body, [&](const ir::Instruction& in) {
        return in.op == Opcode::add && in.src[0] == low_ && in.src[1] == Operand(1u);
    });
    const auto rest = std::ranges::find_if(program.body, [&](const ir::Instruction& in) {
        return next != program.body.end() && in.op == Opcode::bit_and && in.src[0] == Operand(next->dst);
    });
    if (rest == program.body.end()) throw Gap{"a digit"};
    const auto i = static_cast<size_t>(next - program.body.begin()),
               k = static_cast<size_t>(rest - program.body.begin());
    is_next_ = given(i, 0);
    const auto carry = carry_of(search_, i);
    if (!carry) throw Gap{"a carry"};
    carry_ = *carry;
    rest_ = Operand(rest->dst);
    std::vector<Operand> words{rest_};
    words.insert(words.end(), words_.begin() + 1, words_.end());
    const auto either = or_of(search_, zero_.x, words);
    if (!either) throw Gap{"an or"};
    either_ = *either;
    next_ = next->dst.id;
    bits_ = bits_of(search_, next_);
    const auto both = nonnegative_value(builder_.meaning.instructions()[k][1]);
    if (!both || rest->src[1].is_word) throw Gap{"a cleared bit"};
    const Id common = builder_.common(*both, bits_, bits_of(search_, mpz_class(rest->src[1].value)));
    is_rest_ = sum_of(builder_, multiple(given(k, 0), one) + multiple(common, one));
}

// e: the third fact of the comparison is e·(|F| - 1), where |F| = (1 - 2·t)·F for t = [F < 0].
void Units::find_condition() {
    const auto third = [&](size_t place) { return builder_.meaning.contract()[place + 2].polynomial; };
    const auto open = search_.open_comparisons();
    for (const auto& [place, bit] : open) {
        const Polynomial t = Polynomial::of(bit);
        if (third(place) != t * (minus_one * number_.raw - one)) continue;
        size_ = (one - Polynomial(2) * t) * number_.raw;
        for (const auto& [of_unit, unit] : open) {
            if (third(of_unit) != Polynomial::of(unit) * (size_ - one)) continue;
            condition_ = of_unit, is_unit_ = unit;
            sign_ = place, is_negative_ = bit;
            return;
        }
    }
    throw Gap{"a condition"};
}

// From word = 0: its digit is 0.
Id Units::no_sign(const Operand& word, Id is_zero) {
    const auto split = rows_.sums.split(word.value, rows_.sums.top_place());
    const Range &low = search_.ranges.at(split.low), &high = search_.ranges.at(split.high);
    const mpz_class half = search_.base / 2;
    // -half·sign = low - word
    const Polynomial sign = Polynomial::of(split.high);
    const Id none =
        at_least_zero(builder_, half, minus_one * sign,
                      bounds(1, {*low.least}) + multiple(split.zero, one) + multiple(is_zero, minus_one));
    return builder_.both(*high.least, none);
}

// z = 1: the other digits are 0, and the lowest one is 2·bit - 1.
Units::IfSet Units::if_set(Id is_one) {
    // word = 0: z·word = 0 since z·x = 0 and word <= x
    const auto no_word = [&](const Operand& of, Id above) {
        const Range& range = search_.ranges.at(of.value);
        // -word = (x - word) - z·x + (z - 1)·x
        const Id most = bound_of(builder_, bounds(1, {above}) + multiple(zero_.nowhere, minus_one) +
                                               multiple(is_one, word(zero_.x)));
        return builder_.both(*range.least, most);
    };
    const Id no_rest = no_word(rest_, either_.above[0]);
    Parts is_number = multiple(number_.sum, minus_one);  // F - the lowest digit
    for (size_t i = 1; i < words_.size(); ++i) {
        const Id none = no_word(words_[i], either_.above[i]);
        const Id sign = no_sign(words_[i], none);
        // unit·digit = word - base·sign
        const auto of = rows_.sums.signed_of(words_[i]);
        const Parts is_none = multiple(none, one) + multiple(sign, Polynomial(mpz_class(-search_.base))) +
                              multiple(of.zero, minus_one);
        const Id no_digit =
            zero_between(builder_, rows_.unit, digit(i), is_none, times_of(is_none, minus_one));
        is_number += multiple(no_digit, rows_.weight(i));
    }
    // base·(carry - sign) = digit + 1 - 2·bit, where low = digit + base·sign, and x + 1 = 2·bit
    const auto low = rows_.sums.signed_of(low_);
    const Polynomial sign = Polynomial::of(rows_.sums.split(low_.value, rows_.sums.top_place()).high);
    const Builder::Bits::Bit& bit = bits_.list[1];
    const Parts is_digit = multiple(low.zero, minus_one) + multiple(is_next_, minus_one) +
                           multiple(bits_.sum, one) + multiple(no_rest, one) + multiple(is_rest_, minus_one);
    const auto [least, most] = rows_.sums.ends_of(rows_.digit_of(words_[0]));
    const Id wrapped =
        zero_between(builder_, search_.base, Polynomial::of(carry_) - sign,
                     bounds(1, {least}) + bounds(2, {bit.most}) + times_of(is_digit, minus_one),
                     bounds(1, {most}) + bounds(2, {bit.least}) + is_digit);
    const Id is_lowest = sum_of(builder_, is_number);
    return {is_lowest,
            sum_of(builder_, multiple(is_lowest, one) + is_digit + multiple(wrapped, search_.base))};
}

// z = 0 and F = ±1: then all words of the test are 0, and x is not. The fact -1 >= 0.
Id Units::absurd(long sign, Id is_number, Id is_clear) {
    const mpz_class radix = rows_.weight(1), &base = search_.base;
    std::vector<Id> no_words;
    // rest = digit + radix·higher
    Parts is_rest = multiple(is_number, one) + multiple(number_.sum, one);  // (the sum of the digits) - sign
    for (size_t i = 0; i < words_.size(); ++i) {
        Polynomial higher;
        for (size_t k = i + 1; k < words_.size(); ++k)
            higher += Polynomial(rows_.weight(k - i - 1)) * digit(k);
        const auto [least, most] = rows_.sums.ends_of(rows_.digit_of(words_[i]));
        const Id none = zero_between(builder_, radix, higher, bounds(1, {most}) + is_rest,
                                     bounds(1, {least}) + times_of(is_rest, minus_one));
        const Parts is_digit = is_rest + multiple(none, Polynomial() - radix);
        is_rest = multiple(none, one);
        const Range& range = search_.ranges.at(words_[i].value);
        if (i > 0) {
            // base·sign = word
            const auto of = rows_.sums.signed_of(words_[i]);
            const Parts is_word = multiple(of.zero, one) + times_of(is_digit, rows_.unit);
            const Id no_sign = zero_between(builder_, base, sign_of(words_[i]),
                                            bounds(1, {*range.least}) + times_of(is_word, minus_one),
                                            bounds(1, {*range.most}) + is_word);
            no_words.push_back(sum_of(builder_, is_word + multiple(no_sign, base)));
            continue;
        }
        // base·(sign of low - carry) = (x + 1) - (sign + 1)
        const Parts is_next =
            multiple(rows_.sums.signed_of(low_).zero, one) + is_digit + multiple(is_next_, one);
        const Range& next = search_.ranges.at(next_);
        const Id wrapped = zero_between(builder_, base, sign_of(low_) - Polynomial::of(carry_),
                                        bounds(1, {*next.least}) + times_of(is_next, minus_one),
                                        bounds(1, {*next.most}) + is_next);
        // (x + 1) - 2·half = b_0 + 2·b_1 + 4·upper - 2·half
        const Parts is_sum = is_next + multiple(wrapped, base) + multiple(bits_.sum, minus_one);
        const long half = (sign + 1) / 2;
        Polynomial upper;
        for (size_t k = 2; k < bits_.list.size(); ++k)
            upper += Polynomial(mpz_class(mpz_class(1) << (k - 2))) * bits_.list[k].bit;
        const Builder::Bits::Bit &lowest = bits_.list[0], &second = bits_.list[1];
        const Polynomial rest = Polynomial(half) - second.bit - Polynomial(2) * upper;
        const Id no_lowest =
            zero_between(builder_, 2, rest, bounds(1, {lowest.least}) + times_of(is_sum, minus_one),
                         bounds(1, {lowest.most}) + is_sum);
        const Id no_upper =
            zero_between(builder_, 2, upper, bounds(1, {second.most}) + multiple(no_lowest, minus_one),
                         bounds(1, {second.least}) + multiple(no_lowest, one));
        // the rest is b_0 + 4·upper
        no_words.push_back(sum_of(builder_, multiple(is_rest_, one) + is_sum +
                                                multiple(no_lowest, Polynomial(2)) +
                                                multiple(no_upper, Polynomial(4))));
    }
    // -1 = ((the sum of the words) - x) + (x - 1 + z)
    Parts parts = bounds(1, {either_.sum}) + bounds(1, {zero_.somewhere}) + multiple(is_clear, minus_one);
    for (Id none : no_words) parts += multiple(none, minus_one);
    return bound_of(builder_, parts);
}

// z = 0 and |F| = 1: there is no such F.
Id Units::no_unit(Id is_unit, Id is_clear) {
    const Polynomial t = Polynomial::of(is_negative_), F = number();
    const Range range = search_.ranges.at(is_negative_);
    // F = |F| - (1 - 2·t)·(raw - F) + 2·t·F
    const Parts is_one = multiple(is_unit, one) + multiple(number_.zero, Polynomial(2) * t - one);
    return builder_.cases(
        t - one, {Fact::Kind::nonnegative, minus_one},
        [&](Id assumption) {
            const Id is_set = builder_.both(assumption, *range.most);
            // -F - 1
            const Id opposite = sum_of(builder_, is_one + multiple(is_set, Polynomial(2) * F));
            absurd(-1, sum_of(builder_, multiple(opposite, minus_one)), is_clear);
        },
        [&](Id assumption) {
            const Id is_clear_sign = builder_.both(*range.least, assumption);
            absurd(1, sum_of(builder_, is_one + multiple(is_clear_sign, Polynomial(2) * F)), is_clear);
        });
}

// From F = 2·bit - 1: |F| - 1 = 0.
Id Units::size_of_unit(Id is_sign) {
    const Polynomial t = Polynomial::of(is_negative_);
    const Builder::Bits::Bit& b = bits_.list[1];
    const Range range = search_.ranges.at(is_negative_);
    const Id below = builder_.contract(sign_ + 2), above = builder_.contract(sign_ + 3);
    // t·(-F - 1) and (1 - t)·F, where F = 2·b - 1: t·b = 0, and b + t = 1
    const Parts is_value = multiple(number_.zero, one) + multiple(is_sign, one);  // raw - (2·b - 1)
    const Id none =
        builder_.both(bound_of(builder_, bounds(1, {*range.least, b.least})),
                      builder_.round(bound_of(builder_, bounds(1, {below}) + times_of(is_value, t)), 2));
    const Id most = bound_of(builder_, bounds(1, {*range.most, b.most}) + multiple(none, minus_one));
    const Id least =
        builder_.round(bound_of(builder_, bounds(1, {above}) + bounds(1, {*range.least}) +
                                              multiple(none, Polynomial(2)) + times_of(is_value, t - one)),
                       2);
    const Id same = builder_.both(least, most);  // b + t - 1
    return sum_of(builder_, times_of(is_value, one - Polynomial(2) * t) + multiple(same, Polynomial(2)) +
                                multiple(none, Polynomial(-4)));
}

// e - z = 0
Id Units::show_condition() {
    const Polynomial z = zero_.z, e = Polynomial::of(is_unit_), gap = size_ - one;
    const Range range = search_.ranges.at(is_unit_);
    const Id nowhere = builder_.contract(condition_ + 2), somewhere = builder_.contract(condition_ + 3);
    return builder_.cases(
        z - one, {Fact::Kind::zero, e - z},
        [&](Id assumption) {
            const Id is_one = builder_.both(assumption, zero_.most);
            const Id none = size_of_unit(if_set(is_one).is_sign);
            // e - 1 = (1 - e)·(gap² - 1) - (1 - e)·gap²
            const Id least = bound_of(builder_, bounds(1, {somewhere}) + multiple(none, (e - one) * gap));
            const Id is_set = builder_.both(least, *range.most);
            sum_of(builder_, multiple(is_set, one) + multiple(is_one, minus_one));
        },
        [&](Id assumption) {
            const Id is_clear = builder_.both(zero_.least, assumption);
            builder_.cases(
                e - one, {Fact::Kind::zero, e - z},
                [&](Id above) {
                    const Id is_set = builder_.both(above, *range.most);
                    const Id no_gap =
                        sum_of(builder_, multiple(nowhere, one) + multiple(is_set, minus_one * gap));
                    const Id never = no_unit(no_gap, is_clear);
                    const Parts equal = multiple(is_set, one) + multiple(is_clear, minus_one);  // e - z - 1
                    const Id least = bound_of(builder_, bounds(1, {}) + equal);
                    builder_.both(least, bound_of(builder_, bounds(1, {never}) + times_of(equal, minus_one)));
                },
                [&](Id below) {
                    const Id none = builder_.both(*range.least, below);
                    sum_of(builder_, multiple(none, one) + multiple(is_clear, minus_one));
                });
        });
}

// raw - z·F = 0 for the word of the value, less its sign.
Id Units::show_product(const Polynomial& raw) {
    const Polynomial z = zero_.z, F = number();
    const auto selected = search_.zero(word(test_.value) - z * word(low_), test_.end + 1);
    if (!selected) throw Gap{"a selected word"};
    const auto split = rows_.sums.split(test_.value.value, rows_.sums.top_place()),
               of_low = rows_.sums.split(low_.value, rows_.sums.top_place());
    return builder_.cases(
        z - one, {Fact::Kind::zero, raw - z * F},
        [&](Id assumption) {
            const Id is_one = builder_.both(assumption, zero_.most);
            const IfSet unit = if_set(is_one);
            // word = low
            const Parts same = multiple(*selected, one) + multiple(is_one, word(low_));
            const Range &below = search_.ranges.at(split.low), &other = search_.ranges.at(of_low.low);
            const Parts is_low = same + multiple(split.zero, minus_one) + multiple(of_low.zero, one);
            const Id same_sign = zero_between(
                builder_, search_.base / 2, Polynomial::of(split.high) - Polynomial::of(of_low.high),
                bounds(1, {*other.least}) + bounds(1, {*below.most}) + is_low,
                bounds(1, {*other.most}) + bounds(1, {*below.least}) + times_of(is_low, minus_one));
            sum_of(builder_, same + multiple(same_sign, Polynomial() - search_.base) +
                                 multiple(rows_.sums.signed_of(low_).zero, one) +
                                 multiple(unit.is_digit, minus_one) + multiple(is_one, minus_one * F));
        },
        [&](Id assumption) {
            const Id is_clear = builder_.both(zero_.least, assumption);
            const Id none = sum_of(builder_, multiple(*selected, one) + multiple(is_clear, word(low_)));
            const Id sign = no_sign(test_.value, none);
            sum_of(builder_, multiple(none, one) + multiple(sign, Polynomial() - search_.base) +
                                 multiple(is_clear, minus_one * F));
        });
}

// 1 + value >= 0, or 1 - value >= 0, from value - z·F = 0.
Id Units::show_limit(Variable value, Id is_value, int side) {
    const Polynomial z = zero_.z, F = number(), sign = side;
    const Builder::Bits::Bit& bit = bits_.list[1];
    return builder_.cases(
        z - one, {Fact::Kind::nonnegative, one - sign * Polynomial::of(value)},
        [&](Id assumption) {
            const Id is_one = builder_.both(assumption, zero_.most);
            const IfSet unit = if_set(is_one);
            const Parts is_bit = multiple(is_value, one) + multiple(is_one, F) + multiple(unit.is_sign, one);
            bound_of(builder_,
                     bounds(2, {side > 0 ? bit.most : bit.least}) + times_of(is_bit, minus_one * sign));
        },
        [&](Id assumption) {
            const Id is_clear = builder_.both(zero_.least, assumption);
            const Parts none = multiple(is_value, one) + multiple(is_clear, F);
            bound_of(builder_, bounds(1, {}) + times_of(none, minus_one * sign));
        });
}

SignOrZero Units::show() {
    find_low();
    find_condition();
    const Id is_unit = show_condition();
    const Polynomial raw = word(test_.value) - Polynomial(search_.base) * sign_of(test_.value);
    const Id is_product = show_product(raw);
    const Named value = name(builder_, raw);  // value - raw
    const Id is_value = sum_of(builder_, multiple(value.zero, one) + multiple(is_product, one));
    const Id least = show_limit(value.value, is_value, -1), most = show_limit(value.value, is_value, 1);
    rows_.sums.limit(value.value, least, most);
    rows_.sums.know(test_.value.value,
                    {raw, Polynomial::of(value.value), sum_of(builder_, multiple(value.zero, minus_one))});
    return {zero_.z, zero_.least, zero_.most, value.value, is_value, is_unit_, is_unit};
}

}  // namespace

std::optional<UnitTest> unit_test(const ir::Program& program) {
    for (size_t i = 0; i < program.body.size(); ++i) {
        const ir::Instruction& in = program.body[i];
        if (in.op != Opcode::sub || !in.flag_in || !in.src[0].is_zero() || !in.src[1].is_zero()) continue;
        for (size_t k = i + 1; k < program.body.size(); ++k) {
            const ir::Instruction& next = program.body[k];
            if (next.op == Opcode::bit_and &&
                (next.src[0] == Operand(in.dst) || next.src[1] == Operand(in.dst)))
                return UnitTest{i, k, Operand(next.dst)};
        }
    }
    return std::nullopt;
}

SignOrZero show_unit(Search& search, DigitRows& rows, const ir::Input& number, const UnitTest& test) {
    return Units(search, rows, number, test).show();
}

}  // namespace limbsmith::derive
