#include "derive/sums/nonzero.hpp"

#include <algorithm>

#include "derive/sums/carries.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;

std::optional<size_t> definition_of(const ir::Program& program, const ir::Operand& word, Opcode op) {
    for (size_t k = 0; k < program.body.size(); ++k) {
        if (word.is_word && program.body[k].dst == word.word() && program.body[k].op == op) return k;
    }
    return std::nullopt;
}

}  // namespace

void resolve_nonzero(Search& search, size_t i) {
    const ir::Program& program = search.program;
    const ir::Instruction& in = program.body[i];
    if (in.op != Opcode::shr || in.src[1].is_word) return;
    const auto split = search.splits.find({search.builder.meaning.word(in.src[0].value), in.src[1].value});
    const auto at = definition_of(program, in.src[0], Opcode::bit_or);
    if (!at || split == search.splits.end() || search.base != mpz_class(2) << in.src[1].value) return;
    auto [x, negative, unused] = program.body[*at].src;
    if (!definition_of(program, negative, Opcode::sub)) std::swap(x, negative);
    const auto sub = definition_of(program, negative, Opcode::sub);
    if (!sub || !program.body[*sub].src[0].is_zero() || program.body[*sub].src[1] != x ||
        program.body[*sub].flag_in || !x.is_word)
        return;
    const auto borrow = carry_of(search, *sub);
    const std::vector<Fact>& facts = search.builder.meaning.instructions()[*at];
    if (!borrow || facts.size() < 5) return;

    // either = x + negative - both, negative = base·borrow - x, either = base/2·top + low
    Builder& builder = search.builder;
    const auto given = [&](size_t of, size_t which) {
        return builder.given({Given::Of::instruction, of, which});
    };
    const mpz_class& base = search.base;
    const Polynomial bit = Polynomial::of(*borrow), top = Polynomial::of(split->second.high);
    const Polynomial word = Polynomial::of(builder.meaning.word(x.value));
    const Range is_bit = search.ranges.at(*borrow), is_top = search.ranges.at(split->second.high);
    const Range low = search.ranges.at(split->second.low);
    const Range of_x = search.ranges.at(builder.meaning.word(x.value));
    const Range of_negative = search.ranges.at(builder.meaning.word(negative.value));
    const Id negated = given(*sub, 0), either = given(*at, 0), parts = split->second.zero;
    const Id both = given(*at, 1), in_first = given(*at, 2), in_second = given(*at, 3);
    const Id equal = builder.cases(
        bit - one, {Fact::Kind::zero, top - bit},
        [&](Id assumption) {
            // 2·either >= x + negative = base
            const Id is_one = builder.both(assumption, *is_bit.most);
            const Id least = builder.bound(
                Polynomial(base) * top - Polynomial(mpz_class(2)),
                {{1, {in_first}}, {1, {in_second}}, {2, {*low.most}}},
                {{parts, mpz_class(-2)}, {either, mpz_class(2)}, {negated, one}, {is_one, base}});
            const Id top_is_one = builder.both(builder.round(least, base), *is_top.most);
            builder.sum(top - bit, {{top_is_one, one}, {is_one, mpz_class(-1)}});
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(*is_bit.least, assumption);
            const Id most =
                builder.bound(Polynomial(mpz_class(-base / 2)) * top, {{1, {both}}, {1, {*low.least}}},
                              {{parts, one},
                               {either, mpz_class(-1)},
                               {negated, mpz_class(-1)},
                               {is_zero, mpz_class(-base)}});
            const Id top_is_zero = builder.both(*is_top.least, builder.round(most, base / 2));
            builder.sum(top - bit, {{top_is_zero, one}, {is_zero, mpz_class(-1)}});
        });
    search.define(split->second.high, equal, 2 * i);
    // negative >= 0
    search.numbers.push_back(
        builder.bound(Polynomial(base) * bit - word, {{1, {*of_negative.least}}}, {{negated, minus_one}}));
    const Id least = builder.cases(
        bit - one, {Fact::Kind::nonnegative, word - bit},
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, *is_bit.most);
            builder.bound(word - bit, {{1, {*of_negative.most}}},
                          {{negated, one}, {is_one, mpz_class(base - 1)}});
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(*is_bit.least, assumption);
            builder.bound(word - bit, {{1, {*of_x.least}}}, {{is_zero, mpz_class(-1)}});
        });
    search.numbers.push_back(least);
}

}  // namespace limbsmith::derive
