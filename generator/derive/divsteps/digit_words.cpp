#include "derive/divsteps/digit_words.hpp"

#include <algorithm>

#include "derive/bits/bits.hpp"
#include "derive/search/squeeze.hpp"
#include "derive/sums/parts.hpp"

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

// The values that a zero whole - weight·high - low of the contract introduced for a word.
struct NumberPart {
    Variable high, low;
    mpz_class weight;
    Id zero;
};

Polynomial whole_of(const Search& search, const NumberPart& part) {
    return search.builder.fact(part.zero) + Polynomial(part.weight) * Polynomial::of(part.high) +
           Polynomial::of(part.low);
}

std::vector<NumberPart> number_parts(Search& search) {
    std::vector<NumberPart> result;
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

// The word of an input, if it is one.
std::optional<Variable> input_word(const Search& search, const Polynomial& whole) {
    for (const ir::Input& input : search.program.inputs) {
        for (ir::Word word : input.words) {
            const Variable variable = search.builder.meaning.word(word.id);
            if (whole == Polynomial::of(variable)) return variable;
        }
    }
    return std::nullopt;
}

// high = (whole - rest) / weight, where the rest lies between 0 and the weight.
bool define_part(Search& search, const NumberPart& part, const Replaced& whole) {
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

// If a pair of words is shifted by a constant, the rest is the lowest part of the lower word.
Division division(Search& search, Variable word, unsigned place, size_t i) {
    Builder& builder = search.builder;
    Replaced whole{Polynomial::of(word)};
    const auto& body = search.program.body;
    const auto maker = std::ranges::find_if(body, [&](const ir::Instruction& in) {
        return builder.meaning.word(in.dst.id) == word && in.op == ir::Opcode::shf_r && !in.src[2].is_word &&
               in.src[0].is_word;
    });
    if (maker == body.end() || maker->src[2].value == 0) {
        if (maker != body.end()) search.replace(whole, 2 * static_cast<size_t>(maker - body.begin()));
        const Variable x = maker == body.end() ? word : builder.meaning.word(maker->src[0].value);
        const Search::Split split = split_of(search, x, place, 2 * i);
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

void learn_digit_inputs(Search& search) {
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.contract();
    for (const NumberPart& part : number_parts(search)) {
        const auto word = input_word(search, whole_of(search, part));
        if (!word) continue;
        const auto place = static_cast<unsigned>(mpz_scan1(part.weight.get_mpz_t(), 0));
        search.splits.try_emplace({*word, place}, Search::Split{part.high, part.low, part.zero});
        search.forget(part.high);
        search.define(part.low, part.zero, 1);
        for (size_t k = 0; k < facts.size(); ++k) {
            if (facts[k] != Fact{Fact::Kind::zero, Polynomial::of(part.low)}) continue;
            const Id none = builder.given({Given::Of::contract, 0, k});
            search.define(
                *word,
                builder.sum(builder.fact(part.zero) + builder.fact(none), {{part.zero, one}, {none, one}}),
                0);
            search.define(part.low, none, 0);
        }
    }
}

void resolve_disjoint(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != ir::Opcode::bit_or || !in.src[0].is_word || !in.src[1].is_word) return;
    Builder& builder = search.builder;
    const auto both = nonnegative_value(builder.meaning.instructions()[i][1]);
    if (!both || !builder.meaning.variables().common().contains(*both)) return;
    for (int small : {0, 1}) {
        const Variable x = builder.meaning.word(in.src[small].value),
                       y = builder.meaning.word(in.src[1 - small].value);
        const Range range = search.ranges.at(x);
        const size_t place = range.limit == 0 ? 0 : mpz_sizeinbase(range.limit.get_mpz_t(), 2);
        const mpz_class weight = mpz_class(1) << place;
        const Replaced whole = search.replace(Polynomial::of(y));
        bool is_exact = weight <= search.base && whole.scale == 1;
        Polynomial upper_y = divided_by(whole.rest, weight, is_exact);
        if (!is_exact) continue;
        const Builder::Bits of_x = bits_of(search, x), of_y = bits_of(search, y);
        Polynomial upper_x;
        Parts least_x, least_y, most_y, upper, shared;
        for (size_t k = 0; k < of_x.list.size(); ++k) {
            const mpz_class bit = mpz_class(1) << k;
            const auto &a = of_x.list[k], &b = of_y.list[k];
            if (k < place) {
                least_x += bounds(bit, {a.least}), least_y += bounds(bit, {b.least}),
                    most_y += bounds(bit, {b.most});
                shared += bounds(bit, {b.least, a.most});
            } else {
                upper += bounds(bit, {a.least}), shared += bounds(bit, {a.least, b.most});
                upper_x += Polynomial(mpz_class(bit / weight)) * a.bit;
                upper_y -= Polynomial(mpz_class(bit / weight)) * b.bit;
            }
        }
        // weight·(upper bits of x) = x - (lower bits), and weight·(y/weight - upper bits of y) = lower bits
        const Id no_x = zero_between(builder, weight, upper_x, upper,
                                     bounds(1, {*range.most}) + least_x + multiple(of_x.sum, one));
        Parts is_y = multiple(of_y.sum, one);
        for (const auto& [zero, factor] : whole.zeros) is_y += multiple(zero, minus_one * factor);
        const Id no_y =
            zero_between(builder, weight, upper_y, least_y + is_y, most_y + times_of(is_y, minus_one));
        const bool is_first = builder.meaning.variables().common().at(*both).first == Polynomial::of(x);
        const Id common = is_first ? builder.common(*both, of_x, of_y) : builder.common(*both, of_y, of_x);
        // common bits are at most (upper bits of x) + (lower bits of y), which are 0
        const Id most =
            bound_of(builder, shared + multiple(common, minus_one) + multiple(no_x, Polynomial() - weight) +
                                  multiple(no_y, Polynomial() - weight) + is_y);
        search.define(*both, builder.both(*search.ranges.at(*both).least, most), 2 * i);
        return;
    }
}

void resolve_cleared(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != ir::Opcode::bit_and || !in.src[0].is_word || in.src[1].is_word) return;
    const mpz_class weight = search.base - mpz_class(in.src[1].value);
    if (weight == search.base || weight < 2 || mpz_popcount(weight.get_mpz_t()) != 1) return;
    Builder& builder = search.builder;
    const auto both = nonnegative_value(builder.meaning.instructions()[i][1]);
    if (!both || !builder.meaning.variables().common().contains(*both)) return;
    const auto place = static_cast<unsigned>(mpz_scan1(weight.get_mpz_t(), 0));
    const Variable word = builder.meaning.word(in.src[0].value);
    const Builder::Bits bits = bits_of(search, word), mask = bits_of(search, mpz_class(in.src[1].value));
    const bool is_first = builder.meaning.variables().common().at(*both).first == Polynomial::of(word);
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
    for (const NumberPart& part : number_parts(search)) {
        const Polynomial whole = whole_of(search, part);
        if (input_word(search, whole)) continue;
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
