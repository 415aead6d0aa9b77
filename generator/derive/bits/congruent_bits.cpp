// The values of words that `and`, `xor` and shifts to the right make.
#include <algorithm>

#include "derive/bits/bits.hpp"
#include "derive/bits/congruences.hpp"

namespace limbsmith::derive {

using check::Given;

// word = base/2·top + low
struct Congruences::Top {
    Polynomial top, low;
    Id top_least, top_most;
    Parts low_least, low_most;
    Id zero;
};

// common bits of the sources of instruction i - the sum of 2^k·x_k·y_k, where x is the source `of_x`
Id Congruences::common(size_t i, const Builder::Bits& x, const Builder::Bits& y, const Polynomial& of_x) {
    const Polynomial& equation = builder_.meaning.instructions()[i][0].polynomial;
    for (const auto& [monomial, coefficient] : equation.terms()) {
        if (monomial.size() != 1) continue;
        const auto found = builder_.meaning.variables().common().find(monomial[0]);
        if (found == builder_.meaning.variables().common().end()) continue;
        return found->second.first == of_x ? builder_.common(monomial[0], x, y)
                                           : builder_.common(monomial[0], y, x);
    }
    throw Gap{"common bits"};
}

Congruences::Top Congruences::top_of(const Builder::Bits& bits) const {
    const auto& list = bits.list;
    Top result{list.back().bit, {}, list.back().least, list.back().most, {}, {}, bits.sum};
    mpz_class weight = 1;
    for (size_t k = 0; k + 1 < list.size(); ++k, weight *= 2) {
        result.low += Polynomial(weight) * list[k].bit;
        result.low_least += bounds(weight, {list[k].least});
        result.low_most += bounds(weight, {list[k].most});
    }
    return result;
}

Congruences::Top Congruences::top_of(const Split& split) const {
    const Range &high = search_.ranges.at(split.high), &low = search_.ranges.at(split.low);
    return {Polynomial::of(split.high), Polynomial::of(split.low), *high.least, *high.most,
            bounds(1, {*low.least}),    bounds(1, {*low.most}),    split.zero};
}

Id Congruences::range_of(Variable value, int side) const {
    const auto own = limits_.find(value);
    if (own != limits_.end()) return side > 0 ? own->second.second : own->second.first;
    const auto range = search_.ranges.find(value);
    if (range == search_.ranges.end() || !range->second.least || !range->second.most)
        throw Gap{"the range of a value"};
    return side > 0 ? *range->second.most : *range->second.least;
}

// polynomial - least, or most - polynomial, for a polynomial of degree 1.
Parts Congruences::range(const Polynomial& polynomial, int side) const {
    Parts result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.empty()) continue;
        if (monomial.size() != 1) throw Gap{"the range of a product"};
        result += bounds(abs(coefficient), {range_of(monomial[0], sgn(coefficient) * side)});
    }
    return result;
}

// The top bit of a signed value is its sign; that of base/2·bit + rest with 0 <= rest < base/2 is the bit.
Congruences::TopBit Congruences::top_bit(Variable word, const Top& top) {
    const Word of = this->word(word);
    const Polynomial excess = of.excess;
    const auto sign = signs_.find(of.value.terms());
    if (sign != signs_.end()) {
        const auto& [s, reduced] = sign->second;
        // word = x + base·e, x = value + base·(own excess)
        const Polynomial e = excess - reduced.excess;
        const Parts is_x = multiple(of.zero, one) + times_of(reduced.zeros, minus_one);
        // base/2·(top + s - 2·e) = x + base/2·s - low
        const mpz_class most = (builder_.fact(s.above) + s.value).constant();
        const Id zero = zero_between(builder_, half_, top.top + s.bit - Polynomial(2) * e,
                                     bounds(1, {s.below}) + bounds(mpz_class(half_ - most), {s.least}) +
                                         top.low_most + times_of(is_x, one) + multiple(top.zero, minus_one),
                                     bounds(1, {s.above}) + bounds(mpz_class(half_ - 1 - most), {s.most}) +
                                         top.low_least + times_of(is_x, minus_one) + multiple(top.zero, one));
        // 2·(e - s) = top - s
        const Id is_e =
            zero_between(builder_, 2, e - s.bit,
                         bounds(1, {top.top_least}) + bounds(1, {s.most}) + multiple(zero, minus_one),
                         bounds(1, {top.top_most}) + bounds(1, {s.least}) + multiple(zero, one));
        return {s.bit, sum_of(builder_, multiple(zero, one) + multiple(is_e, Polynomial(2)))};
    }
    Polynomial bit, rest;
    for (const auto& [monomial, coefficient] : of.value.terms())
        (coefficient == half_ ? bit : rest).add(monomial, coefficient == half_ ? mpz_class(1) : coefficient);
    // base/2·(top - bit - 2·excess) = rest - low
    const Parts is_rest = multiple(of.zero, one) + multiple(top.zero, minus_one);
    const Id zero = zero_between(builder_, half_, top.top - bit - Polynomial(2) * excess,
                                 range(rest, -1) + top.low_most + is_rest,
                                 range(rest, 1) + top.low_least + times_of(is_rest, minus_one));
    // 2·excess = top - bit
    const Id none = zero_between(builder_, 2, excess,
                                 bounds(1, {top.top_least}) + range(bit, 1) + multiple(zero, minus_one),
                                 bounds(1, {top.top_most}) + range(bit, -1) + multiple(zero, one));
    return {bit, sum_of(builder_, multiple(zero, one) + multiple(none, Polynomial(2)))};
}

// With base/2 it is the top bit. The top bit of two words is the product of theirs.
void Congruences::define_and(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    const Variable result = dst(i);
    const Id equation = builder_.given({Given::Of::instruction, i, 0});
    if (!in.src[0].is_word) return;
    const Variable x = in.src[0].value;
    const Builder::Bits of_x = derive::bits_of(search_, x);
    const auto top = [&](Variable word) -> TopBit {
        const auto known = tops_.find(word);
        if (known != tops_.end()) return {known->second.bit, known->second.zero};
        const TopBit found = top_bit(word, top_of(derive::bits_of(search_, word)));
        tops_[word] = {found.bit, found.zero};
        return found;
    };
    if (!in.src[1].is_word) {
        if (in.src[1].value != half_) return;
        const TopBit of = top(x);
        const Id shared = common(i, of_x, derive::bits_of(search_, half_), Polynomial::of(x));
        set_word(
            result, Polynomial(half_) * of.bit, {},
            sum_of(builder_, multiple(equation, one) + multiple(shared, one) + multiple(of.zero, half_)));
        return;
    }
    const Variable y = in.src[1].value;
    const Builder::Bits of_y = derive::bits_of(search_, y), of_result = derive::bits_of(search_, result);
    const TopBit top_x = top(x), top_y = top(y);
    const Id shared = common(i, of_x, of_y, Polynomial::of(x));
    const Top own = top_of(of_result);
    Parts least, most;  // of the lower bits of x & y
    mpz_class weight = 1;
    for (size_t k = 0; k + 1 < of_x.list.size(); ++k, weight *= 2) {
        const auto &a = of_x.list[k], &b = of_y.list[k];
        least += bounds(weight, {a.least, b.least});
        most += bounds(weight, {a.least, b.most}) + bounds(weight, {a.most});
    }
    // base/2·(top - top_x·top_y) = (lower bits of x & y) - (those of the word)
    const Polynomial product = of_x.list.back().bit * of_y.list.back().bit;
    const Parts is_word = multiple(equation, one) + multiple(shared, one) + multiple(own.zero, minus_one);
    const Id zero = zero_between(builder_, half_, own.top - product, least + own.low_most + is_word,
                                 most + own.low_least + times_of(is_word, minus_one));
    const Reduced bit = reduce(top_x.bit * top_y.bit);
    tops_[result] = {bit.rest,
                     sum_of(builder_, multiple(zero, one) + multiple(top_x.zero, of_y.list.back().bit) +
                                          multiple(top_y.zero, top_x.bit) + bit.zeros)};
}

// x xor -2·bit is -x if the bit is set and x is odd: all bits of x change but the lowest.
void Congruences::define_xor(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    if (!in.src[0].is_word) return;
    const Variable x = in.src[0].value;
    if (!in.src[1].is_word) {
        if (in.src[1].value == 2) start_inverse(i, x);
        return;
    }
    const Word of_x = word(x), mask = word(in.src[1].value);
    const auto odd = odd_.find(of_x.value.terms());
    const auto& terms = mask.value.terms();
    if (odd == odd_.end() || terms.size() != 1 || terms.begin()->second != -2 ||
        terms.begin()->first.size() != 1)
        return;
    const Polynomial bit = Polynomial::of(terms.begin()->first[0]);
    if (mask.excess != bit) return;
    const Id least = range_of(terms.begin()->first[0], -1), most = range_of(terms.begin()->first[0], 1);
    const Builder::Bits& bits = derive::bits_of(search_, x);
    // x = value + base·e; the lowest bit is 1
    const auto& [value, half, is_odd, reduced] = odd->second;
    const Polynomial e = of_x.excess - reduced.excess;
    const Parts is_value = multiple(of_x.zero, one) + times_of(reduced.zeros, minus_one) +
                           multiple(bits.sum, minus_one) + multiple(is_odd, one);
    Polynomial upper;
    mpz_class weight = 1;
    for (size_t k = 1; k < bits.list.size(); ++k, weight *= 2) upper += Polynomial(weight) * bits.list[k].bit;
    const auto& lowest = bits.list.front();
    // 2·(half + base/2·e - upper) = lowest - 1
    const Id is_same = zero_between(builder_, 2, half + Polynomial(half_) * e - upper,
                                    bounds(1, {lowest.least}) + times_of(is_value, minus_one),
                                    bounds(1, {lowest.most}) + times_of(is_value, one));
    const Id is_set = sum_of(builder_, multiple(is_same, Polynomial(2)) + is_value);  // lowest - 1
    // the mask is the sum of 2^k·bit for k > 0
    const Id zero = bound_of(builder_, {}), is_one = bound_of(builder_, bounds(1, {}));
    Builder::Bits of_mask{.list = {{mpz_class(0), zero, is_one}}, .squares = {}, .sum = mask.zero};
    while (of_mask.list.size() < bits.list.size()) of_mask.list.push_back({bit, least, most});
    const Id shared = common(i, bits, of_mask, Polynomial::of(x));
    // word = x + mask - 2·bit·(x - lowest)
    const Parts exact = multiple(builder_.given({Given::Of::instruction, i, 0}), one) +
                        multiple(shared, Polynomial(-2)) + multiple(mask.zero, one) +
                        multiple(bits.sum, Polynomial(2) * bit) + multiple(is_set, Polynomial(2) * bit);
    Reduced result = reduce(Polynomial::of(x) - Polynomial(2) * bit * Polynomial::of(x));
    result.zeros += exact;
    result.excess += bit;
    set(dst(i), std::move(result));
}

// The top bit, or a value that is a multiple of the power.
void Congruences::define_shift_right(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    if (!in.src[0].is_word) return;
    const Variable x = in.src[0].value;
    const unsigned place = in.src[1].value;
    const auto split = splits_.find({x, place});
    if (split == splits_.end()) return;
    const Id equation = builder_.given({Given::Of::instruction, i, 0});
    const mpz_class power = mpz_class(1) << place;
    if (power == half_) {
        const TopBit top = top_bit(x, top_of(split->second));
        set_word(dst(i), top.bit, {}, sum_of(builder_, multiple(equation, one) + multiple(top.zero, one)));
        return;
    }
    const Word of = word(x);
    if (!of.excess.is_zero()) return;
    Polynomial quotient;
    for (const auto& [monomial, coefficient] : of.value.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), power.get_mpz_t())) return;
        quotient.add(monomial, coefficient / power);
    }
    // power·(quotient - high) = low
    const Range& low = search_.ranges.at(split->second.low);
    const Parts is_low = multiple(split->second.zero, one) + multiple(of.zero, minus_one);
    const Id zero =
        zero_between(builder_, power, quotient - Polynomial::of(split->second.high),
                     bounds(1, {*low.least}) + is_low, bounds(1, {*low.most}) + times_of(is_low, minus_one));
    set_word(dst(i), quotient, {}, sum_of(builder_, multiple(equation, one) + multiple(zero, minus_one)));
}

Id Congruences::signed_value(Variable word) {
    const Word of = this->word(word);
    const auto split = splits_.find({word, top_place()});
    if (split == splits_.end()) throw Gap{"the sign of a word"};
    const Top top = top_of(split->second);
    // base·(excess - sign) = low - base/2·sign - value
    const Parts is_word = multiple(of.zero, one) + multiple(top.zero, minus_one);
    const Id zero = zero_between(
        builder_, base_, of.excess - top.top,
        top.low_least + bounds(half_, {top.top_most}) + range(of.value, 1) + times_of(is_word, minus_one),
        top.low_most + bounds(half_, {top.top_least}) + range(of.value, -1) + is_word);
    return sum_of(builder_, multiple(of.zero, one) + multiple(zero, base_));
}

// word = (x - base·sign) / power, if that is a multiple.
void Congruences::define_signed_shift(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    if (!in.src[0].is_word) return;
    const Variable x = in.src[0].value;
    const mpz_class power = mpz_class(1) << in.src[1].value;
    Word of = word(x);
    Polynomial value, quotient;
    for (const auto& [monomial, coefficient] : of.value.terms()) {
        const mpz_class own = coefficient == half_ ? mpz_class(-half_) : coefficient;
        if (!mpz_divisible_p(own.get_mpz_t(), power.get_mpz_t())) return;
        quotient.add(monomial, own / power);
        value.add(monomial, own);
        if (own != coefficient) of.excess.add(monomial, 1);
    }
    words_[x] = {value, of.excess, of.zero};
    const Id is_signed = signed_value(x);
    const Polynomial sign = Polynomial::of(splits_.at({x, top_place()}).high);
    // x - base·sign - power·(high - base·sign) - low
    const auto& facts = builder_.meaning.instructions()[i];
    for (size_t k = facts.size(); k-- > 1;) {
        if (facts[k].kind != Fact::Kind::zero) continue;
        const Id zero = builder_.given({Given::Of::instruction, i, k});
        std::optional<Variable> low;
        for (const auto& [monomial, coefficient] : facts[k].polynomial.terms()) {
            if (coefficient == -1 && monomial.size() == 1) low = monomial[0];
        }
        if (!low) throw Gap{"the bits that a shift drops"};
        const Range& range = search_.ranges.at(*low);
        const Polynomial result = Polynomial::of(dst(i));
        const Id equation = builder_.given({Given::Of::instruction, i, 0});
        // power·(quotient - (word - base·sign)) = low
        const Parts is_low = multiple(zero, one) + multiple(is_signed, minus_one) +
                             multiple(equation, Polynomial(mpz_class(-power)));
        const Id same = zero_between(builder_, power, quotient - result + Polynomial(base_) * sign,
                                     bounds(1, {*range.least}) + is_low,
                                     bounds(1, {*range.most}) + times_of(is_low, minus_one));
        // sign = excess
        const Parts of_sign = multiple(is_signed, minus_one) + multiple(of.zero, one);
        const Id signs =
            zero_between(builder_, base_, of.excess - sign, times_of(of_sign, minus_one), of_sign);
        set_word(
            dst(i), quotient, of.excess,
            sum_of(builder_, multiple(same, minus_one) + multiple(signs, Polynomial(mpz_class(-base_)))));
        return;
    }
}

// y = 3·x xor 2, where 3·x = value of the source: x·y = 1 modulo 32 for every odd x.
void Congruences::start_inverse(size_t i, Variable source) {
    const Word of = word(source);
    const auto& terms = of.value.terms();
    if (terms.size() != 1 || terms.begin()->first.size() != 1 || terms.begin()->second != 3) return;
    const Polynomial x = Polynomial::of(terms.begin()->first[0]);
    const auto odd = odd_.find(x.terms());
    if (odd == odd_.end()) return;
    // x = 2·half + 1, half = 2·upper + a, upper = 2·rest + c
    const auto low_bit = [&](const Polynomial& number) {
        const Builder::Quotient halves = builder_.divide(number, 2);
        const Builder::Bits bit = builder_.bits(halves.least, halves.most);
        return std::pair(halves, bit);
    };
    const auto [first, of_first] = low_bit(odd->second.half);
    const auto [second, of_second] = low_bit(Polynomial::of(first.quotient));
    const Polynomial a = of_first.list[0].bit, c = of_second.list[0].bit;
    const Parts is_half = multiple(first.zero, one) + multiple(of_first.sum, one);
    const Parts is_upper = multiple(second.zero, one) + multiple(of_second.sum, one);
    const Parts is_x = multiple(odd->second.zero, one) + times_of(is_half, Polynomial(2));
    // b_0 + 2·b_1 + 2·a - 3 = 4·(…) is 0
    const Builder::Bits bits = derive::bits_of(search_, source);
    const auto &b0 = bits.list[0], &b1 = bits.list[1];
    Polynomial upper = Polynomial(3) * Polynomial::of(first.quotient) + Polynomial(2) * a +
                       Polynomial(mpz_class(base_ / 4)) * of.excess;
    mpz_class weight = 1;
    for (size_t k = 2; k < bits.list.size(); ++k, weight *= 2) upper -= Polynomial(weight) * bits.list[k].bit;
    const Parts is_source =
        multiple(of.zero, one) + times_of(is_x, Polynomial(3)) + multiple(bits.sum, minus_one);
    const Id low = zero_between(
        builder_, 4, upper,
        bounds(1, {b0.least}) + bounds(2, {b1.least}) + bounds(2, {of_first.list[0].least}) +
            times_of(is_source, minus_one),
        bounds(1, {b0.most}) + bounds(2, {b1.most}) + bounds(2, {of_first.list[0].most}) + is_source);
    const Id is_low = sum_of(builder_, is_source + multiple(low, Polynomial(4)));  // b_0 + 2·b_1 + 2·a - 3
    // 2·(1 - b_1 - a) = b_0 - 1
    const Id is_flipped =
        zero_between(builder_, 2, one - b1.bit - a, bounds(1, {b0.least}) + multiple(is_low, minus_one),
                     bounds(1, {b0.most}) + multiple(is_low, one));
    // y = source + 2 - 4·b_1
    const Id shared = common(i, bits, derive::bits_of(search_, mpz_class(2)), Polynomial::of(source));
    const Polynomial y = Polynomial::of(dst(i));
    // y - 3·x + 2 - 4·a - base·excess
    const Id is_y = sum_of(builder_, multiple(builder_.given({Given::Of::instruction, i, 0}), one) +
                                         multiple(shared, Polynomial(-2)) + multiple(of.zero, one) +
                                         multiple(is_flipped, Polynomial(4)));
    // x·y - 1 = 32·h
    const Polynomial parts =
        Polynomial(8) * Polynomial::of(second.quotient) + Polynomial(4) * c + Polynomial(2) * a + one;
    const Polynomial product = parts * (Polynomial(3) * parts - Polynomial(2) + Polynomial(4) * a) - one;
    Parts zeros = multiple(is_y, x);
    const Parts is_parts = is_x + times_of(is_upper, Polynomial(4));
    // x·(3·x - 2 + 4·a) - (the same of parts) = (x - parts)·(3·x + 3·parts - 2 + 4·a)
    zeros +=
        times_of(is_parts, Polynomial(3) * x + Polynomial(3) * parts - Polynomial(2) + Polynomial(4) * a);
    Polynomial h, rest = product;
    for (const auto& [bit, square] :
         {std::pair(a, of_first.squares[0]), std::pair(c, of_second.squares[0])}) {
        const Variable variable = bit.terms().begin()->first[0];
        const auto is_square = [&](const auto& term) { return std::ranges::count(term.first, variable) > 1; };
        for (;;) {
            const auto term = std::ranges::find_if(rest.terms(), is_square);
            if (term == rest.terms().end()) break;
            check::Monomial others = term->first;
            const auto place = std::ranges::find(others, variable);
            others.erase(place, place + 2);
            Polynomial factor;
            factor.add(others, term->second);
            rest -= factor * builder_.fact(square);
            zeros += multiple(square, factor);
        }
    }
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (coefficient % 32 != 0) throw Gap{"the start of an inverse"};
        h.add(monomial, coefficient / 32);
    }
    // the rest of k·(3·k + 1) is even as well
    const Named quotient = name(builder_, h + Polynomial(mpz_class(base_ / 32)) * of.excess * x);
    const Id inverse = sum_of(builder_, zeros + multiple(quotient.zero, Polynomial(-32)));
    replace({x.terms().begin()->first[0], dst(i)}, inverse);
}

}  // namespace limbsmith::derive
