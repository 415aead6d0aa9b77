#include "induction/integer.hpp"

#include <algorithm>
#include <ranges>
#include <stdexcept>

namespace limbsmith::induction {

void Integer::add(const Term& term, const mpq_class& coefficient) {
    if (coefficient == 0) return;
    const auto [it, is_new] = terms_.try_emplace(term, coefficient);
    if (!is_new && (it->second += coefficient) == 0) terms_.erase(it);
}

Integer Integer::symbol(const std::string& name) {
    Integer result;
    result.add({{}, {{name, 1}}}, 1);
    return result;
}

Integer Integer::exp2(const Integer& exponent) {
    Term term;
    mpq_class coefficient = 1;
    for (const auto& [part, factor] : exponent.terms_) {
        if (factor.get_den() != 1) throw std::domain_error("2^(" + exponent.text() + ")");
        if (part.is_one()) {
            const mpz_class power = mpz_class(1) << mpz_class(abs(factor.get_num())).get_ui();
            coefficient = factor >= 0 ? mpq_class(power) : mpq_class(1, power);
        } else if (part.twos.empty() && part.symbols.size() == 1 && part.symbols.begin()->second == 1) {
            term.twos[part.symbols.begin()->first] = factor.get_num();
        } else {
            throw std::domain_error("2^(" + exponent.text() + ")");
        }
    }
    Integer result;
    result.add(term, coefficient);
    return result;
}

Integer Integer::floor(const std::string& number, const Integer& shift) {
    return symbol(shift.is_zero() ? number : "floor(" + number + "/2^(" + shift.text() + "))");
}

bool Integer::is_constant() const {
    return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.is_one());
}

mpq_class Integer::constant() const { return terms_.empty() ? mpq_class(0) : terms_.begin()->second; }

// Terms with symbols go first, the constant last.
Integer Integer::first_doubtful(const std::function<bool(const std::string&)>& is_allowed) const {
    for (auto it = terms_.rbegin(); it != terms_.rend(); ++it) {
        const auto& [term, coefficient] = *it;
        const bool is_natural =
            std::ranges::all_of(term.symbols, [&](const auto& symbol) { return is_allowed(symbol.first); });
        if (coefficient > 0 && is_natural) continue;
        Integer result;
        result.add(term, coefficient);
        return result;
    }
    return {};
}

bool Integer::has_positive_power() const {
    return std::ranges::any_of(terms_,
                               [](const auto& it) { return it.first.symbols.empty() && it.second > 0; });
}

std::vector<Integer> Integer::terms() const {
    std::vector<Integer> all;
    for (const auto& [term, coefficient] : terms_) all.emplace_back().add(term, coefficient);
    return all;
}

std::optional<Integer> Integer::over(const Integer& divisor) const {
    const auto& [below, by] = *divisor.terms_.begin();
    Integer result;
    for (const auto& [term, coefficient] : terms_) {
        Term quotient = term;
        for (const auto& [name, power] : below.symbols) {
            const auto found = quotient.symbols.find(name);
            if (found == quotient.symbols.end() || found->second < power) return std::nullopt;
            if ((found->second -= power) == 0) quotient.symbols.erase(found);
        }
        for (const auto& [name, factor] : below.twos) {
            const mpz_class rest = quotient.twos[name] -= factor;
            if (rest == 0) quotient.twos.erase(name);
        }
        result.add(quotient, coefficient / by);
    }
    return result;
}

std::vector<Integer> Integer::multipliers(const Integer& fact, bool only_numbers) const {
    std::vector<Integer> all;
    const auto& [own, own_coefficient] = *terms_.begin();
    for (const auto& [term, coefficient] : fact.terms_) {
        if (sgn(coefficient) != sgn(own_coefficient)) continue;
        if (only_numbers && (term < own || own < term)) continue;
        if (!std::ranges::includes(own.symbols | std::views::keys, term.symbols | std::views::keys)) continue;
        Integer divisor;
        divisor.add(term, coefficient);
        if (const auto factor = over(divisor)) all.push_back(*factor);
    }
    return all;
}

bool Integer::has_powers() const {
    return std::ranges::any_of(terms_, [](const auto& it) { return !it.first.twos.empty(); });
}

bool Integer::has_constant_as(const Integer& term, const Integer& multiplier) const {
    return term.terms_.begin()->first.symbols == multiplier.terms_.begin()->first.symbols;
}

Integer Integer::twos() const {
    Integer exponent;
    for (const auto& [name, factor] : terms_.begin()->first.twos) exponent += symbol(name).times(factor);
    return exponent;
}

Integer Integer::exponent_of_two() const {
    const mpq_class& coefficient = terms_.begin()->second;
    return twos() + static_cast<long>(mpz_scan1(coefficient.get_num_mpz_t(), 0)) -
           static_cast<long>(mpz_scan1(coefficient.get_den_mpz_t(), 0));
}

mpq_class Integer::odd_coefficient() const {
    const mpq_class& all = terms_.begin()->second;
    return mpq_class(mpz_class(all.get_num() >> mpz_scan1(all.get_num_mpz_t(), 0)),
                     mpz_class(all.get_den() >> mpz_scan1(all.get_den_mpz_t(), 0)));
}

std::set<std::string> Integer::symbols() const {
    std::set<std::string> all;
    for (const auto& [term, coefficient] : terms_) {
        for (const auto& [name, power] : term.symbols) all.insert(name);
    }
    return all;
}

bool Integer::has(const std::string& symbol) const {
    return std::ranges::any_of(terms_, [&](const auto& it) {
        return it.first.symbols.contains(symbol) || it.first.twos.contains(symbol);
    });
}

std::optional<Integer> Integer::solved_for(const std::string& symbol) const {
    Integer rest;
    mpq_class own = 0;
    for (const auto& [term, coefficient] : terms_) {
        if (term.twos.contains(symbol)) return std::nullopt;
        if (!term.symbols.contains(symbol)) {
            rest.add(term, coefficient);
        } else if (term.twos.empty() && term.symbols.size() == 1 && term.symbols.begin()->second == 1) {
            own = coefficient;
        } else {
            return std::nullopt;
        }
    }
    return own == 0 ? std::nullopt : std::optional(rest.times(-1 / own));
}

Integer Integer::with(const std::string& symbol, const Integer& value) const {
    const bool is_linear = std::ranges::all_of(value.terms_, [](const auto& it) {
        const Term& term = it.first;
        const bool is_symbol =
            term.twos.empty() && term.symbols.size() == 1 && term.symbols.begin()->second == 1;
        return (term.is_one() || is_symbol) && it.second.get_den() == 1;
    });
    Integer result;
    for (const auto& [term, coefficient] : terms_) {
        Term kept = term;
        Integer factor(1);
        if (const auto found = kept.twos.find(symbol); found != kept.twos.end() && is_linear) {
            factor = factor * exp2(value.times(found->second));
            kept.twos.erase(found);
        }
        if (const auto found = kept.symbols.find(symbol); found != kept.symbols.end()) {
            for (int k = 0; k < found->second; ++k) factor = factor * value;
            kept.symbols.erase(found);
        }
        Integer rest;
        rest.add(kept, coefficient);
        result += rest * factor;
    }
    return result;
}

mpq_class Integer::constant_term() const {
    const auto found = terms_.find({});
    return found == terms_.end() ? mpq_class(0) : found->second;
}

mpq_class Integer::ratio(const Integer& other) const {
    if (terms_.size() != other.terms_.size() || terms_.empty()) return 0;
    const mpq_class factor = terms_.begin()->second / other.terms_.begin()->second;
    return (*this - other.times(factor)).is_zero() ? factor : mpq_class(0);
}

std::optional<std::string> Integer::single_symbol() const {
    if (terms_.size() != 1 || terms_.begin()->second != 1) return std::nullopt;
    const Term& term = terms_.begin()->first;
    const bool is_single = term.twos.empty() && term.symbols.size() == 1 && term.symbols.begin()->second == 1;
    return is_single ? std::optional(term.symbols.begin()->first) : std::nullopt;
}

Integer& Integer::operator+=(const Integer& other) {
    if (this == &other) return *this = times(2);
    for (const auto& [term, coefficient] : other.terms_) add(term, coefficient);
    return *this;
}

Integer Integer::times(const mpq_class& factor) const {
    Integer result;
    if (factor == 0) return result;
    for (const auto& [term, coefficient] : terms_)
        result.terms_.emplace_hint(result.terms_.end(), term, coefficient * factor);
    return result;
}

Integer operator*(const Integer& x, const Integer& y) {
    Integer result;
    for (const auto& [first, a] : x.terms_) {
        for (const auto& [second, b] : y.terms_) {
            Integer::Term product = first;
            for (const auto& [name, power] : second.symbols) product.symbols[name] += power;
            for (const auto& [name, factor] : second.twos) {
                const mpz_class sum = product.twos[name] += factor;
                if (sum == 0) product.twos.erase(name);
            }
            result.add(product, a * b);
        }
    }
    return result;
}

std::string Integer::text() const {
    std::string out;
    for (const auto& [term, coefficient] : terms_) {
        out += (out.empty() ? "" : " + ") + coefficient.get_str();
        for (const auto& [name, power] : term.symbols) {
            for (int k = 0; k < power; ++k) out += "*" + name;
        }
        for (const auto& [name, factor] : term.twos) out += "*2^(" + factor.get_str() + "*" + name + ")";
    }
    return out.empty() ? "0" : out;
}

}  // namespace limbsmith::induction
