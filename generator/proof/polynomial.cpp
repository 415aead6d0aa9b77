#include "proof/polynomial.hpp"

#include <algorithm>
#include <functional>

#include "proof/budget.hpp"

namespace limbsmith::proof {

Monomial operator*(const Monomial& x, Var y) {
    const auto code = static_cast<char32_t>(y.code());
    const auto place = std::ranges::lower_bound(x, code, std::greater<>());
    Monomial result = x;
    if (y.is_bit() && place != x.end() && *place == code) return result;
    result.insert(result.begin() + (place - x.begin()), code);
    return result;
}

Monomial product(const Monomial& x, const Monomial& y) {
    Monomial result = x;
    for (char32_t code : y) result = result * Var::of_code(code);
    return result;
}

bool contains(const Monomial& monomial, Var var) {
    return monomial.find(static_cast<char32_t>(var.code())) != Monomial::npos;
}

Monomial without(Monomial monomial, Var var) {
    monomial.erase(monomial.find(static_cast<char32_t>(var.code())), 1);
    return monomial;
}

mpz_class Polynomial::coefficient(const Monomial& monomial) const {
    const auto term = terms_.find(monomial);
    return term == terms_.end() ? mpz_class(0) : term->second;
}

void Polynomial::add(const Monomial& monomial, const mpz_class& coefficient) {
    if (coefficient == 0) return;
    Budget::spend(1);
    const auto [term, is_new] = terms_.try_emplace(monomial, coefficient);
    if (is_new) return Budget::keep(terms_.size());
    term->second += coefficient;
    if (term->second == 0) terms_.erase(term);
}

void Polynomial::add(const Polynomial& other, const mpz_class& factor, const Monomial& monomial) {
    for (const auto& [m, c] : other.terms_) add(monomial.empty() ? m : product(m, monomial), c * factor);
}

Polynomial& Polynomial::operator*=(const mpz_class& factor) {
    if (factor == 0) terms_.clear();
    for (auto& [monomial, coefficient] : terms_) coefficient *= factor;
    return *this;
}

std::pair<Var, Polynomial> Polynomial::extract_front() {
    const Var var = front(terms_.begin()->first);
    Polynomial quotient;
    while (!is_constant() && front(terms_.begin()->first) == var) {
        auto node = terms_.extract(terms_.begin());
        quotient.add(node.key().substr(1), node.mapped());
    }
    return {var, quotient};
}

Polynomial Polynomial::extract(Var var) {
    Budget::spend(terms_.size());
    Polynomial quotient;
    std::erase_if(terms_, [&](const auto& term) {
        if (!contains(term.first, var)) return false;
        quotient.add(without(term.first, var), term.second);
        return true;
    });
    return quotient;
}

bool Polynomial::substitute(Var var, const Polynomial& value) {
    bool is_there = false;
    for (Polynomial rest = extract(var); !rest.is_zero(); rest = extract(var)) {
        *this += rest * value;
        is_there = true;
    }
    return is_there;
}

void Polynomial::drop_multiples(const mpz_class& modulus) {
    std::erase_if(terms_, [&](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), modulus.get_mpz_t());
    });
}

void Polynomial::reduce_coefficients(const mpz_class& modulus) {
    for (auto& [monomial, coefficient] : terms_) {
        mpz_fdiv_r(coefficient.get_mpz_t(), coefficient.get_mpz_t(), modulus.get_mpz_t());
        if (2 * coefficient > modulus) coefficient -= modulus;
    }
    std::erase_if(terms_, [](const auto& term) { return term.second == 0; });
}

Polynomial Polynomial::parked() const {
    Polynomial result;
    Budget::spend(terms_.size());
    for (const auto& [monomial, coefficient] : terms_) {
        Monomial parked = monomial;
        for (char32_t& code : parked) code = static_cast<char32_t>(Var::of_code(code).parked().code());
        std::ranges::sort(parked, std::greater<>());
        // a bit times itself is the bit
        const auto same = [](char32_t x, char32_t y) { return x == y && Var::of_code(x).is_bit(); };
        parked.erase(std::unique(parked.begin(), parked.end(), same), parked.end());
        // terms arrive mostly in order
        const size_t before = result.terms_.size();
        const auto term = result.terms_.try_emplace(result.terms_.end(), std::move(parked), coefficient);
        if (result.terms_.size() > before) continue;
        term->second += coefficient;
        if (term->second == 0) result.terms_.erase(term);
    }
    return result;
}

Polynomial operator+(Polynomial x, const Polynomial& y) { return x += y; }
Polynomial operator-(Polynomial x, const Polynomial& y) { return x -= y; }

Polynomial operator*(const Polynomial& x, const Polynomial& y) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : x.terms()) result.add(y, coefficient, monomial);
    return result;
}

bool is_sum_of_words(const Polynomial& polynomial) {
    return std::ranges::all_of(polynomial.terms(),
                               [](const auto& term) { return term.first.size() == 1 && term.second > 0; });
}

std::optional<Var> unit_in(const Polynomial& number) {
    const auto found = std::ranges::find_if(
        number.terms(), [](const auto& term) { return term.first.size() == 1 && term.second == 1; });
    return found == number.terms().end() ? std::nullopt : std::optional(front(found->first));
}

}  // namespace limbsmith::proof
