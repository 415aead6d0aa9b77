#include "derive/bits/parities.hpp"

#include <algorithm>

#include "derive/bits/bits.hpp"
#include "derive/search/factors.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;

Variable variable_of(const Polynomial& value) { return value.terms().begin()->first.front(); }

bool names(const Polynomial& polynomial, const Polynomial& value) {
    return !coefficient_of(variable_of(value), polynomial).is_zero();
}

// The rests modulo 2 of the contract: a quotient, a rest, and the zero that divides.
std::vector<Lowest> rests_of(Search& search) {
    std::vector<Lowest> result;
    const auto& facts = search.builder.meaning.contract();
    for (size_t k = 0; k + 2 < facts.size(); ++k) {
        const auto rest = nonnegative_value(facts[k]);
        if (!rest || *rest == 0) continue;
        const Polynomial bit = Polynomial::of(*rest), half = Polynomial::of(*rest - 1);
        if (facts[k + 1] != Fact{Fact::Kind::nonnegative, one - bit} || facts[k + 2].kind != Fact::Kind::zero)
            continue;
        const Polynomial number = facts[k + 2].polynomial + Polynomial(mpz_class(2)) * half + bit;
        if (names(number, bit) || names(number, half)) continue;
        Builder& builder = search.builder;
        result.push_back(
            {number, half, bit, builder.contract(k + 2), builder.contract(k), builder.contract(k + 1)});
    }
    return result;
}

// x.bit - y.bit = 0, if the numbers differ by an even one: the bits then do, too.
std::optional<Id> same_bit(Search& search, const Lowest& x, const Lowest& y) {
    const Replaced difference = search.replace(x.number - y.number);
    if (difference.scale != 1) return std::nullopt;
    Polynomial half = x.half - y.half;
    for (const auto& [monomial, coefficient] : difference.rest.terms()) {
        if (mpz_odd_p(coefficient.get_mpz_t())) return std::nullopt;
        half.add(monomial, -coefficient / 2);
    }
    // 2·half + x.bit - y.bit
    const Parts zeros = multiple(x.zero, minus_one) + multiple(y.zero, one) + Parts{{}, difference.zeros};
    const Id none = zero_between(search.builder, 2, half, bounds(1, {x.most}) + bounds(1, {y.least}) + zeros,
                                 bounds(1, {x.least}) + bounds(1, {y.most}) + times_of(zeros, minus_one));
    return sum_of(search.builder, zeros + multiple(none, Polynomial(mpz_class(-2))));
}

// The lowest bit of a list of bits.
Lowest lowest_of(const Polynomial& number, const Builder::Bits& bits) {
    Polynomial half;
    for (size_t k = 1; k < bits.list.size(); ++k)
        half += Polynomial(mpz_class(1) << (k - 1)) * bits.list[k].bit;
    return {number, half, bits.list[0].bit, bits.sum, bits.list[0].least, bits.list[0].most};
}

// x·y - 1 <= 0 and x·y >= 0 for bits.
std::pair<Id, Id> ends_of_product(Builder& builder, const Lowest& x, const Lowest& y) {
    return {bound_of(builder, bounds(1, {x.least, y.least})),
            bound_of(builder, bounds(1, {x.most}) + bounds(1, {x.least, y.most}))};
}

// value = x & y, for words.
struct CommonBitsOf {
    Variable value, x, y;
};

std::optional<CommonBitsOf> common_of(const Search& search, const Polynomial& word) {
    const check::Meaning& meaning = search.builder.meaning;
    for (size_t i = 0; i < search.program.body.size(); ++i) {
        const ir::Instruction& in = search.program.body[i];
        const auto& facts = meaning.instructions()[i];
        if (in.op != Opcode::bit_and || Polynomial::of(meaning.word(in.dst.id)) != word || facts.size() < 2)
            continue;
        const auto value = nonnegative_value(facts[1]);
        if (!value || !meaning.variables().common().contains(*value) || !in.src[0].is_word ||
            !in.src[1].is_word)
            break;
        return CommonBitsOf{*value, meaning.word(in.src[0].value), meaning.word(in.src[1].value)};
    }
    return std::nullopt;
}

// bit - x·y = 0, where x and y are the lowest bits of two words, and bit the lowest bit of their common bits.
struct BitProduct {
    Lowest x, y;
    Id zero;
};

std::optional<BitProduct> product_of(Search& search, const Lowest& bit) {
    const auto common = common_of(search, bit.number);
    if (!common) return std::nullopt;
    Builder& builder = search.builder;
    const Builder::Bits of_x = bits_of(search, common->x), of_y = bits_of(search, common->y);
    const Lowest x = lowest_of(Polynomial::of(common->x), of_x);
    const Lowest y = lowest_of(Polynomial::of(common->y), of_y);
    const Id sum = builder.common(common->value, of_x, of_y);
    Polynomial half;
    for (size_t k = 1; k < std::min(of_x.list.size(), of_y.list.size()); ++k)
        half += Polynomial(mpz_class(1) << (k - 1)) * of_x.list[k].bit * of_y.list[k].bit;
    const auto [least, most] = ends_of_product(builder, x, y);
    const Lowest product{Polynomial::of(common->value), half, x.bit * y.bit, sum, least, most};
    const auto zero = same_bit(search, bit, product);
    if (!zero) return std::nullopt;
    return BitProduct{x, y, *zero};
}

// A test t = [product = 0], where the product is that of rests.
struct ParityTest {
    Search::Comparison comparison;
    std::vector<Lowest> factors;
};

std::vector<ParityTest> tests_of(Search& search) {
    std::vector<ParityTest> result;
    const auto& facts = search.builder.meaning.contract();
    const std::vector<Lowest> rests = rests_of(search);
    for (size_t k = 0; k + 3 < facts.size(); ++k) {
        const auto t = nonnegative_value(facts[k]);
        if (!t || facts[k + 2].kind != Fact::Kind::zero) continue;
        ParityTest test{{k, *t}, {}};
        Polynomial product = Polynomial::of(*t);
        for (const Lowest& rest : rests) {
            if (!names(facts[k + 2].polynomial, rest.bit)) continue;
            product = product * rest.bit;
            test.factors.push_back(rest);
        }
        if (!test.factors.empty() && facts[k + 2].polynomial == product) result.push_back(std::move(test));
    }
    return result;
}

// Where a chain reads the word first: the words that it reads as the same number, of which this is the lowest.
std::vector<ir::Operand> number_from(const ir::Program& program, ir::Operand lowest) {
    std::vector<ir::Operand> result;
    for (const ir::Instruction& in : program.body) {
        const bool continues = !result.empty() && in.flag_in;
        if (!result.empty() && !continues) break;
        if (continues || (in.src[0] == lowest && in.flag_out)) result.push_back(in.src[0]);
    }
    return result;
}

// A number is not larger than its words let it be. This limits the words' sources, too.
void learn_size(Search& search, ir::Operand lowest) {
    Polynomial number;
    Parts most;
    mpz_class weight = 1;
    for (const ir::Operand& word : number_from(search.program, lowest)) {
        const Range range =
            word.is_word ? search.ranges.at(search.builder.meaning.word(word.value)) : Range{};
        if (!range.most) break;
        number += Polynomial(weight) * Polynomial::of(search.builder.meaning.word(word.value));
        most += bounds(weight, {*range.most});
        weight *= search.base;
    }
    const Replaced whole = search.replace(number);
    if (whole.scale == 1 && !number.is_zero())
        search.learn_limit(bound_of(search.builder, most + Parts{{}, whole.zeros}));
}

size_t rank_of(const Search& search, size_t place) { return 2 * (search.program.body.size() + place); }

}  // namespace

std::optional<Lowest> lowest_at(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != Opcode::bit_and && in.op != Opcode::bit_or && in.op != Opcode::bit_xor) return std::nullopt;
    const ir::Operand& x = in.src[in.src[0].is_word ? 0 : 1];
    const ir::Operand& y = in.src[in.src[0].is_word ? 1 : 0];
    if (!x.is_word || y.is_word || y.value != 1) return std::nullopt;
    Builder& builder = search.builder;
    const Polynomial number = Polynomial::of(builder.meaning.word(x.value));
    const auto& facts = builder.meaning.instructions()[i];
    const auto bit = facts.size() < 2 ? std::nullopt : nonnegative_value(facts[1]);
    for (size_t k = 1; bit && k < facts.size(); ++k) {
        const Polynomial rest = number - Polynomial::of(*bit) - facts[k].polynomial;  // 2·half
        const Range& range = search.ranges.at(*bit);
        if (facts[k].kind != Fact::Kind::zero || rest.terms().size() != 1 || !range.most || range.limit != 1)
            continue;
        const auto& [monomial, weight] = *rest.terms().begin();
        if (weight != 2 || monomial.size() != 1) continue;
        return Lowest{number,
                      Polynomial::of(monomial[0]),
                      Polynomial::of(*bit),
                      builder.given({Given::Of::instruction, i, k}),
                      *range.least,
                      *range.most};
    }
    return std::nullopt;
}

Id no_product(Search& search, const Search::Comparison& t, const std::vector<TestedBit>& bits) {
    Builder& builder = search.builder;
    Polynomial x = bits.front().value;
    Id most = bits.front().most, least = bits.front().least, square = square_of_bit(builder, x, least, most);
    for (size_t k = 1; k < bits.size(); ++k) {
        const TestedBit& next = bits[k];
        const Id of_next = square_of_bit(builder, next.value, next.least, next.most);
        // (x·y)² - x·y = (x² - x)·y² + x·(y² - y)
        square = sum_of(builder, multiple(square, next.value * next.value) + multiple(of_next, x));
        most = bound_of(builder, bounds(1, {most}) + bounds(1, {least, next.most}));
        least = bound_of(builder, bounds(1, {least, next.least}));
        x = x * next.value;
    }
    // t·x = 0 and (1 - t)·(x² - 1) >= 0
    const Polynomial is_none = Polynomial::of(t.bit);
    const Id none = builder.contract(t.place + 2), some = builder.contract(t.place + 3);
    const Range& range = search.ranges.at(t.bit);
    const Id below = bound_of(builder, bounds(1, {*range.most, most}) + multiple(none, minus_one));
    const Id above =
        bound_of(builder, bounds(1, {some}) + multiple(square, is_none - one) + multiple(none, one));
    return builder.both(above, below);
}

void learn_parity_tests(Search& search) {
    for (const ParityTest& test : tests_of(search)) {
        if (search.definitions.contains(test.comparison.bit)) continue;
        std::vector<TestedBit> bits;
        for (const Lowest& rest : test.factors) bits.push_back({rest.bit, rest.least, rest.most});
        search.define(test.comparison.bit, no_product(search, test.comparison, bits),
                      rank_of(search, test.comparison.place));
    }
}

void resolve_parity(Search& search, size_t i) {
    const auto bit = lowest_at(search, i);
    if (!bit) return;
    Builder& builder = search.builder;
    const Variable own = variable_of(bit->bit);
    for (const Lowest& rest : rests_of(search)) {
        const auto same = same_bit(search, rest, *bit);
        if (!same) continue;
        search.forget(own);  // it is a value of its own from here on
        search.define(variable_of(rest.bit), *same, rank_of(search, 0));
        learn_size(search, search.program.body[i].dst);
    }
    const std::vector<ParityTest> tests = tests_of(search);
    if (std::ranges::none_of(tests, [](const ParityTest& test) { return test.factors.size() == 2; })) return;
    const auto product = product_of(search, *bit);
    if (!product) return;
    for (const ParityTest& test : tests) {
        if (test.factors.size() != 2) continue;
        const Lowest &r = test.factors[0], &s = test.factors[1];
        auto first = same_bit(search, r, product->x), second = same_bit(search, s, product->y);
        const bool is_crossed = !first || !second;
        const Lowest &x = is_crossed ? product->y : product->x, &y = is_crossed ? product->x : product->y;
        if (is_crossed) first = same_bit(search, r, x), second = same_bit(search, s, y);
        if (!first || !second) continue;
        // t + r·s - 1 becomes t + bit - 1; r·s - x·y = (r - x)·s + x·(s - y)
        const Id zero =
            sum_of(builder, multiple(search.definitions.find(test.comparison.bit)->zero, one) +
                                multiple(product->zero, one) + multiple(*first, minus_one * s.bit) +
                                multiple(*second, minus_one * x.bit));
        search.forget(own);
        search.define(test.comparison.bit, zero, rank_of(search, test.comparison.place));
    }
}

}  // namespace limbsmith::derive
