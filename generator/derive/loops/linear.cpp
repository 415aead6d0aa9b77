// Bounds by linear programming over known bounds, and products of two.
#include <algorithm>

#include "derive/loops/feasible.hpp"
#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;
using check::Monomial;

namespace {

// The hash of the input of linear programming. Two inputs with the same hash are taken as one.
uint64_t hash_of(const Polynomial& goal, int effort, const std::vector<Legs::Known*>& facts,
                 const std::vector<Legs::Known*>& zeros) {
    uint64_t hash = static_cast<uint64_t>(effort);
    const auto add = [&](uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29; };
    const auto add_polynomial = [&](const Polynomial& p) {
        for (const auto& [monomial, coefficient] : p.terms()) {
            for (Variable it : monomial) add(it + 1);
            add(mpz_tdiv_ui(coefficient.get_mpz_t(), 0xFFFFFFFBu) + (coefficient < 0));
        }
        add(0);
    };
    add_polynomial(goal);
    for (const auto* list : {&facts, &zeros}) {
        for (const Legs::Known* it : *list) add_polynomial(it->polynomial);
        add(1);
    }
    return hash;
}

// The first and the last of the longest monomials. Those of a product are the products of those of its factors: no other
// terms cancel them.
struct Ends {
    Monomial first, last;
};

Ends ends_of(const Polynomial& p) {
    Ends ends;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() > ends.first.size()) ends.first = monomial;
        if (monomial.size() >= ends.last.size()) ends.last = monomial;
    }
    return ends;
}

Monomial times(const Monomial& x, const Monomial& y) {
    Monomial result(x.size() + y.size(), 0);
    std::ranges::merge(x, y, result.begin());
    return result;
}

}  // namespace

// goal >= 0 by linear programming: -1 - goal >= 0 and known bounds sum up to -1.
std::optional<Id> Prover::nonnegative(const Polynomial& polynomial, int effort) {
    if (const auto id = legs_.find({Kind::nonnegative, polynomial})) return id;
    const Legs::Reduced reduced = legs_.reduce(polynomial);
    const Polynomial& goal = reduced.rest;
    const auto unreduced = [&](Id id) {
        return reduced.zeros.empty() ? id : legs_.bound(polynomial, {{1, {id}}}, reduced.zeros);
    };
    if (goal.is_constant()) {
        if (goal.constant() < 0) {
            // everything follows from a bound that is negative
            const auto never = std::ranges::find_if(legs_.bounds(), [](const Legs::Known& it) {
                return it.polynomial.is_constant() && it.polynomial.constant() < 0;
            });
            if (never == legs_.bounds().end()) return std::nullopt;
            const mpz_class times = -goal.constant(),
                            more = goal.constant() - times * never->polynomial.constant();
            return legs_.bound(polynomial, {{times, {legs_.stated(*never)}}, {more, {}}}, reduced.zeros);
        }
        return legs_.bound(polynomial, {{goal.constant(), {}}}, reduced.zeros);
    }
    // c·q + r >= 0 for 0 <= r < c if q >= 0
    mpz_class common = 0;
    for (const auto& [monomial, coefficient] : goal.terms())
        if (!monomial.empty()) common = gcd(common, coefficient);
    if (common > 1) {
        Polynomial part;
        for (const auto& [monomial, coefficient] : goal.terms()) {
            mpz_class quotient;
            mpz_fdiv_q(quotient.get_mpz_t(), coefficient.get_mpz_t(), common.get_mpz_t());
            part.add(monomial, quotient);
        }
        const auto id = nonnegative(part, effort);
        if (!id) return std::nullopt;
        const mpz_class more = Polynomial(goal - Polynomial(common) * part).constant();
        return legs_.bound(polynomial, {{common, {*id}}, {more, {}}}, reduced.zeros);
    }
    if (const auto id = nonnegative_at_corners(goal)) return unreduced(*id);
    // Facts that may help share values with the goal, or with such facts.
    std::vector<bool> values(legs_.state().next);
    std::set<Monomial> products;
    const auto touch = [&](const Polynomial& p) {
        for (const auto& [monomial, coefficient] : p.terms()) {
            for (Variable it : monomial) values.at(it) = true;
            if (monomial.size() > 1) products.insert(monomial);
        }
    };
    const auto touches = [&](const Polynomial& p) {
        return std::ranges::any_of(p.terms(), [&](const auto& term) {
            return std::ranges::any_of(term.first, [&](Variable it) { return values.at(it); });
        });
    };
    touch(goal);
    // Those that share none yet.
    const auto all_of = [](std::vector<Legs::Known>& list) {
        std::vector<Legs::Known*> result;
        for (Legs::Known& it : list)
            if (!it.polynomial.is_constant() || it.polynomial.constant() < 0) result.push_back(&it);
        return result;
    };
    std::vector<Legs::Known*> open_facts = all_of(legs_.bounds()), open_zeros = all_of(legs_.zeros());
    std::vector<Legs::Known*> facts, zeros;
    for (int round = 0; effort == 0 || round < 2; ++round) {
        std::vector<Legs::Known*> more;
        const auto add = [&](std::vector<Legs::Known*>& open, std::vector<Legs::Known*>& list) {
            std::vector<Legs::Known*> left;
            for (Legs::Known* it : open) {
                const bool helps = touches(it->polynomial) || it->polynomial.is_constant();
                if (!helps || (it->quotient && !values.at(*it->quotient))) {
                    left.push_back(it);
                    continue;
                }
                list.push_back(it), more.push_back(it);
            }
            open = std::move(left);
        };
        add(open_facts, facts);
        add(open_zeros, zeros);
        for (Legs::Known* it : more) touch(it->polynomial);
        if (more.empty()) break;
    }
    const uint64_t attempt = hash_of(goal, effort, facts, zeros);
    spend(10 * (facts.size() + zeros.size()));
    if (failed_.contains(attempt)) return std::nullopt;
    const Polynomial opposite = Polynomial() - 1 - goal;
    struct Product {
        std::vector<int> factors;  // -1: the opposite of the goal
        Polynomial polynomial;
        std::vector<check::Multiple> zeros{};  // of the product - polynomial
    };
    std::vector<Product> all;
    const auto factor = [&](int k) -> const Polynomial& {
        return k < 0 ? opposite : facts[static_cast<size_t>(k)]->polynomial;
    };
    const int count = static_cast<int>(facts.size());
    for (int k = -1; k < count; ++k) all.push_back({{k}, factor(k)});
    if (effort > 0) {
        std::vector<bool> is_of_co_power(legs_.state().next);
        for (const Legs::State::CoPower& it : legs_.state().co_powers)
            is_of_co_power.at(it.first) = is_of_co_power.at(it.second) = true;
        std::vector<Ends> ends;
        for (int k = -1; k < count; ++k) ends.push_back(ends_of(factor(k)));
        // A product that is not wanted, and stays as it is.
        const auto is_fresh = [&](const Monomial& x, const Monomial& y) {
            if (x.size() + y.size() <= 1) return false;
            const Monomial product = times(x, y);
            return !products.contains(product) &&
                   std::ranges::none_of(product, [&](Variable it) { return is_of_co_power.at(it); });
        };
        for (int i = -1; i < count; ++i) {
            for (int j = i; j < count; ++j) {
                if (i == -1 && j >= 0 && degree(factor(j)) + degree(opposite) > 4) continue;
                const Ends &x = ends[static_cast<size_t>(i + 1)], &y = ends[static_cast<size_t>(j + 1)];
                if (is_fresh(x.first, y.first) || is_fresh(x.last, y.last)) continue;
                const auto [product, own_zeros] = legs_.reduce(factor(i) * factor(j));
                const size_t fresh =
                    static_cast<size_t>(std::ranges::count_if(product.terms(), [&](const auto& term) {
                        return term.first.size() > 1 && !products.contains(term.first);
                    }));
                if (fresh == 0) all.push_back({{i, j}, product, own_zeros});
            }
        }
    }
    std::map<Monomial, size_t> rows{{{}, 0}};
    std::vector<Column> columns;
    const auto add_column = [&](const Polynomial& p, int sign) {
        Column column;
        for (const auto& [monomial, coefficient] : p.terms())
            column.emplace_back(rows.try_emplace(monomial, rows.size()).first->second, sign * coefficient);
        std::ranges::sort(column, {}, &Column::value_type::first);
        columns.push_back(std::move(column));
    };
    for (const Product& it : all) add_column(it.polynomial, 1);
    for (const Legs::Known* it : zeros) add_column(it->polynomial, 1), add_column(it->polynomial, -1);
    spend(columns.size() * rows.size());
    size_t work = 0;  // the estimate above stands for it
    const auto factors = feasible(columns, {{0, -1}}, rows.size(), work);
    if (!factors) {
        failed_.insert(attempt);
        return std::nullopt;
    }
    mpz_class scale = 1;
    for (const mpq_class& it : *factors) scale = lcm(scale, it.get_den());
    const auto number = [&](size_t j) { return mpz_class((*factors)[j] * scale); };
    // The sum of all is -scale. The terms that are used:
    std::vector<check::Product> used;
    std::vector<check::Multiple> used_zeros;
    std::vector<size_t> with_opposite;  // of `used`: the places of products with the opposite
    mpz_class of_opposite = 0;
    for (size_t j = 0; j < all.size(); ++j) {
        if (number(j) == 0) continue;
        if (j == 0) {
            of_opposite = number(j);
            continue;
        }
        check::Product product{number(j), {}};
        for (int k : all[j].factors)
            if (k >= 0) product.facts.push_back(legs_.stated(*facts[static_cast<size_t>(k)]));
        if (product.facts.size() < all[j].factors.size()) with_opposite.push_back(used.size());
        if (all[j].factors == std::vector{-1, -1}) with_opposite.push_back(used.size());
        used.push_back(std::move(product));
        for (const check::Multiple& zero : all[j].zeros)
            used_zeros.push_back({zero.fact, Polynomial(-number(j)) * zero.factor});
    }
    for (size_t k = 0; k < zeros.size(); ++k) {
        const mpz_class times = number(all.size() + 2 * k) - number(all.size() + 2 * k + 1);
        if (times == 0) continue;
        used_zeros.push_back({legs_.stated_zero(*zeros[k]), times});
    }
    if (with_opposite.empty() && of_opposite > 0) {
        // of_opposite·(goal + 1) - scale is the sum of the others
        Id id = legs_.bound(Polynomial(of_opposite) * (goal + 1) - Polynomial(scale), used, used_zeros);
        if (of_opposite > 1) id = legs_.round(id, of_opposite);
        const mpz_class more = Polynomial(goal - legs_.fact(id)).constant();
        return unreduced(more == 0 ? id : legs_.bound(goal, {{1, {id}}, {more, {}}}, {}));
    }
    const auto contradiction = [&](Id assumed) {
        for (size_t k : with_opposite) used[k].facts.push_back(assumed);
        if (of_opposite > 0) used.push_back({of_opposite, {assumed}});
        const Id never = legs_.bound(Polynomial() - Polynomial(scale), used, used_zeros);
        const Id id = legs_.bound(Polynomial(scale) * goal, {{1, {never, assumed}}, {1, {never}}}, {});
        if (scale > 1) legs_.round(id, scale);
        return true;
    };
    const auto id = legs_.cases(
        goal, {Kind::nonnegative, goal}, [](Id) { return true; }, contradiction);
    return id ? std::optional(unreduced(*id)) : std::nullopt;
}

}  // namespace limbsmith::derive::loops
