#include "derive/sums/signs.hpp"

#include <algorithm>

#include "derive/bits/bits.hpp"
#include "derive/sums/parts.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Product;

// The word with the largest weight.
std::optional<Variable> top_word(const Polynomial& number, mpz_class& weight) {
    std::optional<Variable> result;
    weight = 0;
    for (const auto& [monomial, coefficient] : number.terms()) {
        if (monomial.size() != 1 || coefficient < 0) return std::nullopt;
        if (coefficient > weight) result = monomial[0], weight = coefficient;
    }
    return result;
}

unsigned top_place(const Search& search) {
    return static_cast<unsigned>(mpz_sizeinbase(search.base.get_mpz_t(), 2)) - 2;
}

// Whether the program subtracts base/2 from the word: resolve_comparisons takes this borrow.
bool is_compared(const Search& search, Variable word) {
    return std::ranges::any_of(search.program.body, [&](const ir::Instruction& in) {
        return in.op == ir::Opcode::sub && in.src[0].is_word && !in.src[1].is_word &&
               search.builder.meaning.word(in.src[0].value) == word && in.src[1].value == search.base / 2;
    });
}

// The bit t = [number < weight·base/2] of the contract, whose facts begin at `place`, is 1 - (the top bit of the number).
std::optional<Id> resolve_sign(Search& search, const Search::Comparison& comparison) {
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.contract();
    const auto& [place, variable] = comparison;
    const Polynomial t = Polynomial::of(variable);
    // the third fact is t·(half - number) - t
    Polynomial gap;
    for (const auto& [monomial, coefficient] : facts[place + 2].polynomial.terms()) {
        const auto found = std::ranges::find(monomial, variable);
        if (found == monomial.end()) return std::nullopt;
        check::Monomial others = monomial;
        others.erase(others.begin() + (found - monomial.begin()));
        gap.add(others, coefficient);
    }
    gap += one;
    const mpz_class half = gap.constant();
    const Polynomial number = Polynomial(half) - gap;
    mpz_class weight;
    const auto word = top_word(number, weight);
    if (!word || half != weight * search.base / 2 || facts[place + 3].polynomial != (t - one) * gap ||
        is_compared(search, *word))
        return std::nullopt;
    const Search::Split split = split_of(search, *word, top_place(search), 0);
    const Range high = search.ranges.at(split.high), low = search.ranges.at(split.low);
    const Range own = search.ranges.at(variable);
    const Polynomial top = Polynomial::of(split.high);
    if (!high.most || high.limit != 1) return std::nullopt;
    // word = base/2·top + low
    std::vector<Product> least{{weight, {*low.least}}}, most{{weight, {*low.most}}};
    for (const auto& [monomial, coefficient] : number.terms()) {
        if (monomial[0] == *word) continue;
        const Range& range = search.ranges.at(monomial[0]);
        least.push_back({coefficient, {*range.least}});
        most.push_back({coefficient, {*range.most}});
    }
    const auto id = [&](size_t which) { return builder.given({Given::Of::contract, 0, place + which}); };
    return builder.cases(
        top - one, {Fact::Kind::zero, t + top - one},
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, *high.most);
            const Id large = builder.bound(minus_one * gap, least, {{split.zero, weight}, {is_one, half}});
            // -t = t·(gap - 1) + t·(-gap)
            const Id none = builder.bound(minus_one * t, {{1, {id(2)}}, {1, {*own.least, large}}}, {});
            builder.sum(t + top - one, {{builder.both(*own.least, none), one}, {is_one, one}});
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(*high.least, assumption);
            Polynomial rest = gap - one;
            const Id small =
                builder.bound(rest, most, {{split.zero, mpz_class(-weight)}, {is_zero, mpz_class(-half)}});
            // t - 1 = (t - 1)·gap + (1 - t)·(gap - 1)
            const Id all = builder.bound(t - one, {{1, {id(3)}}, {1, {*own.most, small}}}, {});
            builder.sum(t + top - one, {{builder.both(all, *own.most), one}, {is_zero, one}});
        });
}

}  // namespace

void resolve_signs(Search& search) {
    for (const auto& comparison : search.open_comparisons()) {
        const auto& fact = search.builder.meaning.contract()[comparison.place + 2];
        if (fact.kind != Fact::Kind::nonnegative) continue;
        const auto zero = resolve_sign(search, comparison);
        if (zero) search.define(comparison.bit, *zero, 2 * (search.program.body.size() + comparison.place));
    }
}

void resolve_top_bit(Search& search, size_t i) {
    using ir::Opcode;
    const ir::Instruction& in = search.program.body[i];
    if (in.op != Opcode::bit_and && in.op != Opcode::bit_or && in.op != Opcode::bit_xor) return;
    const bool is_first = !in.src[0].is_word;
    const ir::Operand &x = in.src[is_first ? 1 : 0], &y = in.src[is_first ? 0 : 1];
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.instructions()[i];
    const mpz_class half = search.base / 2;
    if (!x.is_word || y.is_word || y.value != half || facts.size() < 2) return;
    const auto named = nonnegative_value(facts[1]);
    if (!named || !builder.meaning.variables().common().contains(*named)) return;
    const Variable both = *named;
    const Variable word = builder.meaning.word(x.value);
    const Search::Split split = split_of(search, word, top_place(search), 2 * i);
    const Builder::Bits bits = bits_of(search, word);
    const Builder::Bits top = bits_of(search, half);
    const Id common = is_first ? builder.common(both, top, bits) : builder.common(both, bits, top);
    // base/2·(top bit - high) = low - (the bits below it)
    const Polynomial difference = bits.list.back().bit - Polynomial::of(split.high);
    const Range low = search.ranges.at(split.low);
    std::vector<Product> above{{1, {*low.least}}}, below{{1, {*low.most}}};
    for (size_t k = 0; k + 1 < bits.list.size(); ++k) {
        above.push_back({mpz_class(1) << k, {bits.list[k].most}});
        below.push_back({mpz_class(1) << k, {bits.list[k].least}});
    }
    const Polynomial rest = mpz_class(half - 1), scaled = Polynomial(half) * difference;
    const Id least =
        builder.round(builder.bound(rest + scaled, above, {{bits.sum, minus_one}, {split.zero, one}}), half);
    const Id most =
        builder.round(builder.bound(rest - scaled, below, {{bits.sum, one}, {split.zero, minus_one}}), half);
    const Id same = builder.both(least, most);
    const Polynomial zero = Polynomial::of(both) - Polynomial(half) * Polynomial::of(split.high);
    search.define(both, builder.sum(zero, {{common, one}, {same, half}}), 2 * i);
}

}  // namespace limbsmith::derive
