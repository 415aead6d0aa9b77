#include "derive/residues/quotient_estimate.hpp"

#include <algorithm>

#include "derive/search/argument.hpp"

namespace limbsmith::derive {
namespace {

using ir::Opcode, ir::Operand;

// The words of an estimate; the contract has p·ws + e = w·base.
struct Estimate {
    Variable x, w, ws, q, minus_p;
    Variable p, e;
    Id e_gap;  // p - 1 - e >= 0
};

const ir::Instruction* made_by(const Search& search, Operand word, Opcode op) {
    const auto& body = search.program.body;
    const auto found = std::ranges::find_if(body, [&](const auto& in) { return Operand(in.dst) == word; });
    return found != body.end() && found->op == op ? &*found : nullptr;
}

// p and e, if a division of the contract says so.
bool find_division(Search& search, Estimate& of) {
    const mpz_class base = search.base;
    const check::Facts& facts = search.builder.meaning.contract();
    const auto in = [&](Variable value) { return Polynomial::of(value); };
    for (const InputModulus& modulus : search.moduli) {
        for (const check::Fact& fact : facts) {
            // w·base - p·quotient - e = 0
            if (fact.kind != Fact::Kind::zero || fact.polynomial.terms().size() != 3) continue;
            const Polynomial rest = Polynomial(base) * in(of.w) - fact.polynomial;
            if (rest.terms().size() != 2) continue;
            const Polynomial quotient = coefficient_of(modulus.word, rest),
                             e = rest - in(modulus.word) * quotient;
            if (e.terms().size() != 1 || e.terms().begin()->first.size() != 1) continue;
            if (search.replace(quotient).rest != in(of.ws) || modulus.number != in(modulus.word)) continue;
            of.p = modulus.word;
            of.e = e.terms().begin()->first[0];
            const Polynomial gap = in(of.p) - one - in(of.e);
            const auto most =
                std::ranges::find_if(search.numbers, [&](Id id) { return search.builder.fact(id) == gap; });
            if (most == search.numbers.end()) continue;
            of.e_gap = *most;
            return true;
        }
    }
    return false;
}

std::optional<Estimate> estimate(Search& search, const ir::Instruction& in) {
    if (in.op != Opcode::mad_lo || in.flag_in || in.flag_out || search.moduli.empty()) return std::nullopt;
    const auto& meaning = search.builder.meaning;
    const ir::Instruction* high = made_by(search, in.src[0], Opcode::mul_hi);
    const ir::Instruction* low = made_by(search, in.src[2], Opcode::mul_lo);
    if (!high || !low || !in.src[1].is_word) return std::nullopt;
    for (const auto* part : {high, low}) {
        if (!part->src[0].is_word || !part->src[1].is_word) return std::nullopt;
    }
    if (high->src[0] != low->src[0]) return std::nullopt;
    Estimate of{.x = meaning.word(high->src[0].value),
                .w = meaning.word(low->src[1].value),
                .ws = meaning.word(high->src[1].value),
                .q = meaning.word(high->dst.id),
                .minus_p = meaning.word(in.src[1].value),
                .p = 0,
                .e = 0,
                .e_gap = 0};
    if (!find_division(search, of)) return std::nullopt;
    const Polynomial p = Polynomial(search.base) - Polynomial::of(of.p);
    return search.replace(Polynomial::of(of.minus_p)).rest == p ? std::optional(of) : std::nullopt;
}

}  // namespace

// base·(x·w - q·p) = x·e + p·low, where low is the low word of x·ws, e below p.
void resolve_quotient_estimate(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    const auto found = estimate(search, in);
    if (!found) return;
    const auto& [x, w, ws, q, minus_p, p, e, e_gap] = *found;
    const Variable r = search.builder.meaning.word(in.dst.id);
    try {
        Argument argument(search, {x, w, ws});
        const Variable low = argument.parted({x, ws}, search.base).low;
        const Polynomial product = value(x) * value(w) - value(q) * value(p), two = 2;
        const Id x_gap = argument.most(x), low_gap = argument.most(low), p_least = argument.least(p);
        const Id least = argument.show(
            product,
            bounds(1, {argument.least(x), argument.least(e)}) + bounds(1, {p_least, argument.least(low)}),
            search.base);
        const Id most = argument.show(
            two * value(p) - one - product,
            bounds(1, {p_least, low_gap}) + bounds(1, {p_least}) + bounds(search.base, {e_gap}) +
                bounds(1, {argument.least(e), x_gap}) + bounds(1, {argument.least(e)}),
            search.base);
        argument.settle(r, product, bounds(1, {least}),
                        bounds(1, {most}) + bounds(2, {*search.ranges.at(p).most}));
        const Id is_product = argument.equal(value(r) - product);
        const Polynomial below = two * value(p) - one - value(r);
        search.define(r, is_product, 2 * i + 1);
        search.learn_limit(search.builder.bound(below, {{1, {most}}}, {{is_product, minus_one}}));
    } catch (const Gap&) {
        return;
    }
}

}  // namespace limbsmith::derive
