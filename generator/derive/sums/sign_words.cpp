#include "derive/sums/sign_words.hpp"

#include <algorithm>

namespace limbsmith::derive {
namespace {

using check::Product;

// The limit c - number >= 0 or c + number >= 0 among those that are known.
std::optional<Id> limit_of(const Search& search, const Polynomial& number) {
    for (auto id = search.numbers.rbegin(); id != search.numbers.rend(); ++id) {
        const Polynomial rest = search.builder.fact(*id) - number;
        if (rest == Polynomial(rest.constant())) return *id;
    }
    return std::nullopt;
}

}  // namespace

Id mask_of_digit(Search& search, Variable word, const mpz_class& base, Variable bit, Id most, Id least) {
    // base·(digit + bit) = word + (base - 1)·digit lies between -(base - 1) and base - 1
    Builder& builder = search.builder;
    const Range& range = search.ranges.at(word);
    const mpz_class rest = base - 1;
    Polynomial all = Polynomial(base) * Polynomial::of(word);
    all.add({bit}, -base * rest);
    const Id low = builder.round(
        builder.bound(all + Polynomial(rest), {{1, {*range.least}}, {rest, {least}}}, {}), base);
    const Id high =
        builder.round(builder.bound(Polynomial(rest) - all, {{1, {*range.most}}, {rest, {most}}}, {}), base);
    return builder.both(low, high);
}

void find_sign(Search& search, const Polynomial& number, Variable word, const Search::Split& split) {
    Builder& builder = search.builder;
    const mpz_class half = search.base / 2, unit = number.terms().at({split.low});  // times weight
    const auto above = limit_of(search, minus_one * number), below = limit_of(search, number);
    if (!above || !below) return;
    Polynomial digit = Polynomial::of(split.low);
    digit.add({split.high}, -half);
    const Polynomial scaled = Polynomial(unit) * digit, lower = number - scaled;
    std::vector<Product> most{{1, {*above}}}, least{{1, {*below}}};
    mpz_class lower_max = 0;
    std::vector<Variable> words;
    for (const auto& [monomial, coefficient] : lower.terms()) {
        const auto range = monomial.size() == 1 ? search.ranges.find(monomial[0]) : search.ranges.end();
        if (coefficient < 0 || range == search.ranges.end() || !range->second.least || !range->second.most)
            return;
        most.push_back({coefficient, {*range->second.least}});
        least.push_back({coefficient, {*range->second.most}});
        lower_max += coefficient * range->second.limit;
        words.push_back(monomial[0]);
    }
    std::ranges::sort(words, {}, [&](Variable value) { return lower.terms().at({value}); });
    words.push_back(split.low);
    const mpz_class scale = number.terms().at({words.front()});
    mpz_class weight = scale;
    for (const Variable value : words) {
        if (number.terms().at({value}) != weight) return;
        weight *= search.base;
    }
    search.signs[split.high] = words;
    for (Id limit : {*above, *below}) search.learn_limit(builder.round(limit, scale));
    const mpz_class highest = (builder.fact(*above) + number).constant();
    const mpz_class lowest = (builder.fact(*below) - number).constant() + lower_max;
    if (highest < 0 || highest >= unit || lowest < 0 || lowest >= 2 * unit) return;
    const Id none = builder.round(builder.bound(Polynomial(highest) - scaled, most, {}), unit);
    const Id one_less = builder.round(builder.bound(scaled + Polynomial(lowest), least, {}), unit);
    const Id low =
        mask_of_digit(search, split.low, half, split.high, none, search.weaken(one_less, digit + one));
    const Id mask =
        builder.sum(builder.fact(split.zero) + builder.fact(low), {{split.zero, one}, {low, one}});
    const size_t rank = search.definitions.contains(word) ? search.definitions.find(word)->rank : 0;
    search.define(split.low, low, rank);
    search.define(word, mask, rank);
    const Range& range = search.ranges.at(split.high);
    search.masks[word] = {Polynomial::of(split.high), mask, *range.least, *range.most, std::nullopt};
    for (Id limit : {*above, *below}) {
        const mpz_class of_low = builder.fact(limit).terms().at({split.low});
        const Id by_sign = builder.bound(builder.fact(limit) - Polynomial(of_low) * builder.fact(low),
                                         {{1, {limit}}}, {{low, mpz_class(-of_low)}});
        search.learn_limit(builder.round(by_sign, scale));
    }
}

}  // namespace limbsmith::derive
