#include "proof/ranges.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "proof/budget.hpp"
#include "proof/equations.hpp"

namespace limbsmith::proof {
namespace {

constexpr size_t most_covering_limits = 3;

bool has_common_factor(const Monomial& x, const Polynomial& y) {
    for (const auto& [monomial, coefficient] : y.terms()) {
        for (char32_t code : monomial) {
            if (contains(x, Var::of_code(code))) return true;
        }
    }
    return false;
}

}  // namespace

void Limits::add(Limit limit, const Equations& equations) {
    std::vector<Monomial> whole;  // without parts of words: another number may have the whole word
    for (const auto& [monomial, weight] : limit.number.terms()) {
        if (equations[front(monomial)].kind != Equations::Kind::bits) whole.push_back(monomial);
    }
    for (const Limit& other : limits_) {
        const auto is_there = [&](const Monomial& word) { return other.number.terms().contains(word); };
        const bool is_constant = limit.limit.is_constant() && other.limit.is_constant();
        if (is_constant && other.number == limit.number && other.limit.constant() < limit.limit.constant())
            limit.limit = other.limit;  // keep the stronger of the two limits
        if (is_constant && !whole.empty() && other.number.terms().size() > whole.size() &&
            std::ranges::all_of(whole, is_there))
            limit.wider.push_back(&other);
    }
    std::ranges::stable_sort(limit.wider, {},
                             [](const Limit* wider) { return wider->number.terms().size(); });
    if (limit.is_given) {
        limits_.push_back(std::move(limit));
    } else {
        limits_.push_front(std::move(limit));
    }
}

// p = λ·m·number + rest <= λ·m·limit + rest for every factor m, with the largest λ >= 0 that does not change
// the sign of a coefficient of the rest. requires: `values` holds the values of p.
bool Ranges::use(const Limit& limit, Polynomial& p, const std::unordered_set<char32_t>& values) const {
    bool is_used = false;
    std::vector<Monomial> factors;
    // match by the first word that occurs
    for (const auto& [leading, leading_weight] : limit.number.terms()) {
        const Var var = front(leading);
        if (!values.contains(static_cast<char32_t>(var.code()))) continue;
        Budget::spend(p.terms().size());
        for (const auto& [monomial, coefficient] : p.terms()) {
            if (sgn(coefficient) == sgn(leading_weight) && contains(monomial, var))
                factors.push_back(without(monomial, var));
        }
        if (!factors.empty() || !limit.limit.is_constant()) break;
    }
    for (const Monomial& factor : factors) {
        Budget::spend(limit.number.terms().size());
        const bool is_symbolic = !limit.limit.is_constant();
        if (is_symbolic && symbolic_ == Symbolic::once && has_common_factor(factor, limit.limit)) continue;
        // words are non-negative: the limit also holds for a subset, so words that are missing or negative
        // are left out
        mpz_class most = -1, others = 0, unit = 0;
        Polynomial present;
        for (const auto& [monomial, weight] : limit.number.terms()) {
            const mpz_class coefficient = p.coefficient(product(monomial, factor));
            if (!is_symbolic && weight > 0 && coefficient <= 0) continue;
            const mpz_class quotient = coefficient / weight;
            if (most < 0 || quotient < most) most = quotient;
            if (most <= 0) break;
            present.add(monomial, weight);
            const Equations::Value& value = equations_[front(monomial)];
            if (is_symbolic) continue;
            others += weight * (weight > 0 ? value.max : value.min);
            unit = gcd(unit, weight);
        }
        if (most <= 0) continue;
        Polynomial bound = limit.limit;
        if (!is_symbolic) {  // the sum is a multiple of the gcd of the weights
            mpz_class constant = bound.constant();
            mpz_fdiv_q(constant.get_mpz_t(), constant.get_mpz_t(), unit.get_mpz_t());
            bound = mpz_class(constant * unit);
            if (others <= bound.constant()) continue;
        }
        p.add(present, -most, factor);
        p.add(bound, most, factor);
        is_used = true;
    }
    return is_used;
}

mpz_class Ranges::upper(const Polynomial& p) const {
    if (p.is_constant()) return p.constant();
    const Bound bound = upper(p, Order::latest);
    mpz_class most = bound.most;
    if (bound.has_wider) most = std::min(most, upper(p, Order::widest).most);
    if (bound.has_other) most = std::min(most, upper(p, Order::covering).most);
    return most;
}

// The constant limit, not in `but`, whose words contribute most to the upper bound of p; nullptr if none
// does.
const Limit* Ranges::most_covering(const Polynomial& p, const std::set<const Limit*>& but) const {
    std::unordered_map<char32_t, mpz_class> worth;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (coefficient < 0) continue;
        mpz_class bound = coefficient;
        for (char32_t code : monomial) bound *= equations_[Var::of_code(code)].max;
        for (char32_t code : monomial) worth[code] += bound;
    }
    const Limit* best = nullptr;
    mpz_class most = 0, sum;
    for (const Limit& limit : limits_.all()) {
        if (!limit.limit.is_constant() || but.contains(&limit)) continue;
        Budget::spend(limit.number.terms().size());
        sum = 0;
        for (const auto& [monomial, weight] : limit.number.terms()) {
            const auto found = worth.find(monomial[0]);
            if (found != worth.end()) sum += found->second;
        }
        if (sum > most) best = &limit, most = sum;
    }
    return best;
}

Ranges::Bound Ranges::upper(Polynomial p, Order order) const {
    std::unordered_set<char32_t> present, raised;  // raised: has a positive coefficient
    for (const auto& [monomial, coefficient] : p.terms()) {
        present.insert(monomial.begin(), monomial.end());
        if (coefficient > 0) raised.insert(monomial.begin(), monomial.end());
    }
    // a value that occurs in another limit is kept until the end
    std::unordered_set<char32_t> kept;
    for (const Limit& limit : limits_.all()) {
        if (symbolic_ != Symbolic::once) break;
        for (const auto& [monomial, weight] : limit.limit.terms())
            kept.insert(monomial.begin(), monomial.end());
    }
    bool has_wider = false, has_other = false;
    std::ptrdiff_t least_cut = PTRDIFF_MAX;  // fewest positive words of a number that was only partly there
    const auto is_present = [&](const auto& term) { return present.contains(term.first[0]); };
    const auto is_raised = [&](const auto& term) { return raised.contains(term.first[0]); };
    // repeatedly: for squares of the number, and for upper words with larger factors
    const auto use_often = [&](const Limit& limit) {
        const size_t most_times =
            limit.limit.is_constant() ? std::max<size_t>(limit.number.terms().size(), 3) : 1;
        size_t times = 0;
        while (times < most_times && use(limit, p, present)) ++times;
        return times > 0;
    };
    if (order == Order::covering) {
        std::set<const Limit*> tried;
        while (const Limit* limit = tried.size() < most_covering_limits ? most_covering(p, tried) : nullptr) {
            use_often(*limit);
            tried.insert(limit);
        }
    }
    for (const Limit& limit : limits_.all()) {
        if (symbolic_ == Symbolic::never && !limit.limit.is_constant()) continue;
        if (kept.contains(limit.number.terms().begin()->first[0])) continue;
        const auto& words = limit.number.terms();
        Budget::spend(words.size());
        const bool is_there = limit.limit.is_constant() ? std::ranges::any_of(words, is_present)
                                                        : std::ranges::all_of(words, is_present);
        if (!is_there) continue;
        Budget::spend(limit.wider.size());
        const Limit* widest = nullptr;
        std::ptrdiff_t most_present = std::ranges::count_if(words, is_present);
        for (const Limit* wider : limit.wider) {
            Budget::spend(wider->number.terms().size());
            const std::ptrdiff_t count = std::ranges::count_if(wider->number.terms(), is_present);
            if (count > most_present) widest = wider, most_present = count;
        }
        has_wider = has_wider || widest;
        if (widest && order == Order::widest) use(*widest, p, present);
        const std::ptrdiff_t count = std::ranges::count_if(words, is_raised);
        has_other = has_other || (count >= least_cut && limit.limit.is_constant());
        if (use_often(limit) && count < std::ssize(words)) least_cut = std::min(least_cut, count);
        for (const auto& [monomial, weight] : limit.limit.terms())
            present.insert(monomial.begin(), monomial.end());
    }
    // kept values are replaced last, after all their terms have been added up
    if (!kept.empty()) p = bounded(p, kept);
    return {by_values(p), has_wider, has_other};
}

// Replaces the values that are not kept by their ranges.
Polynomial Ranges::bounded(const Polynomial& p, const std::unordered_set<char32_t>& kept) const {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) {
        mpz_class bound = coefficient;
        Monomial rest;
        for (char32_t code : monomial) {
            if (kept.contains(code)) {
                rest += code;
            } else {
                const Equations::Value& value = equations_[Var::of_code(code)];
                bound *= coefficient > 0 ? value.max : value.min;
            }
        }
        result.add(rest, bound);
    }
    return result;
}

// Replaces all values by their ranges.
mpz_class Ranges::by_values(const Polynomial& p) const {
    mpz_class sum = 0, bound;
    for (const auto& [monomial, coefficient] : p.terms()) {
        bound = coefficient;
        for (char32_t code : monomial) {
            const Equations::Value& value = equations_[Var::of_code(code)];
            bound *= coefficient > 0 ? value.max : value.min;
        }
        sum += bound;
    }
    return sum;
}

}  // namespace limbsmith::proof
