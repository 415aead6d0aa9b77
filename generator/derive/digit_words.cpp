#include "derive/digit_words.hpp"

#include <algorithm>

#include "derive/bits.hpp"
#include "derive/parts.hpp"
#include "derive/squeeze.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;

Polynomial divided_by(const Polynomial& polynomial, const mpz_class& divisor, bool& is_exact) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        is_exact = is_exact && mpz_divisible_p(coefficient.get_mpz_t(), divisor.get_mpz_t());
        result.add(monomial, coefficient / divisor);
    }
    return result;
}

// The values that a zero whole - weight·high - low introduced for an output.
struct OutputPart {
    Variable high, low;
    mpz_class weight;
    Id zero;
};

std::vector<OutputPart> output_parts(Search& search) {
    std::vector<OutputPart> result;
    const auto& facts = search.builder.meaning.contract();
    for (size_t k = 0; k < facts.size(); ++k) {
        // high >= 0, …, low >= 0, …, the zero
        const auto high = k + 4 < facts.size() ? nonnegative_value(facts[k]) : std::nullopt;
        const auto low = high ? nonnegative_value(facts[k + 2]) : std::nullopt;
        if (!low || *low != *high + 1 || facts[k + 4].kind != Fact::Kind::zero) continue;
        const auto& terms = facts[k + 4].polynomial.terms();
        const auto weight = terms.find({*high});
        if (weight == terms.end() || weight->second >= -1 ||
            mpz_popcount(mpz_class(-weight->second).get_mpz_t()) != 1)
            continue;
        result.push_back(
            {*high, *low, -weight->second, search.builder.given({Given::Of::contract, 0, k + 4})});
    }
    return result;
}

// high = (whole - rest) / weight, where the rest lies between 0 and the weight.
bool define_part(Search& search, const OutputPart& part, const Replaced& whole) {
    if (whole.scale != 1) return false;
    Builder& builder = search.builder;
    Polynomial rest, multiple_of;
    for (const auto& [monomial, coefficient] : whole.rest.terms()) {
        mpz_class quotient, remainder;
        mpz_fdiv_qr(quotient.get_mpz_t(), remainder.get_mpz_t(), coefficient.get_mpz_t(),
                    part.weight.get_mpz_t());
        if (!monomial.empty() && remainder != 0) quotient = 0, remainder = coefficient;
        multiple_of.add(monomial, quotient);
        rest.add(monomial, remainder);
    }
    const auto most = search.at_most(rest, part.weight - 1);
    const auto least = most ? search.at_least(rest, 0) : std::nullopt;
    if (!least) return false;
    const Id below = search.state(Replaced(rest), *most), above = search.state(Replaced(rest), *least);
    const Range& low = search.ranges.at(part.low);
    // weight·(high - …) = rest - low
    Parts zeros = multiple(part.zero, minus_one);
    zeros.zeros.insert(zeros.zeros.end(), whole.zeros.begin(), whole.zeros.end());
    const Id zero = zero_between(builder, part.weight, Polynomial::of(part.high) - multiple_of,
                                 bounds(1, {above}) + bounds(1, {*low.most}) + zeros,
                                 bounds(1, {below}) + bounds(1, {*low.least}) + times_of(zeros, minus_one));
    search.define(part.high, zero, 2 * search.program.body.size());
    search.define(part.low, part.zero, 2 * search.program.body.size() + 1);
    return true;
}

// word = 2^place·(…) + rest
struct Division {
    Replaced whole;
    Polynomial rest;
    Id least, most;
};

// Of a pair of words that is shifted by a constant the rest is the lowest part of the lower word.
Division division(Search& search, Variable word, unsigned place, size_t i) {
    Builder& builder = search.builder;
    Replaced whole{Polynomial::of(word)};
    const auto& body = search.program.body;
    const auto maker = std::ranges::find_if(body, [&](const ir::Instruction& in) {
        return builder.meaning.word(in.dst.id) == word && in.op == ir::Opcode::shf_r && !in.src[2].is_word &&
               in.src[2].value != 0 && in.src[0].is_word;
    });
    if (maker == body.end()) {
        const Search::Split split = split_of(search, word, place, 2 * i);
        const Range& low = search.ranges.at(split.low);
        whole.rest -= builder.fact(split.zero);
        whole.zeros.push_back({split.zero, one});
        return {whole, Polynomial::of(split.low), *low.least, *low.most};
    }
    search.replace(whole);
    const unsigned s = maker->src[2].value, bits = mpz_sizeinbase(search.base.get_mpz_t(), 2) - 1;
    const Variable x = builder.meaning.word(maker->src[0].value);
    const Search::Split coarse = split_of(search, x, s, 2 * i);
    const Polynomial upper = Polynomial::of(coarse.high);
    if (s + place >= bits) {
        const Range& high = search.ranges.at(coarse.high);
        return {whole, upper, *high.least, *high.most};
    }
    // 2^s·(upper - 2^place·(upper of the finer split)) = (its low) - low
    const Search::Split fine = split_of(search, x, s + place, 2 * i);
    const Range &of_coarse = search.ranges.at(coarse.low), &of_fine = search.ranges.at(fine.low);
    const mpz_class unit = mpz_class(1) << s;
    const Parts zeros = multiple(coarse.zero, minus_one) + multiple(fine.zero, one);
    const Id least = builder.round(
        bound_of(builder, bounds(1, {*of_fine.least}) + bounds(1, {*of_coarse.most}) + zeros), unit);
    const Id most =
        builder.round(bound_of(builder, bounds(1, {*of_fine.most}) + bounds(1, {*of_coarse.least}) +
                                            times_of(zeros, minus_one)),
                      unit);
    return {whole, upper - Polynomial(mpz_class(mpz_class(1) << place)) * Polynomial::of(fine.high), least,
            most};
}

}  // namespace

void resolve_cleared(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != ir::Opcode::bit_and || !in.src[0].is_word || in.src[1].is_word) return;
    const mpz_class weight = search.base - mpz_class(in.src[1].value);
    if (weight == search.base || weight < 2 || mpz_popcount(weight.get_mpz_t()) != 1) return;
    Builder& builder = search.builder;
    const auto both = nonnegative_value(builder.meaning.instructions()[i][1]);
    if (!both || !builder.meaning.common().contains(*both)) return;
    const auto place = static_cast<unsigned>(mpz_scan1(weight.get_mpz_t(), 0));
    const Variable word = builder.meaning.word(in.src[0].value);
    const Builder::Bits bits = bits_of(search, word), mask = bits_of(search, mpz_class(in.src[1].value));
    const bool is_first = builder.meaning.common().at(*both).first == Polynomial::of(word);
    const Id common = is_first ? builder.common(*both, bits, mask) : builder.common(*both, mask, bits);
    Division by = division(search, word, place, i);
    bool is_exact = by.whole.scale == 1;
    Polynomial upper = divided_by(by.whole.rest - by.rest, weight, is_exact);
    if (!is_exact) return;
    Parts lower_least, lower_most;
    for (size_t k = 0; k < bits.list.size(); ++k) {
        if (k >= place) {
            upper -= Polynomial(mpz_class(mpz_class(1) << (k - place))) * bits.list[k].bit;
        } else {
            lower_least += bounds(mpz_class(1) << k, {bits.list[k].least});
            lower_most += bounds(mpz_class(1) << k, {bits.list[k].most});
        }
    }
    // weight·(quotient - upper bits) = lower bits - rest
    Parts is_word = multiple(bits.sum, one);
    for (const auto& [zero, factor] : by.whole.zeros) is_word += multiple(zero, minus_one * factor);
    const Id same = zero_between(builder, weight, upper, lower_least + bounds(1, {by.most}) + is_word,
                                 lower_most + bounds(1, {by.least}) + times_of(is_word, minus_one));
    search.define(*both, sum_of(builder, multiple(common, one) + multiple(same, Polynomial() - weight)),
                  2 * i);
}

void resolve_output_parts(Search& search) {
    const auto& body = search.program.body;
    for (const OutputPart& part : output_parts(search)) {
        const Polynomial whole = search.builder.fact(part.zero) +
                                 Polynomial(part.weight) * Polynomial::of(part.high) +
                                 Polynomial::of(part.low);
        // word = x + base/2 - base·(top bit of x)
        const auto flip = std::ranges::find_if(body, [&](const ir::Instruction& in) {
            return whole == Polynomial::of(search.builder.meaning.word(in.dst.id)) &&
                   in.op == ir::Opcode::bit_xor && in.src[0].is_word;
        });
        if (flip != body.end()) {
            const auto place = static_cast<unsigned>(mpz_scan1(part.weight.get_mpz_t(), 0));
            const auto split = search.splits.find({search.builder.meaning.word(flip->src[0].value), place});
            Replaced word(whole);
            search.replace(word, 2 * static_cast<size_t>(flip - body.begin()));
            if (split != search.splits.end() && word.scale == 1) {
                word.rest -= search.builder.fact(split->second.zero);
                word.zeros.push_back({split->second.zero, one});
                if (define_part(search, part, word)) continue;
            }
        }
        define_part(search, part, search.replace(whole));
    }
}

}  // namespace limbsmith::derive
