#include "derive/shifts/amounts.hpp"

namespace limbsmith::derive {

using check::Given;
using ir::Opcode;

const ir::Operand* amount_of(const ir::Instruction& in) {
    const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
    if (!is_funnel && in.op != Opcode::shl && in.op != Opcode::shr) return nullptr;
    const ir::Operand& amount = in.src[is_funnel ? 2 : 1];
    return amount.is_word ? &amount : nullptr;
}

namespace {

// An amount below word_bits fits.
void resolve_short_amount(Search& search, size_t i, const Range& word, const Search::Amount& amount) {
    Builder& builder = search.builder;
    const mpz_class bits = mpz_sizeinbase(search.base.get_mpz_t(), 2) - 1;
    const Range multiple = search.ranges.at(amount.multiple), rest = search.ranges.at(amount.rest);
    const Polynomial fits = Polynomial::of(amount.fits), quotient = Polynomial::of(amount.multiple);
    // bits·multiple = word - rest
    const Id most =
        builder.round(builder.bound(Polynomial(word.limit) - Polynomial(bits) * quotient,
                                    {{1, {*word.most}}, {1, {*rest.least}}}, {{amount.parts, one}}),
                      bits);
    const Id none = builder.both(*multiple.least, most);
    search.define(amount.multiple, none, 2 * i);
    // fits - 1 = (1 - fits)·(multiple² - 1) - (1 - fits)·multiple·multiple
    const Id least = builder.bound(fits - one, {{1, {amount.fits_some}}}, {{none, (fits - one) * quotient}});
    search.define(amount.fits, builder.both(least, *search.ranges.at(amount.fits).most), 2 * i);
}

}  // namespace

void resolve_amount(Search& search, size_t i) {
    const ir::Operand* by = amount_of(search.program.body[i]);
    if (!by) return;
    Builder& builder = search.builder;
    const auto [place, is_new] = search.amounts.try_emplace(builder.meaning.word(by->value));
    if (!is_new) return;
    Search::Amount& amount = place->second;
    // the first instruction that shifts by this word has the facts, after its equation
    const auto& facts = builder.meaning.instructions()[i];
    const auto given = [&](size_t which) { return builder.given({Given::Of::instruction, i, which}); };
    const auto value = [&](size_t which) { return facts[which].polynomial.terms().begin()->first[0]; };
    amount.multiple = value(1), amount.rest = value(3), amount.fits = value(8);
    amount.parts = given(5), amount.positive = given(6), amount.most = given(7);
    amount.power = facts[6].polynomial.terms().rbegin()->first[0];
    amount.fits_none = given(10), amount.fits_some = given(11);
    const Polynomial power = Polynomial::of(amount.power);
    search.ranges[amount.power].least = builder.bound(power, {{1, {amount.positive}}, {1, {}}}, {});
    // the complement is 2^(word_bits - rest)
    const auto bits = static_cast<long>(mpz_sizeinbase(search.base.get_mpz_t(), 2)) - 1;
    const Polynomial exponent = Polynomial(mpz_class(bits)) - Polynomial::of(amount.rest);
    const Id least = builder.bound(exponent, {{1, {given(4)}}, {1, {}}}, {});
    amount.complement = builder.power(least).value;
    amount.product = builder.powers({amount.power, amount.complement}, {}, bits, {});
    const Range word = search.ranges.at(builder.meaning.word(by->value));
    if (word.limit < bits) resolve_short_amount(search, i, word, amount);
}

void resolve_powers(Search& search) {
    for (const auto& [value, exponent] : search.builder.meaning.variables().powers()) {
        if (search.definitions.contains(value)) continue;
        for (const auto& [word, amount] : search.amounts) {
            if (amount.power == value) break;
            const Polynomial difference = exponent - Polynomial::of(amount.rest);
            const auto equal = search.zero(difference, search.program.body.size());
            if (!equal) continue;
            const Id zero = search.builder.powers({value}, {amount.power}, 0, {{*equal, one}});
            search.define(value, zero, 2 * search.program.body.size());
            break;
        }
    }
}

}  // namespace limbsmith::derive
