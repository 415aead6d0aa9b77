#include "derive/limits.hpp"

#include <algorithm>

namespace limbsmith::derive {

using check::Monomial;
using check::Multiple;
using check::Product;

Polynomial coefficient_of(Variable value, const Polynomial& polynomial) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        Monomial others = monomial;
        const auto place = std::ranges::find(others, value);
        if (place == others.end()) continue;
        others.erase(place);
        result.add(others, coefficient);
    }
    return result;
}

void Limits::limit(Variable value, Id most, const mpz_class& limit) {
    Range& range = ranges[value];
    if (range.most && range.limit <= limit) return;
    range.most = most;
    range.limit = limit;
}

bool Limits::is_bit(Variable value) const {
    const auto found = ranges.find(value);
    return found != ranges.end() && found->second.least && found->second.most && found->second.limit == 1;
}

std::optional<mpz_class> Limits::by_ranges(const Polynomial& polynomial, int side) const {
    mpz_class result = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        const bool is_by_zero = sgn(coefficient) != side;  // the term is limited by 0
        mpz_class term = coefficient;
        for (Variable v : monomial) {
            const auto found = ranges.find(v);
            if (found == ranges.end() || !found->second.least) return std::nullopt;
            if (is_by_zero) continue;
            if (!found->second.most) return std::nullopt;
            term *= found->second.limit;
        }
        if (!is_by_zero || monomial.empty()) result += term;
    }
    return result;
}

// What by_ranges adds up, as products of facts.
void Limits::add_products(const Polynomial& polynomial, int side, std::vector<Product>& products) const {
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.empty()) continue;
        const mpz_class scale = abs(coefficient);
        // most·M - v·m = (most - v)·M + v·(M - m)
        std::vector<Id> least;
        for (size_t k = 0; k < monomial.size(); ++k) {
            const Range& range = ranges.at(monomial[k]);
            if (sgn(coefficient) == side) {
                mpz_class others = scale;
                for (size_t later = k + 1; later < monomial.size(); ++later)
                    others *= ranges.at(monomial[later]).limit;
                std::vector<Id> facts = least;
                facts.push_back(*range.most);
                products.push_back({others, facts});
            }
            least.push_back(*range.least);
        }
        if (sgn(coefficient) != side) products.push_back({scale, least});
    }
}

// Takes the number from what is to be limited from below, or adds it to what is to be limited from above, as often as all
// its positive terms occur.
void Limits::subtract_sum(Attempt& attempt, Id id) const {
    const Polynomial& number = builder_.fact(id);
    mpz_class scale = -1;
    for (const auto& [monomial, coefficient] : number.terms()) {
        if (monomial.empty() || coefficient < 0) continue;
        const auto found = attempt.rest.terms().find(monomial);
        if (found == attempt.rest.terms().end() || sgn(found->second) == attempt.side) return;
        const mpz_class times = abs(found->second) / coefficient;
        if (scale < 0 || times < scale) scale = times;
    }
    if (scale <= 0) return;
    attempt.rest += Polynomial(mpz_class(attempt.side * scale)) * number;
    attempt.products.push_back({scale, {id}});
    attempt.is_changed = true;
}

// Whether a term of this degree, with a coefficient that is to be limited, has the value.
bool Limits::occurs(const Attempt& attempt, Variable value, size_t degree) {
    return std::ranges::any_of(attempt.rest.terms(), [&](const auto& term) {
        return term.first.size() == degree && sgn(term.second) == attempt.side &&
               std::ranges::find(term.first, value) != term.first.end();
    });
}

// Adds the number to what is to be limited from above, or takes it from what is limited from below, as often as its
// highest word occurs in a monomial of this degree. False if there is none.
bool Limits::subtract(Attempt& attempt, Id id, Variable highest, const mpz_class& weight, size_t degree,
                      bool is_scaled) const {
    // squares first: the others have this word too
    for (auto term = attempt.rest.terms().rbegin(); term != attempt.rest.terms().rend(); ++term) {
        const auto& [monomial, coefficient] = *term;
        const auto place = std::ranges::find(monomial, highest);
        if (monomial.size() != degree || place == monomial.end() || sgn(coefficient) != attempt.side)
            continue;
        mpz_class multiple = 1;
        if (abs(coefficient) < weight) {
            constexpr size_t most_bits = 4096;
            if (!is_scaled || mpz_sizeinbase(attempt.factor.get_mpz_t(), 2) > most_bits) continue;
            mpz_class common;
            mpz_gcd(common.get_mpz_t(), coefficient.get_mpz_t(), weight.get_mpz_t());
            multiple = weight / common;
        }
        const mpz_class scale = multiple * abs(coefficient) / weight;
        Monomial others = monomial;
        others.erase(others.begin() + (place - monomial.begin()));
        std::vector<Id> facts{id};
        for (Variable other : others) {
            const auto range = ranges.find(other);
            if (range == ranges.end() || !range->second.least) return false;
            facts.push_back(*range->second.least);
        }
        if (multiple != 1) {
            attempt.rest = Polynomial(multiple) * attempt.rest;
            for (Product& product : attempt.products) product.scale *= multiple;
            attempt.factor *= multiple;
        }
        Polynomial added;
        added.add(others, attempt.side * scale);
        attempt.rest += added * builder_.fact(id);
        attempt.products.push_back({scale, std::move(facts)});
        return attempt.is_changed = true;
    }
    return false;
}

// Whether the ranges give a tighter limit.
bool Limits::is_better(const Attempt& after, const Attempt& before) const {
    const auto now = by_ranges(after.rest, after.side), then = by_ranges(before.rest, before.side);
    return now && (!then || after.side * *now * before.factor < after.side * *then * after.factor);
}

Limits::Attempt Limits::with_numbers(const Polynomial& polynomial, int side, Numbers way) const {
    Attempt attempt{.side = side, .rest = polynomial};
    if (way == Numbers::none) return attempt;
    spend(polynomial.terms().size() * numbers.size());
    // Relations between numbers first, then limits: what is left of a relation has limits of its own.
    for (bool is_relation : {true, false}) {
        for (size_t degree : {2, 1}) {
            if (degree == 2 && way == Numbers::alone) continue;
            if (way == Numbers::related && !(is_relation && degree == 2)) continue;
            for (size_t k = 0; k < numbers.size(); ++k) {
                const Id id = numbers[numbers.size() - 1 - k];
                // the word with the largest negative weight that is to be limited
                Variable highest = 0;
                mpz_class weight = 0;
                bool has_positive = false;
                for (const auto& [monomial, coefficient] : builder_.fact(id).terms()) {
                    has_positive = has_positive || (!monomial.empty() && coefficient > 0);
                    if (monomial.size() == 1 && -coefficient > weight && occurs(attempt, monomial[0], degree))
                        highest = monomial[0], weight = -coefficient;
                }
                if (weight == 0 || has_positive != is_relation) continue;
                constexpr int most_often = 64;  // a number may bring its highest word back
                for (int often = 0; often < most_often; ++often) {
                    const Attempt before = way == Numbers::helpful ? attempt : Attempt{};
                    if (!subtract(attempt, id, highest, weight, degree, way >= Numbers::scaled)) break;
                    spend(attempt.rest.terms().size());
                    if (way == Numbers::helpful && !is_better(attempt, before)) {
                        attempt = before;
                        break;
                    }
                }
            }
        }
    }
    if (way == Numbers::related) limit_coefficients(attempt);
    for (auto id = numbers.rbegin(); id != numbers.rend(); ++id) subtract_sum(attempt, *id);
    return attempt;
}

// v·C for v >= 0, where C is a sum of values, some of them to be limited, and of a constant with the other sign: limits on C
// limit the product better than those on each of its terms.
void Limits::limit_coefficients(Attempt& attempt) const {
    std::vector<Variable> values;
    for (const auto& [monomial, coefficient] : attempt.rest.terms()) {
        if (monomial.size() == 1 && sgn(coefficient) != attempt.side && occurs(attempt, monomial[0], 2))
            values.push_back(monomial[0]);
    }
    for (Variable value : values) {
        const auto range = ranges.find(value);
        const Polynomial coefficient = coefficient_of(value, attempt.rest);
        if (range == ranges.end() || !range->second.least) continue;
        spend(attempt.rest.terms().size());
        std::optional<Attempt> best;
        std::optional<mpz_class> limit;
        for (Numbers way : {Numbers::none, Numbers::alone}) {
            Attempt tried = with_numbers(coefficient, attempt.side, way);
            const auto total = by_ranges(tried.rest, attempt.side);
            if (!total || (limit && attempt.side * *total >= attempt.side * *limit)) continue;
            limit = total, best = std::move(tried);
        }
        if (!limit) continue;
        add_products(best->rest, attempt.side, best->products);
        for (Product& product : best->products) {
            product.facts.push_back(*range->second.least);
            attempt.products.push_back(std::move(product));
        }
        attempt.rest += Polynomial::of(value) * (Polynomial(*limit) - coefficient);
        attempt.is_changed = true;
    }
}

// What a product or a word adds and its high part takes away is its low part.
Limits::Joined Limits::join(const Polynomial& polynomial) const {
    Joined result{polynomial, {}};
    for (auto half = halves.rbegin(); half != halves.rend(); ++half) {
        const auto& terms = result.rest.terms();
        const auto whole = terms.find(half->whole), high = terms.find({half->high});
        if (whole == terms.end() || high == terms.end() || sgn(whole->second) == sgn(high->second)) continue;
        const mpz_class of_whole = whole->second, of_high = high->second;
        mpz_class multiple;
        if (half->factor == 1) {
            multiple = of_whole;
            if (abs(of_high + multiple * half->weight) >= abs(of_high)) continue;
        } else {
            multiple = -of_high / half->weight;
            if (multiple * half->weight != -of_high ||
                abs(of_whole - multiple * half->factor) >= abs(of_whole))
                continue;
        }
        result.rest -= Polynomial(multiple) * builder_.fact(half->zero);
        result.zeros.push_back({half->zero, Polynomial(multiple)});
    }
    return result;
}

std::optional<Limited> Limits::find(const Polynomial& polynomial, int side, const mpz_class& wanted) const {
    const auto attempt = [&](const Polynomial& of, Numbers way) -> std::optional<Limited> {
        Attempt tried = with_numbers(of, side, way);
        if (way != Numbers::none && !tried.is_changed) return std::nullopt;
        spend(of.terms().size() * (tried.products.size() + 1));
        const auto total = by_ranges(tried.rest, side);
        if (!total) return std::nullopt;
        mpz_class limit;
        if (side > 0) mpz_fdiv_q(limit.get_mpz_t(), total->get_mpz_t(), tried.factor.get_mpz_t());
        if (side < 0) mpz_cdiv_q(limit.get_mpz_t(), total->get_mpz_t(), tried.factor.get_mpz_t());
        if (side > 0 ? limit > wanted : limit < wanted) return std::nullopt;
        add_products(tried.rest, side, tried.products);
        return Limited{side, limit, *total, tried.factor, std::move(tried.products), {}};
    };
    const Numbers ways[] = {Numbers::none,        Numbers::alone,  Numbers::related,
                            Numbers::in_products, Numbers::scaled, Numbers::helpful};
    for (Numbers way : ways) {
        if (auto found = attempt(polynomial, way)) return found;
    }
    auto [rest, zeros] = join(polynomial);
    if (zeros.empty()) return std::nullopt;
    for (Numbers way : ways) {
        if (auto found = attempt(rest, way)) {
            found->zeros = std::move(zeros);
            for (Multiple& zero : found->zeros)
                zero.factor = Polynomial(mpz_class(-side * found->factor)) * zero.factor;
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace limbsmith::derive
