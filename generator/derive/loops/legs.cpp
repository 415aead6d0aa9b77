// The known facts: how zeros replace values, and how they reduce a polynomial.
#include "derive/loops/legs.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "derive/loops/fact_hash.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

namespace {

bool mentions(const Polynomial& p, Variable variable) {
    return std::ranges::any_of(p.terms(), [&](const auto& term) {
        return std::ranges::find(term.first, variable) != term.first.end();
    });
}

constexpr auto without_constant = std::views::drop_while([](const auto& term) { return term.first.empty(); });

}  // namespace

mpz_class content(const Polynomial& p) {
    mpz_class common = 0;
    for (const auto& [monomial, coefficient] : p.terms()) common = gcd(common, coefficient);
    return common;
}

void Legs::learn(const Facts& facts, const check::Variables& said) {
    // only new ones are learned: those of a branch are forgotten
    for (auto it = said.powers().lower_bound(state_.next); it != said.powers().end(); ++it) {
        const auto base = said.bases().find(it->first);
        state_.powers[it->first] = {base == said.bases().end() ? Polynomial(2) : base->second, it->second};
    }
    state_.common.insert(said.common().lower_bound(state_.next), said.common().end());
    state_.runs.insert(said.runs().lower_bound(state_.next), said.runs().end());
    state_.matrices.insert(said.matrices().lower_bound(state_.next), said.matrices().end());
    state_.entries.insert(said.entries().lower_bound(state_.next), said.entries().end());
    state_.next = said.next();
    for (const Fact& fact : facts) {
        state_.open.push_back(state_.facts.size());
        state_.facts.push_back(fact);
    }
    recognise(state_.facts.size() - facts.size());
}

// Values that are the same come before other zeros.
void Legs::settle(const std::function<void()>& between, const std::function<void()>& after_each) {
    std::vector<Id> open = std::exchange(state_.open, {});
    const auto learn_all = [&](Kind kind) {
        for (Id id : open)
            if (state_.facts[id].kind == kind) {
                learn(id);
                if (kind == Kind::zero && after_each) after_each();
            }
    };
    const auto is_same = [&](Id id) {
        const auto& terms = state_.facts[id].polynomial.terms();
        return terms.size() == 2 && std::ranges::all_of(terms, [](const auto& term) {
                   return term.first.size() == 1 && abs(term.second) == 1;
               });
    };
    std::ranges::stable_partition(open, is_same);
    learn_all(Kind::nonnegative);
    between();
    learn_all(Kind::zero);
}

void Legs::learn(Id id) {
    if (std::ranges::binary_search(state_.residues, std::optional(id), {}, &Residue::zero)) return;
    if (std::ranges::any_of(state_.divisors,
                            [&](const auto& it) { return it.first < id && id < it.first + 4; }))
        return;
    const Fact fact = state_.facts[id];
    std::optional<Variable> whole, quotient;
    if (const auto found = division(id); found && fact.kind == Kind::zero) {
        state_.divisions.push_back(*found);
        const Polynomial number = reduce(found->number).rest;
        if (number.terms().size() == 1 && number.terms().begin()->first.size() == 1 &&
            number.terms().begin()->second == 1)
            whole = number.terms().begin()->first[0];
        const check::Monomial& factors = found->number.terms().begin()->first;
        const bool is_alone = found->number.terms().size() == 1 && !is_replaced(found->rest);
        const auto power = factors.size() == 1 ? state_.powers.find(factors[0]) : state_.powers.end();
        const bool is_of_words = found->m.terms().size() == 1;
        if (is_alone && power != state_.powers.end() && (power->second.base != 2 || !is_of_words)) {
            state_.moduli.insert(found->m);
            state_.open_powers.push_back(*found);
        }
        if (is_alone && factors.size() == 2) state_.open_products.push_back(*found);
        if (is_modulus(found->m)) quotient = found->quotient;
    }
    const Reduced reduced = reduce(fact.polynomial);
    const bool is_bound = fact.kind == Kind::nonnegative;
    const bool is_true = is_bound && reduced.rest.is_constant() && reduced.rest.constant() >= 0;
    if (!is_bound && std::ranges::find(state_.zeros, reduced.rest, &Known::polynomial) != state_.zeros.end())
        return;
    if (is_true || (is_bound && std::ranges::find(state_.bounds, reduced.rest, &Known::polynomial) !=
                                    state_.bounds.end()))
        return;
    std::vector<check::Multiple> zeros = reduced.zeros;
    for (check::Multiple& zero : zeros) zero.factor = Polynomial() - zero.factor;
    if (is_bound) {
        // of two that differ by a constant, the stronger one says all
        const auto says_more = [](const Polynomial& x, const Polynomial& y) {
            return std::ranges::equal(x.terms() | without_constant, y.terms() | without_constant) &&
                   x.constant() <= y.constant();
        };
        const Polynomial& own = reduced.rest;
        if (std::ranges::any_of(state_.bounds,
                                [&](const Known& it) { return says_more(it.polynomial, own); }))
            return;
        std::erase_if(state_.bounds, [&](const Known& it) { return says_more(own, it.polynomial); });
    }
    (fact.kind == Kind::zero ? state_.zeros : state_.bounds)
        .push_back({reduced.rest, id, zeros, whole, quotient});
    if (fact.kind == Kind::zero) replace();
}

// The zeros of a divisor and its numbers, which replace nothing: methods take these zeros by their numbers.
bool Legs::is_of_divisor(Id id) const {
    return std::ranges::any_of(state_.divisors,
                               [&](const auto& it) { return it.first < id && id < it.first + 4; });
}

// An odd constant, or that of powers or residues.
bool Legs::is_modulus(const Polynomial& m) const {
    if (m.is_constant() && m.constant() > 1 && mpz_odd_p(m.constant().get_mpz_t())) return true;
    return state_.moduli.contains(m) ||
           std::ranges::find(state_.residues, m, &Residue::modulus) != state_.residues.end();
}

// A rest follows its quotient.
std::optional<Legs::Division> Legs::division(Id id) const {
    const Polynomial& zero = state_.facts[id].polynomial;
    for (const auto& [own, coefficient] : zero.terms()) {
        if (own.size() != 1 || coefficient != -1 || own[0] == 0) continue;
        Division result{id, {}, {}, own[0] - 1, own[0]};
        bool is_division = true;
        for (const auto& [monomial, factor] : zero.terms()) {
            const auto times = std::ranges::count(monomial, result.quotient);
            is_division &= times <= 1 && (monomial == own || std::ranges::count(monomial, result.rest) == 0);
            check::Monomial others = monomial;
            if (times == 1) others.erase(std::ranges::find(others, result.quotient));
            if (times == 1)
                result.m.add(others, -factor);
            else if (monomial != own)
                result.number.add(monomial, factor);
        }
        if (is_division && !result.m.is_zero() && !result.number.is_zero()) return result;
    }
    return std::nullopt;
}

// The value that the polynomial determines: it occurs once, alone, with the coefficient 1 or -1. The whole that is
// divided, else the rest by the largest divisor, else the newest.
std::optional<std::pair<Variable, int>> Legs::determined(const Known& known) const {
    const Polynomial& p = known.polynomial;
    if (known.quotient || is_of_divisor(known.id)) return std::nullopt;
    std::map<Variable, size_t> terms;
    for (const auto& [monomial, coefficient] : p.terms()) {
        const std::set<Variable> variables(monomial.begin(), monomial.end());
        for (Variable variable : variables) ++terms[variable];
    }
    const auto size = [&](Variable variable) {
        std::pair<size_t, mpz_class> result(0, 0);
        for (const Division& it : state_.divisions) {
            if (it.rest != variable) continue;
            const Polynomial m = reduce(it.m).rest;
            for (const auto& [monomial, coefficient] : m.terms())
                result = std::max(result, std::pair(monomial.size(), mpz_class(coefficient)));
        }
        return result;
    };
    std::optional<std::pair<Variable, int>> result;
    for (const auto& [variable, count] : terms) {
        const auto found = p.terms().find({variable});
        if (count != 1 || found == p.terms().end() || abs(found->second) != 1) continue;
        if (known.whole == variable) return std::pair(variable, found->second > 0 ? 1 : -1);
        // by a product of three or more only where it is a division: a number is more of use than its factors
        const bool is_product =
            std::ranges::any_of(p.terms(), [](const auto& it) { return it.first.size() > 2; });
        const bool is_part = std::ranges::any_of(state_.divisions, [&](const Division& it) {
            return (it.rest == variable || it.quotient == variable) && !reduce(it.m).rest.is_constant();
        });
        if (is_product && !is_part) continue;
        const bool is_rest = result && size(result->first) > std::pair<size_t, mpz_class>(0, 0);
        if (!is_rest || size(variable) > size(result->first))
            result = std::pair(variable, found->second > 0 ? 1 : -1);
    }
    return result;
}

std::optional<Id> Legs::find(const Fact& fact) const {
    for (; indexed_ < state_.facts.size(); ++indexed_)
        index_.emplace(hash_of(state_.facts[indexed_]), indexed_);
    std::optional<Id> first;
    const auto [begin, end] = index_.equal_range(hash_of(fact));
    for (auto it = begin; it != end; ++it)
        if (it->second < first.value_or(state_.facts.size()) && state_.facts[it->second] == fact)
            first = it->second;
    return first;
}

Legs::Reduced Legs::reduce(Polynomial polynomial) const {
    Reduced result{std::move(polynomial), {}};
    std::map<Id, Polynomial> factors;
    const auto subtract = [&](const check::Monomial& others, const mpz_class& coefficient, Id zero) {
        Polynomial factor;
        factor.add(others, coefficient);
        factors[zero] += factor;
        result.rest -= factor * state_.facts[zero].polynomial;
        return true;
    };
    const auto without = [](check::Monomial monomial, Variable it) {
        monomial.erase(std::ranges::find(monomial, it));
        return monomial;
    };
    const auto replace_one = [&] {
        for (const auto& [monomial, coefficient] : result.rest.terms()) {
            const auto place = std::ranges::find_if(monomial, [&](Variable it) { return is_replaced(it); });
            if (place != monomial.end())
                return subtract(without(monomial, *place), mpz_class(coefficient),
                                state_.rules.at(*place).zero);
            if (monomial.size() < 2) continue;
            for (const State::CoPower& it : state_.co_powers) {
                const std::array both{std::min(it.first, it.second), std::max(it.first, it.second)};
                if (std::ranges::includes(monomial, both))
                    return subtract(without(without(monomial, both[0]), both[1]), mpz_class(coefficient),
                                    it.zero);
            }
        }
        return false;
    };
    while (replace_one()) {
    }
    for (auto& [id, factor] : factors)
        if (!factor.is_zero()) result.zeros.push_back({id, factor});
    return result;
}

// Zeros that determine a value replace it, in all that is known.
void Legs::replace() {
    for (size_t k = 0; k < state_.zeros.size();) {
        Known known = state_.zeros[k];
        const mpz_class common = content(known.polynomial);
        if (known.polynomial.is_zero()) {
            state_.zeros.erase(state_.zeros.begin() + static_cast<std::ptrdiff_t>(k));
            continue;
        }
        if (common > 1 && !known.polynomial.is_constant()) {
            // c·p = 0: p >= 0 and -p >= 0
            state_.zeros.erase(state_.zeros.begin() + static_cast<std::ptrdiff_t>(k));
            const auto half = [&](int sign) {
                std::vector<check::Multiple> zeros = known.zeros;
                zeros.push_back({known.id, 1});
                for (check::Multiple& zero : zeros) zero.factor = Polynomial(sign) * zero.factor;
                return round(bound(Polynomial(sign) * known.polynomial, {}, zeros), common);
            };
            const Id least = half(1), most = half(-1);
            both(least, most);
            return replace();
        }
        const auto value = determined(known);
        if (!value) {
            if (replace_product(known)) return replace();
            ++k;
            continue;
        }
        state_.zeros.erase(state_.zeros.begin() + static_cast<std::ptrdiff_t>(k));
        const auto [variable, sign] = *value;
        std::vector<check::Multiple> zeros = known.zeros;
        zeros.push_back({known.id, 1});
        for (check::Multiple& zero : zeros) zero.factor = Polynomial(sign) * zero.factor;
        const Polynomial claim = Polynomial(sign) * known.polynomial;
        steps_.push_back({check::Sum{claim, zeros}});
        const Id id = state_.facts.size();
        state_.facts.push_back({Kind::zero, claim});
        state_.rules[variable] = {Polynomial::of(variable) - claim, id};
        replace_in_all(variable);
        k = 0;
    }
}

// In all that mentions the variable.
void Legs::replace_in_all(Variable variable) {
    for (auto* list : {&state_.bounds, &state_.zeros}) {
        bool is_changed = false;
        for (Known& it : *list) {
            if (!mentions(it.polynomial, variable)) continue;
            const Reduced reduced = reduce(it.polynomial);
            if (reduced.zeros.empty()) continue;
            is_changed = true;
            it.polynomial = reduced.rest;
            for (const check::Multiple& zero : reduced.zeros)
                it.zeros.push_back({zero.fact, Polynomial() - zero.factor});
        }
        if (is_changed) drop_repeated(*list);
    }
}

// A product of two powers becomes another one, of newer powers, or a multiple of a single power.
bool Legs::replace_product(const Known& known) {
    const auto& terms = known.polynomial.terms();
    if (terms.size() != 2) return false;
    const bool is_single = terms.begin()->first.size() == 1;
    const auto &product = is_single ? *terms.rbegin() : *terms.begin(),
               &other = is_single ? *terms.begin() : *terms.rbegin();
    const auto is_of_powers = [&](const auto& term) {
        return std::ranges::all_of(term.first, [&](Variable it) { return state_.powers.contains(it); });
    };
    if (product.first.size() != 2 || other.first.size() != (is_single ? 1 : 2) || abs(product.second) != 1 ||
        (!is_single && abs(other.second) != 1) || sgn(product.second) == sgn(other.second) ||
        !is_of_powers(product) || !is_of_powers(other))
        return false;
    std::vector<check::Multiple> zeros = known.zeros;
    zeros.push_back({known.id, 1});
    for (check::Multiple& zero : zeros) zero.factor = Polynomial(product.second) * zero.factor;
    const Id id = sum_of_zeros(Polynomial(product.second) * known.polynomial, zeros);
    state_.co_powers.push_back({product.first[0], product.first[1], 0, id});
    replace_in_all(product.first[0]);
    return true;
}

// Drops facts that say nothing, or the same as another one.
void Legs::drop_repeated(std::vector<Known>& list) {
    std::unordered_multimap<size_t, const Known*> seen;
    std::vector<Known> left;
    left.reserve(list.size());
    for (Known& it : list) {
        if (&list == &state_.bounds && it.polynomial.is_constant() && it.polynomial.constant() >= 0) continue;
        const size_t hash = hash_of({Kind::zero, it.polynomial});
        const auto [begin, end] = seen.equal_range(hash);
        const bool is_there = std::any_of(
            begin, end, [&](const auto& other) { return other.second->polynomial == it.polynomial; });
        if (!is_there) seen.emplace(hash, &left.emplace_back(std::move(it)));
    }
    list = std::move(left);
}

void Legs::forget(const std::function<void()>& work) {
    Facts facts = std::exchange(state_.facts, {});  // which are not copied: they only become more
    const size_t count = facts.size();
    State before = state_;
    state_.facts = std::move(facts);
    state_.branch = ++branches_;
    work();
    before.next = state_.next;
    facts = std::move(state_.facts);
    facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(count), facts.end());
    state_ = std::move(before);
    state_.facts = std::move(facts);
    indexed_ = std::min(indexed_, count);
}

}  // namespace limbsmith::derive::loops
