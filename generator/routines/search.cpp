#include "routines/search.hpp"

#include <algorithm>

#include "routines/feasible.hpp"
#include "routines/legs.hpp"

namespace limbsmith::routines {
namespace {

using Kind = Fact::Kind;
using check::Monomial;

Polynomial of(Variable variable) { return Polynomial::of(variable); }

size_t degree(const Polynomial& p) {
    size_t most = 0;
    for (const auto& [monomial, coefficient] : p.terms()) most = std::max(most, monomial.size());
    return most;
}

// If a number is divided in two ways, m·q + r = m·a + b with rests from 0 to m - 1, quotients and rests are the same.
// Variables m, q, r, a, b.
check::Lemma one_division() {
    const Polynomial m = of(0), q = of(1), r = of(2), a = of(3), b = of(4);
    check::Lemma lemma{"one_division",
                       5,
                       {{Kind::zero, m * q + r - m * a - b},
                        {Kind::nonnegative, r},
                        {Kind::nonnegative, m - 1 - r},
                        {Kind::nonnegative, b},
                        {Kind::nonnegative, m - 1 - b}},
                       {{Kind::zero, q - a}, {Kind::zero, r - b}},
                       {}};
    // If x - y >= 1, m·(x - y) <= m - 1 contradicts m >= 1: -1 >= 0, and so y - x >= 0.
    const auto at_most = [&](const Polynomial& x, const Polynomial& y, int sign, Id rest, Id last, Id other,
                             Id first) {
        const Polynomial d = x - y;
        check::Steps refuted;
        // fact `first`: d - 1 >= 0. (d - 1)·(m - 1 - rest) + (d - 1)·rest = (d - 1)·(m - 1)
        refuted.push_back(
            {check::Bound{-1,
                          {{1, {first, last}}, {1, {first, rest}}, {1, {first}}, {1, {rest}}, {1, {other}}},
                          {{0, sign}}}});
        refuted.push_back({check::Bound{Polynomial() - d, {{1, {first, first + 1}}, {1, {first + 1}}}, {}}});
        lemma.steps.push_back({check::Cases{d - 1, {Kind::nonnegative, Polynomial() - d}, refuted, {}}});
    };
    at_most(q, a, -1, 1, 2, 4, 5);
    at_most(a, q, 1, 3, 4, 2, 6);
    lemma.steps.push_back({check::Both{6, 5}});
    lemma.steps.push_back({check::Sum{r - b, {{0, 1}, {7, Polynomial() - m}}}});
    return lemma;
}

class Search : public check::Walk::Prover {
  public:
    void learn(const Facts& facts, const check::Walk& walk) override { legs_.learn(facts, walk); }
    void branch(const std::function<void()>& walk) override { legs_.forget(walk); }
    Variable show(const Facts& goals) override {
        legs_.settle([&] {
            decide_bits();
            while (relate_powers()) {
            }
        });
        for (const Fact& goal : goals) {
            if (!reach(goal, 3)) throw NotFound{legs.size(), text(goal)};
        }
        legs.push_back(legs_.take_steps());
        return legs_.state().next;
    }

    std::vector<check::Steps> legs;
    static std::string text(const Fact& fact) {
        std::string result;
        for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
            result += (result.empty() ? "" : " + ") + coefficient.get_str();
            for (Variable variable : monomial) result += "·x" + std::to_string(variable);
        }
        return result + (fact.kind == Kind::zero ? " = 0" : " >= 0");
    }

  private:
    bool reach(const Fact& goal, int splits);
    bool directly(const Fact& goal);
    bool show_zero(const Polynomial& polynomial);
    bool show_congruent(const Polynomial& polynomial);
    std::optional<Id> nonnegative(const Polynomial& polynomial, int effort);
    bool improve();
    struct Range {
        Polynomial polynomial;
        std::optional<mpz_class> least, most;
    };
    std::vector<Range> ranges();
    bool decide_bits();
    bool relate_powers();
    bool compare_divisions();
    bool part_bits();
    bool limit_powers();
    bool drop_values(const Fact& goal);
    bool once(const std::string& what) {
        return legs_.state().tried.insert(what + "/" + std::to_string(legs_.state().rules.size())).second;
    }

    Legs legs_;
};

// goal >= 0 by linear programming: -1 - goal >= 0, and what is known, sum up to -1.
std::optional<Id> Search::nonnegative(const Polynomial& polynomial, int effort) {
    if (const auto id = legs_.find({Kind::nonnegative, polynomial})) return id;
    const Legs::Reduced reduced = legs_.reduce(polynomial);
    const Polynomial& goal = reduced.rest;
    const auto unreduced = [&](Id id) {
        return reduced.zeros.empty() ? id : legs_.bound(polynomial, {{1, {id}}}, reduced.zeros);
    };
    if (goal.is_constant()) {
        if (goal.constant() < 0) return std::nullopt;
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
    // What may help: facts that share values with the goal, or with such facts.
    std::set<Variable> values;
    std::set<Monomial> products;
    const auto touch = [&](const Polynomial& p) {
        for (const auto& [monomial, coefficient] : p.terms()) {
            values.insert(monomial.begin(), monomial.end());
            if (monomial.size() > 1) products.insert(monomial);
        }
    };
    const auto touches = [&](const Polynomial& p) {
        return std::ranges::any_of(p.terms(), [&](const auto& term) {
            return std::ranges::any_of(term.first, [&](Variable it) { return values.contains(it); });
        });
    };
    touch(goal);
    std::vector<Legs::Known*> facts, zeros;
    for (int round = 0; round < (effort > 1 ? 4 : 2); ++round) {
        std::vector<Legs::Known*> more;
        const auto add = [&](std::vector<Legs::Known>& from, std::vector<Legs::Known*>& list) {
            for (Legs::Known& it : from) {
                if (it.polynomial.is_constant() && it.polynomial.constant() >= 0) continue;
                if (!touches(it.polynomial) && !it.polynomial.is_constant()) continue;
                const bool is_there = std::ranges::any_of(
                    list, [&](Legs::Known* other) { return other->polynomial == it.polynomial; });
                if (!is_there) list.push_back(&it), more.push_back(&it);
            }
        };
        add(legs_.bounds(), facts);
        add(legs_.zeros(), zeros);
        for (Legs::Known* it : more) touch(it->polynomial);
        if (more.empty()) break;
    }
    const Polynomial opposite = Polynomial() - 1 - goal;
    struct Product {
        std::vector<int> factors;  // -1: the opposite of the goal
        Polynomial polynomial;
    };
    std::vector<Product> all;
    const auto factor = [&](int k) -> const Polynomial& {
        return k < 0 ? opposite : facts[static_cast<size_t>(k)]->polynomial;
    };
    const int count = static_cast<int>(facts.size());
    for (int k = -1; k < count; ++k) all.push_back({{k}, factor(k)});
    if (effort > 0) {
        std::set<Monomial> wanted = products;
        for (int i = -1; i < count; ++i) {
            for (int j = i; j < count; ++j) {
                if (i == -1 && j >= 0 && degree(factor(j)) + degree(opposite) > 4) continue;
                const Polynomial product = factor(i) * factor(j);
                const size_t fresh =
                    static_cast<size_t>(std::ranges::count_if(product.terms(), [&](const auto& term) {
                        return term.first.size() > 1 && !wanted.contains(term.first);
                    }));
                if (fresh == 0) all.push_back({{i, j}, product});
            }
        }
    }
    std::map<Monomial, size_t> rows{{{}, 0}};
    std::vector<Column> columns;
    const auto add_column = [&](const Polynomial& p, int sign) {
        Column column;
        for (const auto& [monomial, coefficient] : p.terms())
            column[rows.try_emplace(monomial, rows.size()).first->second] = sign * coefficient;
        columns.push_back(std::move(column));
    };
    for (const Product& it : all) add_column(it.polynomial, 1);
    for (const Legs::Known* it : zeros) add_column(it->polynomial, 1), add_column(it->polynomial, -1);
    const auto factors = feasible(columns, {{0, -1}}, rows.size());
    if (!factors) return std::nullopt;
    mpz_class scale = 1;
    for (const mpq_class& it : *factors) scale = lcm(scale, it.get_den());
    const auto number = [&](size_t j) { return mpz_class((*factors)[j] * scale); };
    // The sum of all is -scale. What is used of it:
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

bool Search::show_zero(const Polynomial& polynomial) {
    Legs::Reduced reduced = legs_.reduce(polynomial);
    if (!reduced.rest.is_zero()) {
        mpz_class common = 0;
        for (const auto& [monomial, coefficient] : reduced.rest.terms()) common = gcd(common, coefficient);
        Polynomial part;
        for (const auto& [monomial, coefficient] : reduced.rest.terms())
            part.add(monomial, coefficient / common);
        if (part.is_constant()) return false;
        for (int effort : {0, 1}) {
            const auto least = nonnegative(part, effort);
            const auto most = least ? nonnegative(Polynomial() - part, effort) : std::nullopt;
            if (most) {
                legs_.both(*least, *most);
                break;
            }
        }
        if (!legs_.reduce(polynomial).rest.is_zero()) return show_congruent(polynomial);
    }
    legs_.state_zero(polynomial);
    return true;
}

// p = u·zero + N·q: 0 if q is, which bounds show as |p| < N.
bool Search::show_congruent(const Polynomial& polynomial) {
    const Legs::Reduced reduced = legs_.reduce(polynomial);
    const Polynomial& p = reduced.rest;
    std::set<mpz_class> moduli;
    for (const Legs::Division& division : legs_.state().divisions)
        if (division.m.is_constant() && mpz_odd_p(division.m.constant().get_mpz_t()))
            moduli.insert(division.m.constant());
    for (const mpz_class& n : moduli) {
        for (size_t k = 0; k < legs_.zeros().size(); ++k) {
            const Polynomial zero = legs_.zeros()[k].polynomial;
            for (const auto& [monomial, coefficient] : p.terms()) {
                const auto found = zero.terms().find(monomial);
                mpz_class inverse;
                if (coefficient % n == 0 || found == zero.terms().end() ||
                    mpz_invert(inverse.get_mpz_t(), found->second.get_mpz_t(), n.get_mpz_t()) == 0)
                    continue;
                const mpz_class u = coefficient * inverse % n;
                const Polynomial difference = p - Polynomial(u) * zero;
                Polynomial q;
                for (const auto& [term, factor] : difference.terms()) q.add(term, factor / n);
                if (Polynomial(n) * q != difference || q.is_constant()) break;
                const auto least = nonnegative(q, 0);
                const auto most = least ? nonnegative(Polynomial() - q, 0) : std::nullopt;
                if (!most) break;
                const Id own = legs_.stated_zero(legs_.zeros()[k]), none = legs_.both(*least, *most);
                std::vector<check::Multiple> zeros = reduced.zeros;
                zeros.push_back({own, u});
                zeros.push_back({none, n});
                legs_.sum(polynomial, zeros);
                return true;
            }
        }
    }
    return false;
}

bool Search::directly(const Fact& goal) {
    if (legs_.find(goal)) return true;
    if (goal.kind == Kind::zero) return show_zero(goal.polynomial);
    return nonnegative(goal.polynomial, 0) || nonnegative(goal.polynomial, 1);
}

// Polynomials between constants: q from least to most, by single bounds. q has no constant, and begins with a
// coefficient above 0.
std::vector<Search::Range> Search::ranges() {
    std::map<Monomial, std::vector<Range>> found;
    for (const Legs::Known& it : legs_.bounds()) {
        const mpz_class constant = it.polynomial.constant();
        const Polynomial p = it.polynomial - constant;
        if (p.is_zero()) continue;
        const auto& [first, coefficient] = *p.terms().begin();
        const Polynomial q = coefficient > 0 ? p : Polynomial() - p;
        std::vector<Range>& same = found[first];
        auto range = std::ranges::find(same, q, &Range::polynomial);
        if (range == same.end()) range = same.insert(same.end(), Range{q, {}, {}});
        if (coefficient > 0 && (!range->least || *range->least < -constant)) range->least = -constant;
        if (coefficient < 0 && (!range->most || *range->most > constant)) range->most = constant;
    }
    std::vector<Range> result;
    for (const auto& [first, same] : found)
        for (const Range& range : same)
            if (range.least && range.most) result.push_back(range);
    return result;
}

// Ranges of one value; bits that are seen to be 0 or 1.
bool Search::decide_bits() {
    bool is_better = false;
    for (const Range& range : ranges()) {
        const auto is = [&](const mpz_class& at) {
            return show_zero(range.polynomial - at) && (is_better = true);
        };
        if (*range.least == *range.most && !legs_.reduce(range.polynomial).rest.is_constant())
            is(*range.least);
        const bool is_bit = *range.most - *range.least == 1 && range.polynomial.terms().size() == 1;
        if (is_bit && once("bit " + text({Kind::zero, range.polynomial})))
            if (!is(*range.least)) is(*range.most);
    }
    return is_better;
}

bool Search::relate_powers() {
    const auto relate = [&](const std::vector<Variable>& left, const std::vector<Variable>& right) {
        const auto& powers = legs_.state().powers;
        const Polynomial& base = powers.at(left[0]).base;
        Polynomial sum;
        for (Variable it : left) sum += powers.at(it).exponent;
        for (Variable it : right) {
            if (powers.at(it).base != base) return false;
            sum -= powers.at(it).exponent;
        }
        const Polynomial rest = legs_.reduce(sum).rest;
        if (!rest.is_constant() || abs(rest.constant()) >= (base == 2 ? 1 << 16 : 1 << 4)) return false;
        if (!once("powers " + text({Kind::zero, legs_.product_of_powers(left, right, rest.constant())})))
            return false;
        if (legs_.reduce(legs_.product_of_powers(left, right, rest.constant())).rest.is_zero()) return false;
        legs_.powers(legs_.state_zero(sum - rest), left, right);
        return true;
    };
    std::vector<Variable> all;
    for (const auto& [variable, power] : legs_.state().powers) all.push_back(variable);
    for (Variable p : all)
        if (relate({p}, {})) return true;
    for (Variable p : all)
        for (Variable q : all)
            if (p != q && relate({p}, {q})) return true;
    for (Variable p : all)
        for (Variable q : all)
            for (Variable r : all)
                if (p != q && p != r && q <= r && relate({p}, {q, r})) return true;
    // exponents that differ as they stand, but not in fact
    for (Variable p : all) {
        for (Variable q : all) {
            const auto &of_p = legs_.state().powers.at(p), &of_q = legs_.state().powers.at(q);
            const Polynomial difference = of_p.exponent - of_q.exponent;
            if (p <= q || of_p.base != of_q.base || degree(legs_.reduce(difference).rest) != 1) continue;
            if (once("exponents " + std::to_string(p) + " " + std::to_string(q)) && show_zero(difference))
                return true;
        }
    }
    return false;
}

// x = m·quotient + rest and x = m·a + b with 0 <= b < m: the same quotient, the same rest.
bool Search::compare_divisions() {
    bool is_better = false;
    for (size_t k = 0; k < legs_.state().divisions.size(); ++k) {
        const Legs::Division division = legs_.state().divisions[k];
        const Variable quotient = division.quotient, rest = division.rest;
        const Polynomial m = legs_.reduce(division.m).rest, number = legs_.reduce(division.number).rest;
        if (m.terms().size() != 1) continue;
        const auto [unit, size] = *m.terms().begin();
        if (size <= 0 || m == 1) continue;
        Polynomial a, b;
        for (const auto& [term, factor] : number.terms()) {
            Monomial others;
            const bool has_unit = std::ranges::includes(term, unit);
            if (has_unit) std::ranges::set_difference(term, unit, std::back_inserter(others));
            mpz_class times = has_unit ? mpz_class(factor / size) : mpz_class(0);
            if (has_unit && term == unit) mpz_fdiv_q(times.get_mpz_t(), factor.get_mpz_t(), size.get_mpz_t());
            a.add(others, times);
            b.add(term, factor - times * size);
        }
        for (size_t other = 0; other < k; ++other) {
            const Legs::Division& before = legs_.state().divisions[other];
            if (legs_.reduce(before.m).rest != m || legs_.reduce(before.number).rest != number) continue;
            a = legs_.reduce(of(before.quotient)).rest;
            b = legs_.reduce(of(before.rest)).rest;
            break;
        }
        if (legs_.reduce(of(quotient)).rest == a && legs_.reduce(of(rest)).rest == b) {
            const bool is_open = !legs_.reduce(of(quotient)).rest.is_constant();
            is_better |= is_open && once("quotient " + std::to_string(quotient)) && show_zero(of(quotient));
            continue;
        }
        if (!once("division " + std::to_string(rest))) continue;
        std::vector<Id> facts{0};
        for (const Polynomial& bound : {of(rest), m - 1 - of(rest), b, m - 1 - b}) {
            const auto found = nonnegative(bound, 1);
            if (!found) break;
            facts.push_back(*found);
        }
        if (facts.size() < 5) continue;
        facts[0] = legs_.state_zero(m * of(quotient) + of(rest) - m * a - b);
        legs_.apply(0, {m, of(quotient), of(rest), a, b}, facts,
                    {{Kind::zero, of(quotient) - a}, {Kind::zero, of(rest) - b}});
        is_better = true;
    }
    return is_better;
}

// What two numbers have in common: nothing, all of one, or nothing because one ends below the other's first bit.
bool Search::part_bits() {
    bool is_better = false;
    const check::Common common = legs_.state().common;
    for (const auto& [value, sources] : common) {
        if (legs_.is_replaced(value) || !once("common " + std::to_string(value))) continue;
        const auto is = [&](const Polynomial& p) { return show_zero(of(value) - p); };
        if (is(0) || is(sources.first) || is(sources.second)) {
            is_better = true;
            continue;
        }
        for (bool is_first_low : {true, false}) {
            const Polynomial& low = is_first_low ? sources.first : sources.second;
            const Polynomial& high = is_first_low ? sources.second : sources.first;
            const Polynomial number = legs_.reduce(high).rest;
            if (number.is_constant()) continue;
            unsigned long place = 32;
            for (const auto& [monomial, coefficient] : number.terms())
                place = std::min(place, mpz_scan1(coefficient.get_mpz_t(), 0));
            Polynomial part;
            for (const auto& [monomial, coefficient] : number.terms())
                part.add(monomial, coefficient >> place);
            const mpz_class size = check::power_of_two(place), left = check::power_of_two(32 - place);
            const auto least = nonnegative(low, 1),
                       most = least ? nonnegative(Polynomial(size) - 1 - low, 1) : std::nullopt;
            if (!most) continue;
            const auto first = nonnegative(part, 1),
                       last = first ? nonnegative(Polynomial(left) - 1 - part, 1) : std::nullopt;
            if (!last) continue;
            const Legs::Bits bits = legs_.bits(*least, *most), others = legs_.bits(*first, *last);
            Polynomial sum = high;
            check::CommonBits::Number low_bits{bits.sum, bits.bits}, high_bits{0, {}};
            if (place > 0) {
                const Id none = legs_.bound(0, {}, {}), one = legs_.bound(1, {{1, {}}}, {});
                high_bits.bits.assign(place, {none, one});
            }
            for (unsigned i = 0; i < others.count; ++i) {
                high_bits.bits.push_back(others.bits[i]);
                sum -= Polynomial(check::power_of_two(i + place)) * of(others.first + i);
            }
            const Id whole = legs_.state_zero(high - Polynomial(size) * part);
            high_bits.sum = legs_.sum(sum, {{whole, 1}, {others.sum, size}});
            legs_.common(value, of(value),
                         is_first_low ? check::CommonBits{value, low_bits, high_bits}
                                      : check::CommonBits{value, high_bits, low_bits});
            is_better = true;
            break;
        }
    }
    return is_better;
}

// 2^e <= 2^c for e <= c, by 2^(c - e) >= 1.
bool Search::limit_powers() {
    const auto powers = legs_.state().powers;
    for (const auto& [power, meaning] : powers) {
        const Polynomial value = legs_.reduce(of(power)).rest;
        if (meaning.base != 2 || value.is_constant() || !legs_.state().limited.insert(power).second) continue;
        for (long most = 31; most <= 32 * 33; most = most == 31 ? 32 : most + 32) {
            const auto left = nonnegative(Polynomial(most) - meaning.exponent, 0);
            if (!left) continue;
            legs_.limit_power(power, *left, static_cast<unsigned long>(most));
            return true;
        }
    }
    return false;
}

// Values of the goal that are 0.
bool Search::drop_values(const Fact& goal) {
    const Polynomial rest = legs_.reduce(goal.polynomial).rest;
    std::set<Variable> values;
    for (const auto& [monomial, coefficient] : rest.terms()) values.insert(monomial.begin(), monomial.end());
    bool is_better = false;
    for (Variable value : values) {
        if (!once("zero " + std::to_string(value))) continue;
        const Polynomial opposite = Polynomial() - of(value);
        is_better |= nonnegative(opposite, 0) && show_zero(of(value));
    }
    return is_better;
}

bool Search::improve() {
    return decide_bits() || relate_powers() || compare_divisions() || part_bits() || limit_powers();
}

bool Search::reach(const Fact& goal, int splits) {
    do {
        if (directly(goal)) return true;
    } while (improve() || drop_values(goal));
    if (splits == 0) return false;
    // What has few values: that of the goal first.
    const Polynomial rest = legs_.reduce(goal.polynomial).rest;
    std::set<Variable> of_goal;
    for (const auto& [monomial, coefficient] : rest.terms()) of_goal.insert(monomial.begin(), monomial.end());
    std::vector<Range> few;
    for (const Range& range : ranges())
        if (*range.most - *range.least <= 3 && *range.most > *range.least) few.push_back(range);
    std::ranges::stable_sort(few, {}, [&](const Range& range) {
        return std::ranges::none_of(range.polynomial.terms(), [&](const auto& term) {
            return std::ranges::any_of(term.first, [&](Variable it) { return of_goal.contains(it); });
        });
    });
    const auto show = [&](Id) { return reach(goal, splits - 1); };
    size_t most_tries = 6;
    for (const Range& range : few) {
        const mpz_class middle = (*range.least + *range.most + 1) / 2;
        if (most_tries-- > 0 && legs_.cases(range.polynomial - middle, goal, show, show)) return true;
    }
    return false;
}

}  // namespace

check::RoutineDerivation derivation_of(const ir::Routine& routine, int word_bits,
                                       const check::Callees& callees) {
    Search search;
    check::Walk(routine, word_bits, callees, search).run();
    return {routine, word_bits, std::move(search.legs), {one_division()}};
}

}  // namespace limbsmith::routines
