#include "derive/sums/parts.hpp"

#include <algorithm>
#include <bit>

#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Product;

mpz_class power_of_2(unsigned exponent) { return mpz_class(1) << exponent; }

struct Found {
    Search& search;
    size_t i;
    const ir::Instruction& in = search.program.body[i];
    const unsigned bits = mpz_sizeinbase(search.base.get_mpz_t(), 2) - 1;

    const std::vector<Fact>& facts() const { return search.builder.meaning.instructions()[i]; }
    Id given(size_t which) const { return search.builder.given({Given::Of::instruction, i, which}); }
    // The value that fact `which` says is not negative.
    Variable value(size_t which) const { return facts()[which].polynomial.terms().begin()->first[0]; }
    Range range(Variable v) const { return search.ranges.at(v); }
    const Search::Split& split(const ir::Operand& operand, unsigned place) const {
        return split_of(search, search.builder.meaning.word(operand.value), place, 2 * i);
    }
    void define(Variable v, Id zero) const { search.define(v, zero, 2 * i); }

    // word = 2^s·x - base·high
    void shift_left() const {
        const unsigned s = in.src[1].value;
        const Variable high = value(1), word = search.builder.meaning.word(in.dst.id);
        const Range own = range(word);
        define(high, same(search, split(in.src[0], bits - s),
                          {.high = Polynomial::of(high),
                           .low = Polynomial::of(word),
                           .least = {{1, {*own.least}}},
                           .most = {{1, {*own.most}}},
                           .zero = given(0),
                           .factor = power_of_2(s),
                           .sign = -1}));
    }

    // base·2^s·y = base²·high + base·middle + low, so low is 0: middle = 2^s·y - base·high, as shift_left
    void shift_in_zeros() const {
        const unsigned s = in.src[2].value % bits;
        if (s == 0 || in.src[2].is_word || in.src[0].is_word || in.src[0].value != 0 || !in.src[1].is_word)
            return;
        Builder& builder = search.builder;
        const Variable middle = value(1), high = value(3);
        Polynomial rest = Polynomial(power_of_2(s)) * Polynomial::of(builder.meaning.word(in.src[1].value));
        rest.add({high}, -search.base);
        rest.add({middle}, -1);
        const Polynomial scaled = Polynomial(search.base) * rest;
        const Range low = range(value(5)), own = range(middle);
        const Id least =
            builder.round(builder.bound(scaled, {{1, {*low.least}}}, {{given(7), one}}), search.base);
        const Id most = builder.round(
            builder.bound(Polynomial(low.limit) - scaled, {{1, {*low.most}}}, {{given(7), minus_one}}),
            search.base);
        const Id zero = builder.both(least, most);
        define(middle, zero);
        define(high, same(search, split(in.src[1], bits - s),
                          {.high = Polynomial::of(high),
                           .low = Polynomial::of(middle),
                           .least = {{1, {*own.least}}},
                           .most = {{1, {*own.most}}},
                           .zero = zero,
                           .factor = power_of_2(s)}));
    }

    // x - 2^place·high - low, with the range of low in facts `low`
    void divide(const ir::Operand& x, unsigned place, size_t high, size_t low, size_t zero) const {
        const Variable rest = value(low), quotient = value(high);
        const Range own = range(rest);
        const Search::Split& parts = split(x, place);
        const Id of_high = same(search, parts,
                                {.high = Polynomial::of(quotient),
                                 .low = Polynomial::of(rest),
                                 .least = {{1, {*own.least}}},
                                 .most = {{1, {*own.most}}},
                                 .zero = given(zero)});
        define(quotient, of_high);
        define(rest,
               sum_of(search.builder, multiple(parts.zero, one) + multiple(given(zero), minus_one) +
                                          multiple(of_high, Polynomial(mpz_class(-power_of_2(place))))));
    }

    // base·y + x = base·high + middle + low, where low is 0: middle is x
    void keep_word() const {
        Builder& builder = search.builder;
        const auto value_of = [&](const ir::Operand& operand) {
            return operand.is_word ? Polynomial::of(builder.meaning.word(operand.value))
                                   : Polynomial(mpz_class(operand.value));
        };
        const Polynomial x = value_of(in.src[0]), y = value_of(in.src[1]);
        const Range of_x = range(builder.meaning.word(in.src[0].value)), of_middle = range(value(1));
        const Id no_low = builder.both(given(5), given(6));
        // base·(y - high) = middle - x
        const Parts zeros = multiple(given(7), one) + multiple(no_low, one);
        const Id same = zero_between(
            builder, search.base, y - Polynomial::of(value(3)),
            bounds(1, {*of_middle.least}) + bounds(1, {*of_x.most}) + zeros,
            bounds(1, {*of_middle.most}) + bounds(1, {*of_x.least}) + times_of(zeros, minus_one));
        define(value(3), same);
        define(value(1), sum_of(builder, multiple(same, search.base) + times_of(zeros, minus_one)));
    }

    // 2^up·(base·y + x) = unit·(base·high + middle) + low: middle = 2^s·(low part of y) + (high part of x)
    void shift_pair() const {
        const unsigned s = in.src[2].value % bits;
        if (s == 0 || in.src[2].is_word || !in.src[0].is_word || !(in.src[1].is_word || in.src[1].is_zero()))
            return;
        Builder& builder = search.builder;
        const bool is_left = in.op == ir::Opcode::shf_l;
        const unsigned place = is_left ? bits - s : s;
        const mpz_class lift = power_of_2(bits - place), base = search.base;
        const Variable middle = value(1), high = value(3), low = value(5);
        const Range own = range(low), of_middle = range(middle);
        const Polynomial y =
            in.src[1].is_word ? Polynomial::of(builder.meaning.word(in.src[1].value)) : Polynomial();
        const Polynomial shifted = Polynomial(base) * Polynomial::of(high) + Polynomial::of(middle);
        const Search::Split x = split(in.src[0], place);
        const Id sum = same(search, x,
                            {.high = shifted - Polynomial(lift) * y,
                             .low = Polynomial::of(low),
                             .least = {{1, {*own.least}}},
                             .most = {{1, {*own.most}}},
                             .zero = given(7),
                             .factor = is_left ? lift : mpz_class(1)});
        define(middle, sum);
        if (!in.src[1].is_word) {
            // base·high = (high part of x) - middle < base
            const Range above = range(x.high);
            const Polynomial scaled = Polynomial(search.base) * Polynomial::of(high);
            const Id most = builder.round(
                builder.bound(Polynomial(above.limit) - scaled, {{1, {*above.most}}, {1, {*of_middle.least}}},
                              {{sum, minus_one}}),
                search.base);
            define(high, builder.both(*range(high).least, most));
            return;
        }
        // y >= 2^place·high, since lift·(y - 2^place·high) = middle - (high part of x) > -lift
        const Range part = range(x.high);
        const Polynomial rest = y - Polynomial(power_of_2(place)) * Polynomial::of(high);
        const mpz_class slack = lift - 1 - part.limit;
        const Id nonnegative = builder.round(
            builder.bound(Polynomial(lift) * rest + Polynomial(mpz_class(lift - 1)),
                          {{1, {*of_middle.least}}, {1, {*part.most}}, {slack, {}}}, {{sum, mpz_class(-1)}}),
            lift);
        // lift·y = base·high + (middle - (high part of x))
        const Polynomial left = Polynomial::of(middle) - Polynomial::of(x.high);
        const Id least = builder.bound(left, {{lift, {nonnegative}}}, {{sum, mpz_class(1)}});
        define(high, same(search, split(in.src[1], place),
                          {.high = Polynomial::of(high),
                           .low = left,
                           .least = {{1, {least}}},
                           .most = {{1, {*of_middle.most}}, {1, {*part.least}}},
                           .zero = sum,
                           .factor = lift,
                           .sign = -1}));
    }
};

}  // namespace

// weight·(part.high - split.high) = factor·split.low - part.low.
Id same(Search& search, const Search::Split& split, const Part& part) {
    Builder& builder = search.builder;
    const Range& low = search.ranges.at(split.low);
    const mpz_class weight = part.factor * (low.limit + 1);
    const Polynomial difference = part.high - Polynomial::of(split.high);
    const Polynomial scaled = Polynomial(weight) * difference, rest = mpz_class(weight - 1);
    std::vector<Product> least = part.least, most = part.most;
    least.push_back({part.factor, {*low.most}});
    least.push_back({part.factor - 1, {}});
    most.push_back({part.factor, {*low.least}});
    const Id above =
        builder.bound(rest - scaled, least, {{split.zero, mpz_class(-part.factor)}, {part.zero, part.sign}});
    const Id below =
        builder.bound(rest + scaled, most, {{split.zero, part.factor}, {part.zero, mpz_class(-part.sign)}});
    return builder.both(builder.round(below, weight), builder.round(above, weight));
}

const Search::Split& split_of(Search& search, Variable x, unsigned place, size_t rank) {
    const auto [found, is_new] = search.splits.try_emplace({x, place});
    if (!is_new) return found->second;
    Builder& builder = search.builder;
    const Range& range = search.ranges.at(x);
    const mpz_class unit = power_of_2(place), most = range.limit / unit;
    const Builder::Quotient quotient = builder.divide(Polynomial::of(x), unit);
    const Polynomial high = Polynomial::of(quotient.quotient);
    // unit·high = x - low
    const Id least_high = builder.round(
        builder.bound(Polynomial(unit) * high + Polynomial(mpz_class(unit - 1)),
                      {{1, {*range.least}}, {1, {quotient.most}}}, {{quotient.zero, mpz_class(-1)}}),
        unit);
    const Id most_high = builder.round(
        builder.bound(Polynomial(range.limit) - Polynomial(unit) * high,
                      {{1, {*range.most}}, {1, {quotient.least}}}, {{quotient.zero, mpz_class(1)}}),
        unit);
    search.ranges[quotient.quotient] = {least_high, most_high, most};
    search.ranges[quotient.rest] = {quotient.least, quotient.most, unit - 1};
    search.define(quotient.rest, quotient.zero, rank);
    search.halves.push_back({{x}, 1, unit, quotient.quotient, quotient.zero});
    if (most == 0) search.define(quotient.quotient, builder.both(least_high, most_high), rank);
    return found->second = {quotient.quotient, quotient.rest, quotient.zero};
}

// A shift to the right drops the low part of its lowest word. If that is 0, the word is a multiple of 2^place, and the high
// part is the word divided by it. The parity that made it so is a value of its own from here on.
void divide_exactly(Search& search, size_t i, const Search::Split& split, unsigned place) {
    Builder& builder = search.builder;
    const auto zero = search.zero(Polynomial::of(split.low), i);
    if (!zero) return;
    Polynomial whole = builder.fact(split.zero) + builder.fact(*zero);
    search.define(split.low, *zero, 2 * i);
    const auto is_parity = [&](const auto& entry) {
        const Variable low = entry.second.low;
        const Definition* known = search.definitions.find(low);
        return entry.first.second == place && low != split.low &&
               !(known && builder.fact(known->zero) == Polynomial::of(low));
    };
    // a sum whose terms all are multiples needs no parity
    const mpz_class unit = power_of_2(place);
    const Replaced replaced = search.replace(whole + Polynomial(unit) * Polynomial::of(split.high));
    const auto is_multiple = [&](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), unit.get_mpz_t()) != 0;
    };
    if (std::ranges::none_of(search.splits, is_parity) && replaced.scale == 1 &&
        std::ranges::all_of(replaced.rest.terms(), is_multiple)) {
        Polynomial quotient;
        for (const auto& [monomial, coefficient] : replaced.rest.terms())
            quotient.add(monomial, coefficient / unit);
        Parts zeros = multiple(split.zero, minus_one) + multiple(*zero, minus_one);
        zeros.zeros.insert(zeros.zeros.end(), replaced.zeros.begin(), replaced.zeros.end());
        search.define(split.high,
                      zero_between(builder, unit, Polynomial::of(split.high) - quotient, zeros,
                                   times_of(zeros, minus_one)),
                      2 * i);
        return;
    }
    search.define(split.high, builder.sum(whole, {{split.zero, one}, {*zero, one}}), 2 * i);
    for (const auto& [word_and_place, other] : search.splits) {
        if (word_and_place.second == place && other.low != split.low) search.forget(other.low);
    }
}

void resolve_parts(Search& search, size_t i) {
    const Found found{search, i};
    const ir::Instruction& in = found.in;
    const auto is_constant = [&](const ir::Operand& by) {
        return !by.is_word && by.value > 0 && by.value < found.bits;
    };
    using ir::Opcode;
    const bool was_split = in.src[0].is_word && std::ranges::any_of(search.splits, [&](const auto& split) {
                               return split.first.first == search.builder.meaning.word(in.src[0].value);
                           });
    if (in.op == Opcode::shl && in.src[0].is_word && is_constant(in.src[1])) found.shift_left();
    // a shift by 0 drops nothing
    if (in.op == Opcode::shf_r && !in.src[2].is_word && in.src[2].value == 0 && in.src[0].is_word)
        found.keep_word();
    if (in.op == Opcode::shl && !in.src[1].is_word && in.src[1].value == 0)
        found.define(found.value(1), search.builder.both(found.given(1), found.given(2)));
    // the facts of a split come with its first instruction
    const bool is_new = found.facts().size() > 5 && found.facts()[5].kind == Fact::Kind::zero;
    if (in.op == Opcode::shr && is_new && in.src[0].is_word && is_constant(in.src[1]))
        found.divide(in.src[0], in.src[1].value, 1, 3, 5);
    if (in.op == Opcode::sar && is_new && in.src[0].is_word && !in.src[1].is_word)
        found.divide(in.src[0], found.bits - 1, 1, 3, 5);
    if (in.op == Opcode::shf_l || in.op == Opcode::shf_r) found.shift_pair();
    if (in.op == Opcode::shf_l) found.shift_in_zeros();
    const ir::Operand& by = in.src[in.op == Opcode::shf_r ? 2 : 1];
    if ((in.op == Opcode::shf_r || in.op == Opcode::shr) && in.src[0].is_word && !by.is_word && !was_split) {
        const auto split = search.splits.find({search.builder.meaning.word(in.src[0].value), by.value});
        if (split != search.splits.end()) divide_exactly(search, i, split->second, by.value);
    }
    // common bits, the part that a low mask cuts off, its range, and the zero; then the range of the word
    if (in.op == Opcode::bit_and && found.facts().size() == 11) {
        const bool is_first = !in.src[0].is_word;
        const uint32_t mask = in.src[is_first ? 0 : 1].value;
        const ir::Operand& x = in.src[is_first ? 1 : 0];
        const unsigned place = static_cast<unsigned>(std::bit_width(mask));
        if (x.is_word && place < found.bits) found.divide(x, place, 5, 1, 7);
    }
}

}  // namespace limbsmith::derive
