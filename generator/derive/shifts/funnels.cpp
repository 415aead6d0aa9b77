#include "derive/shifts/funnels.hpp"

#include "derive/search/factors.hpp"
#include "derive/shifts/amounts.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Product;
using ir::Opcode;

// A shift to the left: (base·y + x)·power = base²·high + base·middle + low. To the right: base·y + x =
// base·power·high + power·middle + low.
struct Funnel {
    Polynomial x, y, middle, high, low;
    Id equation;  // middle is the word
    Id zero;
    Id least_middle, most_middle, least_high, most_high, least_low, most_low;
};

Polynomial value_of(const Search& search, const ir::Operand& operand) {
    return operand.is_word ? Polynomial::of(search.builder.meaning.word(operand.value))
                           : Polynomial(mpz_class(operand.value));
}

Funnel funnel(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    const auto& facts = search.builder.meaning.instructions()[i];
    const size_t first =
        facts.size() - 9;  // middle, high and low with their ranges, the zero, the range of the word
    const auto given = [&](size_t which) { return search.builder.given({Given::Of::instruction, i, which}); };
    const auto fact = [&](size_t which) { return facts[which].polynomial; };
    return {value_of(search, in.src[0]),
            value_of(search, in.src[1]),
            fact(first),
            fact(first + 2),
            fact(first + 4),
            given(0),
            given(first + 6),
            given(first),
            given(first + 1),
            given(first + 2),
            given(first + 3),
            given(first + 4),
            given(first + 5)};
}

// The earlier shift to the left, by the same word, of the word that instruction i shifts in.
std::optional<size_t> before(const ir::Program& program, size_t i) {
    const ir::Instruction& in = program.body[i];
    for (size_t k = i; k-- > 0;) {
        const ir::Instruction& other = program.body[k];
        if (other.op == in.op && other.src[1] == in.src[0] && other.src[2] == in.src[2]) return k;
    }
    return std::nullopt;
}

}  // namespace

Variable shifted_out(const Search& search, size_t i) {
    const auto& facts = search.builder.meaning.instructions()[i];
    return *nonnegative_value(facts[facts.size() - 7]);
}

void resolve_funnel(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    const ir::Operand* by = amount_of(in);
    if (in.op != Opcode::shf_l || !by) return;
    Builder& builder = search.builder;
    const Search::Amount& amount = search.amounts.at(builder.meaning.word(by->value));
    const Polynomial power = Polynomial::of(amount.power), complement = Polynomial::of(amount.complement);
    const Polynomial base = search.base, last = mpz_class(search.base - 1);
    const Funnel own = funnel(search, i);
    const Polynomial carried = own.middle + base * own.high - own.y * power;
    const auto previous = before(search.program, i);
    Polynomial shifted_in;
    std::optional<Id> zero;
    if (in.src[0].is_zero()) {
        // base·carried = -low
        const Id least = builder.round(
            builder.bound(last + base * carried, {{1, {own.most_low}}}, {{own.zero, minus_one}}),
            search.base);
        const Id most = builder.round(
            builder.bound(minus_one * base * carried, {{1, {own.least_low}}}, {{own.zero, one}}),
            search.base);
        zero = builder.both(least, most);
    } else if (previous && search.funnels.contains(*previous)) {
        const Funnel lower = funnel(search, *previous);
        const Id link = search.funnels.at(*previous);
        const auto lowest = before(search.program, *previous);
        shifted_in = lower.high;
        const Polynomial difference = carried - lower.high;
        // base·difference = (lower middle) - (the bits that entered it) - low
        std::vector<Product> gaps{{1, {lower.most_middle}}, {1, {own.least_low}}};
        if (lowest) gaps.push_back({1, {funnel(search, *lowest).least_high}});
        const Id most = builder.round(
            builder.bound(last - base * difference, gaps, {{own.zero, one}, {link, one}}), search.base);
        // power·(x - complement·high) = (lower middle) - (the bits that entered it) > -power
        const Polynomial multiple = own.x - complement * lower.high;
        const Id entered = lowest ? funnel(search, *lowest).most_high : amount.positive;
        const Id product =
            builder.bound(power * multiple + power - one, {{1, {lower.least_middle}}, {1, {entered}}},
                          {{link, minus_one}, {amount.product, minus_one * lower.high}});
        const Id nonnegative = nonnegative_factor(builder, multiple, amount.positive, product);
        const Id least = builder.round(
            builder.bound(last + base * difference,
                          {{1, {own.most_low}}, {1, {*search.ranges.at(amount.power).least, nonnegative}}},
                          {{own.zero, minus_one}, {amount.product, lower.high}}),
            search.base);
        zero = builder.both(least, most);
    } else {
        return;
    }
    search.funnels[i] = *zero;
    const Variable middle = *nonnegative_value({Fact::Kind::nonnegative, own.middle});
    const Variable high = *nonnegative_value({Fact::Kind::nonnegative, own.high});
    search.define(middle, *zero, 2 * i);
    const mpz_class most_high = search.base / 2 - 1;
    search.limit(
        high, builder.bound(Polynomial(most_high) - own.high, {{1, {own.most_high}}, {1, {amount.most}}}, {}),
        most_high);
    if (!in.src[1].is_zero() || !previous) return;
    // the word has only the bits that entered it: base·high <= shifted_in
    const Id entered = *search.ranges.at(*nonnegative_value({Fact::Kind::nonnegative, shifted_in})).most;
    const Id none =
        builder.round(builder.bound(Polynomial(most_high) - base * own.high,
                                    {{1, {entered}}, {1, {own.least_middle}}}, {{*zero, minus_one}}),
                      search.base);
    search.define(high, builder.both(own.least_high, none), 2 * i);
}

namespace {

// The low part of y below a power: y - low = power·multiple, low >= 0, power - 1 - low >= 0.
struct LowPart {
    Polynomial low, multiple;
    Id zero, least, most;
};

LowPart low_part(Search& search, const Search::Amount& amount, const Funnel& of_y) {
    const Polynomial multiple =
        of_y.middle + Polynomial(search.base) * of_y.high - Polynomial::of(amount.complement) * of_y.y;
    const Polynomial zero = of_y.x - of_y.low - Polynomial::of(amount.power) * multiple;
    const Id is = search.builder.sum(zero, {{of_y.zero, one}, {amount.product, of_y.y}});
    return {of_y.low, multiple, is, of_y.least_low, of_y.most_low};
}

LowPart low_part(Search& search, const Search::Amount& amount, const ir::Operand& fill) {
    Builder& builder = search.builder;
    if (!fill.is_word) return {{}, {}, builder.sum({}, {}), builder.bound({}, {}, {}), amount.positive};
    const Search::Mask& mask = search.masks.at(builder.meaning.word(fill.value));
    const Polynomial low = (Polynomial::of(amount.power) - one) * mask.bit;
    const Polynomial multiple = (Polynomial::of(amount.complement) - one) * mask.bit;
    const Polynomial zero = value_of(search, fill) - low - Polynomial::of(amount.power) * multiple;
    return {low, multiple, builder.sum(zero, {{mask.zero, one}, {amount.product, minus_one * mask.bit}}),
            builder.bound(low, {{1, {amount.positive, mask.least}}}, {}),
            builder.bound(Polynomial::of(amount.power) - one - low, {{1, {amount.positive, mask.most}}}, {})};
}

// power·middle + low - x - base·(low part of y) = 0
Id shifted_right(Search& search, const Search::Amount& amount, const Funnel& own, const LowPart& of_y) {
    Builder& builder = search.builder;
    const Polynomial power = Polynomial::of(amount.power), base = search.base,
                     last = mpz_class(search.base - 1);
    const Id power_least = *search.ranges.at(amount.power).least;
    const Polynomial rest = own.y - power * own.high;  // base·rest = power·middle + low - x
    const Range x = search.ranges.at(own.x.terms().begin()->first[0]);
    const Id most = builder.round(
        builder.bound(power * base - one - base * rest,
                      {{1, {power_least, own.most_middle}}, {1, {own.most_low}}, {1, {*x.least}}},
                      {{own.zero, minus_one}}),
        search.base);
    const Id least = builder.round(builder.bound(base * rest + last,
                                                 {{1, {power_least, own.least_middle}},
                                                  {1, {own.least_low}},
                                                  {1, {*x.most}},
                                                  {search.base - 1 - x.limit, {}}},
                                                 {{own.zero, one}}),
                                   search.base);
    // rest - (low part of y) = power·(multiple - high)
    const Polynomial difference = of_y.multiple - own.high;
    const Id above = builder.bound(power * difference + power - one, {{1, {least}}, {1, {of_y.most}}},
                                   {{of_y.zero, minus_one}});
    const Id below =
        builder.bound(power - one - power * difference, {{1, {most}}, {1, {of_y.least}}}, {{of_y.zero, one}});
    const Id same = zero_factor(builder, difference, amount.positive, above, below);
    return builder.sum(power * own.middle + own.low - own.x - base * of_y.low,
                       {{own.zero, minus_one}, {same, base * power}, {of_y.zero, base}});
}

}  // namespace

ShiftedRight shifted_right(Search& search, const std::vector<size_t>& instructions) {
    Builder& builder = search.builder;
    const ir::Instruction& last = search.program.body[instructions.back()];
    const Search::Amount& amount = search.amounts.at(builder.meaning.word(last.src[2].value));
    const Polynomial power = Polynomial::of(amount.power);
    std::vector<check::Multiple> zeros;
    mpz_class weight = 1;
    Polynomial zero;
    for (size_t k = 0; k < instructions.size(); ++k, weight *= search.base) {
        const Funnel own = funnel(search, instructions[k]);
        const bool is_last = k + 1 == instructions.size();
        const LowPart of_y = is_last ? low_part(search, amount, last.src[1])
                                     : low_part(search, amount, funnel(search, instructions[k + 1]));
        zeros.push_back({shifted_right(search, amount, own, of_y), weight});
        zeros.push_back({own.equation, Polynomial(weight) * power});
        zero += Polynomial(weight) * (power * (own.middle + builder.fact(own.equation)) - own.x);
        if (is_last) zero -= Polynomial(mpz_class(weight * search.base)) * of_y.low;
    }
    const Funnel first = funnel(search, instructions.front());
    return {first.low, builder.sum(zero + first.low, std::move(zeros)), first.least_low, first.most_low};
}

}  // namespace limbsmith::derive
