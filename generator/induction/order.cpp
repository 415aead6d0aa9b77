#include "induction/order.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "induction/simplex.hpp"

namespace limbsmith::induction {
namespace {

constexpr size_t most_products = 56;
constexpr int most_rounds = 5;  // products for what products leave

using IsNatural = std::function<bool(const std::string&)>;

// A term without its coefficient.
Integer monomial_of(const Integer& term) { return term.times(1 / term.coefficient()); }

bool is_natural_term(const Integer& monomial, const IsNatural& is_natural) {
    return monomial.first_doubtful(is_natural).is_zero();
}

// Products of facts and the terms that their sum has to make not negative.
class Products {
  public:
    Products(const Integer& goal, bool is_strict, bool by_numbers, const std::vector<Integer>& facts,
             const IsNatural& is_natural)
        : by_numbers_(by_numbers), facts_(facts), is_natural_(is_natural) {
        for (const Integer& term : goal.terms()) goal_.insert(monomial_of(term));
        need(goal, 1);
        if (is_strict) need(-1, 1);
    }

    // Terms of the value, or of what is subtracted from it, that may need a product.
    void need(const Integer& value, int sign) {
        for (const Integer& term : value.terms()) {
            const Integer monomial = monomial_of(term);
            const bool is_doubtful =
                sgn(term.coefficient()) * sign < 0 || !is_natural_term(monomial, is_natural_);
            if (!is_doubtful) continue;
            if (needed_.insert({monomial, sgn(term.coefficient()) * sign}).second)
                open_.push_back(monomial.times(sgn(term.coefficient()) * sign));
        }
    }

    // One more product for each term that needs some. False where there is nothing new.
    bool extend() {
        const size_t before = all.size();
        for (const Integer& term : std::exchange(open_, {})) {
            if (all.size() < most_products) find_for(term);
        }
        return all.size() > before;
    }

    std::vector<Integer> all;

  private:
    void find_for(const Integer& term) {
        for (const Integer& fact : facts_) {
            for (const Integer& factor : term.multipliers(fact, by_numbers_)) {
                // by a term without symbols: another such term by the same power of 2, or of x >= 1 all multiples
                const bool is_pure = term.symbols().empty();
                if (fact.has_constant_as(term, factor) && !(is_pure && !factor.has_powers()) &&
                    !(is_pure ? is_of_goal(fact * factor, term) : is_useful_multiple(fact, term)))
                    continue;
                if (!is_natural_term(factor, is_natural_)) continue;
                const Integer product = fact * monomial_of(factor);
                if (!found_.insert(product).second) continue;
                all.push_back(product);
                need(product, -1);
            }
        }
    }

    // Of two powers of 2, one of which is in the goal.
    bool is_of_goal(const Integer& product, const Integer& term) const {
        if (product.terms().size() != 2) return false;
        const Integer other = product - term;
        return other.terms().size() == 1 && goal_.contains(monomial_of(other));
    }
    // Of a fact x >= c, that a fact speaks of x times the term.
    bool is_useful_multiple(const Integer& fact, const Integer& term) const {
        if (fact.terms().size() != 2 || fact.has_powers()) return false;
        const auto wanted = (fact * term).terms().back().symbols_with_powers();
        return std::ranges::any_of(facts_, [&](const Integer& other) {
            return std::ranges::any_of(other.terms(), [&](const Integer& it) {
                return it.symbols_with_powers() == wanted && it.coefficient() < 0;
            });
        });
    }

    const bool by_numbers_;
    const std::vector<Integer>& facts_;
    const IsNatural& is_natural_;
    std::set<std::pair<Integer, int>> needed_;
    std::vector<Integer> open_;
    std::set<Integer> found_, goal_;
};

// Whether value - sum of x_i·product_i for some x >= 0 has no negative term, and no term that is not natural; and,
// where it has to be positive, a power of 2.
class Sum {
  public:
    Sum(const Integer& value, bool is_strict, const IsNatural& is_natural) : is_natural_(is_natural) {
        mpz_class common = 1, powers = 0;
        for (const Integer& term : value.terms()) common = lcm(common, term.coefficient().get_den());
        for (const Integer& term : value.terms()) {
            const mpz_class limit(term.coefficient() * common);
            row_of(term, limit);
            if (term.symbols().empty()) powers += limit;
        }
        if (is_strict) power_ = rows_.add_row(Inequalities::Kind::positive, powers);
    }

    void add(const Integer& product) {
        if (!found_.insert(product).second) return;
        std::map<size_t, mpz_class> entries;
        mpz_class common = 1;
        for (const Integer& term : product.terms()) common = lcm(common, term.coefficient().get_den());
        for (const Integer& term : product.terms()) {
            const mpz_class entry(term.coefficient() * common);
            entries[row_of(term, 0)] = entry;
            if (power_ && term.symbols().empty()) entries[*power_] += entry;
        }
        rows_.add_unknown(entries);
    }

    bool exists() { return rows_.are_solvable(); }

  private:
    // The row of the term; `limit` where it is new.
    size_t row_of(const Integer& term, const mpz_class& limit) {
        const Integer monomial = monomial_of(term);
        const auto [it, is_new] = monomials_.try_emplace(monomial);
        if (is_new) {
            using Kind = Inequalities::Kind;
            const bool is_natural = is_natural_term(monomial, is_natural_);
            it->second = rows_.add_row(is_natural ? Kind::not_negative : Kind::zero, limit);
        }
        return it->second;
    }

    const IsNatural& is_natural_;
    Inequalities rows_;
    std::optional<size_t> power_;
    std::map<Integer, size_t> monomials_;
    std::set<Integer> found_;
};

}  // namespace

bool follows(const Integer& value, bool is_strict, const std::vector<Integer>& facts,
             const IsNatural& is_natural) {
    if (value.first_doubtful(is_natural).is_zero() && (!is_strict || value.has_positive_power())) return true;
    const Integer opposite = value.times(-1);
    if (opposite.first_doubtful(is_natural).is_zero() &&
        (is_strict || value.is_zero() || opposite.has_positive_power()))
        return false;  // it is negative, or zero
    const bool has_products =
        value.has_powers() || std::ranges::any_of(value.terms(), [](const Integer& term) {
            return term.symbols_with_powers().size() > 1;
        });
    Sum sum(value, is_strict, is_natural);
    for (const bool by_numbers : {true, false}) {  // facts as they are go first
        if (!by_numbers && !has_products) break;
        Products products(value, is_strict, by_numbers, facts, is_natural);
        for (int round = 0; round < most_rounds && products.extend(); ++round) {
            for (const Integer& product : products.all) sum.add(product);
            if (sum.exists()) return true;
        }
    }
    return false;
}

}  // namespace limbsmith::induction
