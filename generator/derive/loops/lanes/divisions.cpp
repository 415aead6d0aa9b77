// Divisions by a constant or by a number, as facts state them: their new values, and the facts about each.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

namespace {

// The terms' quotients by m, nearest to 0.
Polynomial by_places(const Polynomial& p, const mpz_class& m) {
    Polynomial quotient;
    for (const auto& [monomial, coefficient] : p.terms()) quotient.add(monomial, mpz_class(coefficient / m));
    return quotient;
}

}  // namespace

// low + sign·m·high - number, times 1 or -1, where low and high are new.
std::optional<Prover::Division> Prover::division(Id id) const {
    const Polynomial& p = known_.fact(id);
    std::vector<std::pair<Variable, mpz_class>> fresh;
    for (const auto& [monomial, coefficient] : p.terms()) {
        for (Variable it : monomial) {
            if (known_.is_mentioned(it) || known_.is_replaced(it)) continue;
            if (monomial.size() > 1 || fresh.size() == 2) return std::nullopt;
            fresh.emplace_back(it, coefficient);
        }
    }
    if (fresh.size() != 2) return std::nullopt;
    for (const auto& [low, high] : {std::pair(fresh[1], fresh[0]), std::pair(fresh[0], fresh[1])}) {
        const Ledger::Range* range = known_.range(low.first);
        const mpz_class m = abs(high.second);
        if (abs(low.second) != 1 || !range || range->least != 0 || range->most != m - 1) continue;
        const int of_zero = low.second > 0 ? 1 : -1, sign = sgn(high.second) == sgn(low.second) ? 1 : -1;
        const Polynomial number =
            of(low.first) + Polynomial(mpz_class(sign * m)) * of(high.first) - Polynomial(of_zero) * p;
        return Division{low.first, high.first, sign, m, number, id, of_zero};
    }
    return std::nullopt;
}

// number - m·quotient - rest, where quotient and rest are new, and m is no constant. A rest follows its quotient.
std::optional<Prover::Remainder> Prover::remainder(Id id) const {
    const Polynomial& p = known_.fact(id);
    for (const auto& [own, coefficient] : p.terms()) {
        if (own.size() != 1 || coefficient != -1 || own[0] == 0 || known_.is_mentioned(own[0])) continue;
        Remainder it{own[0] - 1, own[0], {}, {}, id};
        if (known_.is_mentioned(it.quotient) || known_.is_replaced(it.quotient)) continue;
        for (const auto& [monomial, factor] : p.terms()) {
            const auto place = std::ranges::find(monomial, it.quotient);
            if (place == monomial.end()) continue;
            Monomial others = monomial;
            others.erase(others.begin() + (place - monomial.begin()));
            it.m.add(others, -factor);
        }
        it.number = p + it.m * of(it.quotient) + of(it.rest);
        if (!it.m.is_constant()) return it;
    }
    return std::nullopt;
}

// m·high has the upper limit of the number, and is more than the number's lower limit less m.
void Prover::limit_high(const Division& it) {
    if (it.sign < 0) return;
    const Ledger::Range* range = known_.range(it.high);
    const Polynomial own = Polynomial(it.m) * of(it.high);
    const Ledger::Range low = *known_.range(it.low);
    const bool has_most = range && range->most, has_least = range && range->least;
    auto most = known_.above(Polynomial() - it.number);
    if (most && (!has_most || -most->least < it.m * *range->most)) {
        most->products.push_back({1, {low.at_least}});
        const Id id = known_.bound(Polynomial(mpz_class(-most->least)) - own, std::move(most->products),
                                   {{it.zero, -it.of_zero}});
        known_.limit(known_.round(id, it.m));
    }
    auto least = has_least ? std::nullopt : known_.above(it.number);
    if (!least) return;
    least->products.push_back({1, {low.at_most}});
    const Id id = known_.bound(own - Polynomial(least->least) + Polynomial(it.m) - 1,
                               std::move(least->products), {{it.zero, it.of_zero}});
    known_.limit(known_.round(id, it.m));
}

// A whole word as its lowest bit, or its highest, and the others.
bool Prover::part_by_bit(const Division& it) {
    if ((it.m != 2 && it.m != check::power_of_two(31)) || it.sign < 0) return false;
    const auto [number, zeros] = known_.reduce(it.number);
    if (number.terms().size() != 1 || number.terms().begin()->second != 1) return false;
    const auto& monomial = number.terms().begin()->first;
    const Ledger::Range* range = monomial.size() == 1 ? known_.range(monomial[0]) : nullptr;
    if (!range || range->most != check::power_of_two(32) - 1) return false;
    std::vector<Multiple> all;
    for (const Multiple& zero : zeros) all.push_back({zero.fact, Polynomial() - zero.factor});
    all.push_back({it.zero, -it.of_zero});
    const Polynomial parts = of(it.low) + Polynomial(it.m) * of(it.high);
    known_.mention(parts);
    known_.find_out(monomial[0], parts, known_.sum(number - parts, std::move(all)), 1);
    return true;
}

bool Prover::resolve(const Division& it) {
    const Polynomial number = known_.reduce(it.number).rest;
    if (number.terms().size() > 300) return false;
    for (const Polynomial& from : {number, it.number}) {
        const Polynomial a = by_places(from, it.m);
        if (divides_as(it, a, from - Polynomial(it.m) * a)) return true;
        if (from == it.number) break;
    }
    // nothing is left over where rows end
    return it.sign > 0 && ((nonnegative(it.number) && by_rows(Polynomial(it.m) - 1 - it.number) &&
                            divides_as(it, 0, it.number)) ||
                           resolve_word(it));
}

// b is from 0 to m - 1: so it is the rest, and a the quotient.
bool Prover::divides_as(const Division& it, const Polynomial& a, const Polynomial& b) {
    const auto first = same_division(it, a, b);
    if (!first) return false;
    replace(it.quotient() - a, *first);
    replace(of(it.low) - b, *first + 1);
    if (!state_.factors.empty()) limit_rest(it, b, *first + 1);
    return true;
}

// The rest is in the range of the polynomial that it equals.
void Prover::limit_rest(const Division& it, const Polynomial& b, Id zero) {
    for (const int sign : {1, -1})
        if (auto above = known_.above(Polynomial(sign) * b))
            known_.limit(known_.bound(Polynomial(sign) * of(it.low) - Polynomial(above->least),
                                      std::move(above->products), {{zero, sign}}));
}

// The zeros quotient - a and rest - b, one after the other.
std::optional<Id> Prover::same_division(const Division& it, const Polynomial& a, const Polynomial& b) {
    const auto least = nonnegative(b), most = least ? nonnegative(Polynomial(it.m) - 1 - b) : std::nullopt;
    if (!most) return std::nullopt;
    const Polynomial m = it.m, q = it.quotient(), r = of(it.low);
    Ledger::Reduced same = known_.reduce(it.number - m * a - b);
    if (!same.rest.is_zero()) return std::nullopt;
    same.zeros.push_back({it.zero, it.of_zero});
    const Id zero = known_.sum(m * q + r - m * a - b, same.zeros);
    const Ledger::Range& range = *known_.range(it.low);
    const Id first = known_.one_division({m, q, r, a, b, zero, range.at_least, range.at_most, *least, *most});
    // the upper limit of a is that of the quotient: later bounds know it by its own name
    if (auto above = it.sign > 0 ? known_.above(Polynomial() - a) : std::nullopt)
        known_.limit(known_.bound(Polynomial(mpz_class(-above->least)) - q, std::move(above->products),
                                  {{first, -1}}));
    return first;
}

}  // namespace limbsmith::derive::loops::lanes
