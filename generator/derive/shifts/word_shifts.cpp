#include "derive/shifts/word_shifts.hpp"

#include <algorithm>

#include "derive/search/factors.hpp"

namespace limbsmith::derive {
namespace {

using check::Multiple;
using check::Product;
using ir::Operand;
using WordShift = Search::WordShift;
using Words = std::vector<Operand>;

mpz_class power_of(const mpz_class& base, size_t exponent) {
    mpz_class result;
    mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), exponent);
    return result;
}

struct Moved {
    size_t distance;
    bool is_left;
    Operand fill;
};

// How the words `to` are the words `from`, moved.
std::optional<Moved> moved(const Words& from, const Words& to) {
    const size_t n = from.size();
    for (size_t d = 1; d < n; ++d) {
        const auto is_zero = [](const Operand& word) { return word.is_zero(); };
        if (std::equal(to.begin() + static_cast<std::ptrdiff_t>(d), to.end(), from.begin()) &&
            std::all_of(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(d), is_zero))
            return Moved{d, true, Operand(0u)};
        const auto is_fill = [&](const Operand& word) { return word == to.back(); };
        if (std::equal(from.begin() + static_cast<std::ptrdiff_t>(d), from.end(), to.begin()) &&
            std::all_of(to.end() - static_cast<std::ptrdiff_t>(d), to.end(), is_fill))
            return Moved{d, false, to.back()};
    }
    return std::nullopt;
}

// A bit, and the facts bit >= 0, 1 - bit >= 0, bit² - bit = 0.
struct Bit {
    Polynomial value;
    Id least, most, square;
};

Bit bit_of(Builder& builder, const Polynomial& bit, Id least, Id most) {
    return {bit, least, most, square_of_bit(builder, bit, least, most)};
}

// The power of a step: power·(1 + bit·(base^distance - 1)), as a zero of their difference.
Id next_power(Search& search, const WordShift& before, WordShift& after, const Bit& bit, size_t distance) {
    Builder& builder = search.builder;
    const long shift = word_bits(search).get_si() * static_cast<long>(distance);
    const Polynomial by = mpz_class(shift), growth = mpz_class(power_of(search.base, distance) - 1);
    after.exponent = builder.bound(builder.fact(before.exponent) + by * bit.value,
                                   {{1, {before.exponent}}, {shift, {bit.least}}}, {});
    const auto [value, positive] = builder.power(after.exponent);
    after.power = value, after.positive = positive;
    const Polynomial grown = Polynomial::of(before.power) * growth;
    const Polynomial zero = Polynomial::of(value) - Polynomial::of(before.power) - bit.value * grown;
    return builder.cases(
        bit.value - one, {Fact::Kind::zero, zero},
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, bit.most);
            const Id power = builder.powers({value}, {before.power}, shift, {{is_one, by}});
            builder.sum(zero, {{power, one}, {is_one, minus_one * grown}});
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(bit.least, assumption);
            const Id power = builder.powers({value}, {before.power}, 0, {{is_zero, by}});
            builder.sum(zero, {{power, one}, {is_zero, minus_one * grown}});
        });
}

// From x·power - now - weight·out = 0, and words that are now·(1 + bit·(base^d - 1)) - weight·bit·(top words).
void step_left(Search& search, const WordShift& before, WordShift& after, const Bit& bit, size_t distance,
               const Id power, const Replaced& words) {
    Builder& builder = search.builder;
    const Words top(before.words.end() - static_cast<std::ptrdiff_t>(distance), before.words.end());
    const Polynomial lost = number_of(search, top), weight = power_of(search.base, before.words.size());
    const Polynomial factor = one + bit.value * Polynomial(mpz_class(power_of(search.base, distance) - 1));
    const auto [out, named] = builder.name(bit.value * lost + factor * Polynomial::of(before.out));
    after.out = out, after.is_out = named;
    std::vector<Multiple> zeros = times(words.zeros, -1);
    zeros.push_back({power, before.start});
    zeros.push_back({before.zero, factor});
    zeros.push_back({named, weight});
    after.zero =
        builder.sum(before.start * Polynomial::of(after.power) - after.now - weight * Polynomial::of(out),
                    std::move(zeros));
}

// From start - power·now - out = 0, and words that are now, or floor(now / base^distance).
void step_right(Search& search, const WordShift& before, WordShift& after, const Bit& bit, size_t distance,
                const Id power, Id words, const Polynomial& shifted) {
    Builder& builder = search.builder;
    const Words bottom(before.words.begin(), before.words.begin() + static_cast<std::ptrdiff_t>(distance));
    const Polynomial lost = number_of(search, bottom), old = Polynomial::of(before.power);
    const Polynomial growth = mpz_class(power_of(search.base, distance) - 1),
                     factor = one + bit.value * growth;
    const Id step = builder.sum(before.now - factor * after.now - bit.value * lost,
                                {{words, minus_one * factor}, {bit.square, growth * (before.now - shifted)}});
    const auto [out, named] = builder.name(Polynomial::of(before.out) + old * bit.value * lost);
    after.out = out;
    after.zero = builder.sum(before.start - Polynomial::of(after.power) * after.now - Polynomial::of(out),
                             {{before.zero, one}, {step, old}, {power, minus_one * after.now}, {named, one}});
    const Id old_least = builder.bound(old, {{1, {before.positive}}, {1, {}}}, {});
    std::vector<Product> least{{1, {before.out_least}}}, most{{1, {before.out_most}}};
    mpz_class weight = 1;
    for (const Operand& operand : bottom) {
        const Range& range = search.ranges.at(builder.meaning.word(operand.value));
        least.push_back({weight, {old_least, bit.least, *range.least}});
        most.push_back({weight, {old_least, bit.least, *range.most}});
        if (const mpz_class gap = search.base - 1 - range.limit; gap != 0)
            most.push_back({weight * gap, {old_least, bit.least}});
        weight *= search.base;
    }
    after.out_least = builder.bound(Polynomial::of(out), least, {{named, minus_one}});
    after.out_most = builder.bound(Polynomial::of(after.power) - one - Polynomial::of(out), most,
                                   {{power, one}, {named, one}});
}

}  // namespace

Polynomial number_of(const Search& search, const Words& words) {
    Polynomial result;
    mpz_class weight = 1;
    for (const Operand& word : words) {
        if (word.is_word) result.add({search.builder.meaning.word(word.value)}, weight);
        if (!word.is_word) result += Polynomial(mpz_class(weight * word.value));
        weight *= search.base;
    }
    return result;
}

WordShift unshifted(Search& search, const Words& words, bool is_left, const Operand& fill) {
    Builder& builder = search.builder;
    const mpz_class weight = power_of(search.base, words.size());
    Polynomial sign;
    if (fill.is_word) sign = search.masks.at(builder.meaning.word(fill.value)).bit;
    const Polynomial number = number_of(search, words) - Polynomial(weight) * sign;
    const Id exponent = builder.bound({}, {}, {});
    const auto [power, positive] = builder.power(exponent);
    const Id is_one = builder.powers({power}, {}, 0, {});
    const auto [out, named] = builder.name({});
    const Polynomial whole = Polynomial::of(power) * number, rest = Polynomial::of(out);
    WordShift result{.is_left = is_left,
                     .first = words,
                     .words = words,
                     .start = number,
                     .now = number,
                     .sign = sign,
                     .power = power,
                     .out = out,
                     .positive = positive,
                     .exponent = exponent,
                     .zero = 0,
                     .out_least = 0,
                     .out_most = 0,
                     .steps = {},
                     .is_power = is_one,
                     .is_out = named};
    // named: -out
    if (is_left) {
        result.zero =
            builder.sum(whole - number - Polynomial(weight) * rest, {{is_one, number}, {named, weight}});
    } else {
        result.zero = builder.sum(number - whole - rest, {{is_one, minus_one * number}, {named, one}});
        result.out_least = builder.bound(rest, {}, {{named, minus_one}});
        result.out_most =
            builder.bound(Polynomial::of(power) - one - rest, {}, {{is_one, one}, {named, one}});
    }
    return result;
}

void resolve_word_shift(Search& search, size_t i) {
    const auto& body = search.program.body;
    const auto is_of_step = [&](size_t k) {
        return body[k].op == ir::Opcode::select && body[k].src[0] == body[i].src[0];
    };
    if (!is_of_step(i) || (i + 1 < body.size() && is_of_step(i + 1)) || !body[i].src[0].is_word) return;
    size_t first = i;
    while (first > 0 && is_of_step(first - 1)) --first;
    Words yes, no, words;
    for (size_t k = first; k <= i; ++k) {
        yes.push_back(body[k].src[1]);
        no.push_back(body[k].src[2]);
        words.push_back(Operand(body[k].dst));
    }
    const auto mask = search.masks.find(search.builder.meaning.word(body[i].src[0].value));
    if (words.size() < 2 || mask == search.masks.end()) return;
    const auto is_step = [&](const Words& from, const std::optional<Moved>& by) {
        const bool is_filled =
            by && (by->fill.is_zero() ||
                   (by->fill.is_word && search.masks.contains(search.builder.meaning.word(by->fill.value))));
        return is_filled && std::ranges::all_of(from, [](const Operand& word) { return word.is_word; });
    };
    std::optional<Moved> by = moved(no, yes);
    const bool moves_if_set = is_step(no, by);
    if (!moves_if_set && !is_step(yes, by = moved(yes, no))) return;
    const Words& from = moves_if_set ? no : yes;

    Builder& builder = search.builder;
    const auto known = std::ranges::find_if(search.word_shifts, [&](const WordShift& shift) {
        return shift.words == from && shift.is_left == by->is_left;
    });
    const auto place = static_cast<size_t>(known - search.word_shifts.begin());
    if (known == search.word_shifts.end())
        search.word_shifts.push_back(unshifted(search, from, by->is_left, by->fill));
    const WordShift before = search.word_shifts[place];
    const Search::Mask& m = mask->second;
    const Bit bit = moves_if_set ? bit_of(builder, m.bit, m.least, m.most)
                                 : bit_of(builder, one - m.bit, m.most, m.least);
    // the words, in terms of those before the step
    Replaced replaced(number_of(search, words));
    search.replace(replaced, 2 * first);
    const size_t n = words.size();
    const mpz_class weight = power_of(search.base, n), unit = power_of(search.base, by->distance);
    const auto distance = static_cast<std::ptrdiff_t>(by->distance);
    const Polynomial stays = number_of(search, from);
    const Polynomial goes =
        by->is_left ? Polynomial(unit) * stays -
                          Polynomial(weight) * number_of(search, Words(from.end() - distance, from.end()))
                    : number_of(search, moves_if_set ? yes : no);
    if (replaced.scale != 1 || replaced.rest != stays + bit.value * (goes - stays)) return;
    WordShift after = before;
    after.words = words;
    after.before = place;
    after.now = number_of(search, words) - Polynomial(weight) * before.sign;
    after.steps.push_back({by->distance, bit.value, body[i].src[0]});
    const Id power = after.is_power = next_power(search, before, after, bit, by->distance);
    if (by->is_left) {
        step_left(search, before, after, bit, by->distance, power, replaced);
    } else {
        // the fill is (base - 1)·sign
        const Polynomial shifted = number_of(search, Words(from.begin() + distance, from.end())) -
                                   Polynomial(power_of(search.base, n - by->distance)) * before.sign;
        const Polynomial fills = mpz_class((weight - weight / unit) / (search.base - 1));
        std::vector<Multiple> zeros = replaced.zeros;
        if (by->fill.is_word)
            zeros.push_back({search.masks.at(builder.meaning.word(by->fill.value)).zero, bit.value * fills});
        const Id is =
            builder.sum(after.now - before.now - bit.value * (shifted - before.now), std::move(zeros));
        step_right(search, before, after, bit, by->distance, power, is, shifted);
    }
    search.word_shifts.push_back(std::move(after));
}

}  // namespace limbsmith::derive
