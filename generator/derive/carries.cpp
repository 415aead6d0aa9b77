#include "derive/carries.hpp"

#include <algorithm>
#include <iterator>

namespace limbsmith::derive {
namespace {

using check::Multiple;
using check::Product;

// The word of a sub chain's last instruction, without its borrow: digit = word - base·borrow. The chain's lower words
// and the digit make the difference of two numbers. If that lies above -2·weight and below weight, the digit is -1
// or 0, and the word is (base - 1)·borrow.
void find_mask(Search& search, const std::vector<size_t>& links, Variable borrow) {
    Builder& builder = search.builder;
    const Variable word = builder.meaning.word(search.program.body[links.back()].dst.id);
    const ChainWords lower = words_of(search, std::span(links).first(links.size() - 1));
    const mpz_class& weight = lower.weight;
    Polynomial number = lower.number;
    number.add({word}, weight);
    Polynomial digit = Polynomial::of(word);
    digit.add({borrow}, -search.base);
    number.add({borrow}, -search.base * weight);
    Replaced sources{number, {}};
    for (size_t stop : search.stops(links.front())) {
        Replaced further = search.replace(sources.rest, stop);
        std::ranges::move(further.zeros, std::back_inserter(sources.zeros));
        sources.rest = std::move(further.rest);
        auto above = search.at_most(sources.rest), below = search.at_least(sources.rest);
        if (!above || !below || above->limit >= weight || below->limit - (weight - 1) <= -2 * weight)
            continue;
        // weight·digit = number - lower words
        const Polynomial scaled = Polynomial(weight) * digit;
        const std::vector<Multiple> opposite = times(sources.zeros, -1);
        std::ranges::copy(lower.least, std::back_inserter(above->products));
        std::ranges::copy(lower.gaps, std::back_inserter(below->products));
        const Id none = builder.round(
            builder.bound(Polynomial(above->limit) - scaled, above->products, opposite), weight);
        const mpz_class lowest = below->limit - (weight - 1);
        const Id one =
            builder.round(builder.bound(scaled - Polynomial(lowest), below->products, sources.zeros), weight);
        // digit <= 0 and digit >= -1; with 0 <= word < base both digit + borrow <= 0 and >= 0:
        // base·(digit + borrow) = word + (base - 1)·digit, and word = digit + base·borrow
        const Range& range = search.ranges.at(word);
        const mpz_class rest = search.base - 1;
        const Polynomial sum = digit + Polynomial::of(borrow), all = Polynomial(search.base) * sum;
        if (!(builder.fact(none) + digit).is_zero() ||
            !(builder.fact(one) - digit - Polynomial(mpz_class(1))).is_zero())
            return;
        const Id low = builder.round(
            builder.bound(all + Polynomial(rest), {{1, {*range.least}}, {rest, {one}}}, {}), search.base);
        const Id high = builder.round(
            builder.bound(Polynomial(rest) - all, {{1, {*range.most}}, {rest, {none}}}, {}), search.base);
        const Id mask = builder.both(low, high);
        const Id equation = builder.given({check::Given::Of::instruction, links.back(), 0});
        const auto flag = search.program.body[links.back()].flag_in;
        Polynomial difference = Polynomial::of(borrow);
        if (flag) difference -= Polynomial::of(builder.meaning.flag(flag->id));
        // of 0 - 0 - flag the borrow is the flag
        if (flag && (builder.fact(mask) - builder.fact(equation) - difference).is_zero())
            search.define(borrow, builder.sum(difference, {{mask, mpz_class(1)}, {equation, mpz_class(-1)}}),
                          2 * links.back());
        search.define(word, mask, 2 * links.back() + 1);
        search.masks[word] = {borrow, links.back()};
        return;
    }
}

}  // namespace

std::vector<size_t> chain(const ir::Program& program, size_t i) {
    std::vector<size_t> result{i};
    while (const auto flag = program.body[result.front()].flag_in) {
        size_t k = result.front();
        while (program.body[k].flag_out != flag) --k;
        result.insert(result.begin(), k);
    }
    return result;
}

void limit_products(Search& search, size_t i) {
    const auto& facts = search.builder.meaning.instructions()[i];
    for (size_t k = 1; k < facts.size(); ++k) {
        if (facts[k].kind != Fact::Kind::zero) continue;
        // factors - low - base·high = 0
        Polynomial factors;
        std::optional<Variable> low, high;
        for (const auto& [monomial, coefficient] : facts[k].polynomial.terms()) {
            if (coefficient > 0) factors.add(monomial, coefficient);
            if (coefficient == -1) low = monomial[0];
            if (coefficient == -search.base) high = monomial[0];
        }
        if (!low || !high || !search.ranges.at(*low).least) continue;
        const auto most = search.at_most(factors);
        if (!most || most->limit / search.base >= search.ranges.at(*high).limit) continue;
        Polynomial claim = most->limit;
        claim.add({*high}, -search.base);
        std::vector<Product> products = most->products;
        products.push_back({1, {*search.ranges.at(*low).least}});
        Builder& builder = search.builder;
        const Id zero = builder.given({check::Given::Of::instruction, i, k});
        const Id limit = builder.round(builder.bound(claim, products, {{zero, mpz_class(1)}}), search.base);
        search.limit(*high, limit, most->limit / search.base);
        if (most->limit < search.base)
            search.define(*high, builder.both(*search.ranges.at(*high).least, limit), 2 * i);
    }
}

ChainWords words_of(const Search& search, std::span<const size_t> links) {
    ChainWords result;
    for (size_t link : links) {
        const Variable word = search.builder.meaning.word(search.program.body[link].dst.id);
        const Range& range = search.ranges.at(word);
        result.number.add({word}, result.weight);
        result.least.push_back({result.weight, {*range.least}});
        result.gaps.push_back({result.weight, {*range.most}});
        result.weight *= search.base;
    }
    return result;
}

std::vector<Multiple> times(std::vector<Multiple> zeros, const mpz_class& factor) {
    for (Multiple& zero : zeros) zero.factor = Polynomial(factor) * zero.factor;
    return zeros;
}

std::optional<Variable> carry_of(const Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.flag_out) return search.builder.meaning.flag(in.flag_out->id);
    if (ir::flag_kind(in.op) == ir::FlagKind::none) return std::nullopt;
    const int sign = ir::flag_kind(in.op) == ir::FlagKind::carry ? 1 : -1;
    const Variable hidden = search.program.words + search.program.flags;
    for (const auto& [monomial, coefficient] :
         search.builder.meaning.instructions()[i][0].polynomial.terms()) {
        if (monomial.size() == 1 && coefficient == sign * search.base && monomial[0] >= hidden &&
            search.is_bit(monomial[0]))
            return monomial[0];
    }
    return std::nullopt;
}

bool raise_carry(Search& search, size_t i, Variable carry) {
    Builder& builder = search.builder;
    const std::vector<size_t> links = chain(search.program, i);
    const ChainWords words = words_of(search, links);
    const mpz_class& weight = words.weight;
    Polynomial number = words.number;
    number.add({carry}, weight);
    Replaced sources = search.replace(number);
    auto least = search.at_least(sources.rest);
    if (!least || least->limit < weight) return false;
    // weight·carry - (least - (weight - 1)) = (sources - least) + (weight - 1 - words)
    Polynomial claim = mpz_class(weight - 1 - least->limit);
    claim.add({carry}, weight);
    std::ranges::copy(words.gaps, std::back_inserter(least->products));
    const Id one = builder.round(builder.bound(claim, least->products, sources.zeros), weight);
    const Polynomial above = Polynomial::of(carry) - Polynomial(mpz_class(1));
    if (builder.fact(one) != above) return false;
    search.define(carry, builder.both(one, *search.ranges.at(carry).most), 2 * i);
    return true;
}

bool drop_carry(Search& search, size_t i, Variable carry) {
    const ir::Program& program = search.program;
    const int sign = ir::flag_kind(program.body[i].op) == ir::FlagKind::carry ? 1 : -1;
    Builder& builder = search.builder;
    const std::vector<size_t> links = chain(program, i);
    const ChainWords words = words_of(search, links);
    const mpz_class& weight = words.weight;
    Polynomial number = words.number;
    // number = words ± weight·carry. A carry: weight·carry <= number. A borrow: weight·carry = words - number.
    number.add({carry}, sign * weight);
    Replaced sources{number, {}};
    for (size_t stop : search.stops(links.front())) {
        Replaced further = search.replace(sources.rest, stop);
        std::ranges::move(further.zeros, std::back_inserter(sources.zeros));
        sources.rest = std::move(further.rest);
        auto limit = sign > 0 ? search.at_most(sources.rest) : search.at_least(sources.rest);
        if (!limit || (sign > 0 ? limit->limit >= weight : limit->limit < 0)) continue;
        // most - weight·carry >= 0
        const mpz_class most = sign > 0 ? limit->limit : mpz_class(weight - 1 - limit->limit);
        Polynomial claim = most;
        claim.add({carry}, -weight);
        std::ranges::copy(sign > 0 ? words.least : words.gaps, std::back_inserter(limit->products));
        sources.zeros = times(std::move(sources.zeros), -sign);
        const Id none = builder.round(builder.bound(claim, limit->products, sources.zeros), weight);
        if (!(builder.fact(none) + Polynomial::of(carry)).is_zero()) return false;
        search.define(carry, builder.both(*search.ranges.at(carry).least, none), 2 * i);
        return true;
    }
    return false;
}

void drop_carry(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.flag_out || ir::flag_kind(in.op) == ir::FlagKind::none) return;
    const auto carry = carry_of(search, i);
    if (!carry || drop_carry(search, i, *carry)) return;
    if (ir::flag_kind(in.op) == ir::FlagKind::borrow) find_mask(search, chain(search.program, i), *carry);
}

}  // namespace limbsmith::derive
