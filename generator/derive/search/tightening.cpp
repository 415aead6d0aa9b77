#include "derive/search/tightening.hpp"

#include <algorithm>
#include <functional>
#include <ranges>

namespace limbsmith::derive {

using check::Monomial;
using check::Product;

// A negative term is at most 0. nullopt if some value has no range.
std::optional<mpz_class> Tightening::limit_of(const Monomial& monomial, const mpz_class& coefficient) const {
    mpz_class limit = coefficient;
    for (Variable value : monomial) {
        const auto found = limits_.ranges.find(value);
        if (found == limits_.ranges.end() || !found->second.least) return std::nullopt;
        if (coefficient < 0) continue;
        if (!found->second.most) return std::nullopt;
        limit *= found->second.limit;
    }
    if (coefficient < 0 && !monomial.empty()) return 0;
    return limit;
}

std::optional<mpz_class> Tightening::total() const {
    mpz_class result = 0;
    limits_.spend(rest().terms().size());
    for (const auto& [monomial, coefficient] : rest().terms()) {
        const auto limit = limit_of(monomial, coefficient);
        if (!limit) return std::nullopt;
        result += *limit;
    }
    return result;
}

std::vector<Product> Tightening::products() const {
    std::vector<Product> result = products_;
    for (const auto& [monomial, coefficient] : rest().terms()) {
        if (monomial.empty()) continue;
        const mpz_class scale = abs(coefficient);
        // most·M - v·m = (most - v)·M + v·(M - m)
        std::vector<Id> least;
        for (size_t k = 0; k < monomial.size(); ++k) {
            const Range& range = limits_.ranges.at(monomial[k]);
            if (coefficient > 0) {
                mpz_class others = scale;
                for (size_t later = k + 1; later < monomial.size(); ++later)
                    others *= limits_.ranges.at(monomial[later]).limit;
                std::vector<Id> facts = least;
                facts.push_back(*range.most);
                result.push_back({others, facts});
            }
            least.push_back(*range.least);
        }
        if (coefficient < 0) result.push_back({scale, least});
    }
    return result;
}

const mpz_class* Tightening::positive(const Monomial& monomial) const {
    const auto found = rest().terms().find(monomial);
    return found == rest().terms().end() || found->second < 0 ? nullptr : &found->second;
}

bool Tightening::add_numbers(Way way) {
    if (way == Way::related) {
        add_numbers(way, 2, true);
        limit_coefficients();
        for (bool relations : {true, false}) add_numbers(way, 1, relations);
    } else if (way == Way::longest) {
        add_numbers(way, 1, false);
    } else {
        // Relations between numbers come first, then limits, since the rest of a relation has limits of its
        // own.
        for (bool relations : {true, false}) {
            if (way != Way::alone) add_numbers(way, 2, relations);
            add_numbers(way, 1, relations);
        }
    }
    raise(way);
    return !products_.empty();
}

// Notes the numbers that may take away the term.
void Tightening::offer(const Monomial& monomial, size_t degree, bool relations, size_t before) {
    if (monomial.size() != degree || !positive(monomial)) return;
    for (Variable word : monomial) {
        bool is_limited = false;
        for (size_t place : numbers_.limiting(word)) {
            if (place >= before || numbers_[place].is_relation != relations) continue;
            candidates_.insert(place);
            is_limited = true;
        }
        if (degree > 1 && (is_limited || before < numbers_.size())) products_of_[word].insert(monomial);
    }
}

size_t Tightening::next_candidate(Way way) const {
    if (way != Way::longest) return *candidates_.rbegin();
    const auto length = [&](size_t place) { return std::pair(numbers_[place].words.size(), place); };
    return *std::ranges::max_element(candidates_, {}, length);
}

// Adds numbers on terms of this degree, the later ones first, or the longest.
void Tightening::add_numbers(Way way, size_t degree, bool relations) {
    candidates_.clear();
    products_of_.clear();
    for (const auto& [monomial, coefficient] : rest().terms())
        offer(monomial, degree, relations, numbers_.size());
    while (!candidates_.empty()) {
        const size_t k = next_candidate(way);
        candidates_.erase(k);
        constexpr int most_often = 64;  // a number may bring its highest word back
        for (int often = 0; often < most_often; ++often) {
            const auto place = find_place(numbers_[k], degree, way);
            if (!place || !add(numbers_[k], *place, way)) break;
            for (const auto& [monomial, coefficient] : builder_.fact(numbers_[k].fact).terms()) {
                Monomial product = monomial;
                for (Variable other : place->monomial) {
                    if (other != place->highest.word) product.push_back(other);
                }
                std::ranges::sort(product);
                offer(product, degree, relations, k);
            }
        }
    }
}

// The term with the word of the number that has the highest weight.
std::optional<Tightening::Place> Tightening::find_place(const NumberIndex::Number& number, size_t degree,
                                                        Way way) const {
    limits_.spend(1);
    // with a·(N - 1 - a) in N·a the coefficient of N would become one of N²
    const auto makes_square = [&](const Monomial& product, Variable word) {
        const Variable other = product[product[0] == word ? 1 : 0];
        const auto found = builder_.fact(number.fact).terms().find({other});
        return found != builder_.fact(number.fact).terms().end() && found->second > 0;
    };
    for (const auto& highest : number.words) {
        // a low word alone is no number
        if (way == Way::related && highest.weight != number.words.front().weight) break;
        if (degree == 1) {
            if (positive({highest.word})) return Place{{highest.word}, highest};
            continue;
        }
        const auto products = products_of_.find(highest.word);
        if (products == products_of_.end()) continue;
        // squares first: the others have this word too
        for (const Monomial& product : products->second | std::views::reverse) {
            if (way == Way::related && makes_square(product, highest.word)) continue;
            if (positive(product)) return Place{product, highest};
        }
    }
    return std::nullopt;
}

// Adds the number as often as its highest word occurs in the term.
bool Tightening::add(const NumberIndex::Number& number, const Place& place, Way way) {
    const mpz_class coefficient = *positive(place.monomial), weight = place.highest.weight;
    mpz_class multiple = 1;
    if (coefficient < weight) {
        constexpr size_t most_bits = 4096;
        if (way < Way::scaled || mpz_sizeinbase(factor_.get_mpz_t(), 2) > most_bits) return false;
        mpz_class common;
        mpz_gcd(common.get_mpz_t(), coefficient.get_mpz_t(), weight.get_mpz_t());
        multiple = weight / common;
    }
    const mpz_class scale = multiple * coefficient / weight;
    Monomial others = place.monomial;
    others.erase(std::ranges::find(others, place.highest.word));
    std::vector<Id> facts{number.fact};
    for (Variable other : others) {
        const auto range = limits_.ranges.find(other);
        if (range == limits_.ranges.end() || !range->second.least) return false;
        facts.push_back(*range->second.least);
    }
    Polynomial added;
    added.add(others, scale);
    added = added * builder_.fact(number.fact);
    limits_.spend(added.terms().size());
    if (way >= Way::longest && !is_better(added, multiple)) return false;
    if (multiple != 1) {
        change() *= multiple;
        for (Product& product : products_) product.scale *= multiple;
        factor_ *= multiple;
    }
    change() += added;
    products_.push_back({scale, std::move(facts)});
    return true;
}

// Whether the ranges give a tighter limit when this is added to a multiple of the rest.
bool Tightening::is_better(const Polynomial& added, const mpz_class& multiple) const {
    mpz_class gain = 0;
    int made_known = 0;  // terms that get a limit, less those that lose it
    for (const auto& [monomial, coefficient] : added.terms()) {
        const auto known = rest().terms().find(monomial);
        const mpz_class before = known == rest().terms().end() ? mpz_class(0) : known->second;
        const mpz_class after = before * multiple + coefficient;
        const auto then = before == 0 ? mpz_class(0) : limit_of(monomial, before);
        const auto now = after == 0 ? mpz_class(0) : limit_of(monomial, after);
        made_known += now.has_value() - then.has_value();
        if (now && then) gain += *then * multiple - *now;
    }
    return made_known > 0 || (made_known == 0 && gain > 0);
}

// v·C for v >= 0, where C is a sum of values, some of them to be limited, and of a negative constant: limits on C limit the
// product better than those on each of its terms.
void Tightening::limit_coefficients() {
    std::set<Variable> factors;
    std::vector<Variable> values;
    for (const auto& [monomial, coefficient] : rest().terms()) {
        if (monomial.size() == 2 && coefficient > 0) factors.insert(monomial.begin(), monomial.end());
    }
    for (const auto& [monomial, coefficient] : rest().terms()) {
        if (monomial.size() == 1 && coefficient < 0 && factors.contains(monomial[0]))
            values.push_back(monomial[0]);
    }
    // those with the largest constants first: the sum stays below a multiple of their number
    const auto constant = [&](Variable value) { return mpz_class(rest().terms().at({value})); };
    std::ranges::stable_sort(values, {}, constant);
    for (Variable value : values) limit_coefficient(value);
}

void Tightening::limit_coefficient(Variable value) {
    const auto range = limits_.ranges.find(value);
    if (range == limits_.ranges.end() || !range->second.least) return;
    const Polynomial coefficient = coefficient_of(value, rest());
    limits_.spend(rest().terms().size());
    Tightening by_ranges(limits_, numbers_, builder_, coefficient), by_numbers = by_ranges;
    const auto limit = by_ranges.total();
    const auto tighter = by_numbers.add_numbers(Way::alone) ? by_numbers.total() : std::nullopt;
    const bool is_tighter = tighter && (!limit || *tighter < *limit);
    if (!is_tighter && !limit) return;
    for (Product& product : (is_tighter ? by_numbers : by_ranges).products()) {
        product.facts.push_back(*range->second.least);
        products_.push_back(std::move(product));
    }
    change() += Polynomial::of(value) * (Polynomial(is_tighter ? *tighter : *limit) - coefficient);
}

// Numbers that are limited from below: each as often as all its positive terms occur in negative ones. The later ones
// first; where all ways are tried, those with the highest limits.
void Tightening::raise(Way way) {
    std::set<size_t, std::greater<>> candidates;
    for (const auto& [monomial, coefficient] : rest().terms()) {
        if (monomial.empty() || coefficient > 0) continue;
        const auto& raised = numbers_.raised_by(monomial);
        candidates.insert(raised.begin(), raised.end());
    }
    std::vector<size_t> order(candidates.begin(), candidates.end());
    const auto constant = [&](size_t k) { return builder_.fact(numbers_[k].fact).constant(); };
    if (way == Way::helpful) std::ranges::stable_sort(order, {}, constant);
    for (size_t k : order) {
        const Id fact = numbers_[k].fact;
        const Polynomial& number = builder_.fact(fact);
        std::optional<mpz_class> scale;
        for (const auto& [monomial, coefficient] : number.terms()) {
            if (monomial.empty() || coefficient < 0) continue;
            const auto found = rest().terms().find(monomial);
            const mpz_class times = found == rest().terms().end() || found->second > 0
                                        ? mpz_class(0)
                                        : mpz_class(-found->second / coefficient);
            if (!scale || times < *scale) scale = times;
        }
        if (!scale || *scale == 0) continue;
        limits_.spend(number.terms().size());
        change() += Polynomial(*scale) * number;
        products_.push_back({*scale, {fact}});
    }
}

}  // namespace limbsmith::derive
