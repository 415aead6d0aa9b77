// Facts are read as they are taken in.
#include <algorithm>
#include <map>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

namespace {

bool is_value(const Polynomial& p) {
    return p.terms().size() == 1 && p.terms().begin()->first.size() == 1 && p.terms().begin()->second == 1;
}
Variable value_of(const Polynomial& p) { return p.terms().begin()->first[0]; }

// p = t·d, where d has no t.
std::optional<Polynomial> divided_by(const Polynomial& p, Variable t) {
    Polynomial d;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (std::ranges::count(monomial, t) != 1) return std::nullopt;
        Monomial others = monomial;
        others.erase(std::ranges::find(others, t));
        d.add(others, coefficient);
    }
    return d;
}

}  // namespace

// Values from 0 to 0 come before the zeros that name them: where a multiple of the modulus clears a word, the other
// values in this word must be known.
void Prover::clear_nothings() {
    if (!state_.odd) return;
    for (size_t k = state_.taken; k < state_.learned.size(); ++k) {
        const Id most = state_.learned[k];
        const Fact fact = known_.facts()[most];
        const Polynomial opposite = Polynomial() - fact.polynomial;
        if (fact.kind != Kind::nonnegative || !is_value(opposite) || known_.is_replaced(value_of(opposite)))
            continue;
        if (const auto least = known_.find({Kind::nonnegative, opposite}))
            set(value_of(opposite), 0, known_.both(*least, most));
    }
}

void Prover::take_in() {
    clear_nothings();
    while (state_.taken < state_.learned.size()) {
        spend(1);
        const Id id = state_.learned[state_.taken++];
        if (take_comparison(id)) {
            state_.taken += 3;
            continue;
        }
        if (known_.facts()[id].kind == Kind::zero)
            take_zero(id);
        else
            take_bound(id);
    }
}

bool Prover::take_comparison(Id id) {
    const Facts& facts = known_.facts();
    if (state_.taken + 3 > state_.learned.size() || facts[id].kind != Kind::nonnegative ||
        !is_value(facts[id].polynomial))
        return false;
    const Variable t = value_of(facts[id].polynomial);
    if (facts[id + 1] != Fact{Kind::nonnegative, 1 - of(t)}) return false;
    auto d = divided_by(facts[id + 2].polynomial, t);
    if (!d) return false;
    const bool is_less = facts[id + 2].kind == Kind::nonnegative;
    if (is_less) *d += 1;
    const Polynomial other = is_less ? (of(t) - 1) * *d : (1 - of(t)) * (*d * *d - 1);
    if (facts[id + 3] != Fact{Kind::nonnegative, other}) return false;
    known_.limit(id), known_.limit(id + 1);
    known_.mention(of(t));
    decide_now({is_less, t, std::move(*d), id});
    return true;
}

void Prover::decide_now(const Comparison& it) {
    if (!(it.is_less ? decide_over(it) || decide_sign(it) : decide_bit(it))) state_.comparisons.push_back(it);
}

// t = [d = 0] for a bit d is 1 - d.
bool Prover::decide_bit(const Comparison& it) {
    const Polynomial t = of(it.t), d = known_.reduce(it.d).rest;
    if (d.terms().size() > 2) return false;
    const auto least = nonnegative(it.d), most = least ? nonnegative(1 - it.d) : std::nullopt;
    if (!most) return false;
    const Id not_both = known_.bound(1 - t - it.d, {{1, {it.first + 1, *most}}}, {{it.first + 2, -1}});
    const Id one_of = known_.bound(t + it.d - 1, {{1, {it.first + 3}}, {1, {it.first + 1, *most, *least}}},
                                   {{it.first + 2, 1}});
    known_.define(it.t, 1 - it.d, known_.both(not_both, one_of), -1);
    return true;
}

// A sum is below its addends if a bit has left its word.
bool Prover::decide_over(const Comparison& it) {
    const Polynomial d = known_.reduce(it.d).rest;
    for (const Division& word : std::vector(state_.open)) {
        const Polynomial over = known_.reduce(of(word.high)).rest;
        if (word.sign < 0 || over.is_constant()) continue;
        const auto& [monomial, coefficient] = *over.terms().begin();
        const auto same = d.terms().find(monomial);
        if (same != d.terms().end() && same->second == word.m * coefficient && is_bit(it, over, word.m))
            return true;
    }
    return false;
}

// A word is above a number if the value that it stands for is negative.
bool Prover::decide_sign(const Comparison& it) {
    if (state_.factors.empty()) return false;
    const Polynomial d = known_.reduce(it.d).rest;
    for (const Variable sign : std::vector(state_.signs))
        if (const auto term = d.terms().find({sign});
            term != d.terms().end() && is_bit(it, of(sign), term->second))
            return true;
    return false;
}

void Prover::take_bound(Id id) {
    const Polynomial p = known_.fact(id);
    if (is_value(p) && common_.contains(value_of(p)) && state_.common_done.insert(value_of(p)).second &&
        (look_ahead(value_of(p)) || multiply_two_bits(value_of(p)) || share_with_mask(value_of(p)) ||
         share_no_bits(value_of(p)))) {
        known_.limit(id);
        return;
    }
    if (known_.limit(id) || p.is_constant()) {
        const auto& terms = p.terms();
        if (terms.size() == 2 && p.constant() < -1 && terms.rbegin()->second == 1)
            state_.carried.insert(terms.rbegin()->first[0]);
        return;
    }
    state_.bounds.push_back(id);
    if (const auto opposite = known_.find({Kind::nonnegative, Polynomial() - p})) {
        const Id zero = known_.both(id, *opposite);
        replace(known_.fact(zero), zero);
    }
}

void Prover::take_zero(Id id) {
    if (take_odd(id) || take_divisor(id) || take_inverse(id) || take_residue(id) || take_row(id) ||
        take_pair(id) || take_size(id))
        return;
    const auto it = division(id);
    if (it && (take_multiplier(*it) || take_known_residue(*it))) return;
    if (it && (take_sign(*it) || take_magnitude(*it) || resolve(*it) || pass_carry(*it))) return;
    if (is_sum_of_nothing(id)) return;
    clear_top(id);
    if (part_whole(clear_high_parts(id))) return;
    if (const auto found = remainder(id)) {
        // the exponent of its power is a value of its own: sums of it do not define it
        for (const auto& [monomial, coefficient] : found->m.terms())
            for (Variable it : monomial)
                if (const auto power = powers_.find(it); power != powers_.end())
                    known_.mention(power->second);
        // if the number may be negative, the remainder of the quotient by a constant is a division
        if (!nonnegative(found->number)) known_.mention(of(found->quotient));
        return state_.remainders.push_back(*found);
    }
    if (it) {
        keep_rest(*it);
        limit_high(*it);
        state_.divisions.insert_or_assign(it->high, *it);
        state_.open.push_back(*it);
        limit_sum(*it);
        if (part_by_bit(*it)) return;
    }
    replace(known_.fact(id), id);
    if (it && !take_multiple(*it) && !take_over(*it)) take_over_multiple(*it);
}

// The lowest bits of a word have a range that their word, which is a sum, does not show.
void Prover::keep_rest(const Division& it) {
    const auto& terms = it.number.terms();
    const Ledger::Range* range = terms.size() == 1 && terms.begin()->first.size() == 1
                                     ? known_.range(terms.begin()->first[0])
                                     : nullptr;
    const bool is_word = range && range->most == check::power_of_two(32) - 1;
    const bool is_row = !state_.factors.empty() && it.m < check::power_of_two(32) && !known_.range(it.high);
    if (it.sign > 0 && (it.m == 2 ? is_word : is_row)) state_.kept.insert(it.low);
}

// A sum of values from 0 on that is 0: so is each.
bool Prover::is_sum_of_nothing(Id id) {
    if (known_.fact(id).terms().size() < 2) return false;
    auto [p, parts] = known_.reduce(known_.fact(id));
    if (p.is_zero()) return false;
    const int sign = sgn(p.terms().begin()->second);
    for (const auto& [monomial, coefficient] : p.terms()) {
        const Ledger::Range* range = monomial.size() == 1 ? known_.range(monomial[0]) : nullptr;
        if (!range || range->least != 0 || sgn(coefficient) != sign) return false;
    }
    for (Multiple& it : parts) it.factor = Polynomial() - it.factor;
    parts.push_back({id, 1});
    if (parts.size() > 1) id = known_.sum(p, parts);
    for (const auto& [monomial, coefficient] : p.terms()) {
        const mpz_class weight = abs(coefficient);
        const Polynomial own = Polynomial(weight) * of(monomial[0]);
        auto others = known_.by_ranges(Polynomial(sign) * p - own);
        const auto natural = nonnegative(of(monomial[0]));
        if (!others || !natural) return false;
        const Id most = known_.bound(Polynomial() - own, std::move(*others), {{id, -sign}});
        set(monomial[0], 0, known_.both(*natural, weight == 1 ? most : known_.round(most, weight)));
    }
    return true;
}

// A number as the sum of its parts, which are words.
bool Prover::part_whole(Id id) {
    const Polynomial& p = known_.fact(id);
    std::optional<Variable> whole;
    int sign = 0;
    size_t parts = 0;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() != 1) return false;
        if (!known_.is_mentioned(monomial[0]) && !known_.is_replaced(monomial[0]) && abs(coefficient) > 1 &&
            mpz_scan1(coefficient.get_mpz_t(), 0) >= 32)
            ++parts;
    }
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (abs(coefficient) != 1) continue;
        // the one that is older
        if (!whole || monomial[0] < *whole) whole = monomial[0], sign = coefficient > 0 ? 1 : -1;
    }
    if (!whole || parts == 0 || known_.is_replaced(*whole) || !known_.range(*whole)) return false;
    for (const auto& [monomial, coefficient] : p.terms())
        if (monomial[0] != *whole && (known_.is_replaced(monomial[0]) || sgn(coefficient) == sign))
            return false;
    if (parts + 2 != p.terms().size()) return false;
    // a residue is below N, which its words do not show
    if (const Ledger::Range* range = known_.range(*whole);
        state_.known_modulus && range && range->most == *state_.known_modulus - 1)
        state_.kept.insert(*whole);
    known_.find_out(*whole, of(*whole) - Polynomial(sign) * p, id, sign);
    return true;
}

// weight·top = the rest of the zero, which is less than the weight: the top is 0.
void Prover::clear_top(Id id) {
    const Polynomial p = known_.fact(id);
    const auto top = std::ranges::max_element(p.terms(), {}, [](const auto& it) {
        return it.first.size() == 1 ? mpz_class(abs(it.second)) : mpz_class(0);
    });
    const auto& [monomial, coefficient] = *top;
    const mpz_class weight = abs(coefficient);
    if (monomial.size() != 1 || weight < 2 || known_.is_replaced(monomial[0])) return;
    const int sign = sgn(coefficient);
    const Polynomial own = Polynomial(weight) * of(monomial[0]), others = own - Polynomial(sign) * p;
    auto most = known_.above(Polynomial() - others);
    if (!most || -most->least >= weight) return;
    const auto natural = nonnegative(of(monomial[0]));
    if (!natural) return;
    const Id bound =
        known_.bound(Polynomial(mpz_class(-most->least)) - own, std::move(most->products), {{id, -sign}});
    set(monomial[0], 0, known_.both(*natural, known_.round(bound, weight)));
}

// whole = the sum of parts: the highest are 0 where the number ends below them, the next one has a limit. Returns
// the zero without the highest.
Id Prover::clear_high_parts(Id id) {
    const Polynomial p = known_.fact(id);
    std::optional<Variable> whole;
    int sign = 0;
    std::map<mpz_class, Variable, std::greater<>> parts;  // by their weights
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() != 1) return id;
        parts[abs(coefficient)] = monomial[0];
        if (abs(coefficient) != 1) continue;
        const bool is_alone = std::ranges::none_of(p.terms(), [&](const auto& other) {
            return other.first != monomial && sgn(other.second) == sgn(coefficient);
        });
        if (is_alone && (!whole || monomial[0] < *whole)) whole = monomial[0], sign = sgn(coefficient);
    }
    if (!whole || parts.size() + 1 != p.terms().size()) return id;  // the lowest part has the whole's weight
    const Polynomial all = of(*whole) - Polynomial(sign) * p;
    std::vector<Multiple> cleared;
    const auto without = [&] {
        if (cleared.empty()) return id;
        Polynomial left = p;
        for (const auto& [zero, factor] : cleared) left += factor * known_.fact(zero);
        cleared.push_back({id, 1});
        return known_.sum(left, cleared);
    };
    for (const auto& [weight, part] : parts) {
        if (weight == 1) break;
        const Polynomial own = Polynomial(weight) * of(part), others = all - own;
        const Ledger::Range* range = known_.range(*whole);
        Polynomial limit = mpz_class(weight - 1);
        auto most = by_rows(limit - of(*whole));
        const bool is_zero = most.has_value();
        if (!is_zero && range && range->most) {
            limit = *range->most;
            most = range->at_most;
        }
        if (!most) break;
        const auto natural = nonnegative(of(part));
        if (!natural) break;
        auto products = known_.by_ranges(others);
        if (!products) break;
        // limit - own = (limit - whole) + (whole - own - others) + others
        products->push_back({1, {*most}});
        const Id bound = known_.bound(limit - own, std::move(*products), {{id, sign}}),
                 rounded = known_.round(bound, weight);
        if (!is_zero) {
            known_.limit(rounded);
            break;
        }
        set(part, 0, known_.both(*natural, rounded));
        cleared.push_back({known_.state_zero(of(part)), Polynomial(sign) * Polynomial(weight)});
    }
    return without();
}

void Prover::set(Variable value, const Polynomial& rest, Id zero) {
    auto [own, zeros] = known_.reduce(rest);
    zeros.push_back({zero, 1});
    known_.find_out(value, own, known_.sum(of(value) - own, zeros), 1);
}

// A zero of values that are new defines one of them. Else the rest of it, as it is reduced, defines one of its
// values.
void Prover::replace(const Polynomial& zero, Id id) {
    const auto alone = [](const Polynomial& p, Variable value) {
        return 1 == std::ranges::count_if(p.terms(), [&](const auto& term) {
                   return std::ranges::find(term.first, value) != term.first.end();
               });
    };
    for (const auto& [monomial, coefficient] : zero.terms()) {
        if (monomial.size() != 1 || abs(coefficient) != 1 || known_.is_mentioned(monomial[0]) ||
            known_.is_replaced(monomial[0]) || !alone(zero, monomial[0]))
            continue;
        const int sign = coefficient > 0 ? 1 : -1;
        const Variable value = monomial[0];
        std::vector<std::pair<Variable, mpz_class>> fresh;
        mpz_class m = 0;
        for (const auto& [other, factor] : zero.terms()) {
            if (other.size() != 1 || other[0] == value || known_.is_mentioned(other[0]) ||
                known_.is_replaced(other[0]))
                continue;
            fresh.emplace_back(other[0], mpz_class(sign * factor));
            m = gcd(m, factor);
        }
        known_.define(value, of(value) - Polynomial(sign) * zero, id, sign);
        if (fresh.size() > 1 && m > 1 && fresh[0].second == m)
            known_.define_row(value, fresh[0].first, m,
                              Polynomial(m) * of(fresh[0].first) - Polynomial(sign) * zero, id, sign);
        return;
    }
    auto [rest, zeros] = known_.reduce(zero);
    if (rest.is_zero()) return;
    for (auto term = rest.terms().rbegin(); term != rest.terms().rend(); ++term) {
        if (term->first.size() != 1 || abs(term->second) != 1 || !alone(rest, term->first[0])) continue;
        const int sign = term->second > 0 ? 1 : -1;
        const Variable value = term->first[0];
        for (Multiple& it : zeros) it.factor = Polynomial() - it.factor;
        zeros.push_back({id, 1});
        const Id own = known_.sum(rest, zeros);
        known_.find_out(value, of(value) - Polynomial(sign) * rest, own, sign);
        return;
    }
    state_.zeros.push_back(id);
}

}  // namespace limbsmith::derive::loops::lanes
