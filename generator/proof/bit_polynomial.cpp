#include "proof/bit_polynomial.hpp"

#include <algorithm>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

constexpr size_t most_bits = 4;  // of the bits that a word is written in

}  // namespace

std::optional<std::vector<Var>> only_bits(const Polynomial& polynomial) {
    std::vector<Var> vars;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        for (char32_t code : monomial) {
            const Var var = Var::of_code(code);
            if (!var.is_bit()) return std::nullopt;
            if (std::ranges::find(vars, var) == vars.end()) vars.push_back(var);
        }
    }
    return vars;
}

std::optional<std::vector<Var>> bits_of(std::initializer_list<Polynomial> polynomials) {
    std::vector<Var> all;
    for (const Polynomial& polynomial : polynomials) {
        const auto vars = only_bits(polynomial);
        if (!vars) return std::nullopt;
        for (Var var : *vars) {
            if (std::ranges::find(all, var) == all.end()) all.push_back(var);
        }
    }
    if (all.size() > most_bits) return std::nullopt;
    return all;
}

bool is_mask(const Polynomial& word) {
    if (!bits_of({word})) return false;
    return std::ranges::all_of(word.terms(), [](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), mpz_class(base - 1).get_mpz_t());
    });
}

mpz_class evaluated(const Polynomial& polynomial, std::span<const Var> vars, uint32_t choice) {
    mpz_class sum = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        const bool is_set = std::ranges::all_of(monomial, [&](char32_t code) {
            const auto place = std::ranges::find(vars, Var::of_code(code)) - vars.begin();
            return choice >> place & 1;
        });
        if (is_set) sum += coefficient;
    }
    return sum;
}

// Moebius inversion: the coefficient of a set of bits from the values at its subsets.
Polynomial interpolated(std::span<const Var> vars, const std::function<mpz_class(uint32_t choice)>& at) {
    std::vector<mpz_class> table;
    const uint32_t choices = uint32_t{1} << vars.size();
    for (uint32_t choice = 0; choice < choices; ++choice) table.push_back(at(choice));
    for (size_t k = 0; k < vars.size(); ++k) {
        for (uint32_t choice = 0; choice < choices; ++choice) {
            if (choice >> k & 1) table[choice] -= table[choice ^ (uint32_t{1} << k)];
        }
    }
    Polynomial result;
    for (uint32_t choice = 0; choice < choices; ++choice) {
        Monomial monomial;
        for (size_t k = 0; k < vars.size(); ++k) {
            if (choice >> k & 1) monomial = monomial * vars[k];
        }
        result.add(monomial, table[choice]);
    }
    return result;
}

}  // namespace limbsmith::proof
