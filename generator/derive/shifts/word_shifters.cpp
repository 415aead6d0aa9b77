// Shifts of numbers of one word: a shift by a word, and to the right of a negative number, one of its complement.
#include <algorithm>

#include "derive/search/factors.hpp"
#include "derive/shifts/amounts.hpp"
#include "derive/shifts/shifters.hpp"
#include "derive/shifts/word_shifts.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;
using ir::Operand;

Polynomial value_of_word(const Search& search, const Operand& word) {
    return Polynomial::of(search.builder.meaning.word(word.value));
}

// Instruction i is the exclusive or of x and a mask (base - 1)·s. zero: word - (1 - 2·s)·x - mask = 0.
struct Complement {
    Operand x, mask;
    Id zero;
};

std::optional<Complement> complement(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != Opcode::bit_xor || !in.src[0].is_word || !in.src[1].is_word) return std::nullopt;
    const auto mask = search.masks.find(search.builder.meaning.word(in.src[1].value));
    if (mask == search.masks.end()) return std::nullopt;
    Replaced replaced(value_of_word(search, Operand(in.dst)));
    search.replace(replaced, 2 * i);
    const Polynomial sum = (one - mpz_class(2) * mask->second.bit) * value_of_word(search, in.src[0]) +
                           value_of_word(search, in.src[1]);
    if (replaced.scale != 1 || replaced.rest != sum) return std::nullopt;
    return Complement{in.src[0], in.src[1], search.builder.sum(replaced.polynomial - sum, replaced.zeros)};
}

std::optional<size_t> made_by(const Search& search, const Operand& word) {
    const auto& body = search.program.body;
    for (size_t i = 0; i < body.size(); ++i) {
        if (Operand(body[i].dst) == word) return i;
    }
    return std::nullopt;
}

// From fits = 1: count - rest = 0.
Id exact(Search& search, const Search::Amount& amount, const Polynomial& count, Id is_one) {
    Builder& builder = search.builder;
    const Polynomial multiple = Polynomial::of(amount.multiple);
    const Id none = builder.sum(multiple, {{amount.fits_none, one}, {is_one, minus_one * multiple}});
    return builder.sum(count - Polynomial::of(amount.rest), {{amount.parts, one}, {none, word_bits(search)}});
}

// From fits = 0: count - word_bits >= 0, since the multiple is not 0.
Id far(Search& search, const Search::Amount& amount, const Polynomial& count, Id is_zero) {
    Builder& builder = search.builder;
    const Polynomial multiple = Polynomial::of(amount.multiple), square = multiple * multiple - one;
    const Id least = *search.ranges.at(amount.multiple).least;
    const Id not_zero = builder.bound(square, {{1, {amount.fits_some}}}, {{is_zero, square}});
    const Id some = builder.cases(
        multiple - one, {Fact::Kind::nonnegative, multiple - one}, [](Id) {},
        [&](Id assumption) {
            const Id none = builder.both(least, assumption);
            builder.bound(multiple - one, {{1, {not_zero}}, {1, {least}}}, {{none, minus_one * multiple}});
        });
    return builder.bound(count - Polynomial(word_bits(search)),
                         {{word_bits(search), {some}}, {1, {*search.ranges.at(amount.rest).least}}},
                         {{amount.parts, one}});
}

}  // namespace

std::optional<Shifter> shifter_of_word(Search& search, size_t last) {
    Builder& builder = search.builder;
    // r = (shifted ^ mask), shifted = (x ^ mask) >> count
    const auto outer = complement(search, last);
    const auto shift = outer ? made_by(search, outer->x) : std::optional(last);
    if (!shift || !amount_of(search.program.body[*shift])) return std::nullopt;
    const ir::Instruction& in = search.program.body[*shift];
    const auto source = outer ? made_by(search, in.src[0]) : std::nullopt;
    const auto inner = source ? complement(search, *source) : std::nullopt;
    const bool is_left = in.op == Opcode::shl;
    if ((!is_left && in.op != Opcode::shr) || !in.src[0].is_word || outer.has_value() != inner.has_value() ||
        (outer && (is_left || outer->mask != inner->mask)))
        return std::nullopt;
    const Operand start = inner ? inner->x : in.src[0], fill = inner ? inner->mask : Operand(0u);
    const Search::WordShift first = unshifted(search, {start}, is_left, fill);
    const Variable word = builder.meaning.word(in.src[1].value);
    Shifter by{};
    by.is_left = is_left;
    by.bits = word_bits(search).get_si();
    by.weight = search.base;
    by.count = Polynomial::of(word);
    by.amount = search.amounts.at(word);
    by.start = first.start, by.now = first.now, by.sign = first.sign;
    by.power = first.power, by.out = first.out, by.positive = first.positive, by.zero = first.zero;
    by.out_least = first.out_least, by.out_most = first.out_most;
    const Range fits = search.ranges.at(by.amount.fits);
    by.inside = Polynomial::of(by.amount.fits), by.inside_least = *fits.least, by.inside_most = *fits.most;
    learn_ranges(search, by, {start}, fill);
    by.exact = [&search, amount = by.amount, count = by.count](Id is_one) {
        return exact(search, amount, count, is_one);
    };
    by.far = [&search, amount = by.amount, count = by.count](Id is_zero) {
        return far(search, amount, count, is_zero);
    };

    const auto& facts = builder.meaning.instructions()[*shift];
    const auto given = [&](size_t which) { return builder.given({Given::Of::instruction, *shift, which}); };
    const Id equation = given(0);
    if (is_left) {
        // the word, less fits·power·x, and its range come last
        by.beside = facts[facts.size() - 4].polynomial;
        by.last = equation;
        return by;
    }
    // x = power·high + low: low with its range, the zero, and the range of the word come last
    const size_t place = facts.size() - 5;
    const Polynomial low = facts[place].polynomial, p = Polynomial::of(by.amount.power), f = by.inside,
                     s = by.sign;
    const Polynomial kept = f * low, sign = one - mpz_class(2) * s;
    std::vector<check::Multiple> zeros{{equation, p * sign}, {given(place + 2), minus_one * f * sign}};
    if (outer) {
        const Search::Mask& mask = search.masks.at(builder.meaning.word(fill.value));
        const Id is_bit = square_of_bit(builder, s, mask.least, mask.most);
        zeros.push_back({outer->zero, p});
        zeros.push_back({inner->zero, f * sign});
        zeros.push_back({mask.zero, p + f * sign});
        zeros.push_back({is_bit, f * (mpz_class(4) * value_of_word(search, start) -
                                      Polynomial(mpz_class(2 * (search.base - 1))))});
    }
    // of a negative number power - 1 - low is shifted out
    by.beside = s * (p - one) + sign * kept;
    by.result -= by.weight * s;
    by.last = builder.sum(p * by.result + by.beside - f * by.now + (one - f) * s, std::move(zeros));
    const Id low_least = given(place), low_most = given(place + 1);
    const std::vector<check::Product> of_low[] = {
        {{1, {by.inside_least, low_least}}},
        {{1, {by.inside_least, low_most}}, {1, {by.inside_most, by.amount.positive}}}};
    // by the sign: each of both ends
    const auto end = [&](size_t if_positive) {
        std::vector<check::Product> products;
        for (size_t k : {0, 1}) {
            for (check::Product product : of_low[k == 0 ? if_positive : 1 - if_positive]) {
                product.facts.push_back(k == 0 ? by.sign_most : by.sign_least);
                products.push_back(std::move(product));
            }
        }
        return products;
    };
    by.beside_least = builder.bound(by.beside, end(0), {});
    by.beside_most = builder.bound(p - one - by.beside, end(1), {});
    return by;
}

}  // namespace limbsmith::derive
