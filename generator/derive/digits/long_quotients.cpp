// Sums in pairs of words, and their quotients by a constant, as values that have names.
#include <algorithm>
#include <utility>

#include "derive/digits/linear_words.hpp"

namespace limbsmith::derive {
namespace {

Polynomial minus(const mpz_class& number) { return mpz_class(-number); }

// The instructions that multiply a pair x by a pair c of constants, but for the product of both lowest words. They are named by
// the half of a product that they add: low01 has the low half of x0·c1.
struct LongProduct {
    static constexpr size_t length = 7;
    size_t begin;
    size_t low01 = begin, high01 = begin + 1, low10 = begin + 2, high10 = begin + 3, high11 = begin + 4,
           low11 = begin + 5, top = begin + 6;

    static bool is_at(const std::vector<ir::Instruction>& body, size_t begin) {
        using enum ir::Opcode;
        const ir::Opcode expected[length] = {mul_lo, mul_hi, mad_lo, mad_hi, mad_hi, mad_lo, add};
        for (size_t k = 0; k < length; ++k) {
            const ir::Instruction& in = body[begin + k];
            if (in.op != expected[k] || (k + 1 < length && in.src[1].is_word)) return false;
        }
        return true;
    }
};

}  // namespace

LinearWords::Pair LinearWords::pair(ir::Operand low, ir::Operand high) {
    if (high.is_word) {
        const auto found = pairs_.find({low.value, high.value});
        if (!low.is_word || found == pairs_.end()) throw Gap{"two words are no pair"};
        return found->second;
    }
    const Polynomial above = mpz_class(base_ * high.value);
    if (!low.is_word) return {above + mpz_class(low.value), 0, builder.sum(0, {})};
    const auto found = values_.find(low.value);
    if (found == values_.end()) throw Gap{"a word has no value"};
    const Polynomial of = found->second.value;
    return {of + above, 0, natural(low, of)};
}

// Chains of two instructions make pairs. Those of a product by constants wait for the shift that ends a quotient.
void LinearWords::add_in_chain(size_t i) {
    const ir::Instruction& in = program_.body[i];
    if (in.op != ir::Opcode::add && !in.src[1].is_word) return;
    if (in.flag_in && waiting_ && program_.body[*waiting_].flag_out == in.flag_in)
        add_pair(*waiting_, i);
    else if (in.flag_out && !in.flag_in)
        waiting_ = i;
}

// A sum of two pairs, or of a pair and of the product of two digits, modulo base².
void LinearWords::add_pair(size_t low, size_t high) {
    const ir::Instruction &x = program_.body[low], &y = program_.body[high];
    const bool is_sum = x.op == ir::Opcode::add && y.op == ir::Opcode::add,
               is_product = x.op == ir::Opcode::mad_lo && y.op == ir::Opcode::mad_his &&
                            x.src[0] == y.src[0] && x.src[1] == y.src[1];
    if (!is_product && !is_sum) throw Gap{"two words are not made as a pair"};
    const Id of_low = equation(low), of_high = equation(high);
    Parts parts = multiple(of_low, one) + multiple(of_high, base_);
    const auto source = [&](size_t s) { parts += multiple(pair(x.src[s], y.src[s]).zero, one); };
    if (is_product) {
        const Signed a = signed_of(x.src[0]), b = signed_of(x.src[1]);
        const auto X = only_variable(a.value), Y = only_variable(b.value);
        if (!X || !Y) throw Gap{"a product is not one of digits"};
        // with a - base·sign = X, and so b, the halves are those of X·Y modulo base²
        parts += multiple(halves(of_low), minus_one);
        parts += multiple(a.zero, Polynomial::of(x.src[1].value) - scaled(base_, Polynomial::of(b.sign)));
        parts += multiple(b.zero, a.value);
        parts += multiple(names_.at(product(*X, *Y)), one);
        source(2);
    } else {
        source(0);
        source(1);
    }
    const Id zero = sum_of(builder, parts);
    const mpz_class end = base_ * base_, half = end / 2;
    Pair made{{}, {}, zero};
    const Polynomial sources =
        Polynomial::of(x.dst.id) + scaled(base_, Polynomial::of(y.dst.id)) - builder.fact(zero);
    for (const auto& [monomial, factor] : sources.terms()) {
        mpz_class residue = factor + half;
        mpz_fdiv_r(residue.get_mpz_t(), residue.get_mpz_t(), end.get_mpz_t());
        residue -= half;
        if (monomial.size() > 1) throw Gap{"a product of values is left"};
        if (residue != 0) made.value.add(monomial, residue);
        if (residue != factor) made.excess.add(monomial, mpz_class(factor - residue) / end);
    }
    pairs_[{x.dst.id, y.dst.id}] = made;
}

// low + base·high - u = 0 for a name u, as the value lies in [0, base²).
Variable LinearWords::name_pair(ir::Operand low, ir::Operand high) {
    if (!low.is_word || !high.is_word) throw Gap{"a sum is not in two words"};
    const Pair of = pair(low, high);
    const mpz_class end = base_ * base_, least = minimum(of.value), most = -minimum(scaled(-1, of.value));
    if (least < 0 || most >= end) throw Gap{"a sum does not fit two words"};
    const Range of_low = range(low.value), of_high = range(high.value);
    const Id none =
        zero_between(builder, end, of.excess,
                     bounds(1, {of_low.low}) + bounds(base_, {of_high.low}) +
                         bounds(1, {at_least(Polynomial(most) - of.value, 0)}) + multiple(of.zero, minus_one),
                     bounds(1, {of_low.high}) + bounds(base_, {of_high.high}) +
                         bounds(1, {at_least(of.value, 0)}) + multiple(of.zero, one));
    const Builder::Name name = builder.name(of.value);
    const Variable u = name.value;
    ranges_[u] = {
        least, most,
        bound_of(builder, bounds(1, {at_least(of.value, least)}) + multiple(name.zero, minus_one)),
        bound_of(builder, bounds(1, {at_least(Polynomial(most) - of.value, 0)}) + multiple(name.zero, one))};
    names_[u] = name.zero;
    const Id same = sum_of(builder, multiple(of.zero, one) + multiple(none, end) + multiple(name.zero, one));
    values_[low.value] = {Polynomial::of(u), scaled(-1, Polynomial::of(high.value)), same};
    return u;
}

LinearWords::Multiplied LinearWords::multiplied(size_t begin) {
    const LongProduct at{begin};
    const auto& body = program_.body;
    const ir::Operand x0 = body[at.low01].src[0], x1 = body[at.low10].src[0], c0 = body[at.low10].src[1],
                      c1 = body[at.low01].src[1];
    if (!x0.is_word) throw Gap{"a product is one of constants"};
    const mpz_class square = base_ * base_, cube = square * base_;
    const auto carry = [&](size_t i) {  // that an instruction drops
        const auto& terms = builder.fact(equation(i)).terms();
        const auto found =
            std::ranges::find_if(terms, [&](const auto& term) { return term.second == base_; });
        if (found == terms.end()) throw Gap{"no carry is dropped"};
        return found->first.at(0);
    };
    Parts total;
    for (const size_t i : {at.low01, at.low10}) total += multiple(halves(equation(i)), base_);
    total += multiple(halves(equation(at.low11)), square);
    for (const size_t i : {at.low01, at.low10}) total += multiple(equation(i), minus(base_));
    for (const size_t i : {at.high01, at.high10, at.low11}) total += multiple(equation(i), minus(square));
    for (const size_t i : {at.high11, at.top}) total += multiple(equation(i), minus(cube));
    return {x0,
            x1,
            c0.value + base_ * c1.value,
            sum_of(builder, total),
            {{c0.value, x0.value}, {base_, body[at.low10].dst.id}},
            {carry(at.high11), carry(at.top)}};
}

// A funnel shift to the right by a constant.
LinearWords::Shifted LinearWords::shifted(size_t i) {
    const mpz_class unit = mpz_class(1) << program_.body[i].src[2].value;
    const auto& facts = builder.meaning.instructions()[i];
    const auto parts = std::ranges::find_if(facts, [](const Fact& fact) {
        return fact.kind == Fact::Kind::zero && fact.polynomial.terms().size() == 5;
    });
    if (parts == facts.end()) throw Gap{"a shift has no parts"};
    const auto with = [&](const mpz_class& factor) {
        for (const auto& [monomial, of] : parts->polynomial.terms())
            if (of == factor) return monomial.at(0);
        throw Gap{"a shift has no such part"};
    };
    const auto which = static_cast<size_t>(parts - facts.begin());
    const Id split = builder.given({check::Given::Of::instruction, i, which});
    return {with(-base_ * unit), with(-1),
            sum_of(builder, multiple(split, one) + multiple(equation(i), minus(unit)))};
}

// The quotient of a pair is a shift of it, or of its product with a reciprocal: low word and, if it is read, high word.
void LinearWords::add_long_quotient(size_t i) {
    const ir::Instruction& in = program_.body[i];
    const ir::Operand low = in.src[0], high = in.src[1];
    if (!low.is_word || !high.is_word || in.src[2].is_word) throw Gap{"a shift is not of two words"};
    const mpz_class unit = mpz_class(1) << in.src[2].value, square = base_ * base_;
    const bool is_shift = pairs_.contains({low.value, high.value});
    if (!is_shift && (i < LongProduct::length || !LongProduct::is_at(program_.body, i - LongProduct::length)))
        throw Gap{"a quotient is of words without value"};
    const Multiplied from =
        is_shift ? Multiplied{low, high, 1, builder.sum(0, {}), {}, {}} : multiplied(i - LongProduct::length);
    const Variable u = name_pair(from.low, from.high);
    const mpz_class weight = is_shift ? mpz_class(1) : square, P = weight * unit,
                    divisor = (P + from.constant - 1) / from.constant, error = divisor * from.constant - P,
                    most = range(u).most;
    if (error * most >= P || from.constant * most >= weight * square)
        throw Gap{"a reciprocal is not exact enough"};
    const Shifted shifted = this->shifted(i);
    const Polynomial words = Polynomial::of(in.dst.id) + scaled(base_, Polynomial::of(shifted.above));
    const Builder::Name quotient = builder.name(words);
    const Polynomial Q = Polynomial::of(quotient.value);
    const Id natural =
        bound_of(builder, bounds(1, {range(in.dst.id).low}) + bounds(base_, {range(shifted.above).low}) +
                              multiple(quotient.zero, minus_one));
    // constant·u = P·Q + (the sum of the rests), without the carries that are dropped
    std::vector<std::pair<mpz_class, Variable>> rests = from.rests;
    rests.emplace_back(weight, shifted.part);
    Parts total = multiple(from.zero, one) + multiple(shifted.zero, weight) + multiple(quotient.zero, P) +
                  multiple(values_.at(from.low.value).zero, minus(from.constant));
    const auto ends = [&](const mpz_class& factor, bool is_high) {
        Parts all;
        for (const auto& [of, variable] : rests)
            all += bounds(factor * of, {is_high ? range(variable).high : range(variable).low});
        return all;
    };
    if (!is_shift) {
        Polynomial carries;
        Parts least;
        for (const Variable carry : from.carries) {
            carries += Polynomial::of(carry);
            least += bounds(square * square, {range(carry).low});
        }
        const Id none = zero_between(
            builder, square * square, carries, least,
            bounds(from.constant, {range(u).high}) + ends(1, false) + bounds(P, {natural}) + total);
        total += multiple(none, mpz_class(square * square));
    }
    const Builder::Name rest = builder.name(Polynomial::of(u) - scaled(divisor, Q));
    mpz_class largest = 0;  // sum of the rests
    for (const auto& [of, variable] : rests) largest += of * range(variable).most;
    const Polynomial r = Polynomial::of(rest.value);
    const mpz_class last = divisor * largest / P;
    // P·r = divisor·(the sum of the rests) - error·u
    const Id least = at_least_zero(builder, P, r,
                                   ends(divisor, false) + bounds(error, {range(u).high}) +
                                       multiple(rest.zero, minus(P)) + times_of(total, Polynomial(divisor))),
             greatest = at_least_zero(builder, P, Polynomial(last) - r,
                                      ends(divisor, true) + bounds(error, {at_least(Polynomial::of(u), 0)}) +
                                          multiple(rest.zero, P) + times_of(total, minus(divisor)));
    ranges_[rest.value] = {0, last, least, greatest};
    names_[rest.value] = rest.zero;
    rests_[Polynomial::of(u) - scaled(divisor, Q)] = rest.value;
    const Id end = builder.round(
        bound_of(builder, bounds(1, {range(u).high}) + bounds(1, {least}) + multiple(rest.zero, one)),
        divisor);
    ranges_[quotient.value] = {0, most / divisor, natural, end};
    values_[in.dst.id] = {Q, scaled(-1, Polynomial::of(shifted.above)), quotient.zero};
    if (i + 1 < program_.body.size() && is_high_part(i + 1)) {
        const Id same = same_part(i + 1, shifted);
        const Id zero = sum_of(builder, multiple(quotient.zero, one) + multiple(same, base_));
        pairs_[{in.dst.id, program_.body[i + 1].dst.id}] = {Q, 0, zero};
    }
}

// Whether it shifts the high word of the pair that the funnel shift before it has shifted, by as much.
bool LinearWords::is_high_part(size_t i) const {
    if (i == 0) return false;
    const ir::Instruction &in = program_.body[i], &before = program_.body[i - 1];
    return in.op == ir::Opcode::shr && before.op == ir::Opcode::shf_r && in.src[0] == before.src[1] &&
           in.src[1] == before.src[2];
}

// Its result is the part above that of the funnel shift.
Id LinearWords::same_part(size_t i, const Shifted& shifted) {
    const ir::Instruction &in = program_.body[i], &funnel = program_.body[i - 1];
    const mpz_class unit = mpz_class(1) << in.src[1].value;
    const auto split = parts_.find({in.src[0].value, unit});
    if (split == parts_.end()) throw Gap{"a shift has no parts"};
    const Range low = range(funnel.src[0].value), result = range(funnel.dst.id),
                of_part = range(shifted.part), below = range(split->second.low);
    // base·unit·(result of the shift - above) = unit·result + part - low - base·below
    const Parts difference = multiple(shifted.zero, one) +
                             multiple(builder.given(split->second.zero), minus(base_)) +
                             multiple(equation(i), Polynomial(mpz_class(base_ * unit)));
    return zero_between(builder, base_ * unit, Polynomial::of(in.dst.id) - Polynomial::of(shifted.above),
                        bounds(unit, {result.low}) + bounds(1, {of_part.low}) + bounds(1, {low.high}) +
                            bounds(base_, {below.high}) + difference,
                        bounds(unit, {result.high}) + bounds(1, {of_part.high}) + bounds(1, {low.low}) +
                            bounds(base_, {below.low}) + times_of(difference, minus_one));
}

}  // namespace limbsmith::derive
