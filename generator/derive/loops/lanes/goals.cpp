// Goals, and how they are reached.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"
#include "derive/loops/prover.hpp"
#include "derive/loops/search.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

void Prover::learn(const Facts& facts, const check::Variables& said) {
    const bool is_first = known_.facts().empty();
    for (size_t k = 0; k < facts.size(); ++k) state_.learned.push_back(known_.facts().size() + k);
    known_.learn(facts, said.next());
    common_.insert(said.common().begin(), said.common().end());
    for (const auto& [power, exponent] : said.powers())
        if (!said.bases().contains(power)) {
            powers_.insert_or_assign(power, exponent);
            known_.mention(of(power));
        }
    // inputs
    for (Variable it = 0; is_first && it < said.next(); ++it) known_.mention(of(it));
}

void Prover::spend(size_t own) {
    const size_t work = own + known_.take_work();
    if (work > work_) throw NotFound{legs.size(), "the search takes too long"};
    work_ -= work;
}

void Prover::forget(const std::function<void()>& work) {
    State before = state_;
    known_.forget(work);
    state_ = std::move(before);
}

Variable Prover::show(const Facts& goals) {
    const auto is_there = [&](const Fact& goal) {
        return known_.find(goal) || (goal.kind == Kind::nonnegative && nonnegative(goal.polynomial));
    };
    if (!std::ranges::all_of(goals, is_there)) {
        take_in();
        for (const Fact& goal : goals) {
            if (!reach(goal, 3)) throw NotFound{legs.size(), text(goal)};
            if (goal.kind == Kind::zero) replace(goal.polynomial, *known_.find(goal));
        }
    }
    legs.push_back(known_.take_steps());
    return known_.next();
}

bool Prover::reach(const Fact& goal, int splits) {
    spend(1000);
    if (known_.find(goal)) return true;
    if (goal.kind == Kind::nonnegative && (is_row_limit(goal.polynomial) || is_rest_limit(goal.polynomial)))
        return true;
    if (const auto found = reach_by_highest_lane(goal, splits)) return *found;
    if (const auto found = reach_by_lowest_lane(goal, splits)) return *found;
    if (const auto found = splits > 0 ? reach_by_cases(goal, splits) : std::nullopt) return *found;
    if (goal.kind == Kind::zero && is_twice(goal.polynomial)) return true;
    do {
        if (goal.kind == Kind::zero ? show_zero(goal.polynomial) : by_sum(goal.polynomial).has_value())
            return true;
    } while (shift() || decide() || add_up_rows() || is_residue(goal.polynomial) ||
             is_half(goal.polynomial) || divide(goal.polynomial) || multiply_bits(goal) || settle(goal));
    if (const auto found = splits > 0 ? reach_with_constants(goal, splits) : std::nullopt) return *found;
    const auto bit = splits > 0 ? deciding_bit(goal) : std::nullopt;
    return bit && reach_both(goal, *bit, splits);
}

// A case for each value of a bit.
bool Prover::reach_both(const Fact& goal, Variable bit, int splits) {
    const Ledger::Range range = *known_.range(bit);
    const auto show = [&](int value) {
        return [&, value](Id assumed) {
            const Id same =
                value == 1 ? known_.both(assumed, range.at_most) : known_.both(range.at_least, assumed);
            known_.find_out(bit, value, same, 1);
            const State before = state_;
            const check::Exponents powers = powers_;
            const bool is_reached = reach(goal, splits - 1);
            state_ = before;
            powers_ = powers;
            return is_reached;
        };
    };
    return known_.cases(of(bit) - 1, goal, show(1), show(0)).has_value();
}

// A bit that multiplies other values in the goal, at best all, so that nothing is left where it is 0; else one that a
// lane has lost, which multiplies a power of two.
std::optional<Variable> Prover::deciding_bit(const Fact& goal) const {
    Polynomial rest = known_.reduce(goal.polynomial).rest;
    for (const ResidueOf& it : state_.residues)
        if (goal.polynomial.terms().contains({it.value})) rest += known_.reduce(it.number).rest;
    const auto is_bit = [&](Variable it) {
        const Ledger::Range* range = known_.range(it);
        return range && range->least == 0 && range->most == 1;
    };
    const auto is_in_all = [&](Variable it) {
        return std::ranges::all_of(rest.terms(), [&](const auto& term) {
            return std::ranges::find(term.first, it) != term.first.end();
        });
    };
    for (const bool of_all : {true, false}) {
        for (const auto& [monomial, coefficient] : rest.terms())
            for (Variable it : monomial)
                if (monomial.size() > 1 && is_bit(it) && (!of_all || is_in_all(it))) return it;
    }
    for (const auto& [monomial, coefficient] : rest.terms())
        if (monomial.size() == 1 && abs(coefficient) != 1 && is_bit(monomial[0])) return monomial[0];
    return std::nullopt;
}

bool Prover::show_zero(const Polynomial& p) {
    auto [rest, zeros] = known_.reduce(p);
    if (!rest.is_zero() && !show_multiple(p, rest, zeros)) return false;
    known_.sum(p, zeros);
    return true;
}

// A multiple of m that is above -m and below m is 0, so the highest lane has no carry out. Its zero is added.
bool Prover::show_multiple(const Polynomial& p, const Polynomial& rest, std::vector<Multiple>& zeros) {
    mpz_class m = 0;
    for (const auto& [monomial, coefficient] : rest.terms()) m = gcd(m, coefficient);
    if (m == 1) return false;
    Polynomial part;
    for (const auto& [monomial, coefficient] : rest.terms()) part.add(monomial, mpz_class(coefficient / m));
    const Polynomial last = mpz_class(m - 1);
    const auto least = by_sum(p + last), most = least ? by_sum(last - p) : std::nullopt;
    if (!most) return false;
    const auto rounded = [&](int sign, Id bound) {
        std::vector<Multiple> own = zeros;
        for (Multiple& it : own) it.factor *= mpz_class(-sign);
        return known_.round(known_.bound(Polynomial(sign) * rest + last, {{1, {bound}}}, own), m);
    };
    const Id above = rounded(1, *least), below = rounded(-1, *most);
    const Id none = known_.both(above, below);
    zeros.push_back({none, m});
    replace(part, none);
    return true;
}

// Comparisons by facts on the whole numbers of groups.
bool Prover::decide() {
    for (const Comparison& it : std::vector(state_.comparisons)) {
        if (known_.is_replaced(it.t) || !it.is_less) continue;
        if (const auto above = by_sum(it.d - 1)) {
            // (t - 1)·d + (1 - t)·(d - 1) = t - 1
            const Id least = known_.bound(of(it.t) - 1, {{1, {it.first + 3}}, {1, {it.first + 1, *above}}});
            set(it.t, 1, known_.both(least, it.first + 1));
            return true;
        }
        if (const auto below = by_sum(Polynomial() - it.d)) {
            const Id most =
                known_.bound(Polynomial() - of(it.t), {{1, {it.first + 2}}, {1, {it.first, *below}}});
            set(it.t, 0, known_.both(it.first, most));
            return true;
        }
        for (const Variable sign : std::vector(state_.signs))
            if (is_bit(it, of(sign), check::power_of_two(32))) return true;
        if (decide_half(it)) return true;
    }
    for (const Comparison& it : std::vector(state_.comparisons)) {
        const bool is_open = !known_.is_replaced(it.t);
        if ((is_open && (it.is_less ? decide_less(it) : decide_equal(it))) ||
            (!it.is_less && decide_by_range(it)))
            return true;
    }
    return false;
}

// A number is below half of all where its highest bit is 0, or where it does not leave the word with half of all words
// more.
bool Prover::decide_half(const Comparison& it) {
    const Polynomial d = known_.reduce(it.d).rest;
    for (const Division& word : std::vector(state_.open)) {
        const Polynomial number = known_.reduce(word.number).rest, high = of(word.high);
        if (word.sign < 0 || known_.is_replaced(word.high) || number.is_constant()) continue;
        const auto own = d.terms().find(number.terms().rbegin()->first), bit = d.terms().find({word.high});
        mpz_class weight = bit != d.terms().end() ? bit->second : mpz_class(0);
        if (number.terms().size() == 2 && number.constant() * 2 == word.m && own != d.terms().end())
            weight = own->second * word.m;
        if (weight >= 0 || d.constant() * 2 < -weight) continue;
        const Ledger::Range range = *known_.range(word.low);
        for (const Id id : {range.at_least, range.at_most})
            if (known_.is_replaced(word.low) && std::ranges::find(state_.bounds, id) == state_.bounds.end())
                state_.bounds.push_back(id);
        if (is_bit(it, 1 - high, mpz_class(-weight))) return true;
    }
    return false;
}

// A comparison is the carry that goes out of a group.
bool Prover::decide_less(const Comparison& it) {
    for (const Group& group : std::vector(state_.groups)) {
        if (!group.is_whole) continue;
        mpz_class size = 1;
        for (const Lane& lane : group.lanes) size *= lane.m;
        if (is_bit(it, group.lanes.back().next, size)) return true;
    }
    return false;
}

// t = [d >= 1] is the bit c, if d - 1 + k·(1 - c) >= 0 and k·c - d >= 0.
bool Prover::is_bit(const Comparison& it, const Polynomial& c, const Polynomial& k) {
    const Polynomial t = of(it.t);
    const auto least = nonnegative(c), most = least ? nonnegative(1 - c) : std::nullopt,
               above = most ? by_sum(it.d - 1 + k * (1 - c)) : std::nullopt,
               below = above ? by_sum(k * c - it.d) : std::nullopt;
    if (!below) return false;
    const Id squared = known_.bit_squared(*least, *most);
    // t·(d - 1) + t·(k·c - d), times 1 - c; (t - 1)·d + (1 - t)·(d - 1 + k·(1 - c)), times c
    const Id not_above =
        known_.bound(Polynomial() - t * (1 - c), {{1, {it.first + 2, *most}}, {1, {it.first, *most, *below}}},
                     {{squared, k * t}});
    const Id not_below = known_.bound(Polynomial() - (1 - t) * c,
                                      {{1, {it.first + 3, *least}}, {1, {it.first + 1, *least, *above}}},
                                      {{squared, k * (1 - t)}});
    // t - c = t·(1 - c) - (1 - t)·c
    const Id at_least = known_.bound(t - c, {{1, {not_below}}, {1, {it.first, *most}}}),
             at_most = known_.bound(c - t, {{1, {not_above}}, {1, {it.first + 1, *least}}});
    set(it.t, c, known_.both(at_least, at_most));
    return true;
}

// A quotient or a rest that the goal names equals the polynomial that the goal states.
bool Prover::divide(const Polynomial& goal) {
    if (is_row_rest(goal)) return true;
    for (const Division& it : std::vector(state_.open))
        if (is_rest(it, goal) || is_quotient(it, goal)) return true;
    for (const Remainder& it : std::vector(state_.remainders))
        if (is_rest(it, goal) || is_quotient(it, goal)) return true;
    return false;
}

// The rest by a number m: the multiple of m is where the last value of m occurs.
bool Prover::is_rest(const Remainder& it, const Polynomial& goal) {
    const auto own = goal.terms().find({it.rest});
    if (own == goal.terms().end() || abs(own->second) != 1) return false;
    const Polynomial b = own->second > 0 ? of(it.rest) - goal : of(it.rest) + goal,
                     m = known_.reduce(it.m).rest, difference = known_.reduce(it.number - b).rest;
    if (m.is_constant() || known_.is_replaced(it.rest)) return false;
    const auto& [unit, weight] = *m.terms().rbegin();
    Polynomial a;
    for (const auto& [monomial, coefficient] : difference.terms()) {
        if (!std::ranges::includes(monomial, unit) || coefficient % weight != 0) continue;
        check::Monomial others;
        std::ranges::set_difference(monomial, unit, std::back_inserter(others));
        a.add(others, mpz_class(coefficient / weight));
    }
    const Polynomial same = it.number - it.m * a - b;
    if (!show_zero(same)) return false;
    std::vector<Multiple> zeros{{*known_.find({Kind::zero, same}), 1}, {it.zero, -1}};
    const auto r_least = by_sum(of(it.rest)),
               r_most = r_least ? by_sum(it.m - 1 - of(it.rest)) : std::nullopt,
               b_least = r_most ? by_sum(b) : std::nullopt,
               b_most = b_least ? by_sum(it.m - 1 - b) : std::nullopt;
    if (!b_most) return false;
    const Polynomial q = of(it.quotient), r = of(it.rest);
    const Id zero = known_.sum(it.m * q + r - it.m * a - b, zeros);
    const Id first = known_.one_division({it.m, q, r, a, b, zero, *r_least, *r_most, *b_least, *b_most});
    replace(q - a, first);
    replace(r - b, first + 1);
    return true;
}

bool Prover::is_rest(const Division& it, const Polynomial& goal) {
    const auto own = goal.terms().find({it.low});
    if (own == goal.terms().end() || abs(own->second) != 1) return false;
    const Polynomial b = own->second > 0 ? of(it.low) - goal : of(it.low) + goal;
    const auto [rest, zeros] = known_.reduce(it.number - b);
    Polynomial a;
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (coefficient % it.m != 0) return false;
        a.add(monomial, mpz_class(coefficient / it.m));
    }
    const bool is_below = (by_sum(b) && by_sum(Polynomial(it.m) - 1 - b)) || is_other_rest(b, it.m);
    return is_below && !known_.reduce(of(it.low) - b).rest.is_zero() && divides_as(it, a, b);
}

// b is the rest of another division by m: it is from 0 to m - 1.
bool Prover::is_other_rest(const Polynomial& b, const mpz_class& m) {
    for (const Division& it : std::vector(state_.open)) {
        if (it.m != m || it.sign < 0) continue;
        auto [rest, zeros] = known_.reduce(b - of(it.low));
        if (!rest.is_zero()) continue;
        const Ledger::Range range = *known_.range(it.low);
        known_.bound(b, {{1, {range.at_least}}}, zeros);
        for (Multiple& zero : zeros) zero.factor = Polynomial() - zero.factor;
        known_.bound(Polynomial(m) - 1 - b, {{1, {range.at_most}}}, std::move(zeros));
        return true;
    }
    return false;
}

// p = m - 1 - b for such a b.
bool Prover::is_rest_limit(const Polynomial& p) {
    const mpz_class m = p.constant() + 1;
    return m > 1 && is_other_rest(Polynomial(m) - 1 - p, m);
}

// number = m·a + rest, where c·(a value) in the rest is too much: the carry that the highest lane loses is 0.
bool Prover::drop_carry(const Division& it, const Polynomial& a, const Ledger::Unwound& left) {
    for (const auto& [monomial, c] : left.rest.terms()) {
        if (monomial.size() != 1 || c < it.m || c % it.m != 0) continue;
        const Polynomial v = of(monomial[0]), rest = left.rest - Polynomial(c) * v, most = mpz_class(c - 1);
        const auto above = nonnegative(most - it.number), natural = above ? nonnegative(a) : std::nullopt,
                   others = natural ? nonnegative(rest) : std::nullopt,
                   own = others ? nonnegative(v) : std::nullopt;
        if (!own) continue;
        std::vector<Multiple> zeros = left.zeros;
        const Id id = known_.bound(Polynomial() - Polynomial(c) * v + most,
                                   {{1, {*above}}, {it.m, {*natural}}, {1, {*others}}}, std::move(zeros));
        const Id most_of_it = known_.round(id, c);
        set(monomial[0], 0, known_.both(*own, most_of_it));
        return true;
    }
    return false;
}

// The rest is the sum of the words that left the rows.
bool Prover::is_quotient(const Division& it, const Polynomial& goal) {
    const auto own = goal.terms().find({it.high});
    if (own == goal.terms().end() || abs(own->second) != 1 || it.sign < 0 || !state_.multipliers.empty())
        return false;
    const Polynomial a = own->second > 0 ? of(it.high) - goal : of(it.high) + goal;
    if (has_kept_rest(it, a)) return true;
    const Ledger::Unwound left = known_.unwind(it.number - Polynomial(it.m) * a);
    if (left.scale == 1 && drop_carry(it, a, left)) return true;
    return left.scale == 1 && !known_.reduce(of(it.high) - a).rest.is_zero() && divides_as(it, a, left.rest);
}

}  // namespace limbsmith::derive::loops::lanes
