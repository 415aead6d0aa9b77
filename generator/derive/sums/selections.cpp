#include "derive/sums/selections.hpp"

#include <algorithm>
#include <iterator>

#include "derive/bits/parities.hpp"
#include "derive/sums/carries.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Multiple;
using check::Product;

Fact zero(const Polynomial& polynomial) { return {Fact::Kind::zero, polynomial}; }

// bit = 1 or bit = 0 as a fact, and its mask x = (base - 1)·bit.
struct Mask {
    Polynomial bit;
    Id is_at_least_0, is_at_most_1, equation;
};

// The mask that x is, or of which x is the complement.
std::optional<Mask> mask_of(Search& search, const Polynomial& x) {
    const Polynomial all_ones = mpz_class(search.base - 1);
    for (const auto& [word, mask] : search.masks) {
        const bool is_word = x == Polynomial::of(word);
        if (!is_word && x != all_ones - Polynomial::of(word)) continue;
        if (is_word) return Mask{mask.bit, mask.least, mask.most, mask.zero};
        const Polynomial clear = one - mask.bit;
        return Mask{clear, mask.most, mask.least,
                    search.builder.sum(x - all_ones * clear, {{mask.zero, minus_one}})};
    }
    return std::nullopt;
}

// The facts of common bits: x - bits >= 0, y - bits >= 0, bits - (x + y - (base - 1)) >= 0.
struct CommonBits {
    Variable bits;
    Id in_x, in_y, at_least;
};

// bits = bit·y
void select(Search& search, const Mask& mask, const CommonBits& common, const Polynomial& y, size_t i) {
    Builder& builder = search.builder;
    const Polynomial bits = Polynomial::of(common.bits), selected = mask.bit * y;
    const Polynomial all_ones = mpz_class(search.base - 1);
    const Id least = *search.ranges.at(common.bits).least;
    const Id result = builder.cases(
        mask.bit - one, zero(bits - selected),
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, mask.is_at_most_1);
            const Id above = builder.bound(bits - selected, {{1, {common.at_least}}},
                                           {{mask.equation, one}, {is_one, all_ones - y}});
            builder.both(above, builder.bound(selected - bits, {{1, {common.in_y}}}, {{is_one, y}}));
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(mask.is_at_least_0, assumption);
            const Id above = builder.bound(bits - selected, {{1, {least}}}, {{is_zero, minus_one * y}});
            builder.both(above, builder.bound(selected - bits, {{1, {common.in_x}}},
                                              {{mask.equation, minus_one}, {is_zero, y - all_ones}}));
        });
    search.define(common.bits, result, 2 * i);
}

// A chain of sub up to instruction i that writes a borrow: words - weight·borrow = the difference of two numbers.
struct Difference {
    Polynomial inputs;  // the difference
    std::vector<Multiple> zeros;
    Variable borrow;
    ChainWords words;
};

std::optional<Difference> difference(Search& search, size_t i) {
    const ir::Program& program = search.program;
    const ir::Instruction& in = program.body[i];
    if (in.op != ir::Opcode::sub || !in.flag_out) return std::nullopt;
    Difference result{
        {}, {}, search.builder.meaning.flag(in.flag_out->id), words_of(search, chain(program, i))};
    Polynomial number = result.words.number;
    number.add({result.borrow}, -result.words.weight);
    Replacement replacement(search.builder, search.definitions, Replaced(number), Replacement::What::whole);
    search.spend(number.terms().size() + replacement.down_to(0));
    Replaced replaced = std::move(replacement).finish();
    result.inputs = std::move(replaced.rest);
    result.zeros = std::move(replaced.zeros);
    return result;
}

// t = borrow, in both cases of the borrow. `if_borrow` shows t - 1 >= 0 from difference + 1 <= 0, `if_not` shows
// -t >= 0 from difference >= 0.
template <class IfBorrow, class IfNot>
void equate(Search& search, const Difference& of, Variable t, size_t rank, const IfBorrow& if_borrow,
            const IfNot& if_not) {
    Builder& builder = search.builder;
    const Polynomial bit = Polynomial::of(t), borrow = Polynomial::of(of.borrow);
    const Range &own = search.ranges.at(t), &other = search.ranges.at(of.borrow);
    const Id result = builder.cases(
        borrow - one, zero(bit - borrow),
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, *other.most);
            std::vector<Multiple> zeros = of.zeros;
            zeros.push_back({is_one, of.words.weight});
            const Id negative = builder.bound(minus_one * of.inputs - one, of.words.gaps, zeros);
            const Id is_set = builder.both(if_borrow(negative), *own.most);
            builder.sum(bit - borrow, {{is_set, one}, {is_one, minus_one}});
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(*other.least, assumption);
            std::vector<Multiple> zeros = times(of.zeros, -1);
            zeros.push_back({is_zero, mpz_class(-of.words.weight)});
            const Id nonnegative = builder.bound(of.inputs, of.words.least, zeros);
            const Id is_clear = builder.both(*own.least, if_not(nonnegative));
            builder.sum(bit - borrow, {{is_clear, one}, {is_zero, minus_one}});
        });
    search.define(t, result, rank);
}

// The polynomial p of (t - 1)·p.
Polynomial gap_of(const Polynomial& product, Variable t) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : product.terms()) {
        const auto place = std::ranges::find(monomial, t);
        if (place == monomial.end()) result.add(monomial, -coefficient);
    }
    return result;
}

// The part below the highest words of a difference: -gap = weight·difference + low, low >= 0 and weight - 1 - low >= 0.
struct LowPart {
    mpz_class weight;
    Id least, most;
};

std::optional<LowPart> low_part(Search& search, const Polynomial& gap, const Polynomial& difference) {
    if (difference.is_constant()) return std::nullopt;
    const auto& [highest, coefficient] = *difference.terms().rbegin();
    const auto found = gap.terms().find(highest);
    if (found == gap.terms().end()) return std::nullopt;
    const mpz_class weight = -found->second / coefficient;
    if (weight < 1) return std::nullopt;
    const Replaced low(minus_one * gap - Polynomial(weight) * difference);
    const auto least = search.at_least(low.rest, 0);
    const auto most = least ? search.at_most(low.rest, weight - 1) : std::nullopt;
    if (!most) return std::nullopt;
    const Id above = search.weaken(search.state(low, *least), low.rest);
    return LowPart{weight, above,
                   search.weaken(search.state(low, *most), Polynomial(mpz_class(weight - 1)) - low.rest)};
}

}  // namespace

void resolve_selection(Search& search, size_t i) {
    const auto& facts = search.builder.meaning.instructions()[i];
    for (size_t k = 1; k + 3 < facts.size(); ++k) {
        // bits >= 0, x - bits >= 0, y - bits >= 0, bits - (x + y - (base - 1)) >= 0
        const auto common_bits = nonnegative_value(facts[k]);
        if (!common_bits) continue;
        const Variable variable = *common_bits;
        const Polynomial bits = Polynomial::of(variable);
        const Polynomial x = facts[k + 1].polynomial + bits, y = facts[k + 2].polynomial + bits;
        if (facts[k + 3].polynomial != bits - x - y + Polynomial(mpz_class(search.base - 1))) continue;
        const auto id = [&](size_t which) {
            return search.builder.given({Given::Of::instruction, i, which});
        };
        CommonBits common{variable, id(k + 1), id(k + 2), id(k + 3)};
        if (const auto mask = mask_of(search, x)) {
            select(search, *mask, common, y, i);
        } else if (const auto other = mask_of(search, y)) {
            std::swap(common.in_x, common.in_y);
            select(search, *other, common, x, i);
        }
    }
}

void combine_masks(Search& search, size_t i) {
    using ir::Opcode;
    const ir::Instruction& in = search.program.body[i];
    const auto is_mask = [&](const ir::Operand& x) {
        return x.is_word ? search.masks.contains(search.builder.meaning.word(x.value))
                         : in.op == Opcode::select && x.is_zero();
    };
    const bool combines = (in.op == Opcode::bit_and || in.op == Opcode::bit_or || in.op == Opcode::bit_not ||
                           in.op == Opcode::select) &&
                          std::all_of(in.src.begin(), in.src.begin() + ir::arity(in.op), is_mask);
    const bool is_sign = in.op == Opcode::sar && in.src[0].is_word && !in.src[1].is_word;
    if (!combines && !is_sign) return;
    Builder& builder = search.builder;
    const Variable word = builder.meaning.word(in.dst.id);
    const Replaced replaced = search.replace(Polynomial::of(word));
    if (replaced.scale != 1) return;
    const mpz_class all_ones = search.base - 1;
    Polynomial bit;
    for (const auto& [monomial, coefficient] : replaced.rest.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), all_ones.get_mpz_t())) return;
        bit.add(monomial, coefficient / all_ones);
    }
    const Polynomial scaled = Polynomial(all_ones) * bit;
    const Id zero = builder.sum(Polynomial::of(word) - scaled, replaced.zeros);
    const Range range = search.ranges.at(word);
    const Id least =
        builder.round(builder.bound(scaled, {{1, {*range.least}}}, {{zero, minus_one}}), all_ones);
    const Id most = builder.round(
        builder.bound(Polynomial(range.limit) - scaled, {{1, {*range.most}}}, {{zero, one}}), all_ones);
    if (builder.fact(most) != one - bit) return;
    search.masks[word] = {bit, zero, least, most, std::nullopt};
}

void resolve_comparisons(Search& search, size_t i) {
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.contract();
    auto open = search.open_comparisons();
    std::erase_if(open, [&](const Search::Comparison& comparison) {
        const Polynomial t = Polynomial::of(comparison.bit);
        const Polynomial gap = gap_of(facts[comparison.place + 3].polynomial, comparison.bit);
        const Fact& third = facts[comparison.place + 2];
        return third.kind == Fact::Kind::zero ? third.polynomial.terms().size() != 1
                                              : third.polynomial != t * (gap - one);
    });
    const auto of = open.empty() ? std::nullopt : difference(search, i);
    if (!of) return;
    const auto id = [&](size_t which) { return builder.given({Given::Of::contract, 0, which}); };
    for (const auto& [place, variable] : open) {
        const size_t k = place;
        const Polynomial t = Polynomial::of(variable);
        const Range& range = search.ranges.at(variable);
        const size_t rank = 2 * (search.program.body.size() + k);
        const Fact &third = facts[k + 2], &fourth = facts[k + 3];
        const Replaced gap =
            search.replace(gap_of(fourth.polynomial, variable));  // y - x, of which x - y is the highest part
        if (third == Fact{Fact::Kind::nonnegative, t * (gap.polynomial - one)} &&
            fourth == Fact{Fact::Kind::nonnegative, (t - one) * gap.polynomial} && gap.scale == 1) {
            const auto low = low_part(search, gap.rest, of->inputs);
            if (!low) continue;
            // t - 1 = (1 - t)·(gap - 1) + (t - 1)·gap; -t = t·(-gap) + t·(gap - 1)
            equate(
                search, *of, variable, rank,
                [&](Id negative) {
                    const Id less = builder.bound(gap.polynomial - one,
                                                  {{low->weight, {negative}}, {1, {low->most}}}, gap.zeros);
                    return builder.bound(t - one, {{1, {*range.most, less}}, {1, {id(k + 3)}}}, {});
                },
                [&](Id nonnegative) {
                    const Id not_less = builder.bound(minus_one * gap.polynomial,
                                                      {{low->weight, {nonnegative}}, {1, {low->least}}},
                                                      times(gap.zeros, -1));
                    return builder.bound(minus_one * t, {{1, {*range.least, not_less}}, {1, {id(k + 2)}}},
                                         {});
                });
            continue;
        }
        const Polynomial value = of->inputs + one;  // of value - 1 the borrow says that a word is 0
        if (third == zero(t * value) && value.terms().size() == 1 &&
            value.terms().begin()->first.size() == 1) {
            const auto word = search.ranges.find(value.terms().begin()->first[0]);
            if (word == search.ranges.end() || !word->second.least) continue;
            // t - 1 = (1 - t)·(value² - 1) - (1 - t)·value·value; -t = t·(value - 1) - t·value
            equate(
                search, *of, variable, rank,
                [&](Id negative) {
                    const Id is_zero = builder.both(*word->second.least, negative);
                    return builder.bound(t - one, {{1, {id(k + 3)}}}, {{is_zero, (t - one) * value}});
                },
                [&](Id nonnegative) {
                    return builder.bound(minus_one * t, {{1, {*range.least, nonnegative}}},
                                         {{id(k + 2), minus_one}});
                });
        }
    }
}

void resolve_negations(Search& search) {
    const auto& facts = search.builder.meaning.contract();
    for (const Search::Comparison& comparison : search.open_comparisons()) {
        // t·(product of bits) = 0
        const Fact& nowhere = facts[comparison.place + 2];
        const auto& terms = nowhere.polynomial.terms();
        if (nowhere.kind != Fact::Kind::zero || terms.size() != 1 || terms.begin()->second != 1) continue;
        std::vector<TestedBit> bits;
        for (Variable bit : terms.begin()->first) {
            if (bit == comparison.bit || !search.is_bit(bit)) continue;
            const Range& range = search.ranges.at(bit);
            bits.push_back({Polynomial::of(bit), *range.least, *range.most});
        }
        if (bits.empty() || bits.size() + 1 != terms.begin()->first.size()) continue;
        search.define(comparison.bit, no_product(search, comparison, bits),
                      2 * (search.program.body.size() + comparison.place));
    }
}

}  // namespace limbsmith::derive
