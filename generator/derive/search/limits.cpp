#include "derive/search/limits.hpp"

#include <algorithm>

#include "derive/search/tightening.hpp"

namespace limbsmith::derive {

using check::Multiple;

Polynomial coefficient_of(Variable value, const Polynomial& polynomial) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        check::Monomial others = monomial;
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

bool Limits::is_in_range(const Polynomial& polynomial, const mpz_class& wanted) const {
    const auto total = Tightening(*this, index_, builder_, polynomial).total();
    return total && *total <= wanted;
}

namespace {

// The low part of factor·whole - weight·high - low; no value if it is a constant.
check::Monomial low_of(const Polynomial& zero) {
    const auto low = std::ranges::find_if(
        zero.terms(), [](const auto& term) { return term.second == -1 && term.first.size() == 1; });
    return low == zero.terms().end() ? check::Monomial{} : low->first;
}

}  // namespace

// A product or a word less its high part is its low part; and the other way round.
Limits::Joined Limits::join(const Polynomial& polynomial) const {
    for (; halves_known_ < halves.size(); ++halves_known_) {
        const Halves& half = halves[halves_known_];
        by_part_[half.high].push_back(halves_known_);
        for (Variable low : low_of(builder_.fact(half.zero))) by_part_[low].push_back(halves_known_);
    }
    std::set<size_t> places;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        const auto found = monomial.size() == 1 ? by_part_.find(monomial[0]) : by_part_.end();
        if (found != by_part_.end()) places.insert(found->second.begin(), found->second.end());
    }
    Joined result{polynomial, {}};
    const auto coefficient = [&](const check::Monomial& monomial) {
        const auto found = result.rest.terms().find(monomial);
        return found == result.rest.terms().end() ? mpz_class(0) : found->second;
    };
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        const Halves& half = halves[*place];
        const Polynomial& zero = builder_.fact(half.zero);
        const mpz_class whole = coefficient(half.whole), high = coefficient({half.high}),
                        low = coefficient({low_of(zero)});
        if (sgn(whole) == 0) continue;
        mpz_class multiple = 0;
        if (sgn(low) == -sgn(whole) && abs(whole) >= abs(low) * half.factor) {
            multiple = -low;
        } else if (sgn(high) == -sgn(whole) && half.factor == 1) {
            if (abs(high + whole * half.weight) < abs(high)) multiple = whole;
        } else if (sgn(high) == -sgn(whole)) {
            // as often as the high part occurs, if the whole does so often
            mpz_class often;
            mpz_cdiv_q(often.get_mpz_t(), mpz_class(abs(high)).get_mpz_t(), half.weight.get_mpz_t());
            if (2 * abs(whole) <= often * half.factor) often = abs(whole) / half.factor;
            multiple = sgn(whole) * often;
        }
        if (multiple == 0) continue;
        result.rest -= Polynomial(multiple) * zero;
        result.zeros.push_back({half.zero, Polynomial(multiple)});
    }
    return result;
}

// Whether no way can show that the polynomial is at most `wanted`.
bool Limits::refutes(const Polynomial& polynomial, const mpz_class& wanted) const {
    spend(polynomial.terms().size());
    return points_.refute(polynomial, wanted);
}

std::optional<Limited> Limits::find(const Polynomial& polynomial, int side, const mpz_class& wanted) const {
    using Way = Tightening::Way;
    if (builder_.runs().refute(polynomial, side, wanted)) return std::nullopt;
    points_.keep(index_.update(builder_, numbers));
    const auto attempt = [&](const Polynomial& of, std::optional<Way> way) -> std::optional<Limited> {
        Tightening tried(*this, index_, builder_, of);
        if (way && !tried.add_numbers(*way)) return std::nullopt;
        const auto total = tried.total();
        if (!total) return std::nullopt;
        mpz_class limit;
        mpz_fdiv_q(limit.get_mpz_t(), total->get_mpz_t(), tried.factor().get_mpz_t());
        if (limit > side * wanted) return std::nullopt;
        return Limited{side, side * limit, side * *total, tried.factor(), tried.products(), {}};
    };
    const auto attempts = [&](const Polynomial& of) {
        auto found = attempt(of, std::nullopt);
        if (found || refutes(of, side * wanted)) return found;
        const bool has_products =
            std::ranges::any_of(of.terms(), [](const auto& term) { return term.first.size() > 1; });
        for (Way way :
             {Way::alone, Way::related, Way::in_products, Way::scaled, Way::longest, Way::helpful}) {
            if (found || (way == Way::in_products && !has_products)) continue;
            found = attempt(of, way);
        }
        return found;
    };
    const Polynomial upper = side > 0 ? polynomial : minus_one * polynomial;
    if (auto found = attempts(upper)) return found;
    auto [rest, zeros] = join(upper);
    if (zeros.empty()) return std::nullopt;
    auto found = attempts(rest);
    if (found) {
        found->zeros = std::move(zeros);
        for (Multiple& zero : found->zeros) zero.factor *= -found->factor;
    }
    return found;
}

}  // namespace limbsmith::derive
