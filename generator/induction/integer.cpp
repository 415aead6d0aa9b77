#include "induction/integer.hpp"

#include <stdexcept>

namespace limbsmith::proof {

void Integer::add(const Term& term, const mpq_class& coefficient) {
    const mpq_class sum = terms_[term] += coefficient;
    if (sum == 0) terms_.erase(term);
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

bool Integer::is_positive_sum(const std::function<bool(const std::string&)>& is_allowed) const {
    for (const auto& [term, coefficient] : terms_) {
        if (coefficient < 0) return false;
        for (const auto& [name, power] : term.symbols) {
            if (!is_allowed(name)) return false;
        }
    }
    return true;
}

bool Integer::is_whole() const {
    for (const auto& [term, coefficient] : terms_) {
        if (coefficient.get_den() != 1) return false;
        for (const auto& [name, factor] : term.twos) {
            if (factor < 0) return false;
        }
    }
    return true;
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

mpq_class Integer::match(const Integer& fact,
                         const std::function<bool(const std::string&)>& is_allowed) const {
    for (const auto& [term, coefficient] : terms_) {
        if (term.is_one()) continue;
        bool is_fine = coefficient > 0;
        for (const auto& [name, power] : term.symbols) is_fine = is_fine && is_allowed(name);
        if (is_fine) continue;
        const auto found = fact.terms_.find(term);
        if (found == fact.terms_.end()) return 0;
        const mpq_class factor = coefficient / found->second;
        return factor > 0 ? factor : mpq_class(0);
    }
    return 0;
}

std::optional<std::string> Integer::single_symbol() const {
    if (terms_.size() != 1 || terms_.begin()->second != 1) return std::nullopt;
    const Term& term = terms_.begin()->first;
    const bool is_single = term.twos.empty() && term.symbols.size() == 1 && term.symbols.begin()->second == 1;
    return is_single ? std::optional(term.symbols.begin()->first) : std::nullopt;
}

Integer& Integer::operator+=(const Integer& other) {
    for (const auto& [term, coefficient] : std::map(other.terms_)) add(term, coefficient);
    return *this;
}

Integer Integer::times(const mpq_class& factor) const {
    Integer result;
    for (const auto& [term, coefficient] : terms_) result.add(term, coefficient * factor);
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

}  // namespace limbsmith::proof
