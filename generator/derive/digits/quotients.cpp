// Products of digits, and quotients of values by a constant, as values that have names.
#include <algorithm>
#include <utility>

#include "derive/digits/linear_words.hpp"

namespace limbsmith::derive {

Variable LinearWords::product(Variable x, Variable y) {
    if (y < x) std::swap(x, y);
    if (const auto known = product_names_.find({x, y}); known != product_names_.end()) return known->second;
    const Range of_x = range(x), of_y = range(y);
    const mpz_class most = of_x.most * of_y.most;  // both go from -bound to bound
    const Polynomial X = Polynomial::of(x), Y = Polynomial::of(y), limit = most;
    const Builder::Name name = builder.name(X * Y);
    const Polynomial z = Polynomial::of(name.value);
    // 2·bound·bound ± 2·x·y is a sum of products of ends
    const Id above =
                 builder.round(builder.bound(scaled(2, limit - X * Y),
                                             {{1, {of_x.low, of_y.high}}, {1, {of_x.high, of_y.low}}}, {}),
                               2),
             below =
                 builder.round(builder.bound(scaled(2, limit + X * Y),
                                             {{1, {of_x.low, of_y.low}}, {1, {of_x.high, of_y.high}}}, {}),
                               2);
    ranges_[name.value] = {-most, most, builder.bound(limit + z, {{1, {below}}}, {{name.zero, minus_one}}),
                           builder.bound(limit - z, {{1, {above}}}, {{name.zero, one}})};
    names_[name.value] = name.zero;
    return product_names_[{x, y}] = name.value;
}

Id LinearWords::natural(ir::Operand word, const Polynomial& value) {
    const Value own = values_.at(word.value);
    const Range of_word = range(word.value);
    const Polynomial last = mpz_class(base_ - 1);
    const Id upper = builder.bound(last - scaled(base_, own.excess),
                                   {{1, {of_word.high}}, {1, {at_least(value, 0)}}}, {{own.zero, one}});
    const Id lower =
        builder.bound(last + scaled(base_, own.excess),
                      {{1, {of_word.low}}, {1, {at_least(last - value, 0)}}}, {{own.zero, minus_one}});
    const Id none = builder.both(builder.round(lower, base_), builder.round(upper, base_));
    return builder.sum(Polynomial::of(word.value) - value, {{own.zero, one}, {none, Polynomial(base_)}});
}

Id LinearWords::halves(Id equation) {
    for (const auto& [monomial, factor] : builder.fact(equation).terms()) {
        if (monomial.size() != 1) continue;
        const auto low = low_halves_.find(monomial[0]);
        const auto found = products_.find(low == low_halves_.end() ? monomial[0] : low->second);
        if (found != products_.end()) return builder.given(found->second);
    }
    throw Gap{"a product has no halves"};
}

Variable LinearWords::low_half(Id halves) const {
    for (const auto& [monomial, factor] : builder.fact(halves).terms())
        if (factor == -1) return monomial.at(0);
    throw Gap{"a product has no low half"};
}

// r = floor(x / divisor), by a shift, or by the high word of a product with a reciprocal and a shift. The rest x - divisor·r has
// a name, and ends that follow from those of the parts.
void LinearWords::add_quotient(size_t i) {
    const ir::Instruction& in = program_.body[i];
    const Variable r = in.dst.id;
    const auto high = high_words_.find(in.src[0].value);
    const bool is_product = high != high_words_.end();
    Quotient of;
    of.unit = mpz_class(1) << in.src[1].value;
    of.word = is_product ? program_.body[high->second].src[0] : in.src[0];
    const auto part = parts_.find({in.src[0].value, of.unit});
    if (!of.word.is_word || !values_.contains(of.word.value) || part == parts_.end())
        throw Gap{"a quotient is of a word without value"};
    of.value = values_.at(of.word.value).value;
    of.result = Polynomial::of(r);
    of.most = -minimum(scaled(-1, of.value));
    of.same = natural(of.word, of.value);
    of.below = at_least(Polynomial(of.most) - of.value, 0);
    of.equation = builder.given({check::Given::Of::instruction, i, 0});
    of.split = builder.given(part->second.zero);
    of.low = part->second.low;
    const Rest rest = is_product ? by_reciprocal(of, high->second) : by_shift(of);
    const Polynomial form = of.value - scaled(rest.divisor, of.result);
    ranges_[rest.name.value] = {0, rest.divisor - 1, rest.least, rest.most};
    names_[rest.name.value] = rest.name.zero;
    rests_[form] = rest.name.value;
    const Id end = builder.round(builder.bound(Polynomial(of.most) - scaled(rest.divisor, of.result),
                                               {{1, {rest.least}}, {1, {of.below}}}, {{rest.name.zero, one}}),
                                 rest.divisor);
    const Id begin = range(r).low;
    ranges_[r] = {0, of.most / rest.divisor, begin, end};
    values_[r] = {of.result, 0, builder.sum(0, {})};
}

// The rest is the low part of the word.
LinearWords::Rest LinearWords::by_shift(const Quotient& of) {
    const mpz_class& divisor = of.unit;
    const Builder::Name name = builder.name(of.value - scaled(divisor, of.result));
    const Polynomial rest = Polynomial::of(name.value);
    const Range low = range(of.low);
    // rest - low
    const std::vector<check::Multiple> same{{name.zero, minus_one},
                                            {of.same, minus_one},
                                            {of.split, one},
                                            {of.equation, Polynomial(mpz_class(-divisor))}};
    std::vector<check::Multiple> opposite = same;
    for (check::Multiple& it : opposite) it.factor = scaled(-1, it.factor);
    return {divisor, name, builder.bound(rest, {{1, {low.low}}}, same),
            builder.bound(Polynomial(mpz_class(divisor - 1)) - rest, {{1, {low.high}}}, opposite)};
}

// With P = base·unit the reciprocal is (P + error)/divisor, and value·reciprocal = P·r + rem for 0 <= rem < P. So
// P·rest = divisor·rem - error·value, which lies above -P and below P·divisor.
LinearWords::Rest LinearWords::by_reciprocal(const Quotient& of, size_t multiplication) {
    const mpz_class reciprocal = program_.body[multiplication].src[1].value, P = base_ * of.unit,
                    divisor = P / reciprocal + 1, error = divisor * reciprocal - P;
    if (error <= 0 || error * of.most >= P) throw Gap{"a reciprocal is not exact enough"};
    const Id high_word = equation(multiplication), of_halves = halves(high_word);
    const Variable rest_of_product = low_half(of_halves);
    const Range low = range(rest_of_product), low_of_shift = range(of.low);
    const Polynomial rem = Polynomial::of(rest_of_product) + scaled(base_, Polynomial::of(of.low));
    const Id total = builder.sum(scaled(reciprocal, of.value) - rem - scaled(P, of.result),
                                 {{of_halves, one},
                                  {of.same, Polynomial(mpz_class(-reciprocal))},
                                  {high_word, Polynomial(mpz_class(-base_))},
                                  {of.split, Polynomial(base_)},
                                  {of.equation, Polynomial(mpz_class(-P))}});
    const Builder::Name name = builder.name(of.value - scaled(divisor, of.result));
    const Polynomial rest = Polynomial::of(name.value);
    const Id upper = builder.bound(Polynomial(mpz_class(divisor * (P - 1))) - scaled(P, rest),
                                   {{divisor, {low.high}},
                                    {mpz_class(divisor * base_), {low_of_shift.high}},
                                    {error, {at_least(of.value, 0)}}},
                                   {{name.zero, Polynomial(P)}, {total, Polynomial(mpz_class(-divisor))}});
    std::vector<check::Product> products{
        {divisor, {low.low}}, {mpz_class(divisor * base_), {low_of_shift.low}}, {error, {of.below}}};
    if (const mpz_class slack = P - 1 - error * of.most; slack > 0) products.push_back({slack, {}});
    const Id lower = builder.bound(scaled(P, rest) + Polynomial(mpz_class(P - 1)), std::move(products),
                                   {{name.zero, Polynomial(mpz_class(-P))}, {total, Polynomial(divisor)}});
    return {divisor, name, builder.round(lower, P), builder.round(upper, P)};
}

}  // namespace limbsmith::derive
