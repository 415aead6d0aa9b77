#include "proof/facts.hpp"

#include <algorithm>
#include <set>

namespace limbsmith::proof {
namespace {

// limits of a search: with hints, and without, where facts are multiplied by monomials
constexpr size_t most_columns = 500, most_products = 200;

Polynomial negated(Polynomial p) { return p *= -1; }

Monomial monomial_of(Var var) { return Monomial(1, static_cast<char32_t>(var.code())); }

// Whether the value occurs in no product and in no power above the first.
bool is_linear_in(const Polynomial& p, Var var) {
    return std::ranges::none_of(
        p.terms(), [&](const auto& term) { return term.first.size() > 1 && contains(term.first, var); });
}

bool is_single(const Polynomial& p) {
    return std::ranges::all_of(p.terms(), [](const auto& term) { return term.first.size() < 2; }) &&
           p.terms().size() - (p.constant() != 0) == 1;
}

}  // namespace

Polynomial Facts::add_value(const mpz_class& least, const mpz_class& most) {
    if (least == most) return least;
    ranges_.push_back({least, most});
    return Var::number(static_cast<uint32_t>(ranges_.size() - 1), least == 0 && most == 1).parked();
}

Polynomial Facts::reduced(const Polynomial& polynomial) const {
    Polynomial p = polynomial;
    for (const Rule& rule : rules_) p.substitute(rule.var, rule.value);
    return p;
}

Interval Facts::range(const Monomial& monomial) const {
    Interval product{1, 1};
    for (char32_t code : monomial) {
        const Interval& x = ranges_[Var::of_code(code).index()];
        const auto [least, most] =
            std::minmax({mpz_class(product.least * x.least), mpz_class(product.least * x.most),
                         mpz_class(product.most * x.least), mpz_class(product.most * x.most)});
        product = {least, most};
    }
    return product;
}

Interval Facts::range(const Polynomial& polynomial) const {
    const Polynomial p = reduced(polynomial);
    Interval interval = range_by_values(p);
    if (p.is_constant()) return interval;
    const auto& [first, sign] = *p.terms().begin();
    for (const Polynomial& fact : facts_) {
        if (fact.is_constant() || fact.terms().begin()->first != first) continue;
        // p = factor·fact + rest
        const mpz_class divisor = fact.terms().begin()->second;
        if (!mpz_divisible_p(sign.get_mpz_t(), divisor.get_mpz_t())) continue;
        const mpz_class factor = sign / divisor;
        Polynomial rest = p;
        rest.add(fact, -factor);
        if (!rest.is_constant()) continue;
        if (factor > 0) interval.least = std::max(interval.least, rest.constant());
        if (factor < 0) interval.most = std::min(interval.most, rest.constant());
    }
    return interval;
}

// Tightens ranges: c·x + others >= 0 bounds x by the upper bound of the others.
void Facts::tighten(const Polynomial& fact) {
    const mpz_class most = range_by_values(fact).most;
    std::vector<Polynomial> constant;
    for (const auto& [monomial, coefficient] : fact.terms()) {
        if (monomial.size() != 1 || !is_linear_in(fact, front(monomial))) continue;
        Interval& x = ranges_[front(monomial).index()];
        mpz_class bound;
        if (coefficient > 0) {
            const mpz_class others = most - coefficient * x.most;
            mpz_cdiv_q(bound.get_mpz_t(), mpz_class(-others).get_mpz_t(), coefficient.get_mpz_t());
            x.least = std::max(x.least, bound);
        } else {
            const mpz_class others = most - coefficient * x.least;
            mpz_fdiv_q(bound.get_mpz_t(), others.get_mpz_t(), mpz_class(-coefficient).get_mpz_t());
            x.most = std::min(x.most, bound);
        }
        if (x.least > x.most) is_contradictory_ = true;
        if (x.least == x.most) constant.push_back(Polynomial(front(monomial)) - Polynomial(x.least));
        if (is_contradictory_) return;
    }
    for (const Polynomial& p : constant) learn_equal(p);
}

Interval Facts::range_by_values(const Polynomial& p) const {
    Interval sum{0, 0};
    for (const auto& [monomial, coefficient] : p.terms()) {
        const Interval x = range(monomial);
        sum.least += coefficient * (coefficient > 0 ? x.least : x.most);
        sum.most += coefficient * (coefficient > 0 ? x.most : x.least);
    }
    return sum;
}

Polynomial Facts::simplest(const Polynomial& p) {
    mpz_class content = 0, constant;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (!monomial.empty()) content = gcd(content, coefficient);
    }
    if (content <= 1) return p;
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (!monomial.empty()) result.add(monomial, coefficient / content);
    }
    mpz_fdiv_q(constant.get_mpz_t(), p.constant().get_mpz_t(), content.get_mpz_t());
    result.add(Monomial(), constant);
    return result;
}

bool Facts::is_known(const Polynomial& p) const {
    return std::ranges::any_of(facts_, [&](const Polynomial& fact) {
        if (fact.terms().size() > p.terms().size() + 1 || fact.terms().size() + 1 < p.terms().size() ||
            fact.terms().begin()->first != p.terms().begin()->first)
            return false;
        const Polynomial rest = p - fact;
        return rest.is_constant() && rest.constant() >= 0;
    });
}

void Facts::learn(const Polynomial& polynomial) {
    const Polynomial p = simplest(reduced(polynomial));
    if (p.is_constant() && p.constant() < 0) is_contradictory_ = true;
    if (p.is_constant()) return;
    if (is_single(p)) {
        const auto& [monomial, sign] = *p.terms().begin();  // ±1 after division
        Interval& interval = ranges_[front(monomial).index()];
        if (sign > 0) interval.least = std::max<mpz_class>(interval.least, -p.constant());
        if (sign < 0) interval.most = std::min(interval.most, p.constant());
        if (interval.least > interval.most) is_contradictory_ = true;
        if (interval.least == interval.most)
            learn_equal(Polynomial(front(monomial)) - Polynomial(interval.least));
        return;
    }
    const Interval known = range(p);
    if (known.most < 0) is_contradictory_ = true;
    if (known.least >= 0 || is_known(p)) return;
    const bool is_equality =
        std::ranges::any_of(facts_, [&](const Polynomial& fact) { return (p + fact).is_zero(); });
    facts_.push_back(p);
    if (is_equality) return learn_equal(p);
    tighten(p);
}

void Facts::learn_equal(const Polynomial& polynomial, const Polynomial& preferred) {
    const Polynomial p = reduced(polynomial);
    if (p.is_constant() && !p.is_zero()) is_contradictory_ = true;
    if (p.is_constant()) return;
    mpz_class content = 0;
    for (const auto& [monomial, coefficient] : p.terms()) content = gcd(content, coefficient);
    Polynomial divided;
    for (const auto& [monomial, coefficient] : p.terms()) divided.add(monomial, coefficient / content);
    // replace the value made last, if no preferred one occurs
    std::optional<Var> chosen;
    bool is_preferred = false;
    for (const auto& [monomial, coefficient] : divided.terms()) {
        if (monomial.size() != 1 || abs(coefficient) != 1 || !is_linear_in(divided, front(monomial)))
            continue;
        const bool preferred_now = preferred.coefficient(monomial) != 0;
        if (chosen && (is_preferred || !preferred_now)) continue;
        chosen = front(monomial), is_preferred = preferred_now;
    }
    if (!chosen) {
        for (const Polynomial& side : {divided, negated(divided)}) {
            const Polynomial fact = simplest(side);
            if (!is_known(fact)) facts_.push_back(fact);
        }
        return;
    }
    const mpz_class sign = divided.coefficient(monomial_of(*chosen));
    Polynomial value = divided;
    value.extract(*chosen);
    if (sign > 0) value *= -1;
    const Interval interval = ranges_[chosen->index()];
    rules_.push_back({*chosen, value});
    std::vector<Polynomial> facts = std::move(facts_);
    facts_.clear();
    std::vector<Polynomial> changed{value - Polynomial(interval.least), Polynomial(interval.most) - value};
    for (Polynomial& fact : facts) {
        const bool is_concerned = std::ranges::any_of(
            fact.terms(), [&](const auto& term) { return contains(term.first, *chosen); });
        (is_concerned ? changed : facts_).push_back(std::move(fact));
    }
    for (const Polynomial& fact : changed) learn(fact);
}

// Chooses columns for the certificate: the products of the hint; facts that share monomials with the target
// or with a chosen column; without hints, also facts and bounds of values multiplied by monomials. A column
// may bring in one new monomial, or two if it is a fact itself.
std::vector<Polynomial> Facts::columns(const Polynomial& target,
                                       const std::vector<Polynomial>& products) const {
    const size_t most = products.empty() ? most_products : most_columns;
    std::set<Monomial> wanted;
    const auto want = [&](const Polynomial& p) {
        for (const auto& [monomial, coefficient] : p.terms()) wanted.insert(monomial);
    };
    want(target);
    std::vector<Polynomial> columns;
    for (const Polynomial& product : products) want(product), columns.push_back(product);
    std::set<std::pair<size_t, Monomial>> used;
    std::set<std::pair<char32_t, Monomial>> bounded;
    const auto is_nonnegative = [&](const Monomial& monomial) {
        return std::ranges::all_of(
            monomial, [&](char32_t code) { return ranges_[Var::of_code(code).index()].least >= 0; });
    };
    for (int round = 0; round < 3; ++round) {
        const std::set<Monomial> now = wanted;
        const auto add = [&](const Polynomial& column, int may_add) {
            const auto foreign = std::ranges::count_if(
                column.terms(), [&](const auto& t) { return !t.first.empty() && !wanted.contains(t.first); });
            if (foreign > may_add || columns.size() >= most) return false;
            want(column);
            columns.push_back(column);
            return true;
        };
        for (size_t k = 0; k < facts_.size(); ++k) {
            const size_t i = products.empty() ? k : facts_.size() - 1 - k;
            for (const auto& [term, coefficient] : facts_[i].terms()) {
                if (term.empty()) continue;
                for (const Monomial& monomial : now) {
                    Monomial factor = monomial;
                    const bool divides = std::ranges::all_of(term, [&](char32_t code) {
                        const size_t place = factor.find(code);
                        if (place == Monomial::npos) return false;
                        factor.erase(place, 1);
                        return true;
                    });
                    if (!products.empty() && !factor.empty()) continue;
                    if (!divides || used.contains({i, factor}) || !is_nonnegative(factor)) continue;
                    Polynomial column;
                    column.add(facts_[i], 1, factor);
                    const int may_add = round == 2 ? 0 : factor.empty() ? 2 : 1;
                    if (add(column, may_add)) used.insert({i, factor});
                }
            }
        }
        if (!products.empty()) continue;
        for (const Monomial& monomial : now) {
            for (char32_t code : monomial) {
                const Var var = Var::of_code(code);
                const Monomial factor = without(monomial, var);
                if (factor.empty() || !is_nonnegative(factor) || bounded.contains({code, factor})) continue;
                const Interval& interval = ranges_[var.index()];
                Polynomial below, above;
                below.add(Polynomial(interval.most) - Polynomial(var), 1, factor);
                above.add(Polynomial(var) - Polynomial(interval.least), 1, factor);
                const bool is_there = add(below, round < 2 ? 1 : 0);
                if (is_there && interval.least != 0) add(above, 0);
                if (is_there) bounded.insert({code, factor});
            }
        }
    }
    return columns;
}

bool Facts::shows(const Polynomial& polynomial, const Hint& hint) const {
    const Polynomial p = simplest(reduced(polynomial));
    if (is_contradictory_) return true;
    if (p.is_constant()) return p.constant() >= 0;
    if (range(p).least >= 0 || is_known(p)) return true;
    const Polynomial scale = reduced(hint.scale);
    if (range(scale).least < 1 && !is_known(simplest(scale - one))) return false;
    // polynomial < 0 would give scale·(p + 1) <= 0: refute that, by target < 0
    const Polynomial target = negated(scale * (p + one));
    std::vector<Polynomial> products;
    for (const Polynomial& product : hint.products) products.push_back(reduced(product));
    const auto range_of = [&](const Monomial& monomial) { return range(monomial); };
    // the hint's products alone first
    return (!products.empty() && follows(target, products, range_of)) ||
           follows(target, columns(target, products), range_of);
}

bool Facts::shows(const Polynomial& polynomial) const {
    for (const std::vector<Polynomial>& products :
         {std::vector{one}, std::vector<Polynomial>()}) {  // without multiplied facts first
        if (shows(polynomial, {products, one})) return true;
        for (const Polynomial& scale : scales_) {
            if (shows(polynomial, {products, scale})) return true;
        }
    }
    return false;
}

bool Facts::shows_equal(const Polynomial& polynomial) const {
    const Polynomial p = reduced(polynomial);
    return p.is_zero() || is_contradictory_ || (shows(p) && shows(negated(p)));
}

}  // namespace limbsmith::proof
