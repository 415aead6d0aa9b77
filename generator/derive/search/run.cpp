#include "derive/search/run.hpp"

#include <algorithm>

namespace limbsmith::derive {

using check::Fact;
using check::Polynomial;
using check::Variable;

void Run::choose(Variable variable, const mpz_class& value) {
    if (variable >= values_.size()) values_.resize(variable + 1);
    values_[variable] = value;
}

// False if the value lies outside its known range.
bool Run::set(Variable variable, const mpz_class& value) {
    const auto found = ranges_.find(variable);
    if (found != ranges_.end()) {
        const auto [least, most] = std::move(found->second);
        ranges_.erase(found);
        if ((least && value < *least) || (most && value > *most)) return false;
    }
    choose(variable, value);
    return true;
}

std::optional<mpz_class> Run::value(const Polynomial& polynomial) const {
    mpz_class result, product;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        product = coefficient;
        for (Variable variable : monomial) {
            if (!knows(variable)) return std::nullopt;
            product *= *values_[variable];
        }
        result += product;
    }
    return result;
}

// Nullopt if it has a product of unknown values.
std::optional<Run::Linear> Run::linear(const Polynomial& polynomial) const {
    Linear result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        mpz_class product = coefficient;
        std::optional<Variable> unknown;
        for (Variable variable : monomial) {
            if (knows(variable)) {
                product *= *values_[variable];
            } else if (std::exchange(unknown, variable)) {
                return std::nullopt;
            }
        }
        if (product == 0) continue;
        if (!unknown) {
            result.constant += product;
            continue;
        }
        const auto same = std::ranges::find(result.terms, *unknown, &Linear::Term::variable);
        if (same == result.terms.end()) {
            result.terms.push_back({product, *unknown});
        } else {
            same->coefficient += product;
        }
    }
    std::erase_if(result.terms, [](const Linear::Term& term) { return term.coefficient == 0; });
    return result;
}

// The definition of a value beside its facts: it is a power, or the common bits of two numbers.
std::optional<mpz_class> Run::defined(Variable variable) const {
    constexpr int most_exponent = 1 << 16;
    if (const auto common = meaning_->variables().common().find(variable);
        common != meaning_->variables().common().end()) {
        const auto x = value(common->second.first), y = value(common->second.second);
        return x && y ? std::optional<mpz_class>(*x & *y) : std::nullopt;
    }
    const auto power = meaning_->variables().powers().find(variable);
    if (power == meaning_->variables().powers().end()) return std::nullopt;
    const auto base = meaning_->variables().bases().find(variable);
    const auto of = base == meaning_->variables().bases().end() ? mpz_class(2) : value(base->second);
    const auto exponent = value(power->second);
    if (!of || !exponent || *exponent < 0 || *exponent >= most_exponent) return std::nullopt;
    mpz_class result;
    mpz_pow_ui(result.get_mpz_t(), of->get_mpz_t(), exponent->get_ui());
    return result;
}

void Run::compute(const Polynomial& polynomial) {
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        for (Variable variable : monomial) {
            if (knows(variable)) continue;
            if (const auto value = defined(variable)) choose(variable, *value);
        }
    }
}

// The values are digits of the constant, if each lies in a range that is as long as the next coefficient is larger.
Run::State Run::solve(Linear zero) {
    auto& [rest, terms] = zero;
    if (terms.empty()) return rest == 0 ? State::done : State::broken;
    std::ranges::sort(terms, {}, [](const Linear::Term& term) { return mpz_class(abs(term.coefficient)); });
    for (size_t k = 0; k + 1 < terms.size(); ++k) {
        const auto range = ranges_.find(terms[k].variable);
        if (range == ranges_.end() || !range->second.least || !range->second.most) return State::open;
        const mpz_class values = *range->second.most - *range->second.least + 1;
        if (!mpz_divisible_p(terms[k + 1].coefficient.get_mpz_t(), terms[k].coefficient.get_mpz_t()) ||
            values * abs(terms[k].coefficient) > abs(terms[k + 1].coefficient))
            return State::open;
    }
    for (size_t k = 0; k < terms.size(); ++k) {
        const auto& [coefficient, variable] = terms[k];
        if (!mpz_divisible_p(rest.get_mpz_t(), coefficient.get_mpz_t())) return State::broken;
        mpz_class digit = -rest / coefficient;
        if (k + 1 < terms.size()) {
            const mpz_class least = *ranges_.at(variable).least,
                            period = abs(terms[k + 1].coefficient / coefficient);
            digit -= least;
            mpz_fdiv_r(digit.get_mpz_t(), digit.get_mpz_t(), period.get_mpz_t());
            digit += least;
        }
        rest += coefficient * digit;
        if (!set(variable, digit)) return State::broken;
    }
    return State::done;
}

// A bound on one unknown value narrows its range.
Run::State Run::narrow(const Linear& bound) {
    const auto& [constant, terms] = bound;
    if (terms.empty()) return constant >= 0 ? State::done : State::broken;
    if (terms.size() > 1) return State::open;
    const auto& [coefficient, variable] = terms[0];
    auto& [least, most] = ranges_[variable];
    mpz_class end;
    if (coefficient > 0) {
        mpz_cdiv_q(end.get_mpz_t(), mpz_class(-constant).get_mpz_t(), coefficient.get_mpz_t());
        if (!least || end > *least) least = end;
    } else {
        mpz_fdiv_q(end.get_mpz_t(), constant.get_mpz_t(), mpz_class(-coefficient).get_mpz_t());
        if (!most || end < *most) most = end;
    }
    if (!least || !most || *least < *most) return State::done;
    return set(variable, mpz_class(*least)) ? State::done : State::broken;
}

Run::State Run::learn(const Fact& fact) {
    compute(fact.polynomial);
    auto linear = this->linear(fact.polynomial);
    if (!linear) return State::open;
    return fact.kind == Fact::Kind::zero ? solve(std::move(*linear)) : narrow(*linear);
}

bool Run::learn(const check::Facts& facts) {
    std::vector<const Fact*> open;
    for (const Fact& fact : facts) open.push_back(&fact);
    for (size_t before = 0; before != open.size();) {
        before = open.size();
        bool is_broken = false;
        std::erase_if(open, [&](const Fact* fact) {
            const State state = learn(*fact);
            is_broken = is_broken || state == State::broken;
            return state != State::open;
        });
        if (is_broken) return false;
    }
    return true;
}

}  // namespace limbsmith::derive
