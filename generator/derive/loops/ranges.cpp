// Values between constants: bits that are 0 or 1, values that are seen to be 0.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;
using check::Monomial;

// Polynomials between constants: q from least to most, by single bounds. q has no constant, and begins with a
// coefficient above 0.
std::vector<Prover::Range> Prover::ranges() {
    std::map<Monomial, std::vector<Range>> found;
    for (const Legs::Known& it : legs_.bounds()) {
        const mpz_class common = content(it.polynomial - it.polynomial.constant());
        if (common == 0) continue;
        mpz_class constant;
        mpz_fdiv_q(constant.get_mpz_t(), it.polynomial.constant().get_mpz_t(), common.get_mpz_t());
        const Polynomial p = divided(it.polynomial - it.polynomial.constant(), common);
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

// -1 >= 0, from a range without values: then every goal holds.
bool Prover::refute(const Range& range) {
    if (!once("nothing " + text({Kind::zero, range.polynomial}))) return false;
    const auto least = nonnegative(range.polynomial - *range.least, 0),
               most = nonnegative(*range.most - range.polynomial, 0);
    if (!least || !most) return false;
    const mpz_class more = *range.least - *range.most - 1;
    legs_.bound(-1, {{1, {*least}}, {1, {*most}}, {more, {}}}, {});
    return true;
}

// Ranges of one value; bits that are seen to be 0 or 1.
bool Prover::decide_bits(int effort) {
    bool is_better = false;
    for (const Range& range : ranges()) {
        if (*range.least > *range.most) return refute(range);
        const auto is = [&](const mpz_class& at) {
            return show_zero(range.polynomial - at, effort) && (is_better = true);
        };
        const bool is_one = *range.least == *range.most;
        if (is_one && once(fmt::format("value {} ", effort) + text({Kind::zero, range.polynomial})))
            is(*range.least);
        const bool is_bit = *range.most - *range.least == 1 && range.polynomial.terms().size() == 1;
        if (is_bit && once(fmt::format("bit {} ", effort) + text({Kind::zero, range.polynomial})))
            if (!is(*range.least)) is(*range.most);
    }
    return is_better;
}

// c·q + r >= 0 for 0 < r < c says q >= 0.
bool Prover::round_bounds() {
    const size_t count = legs_.bounds().size();
    // a rounded bound may replace others, so that fewer are left
    for (size_t k = 0; k < std::min(count, legs_.bounds().size()); ++k) {
        const Polynomial p = legs_.bounds()[k].polynomial;
        const mpz_class common = content(p - p.constant());
        if (common <= 1 || p.constant() % common == 0 || !once("rounded " + text({Kind::nonnegative, p})))
            continue;
        legs_.round(legs_.stated(legs_.bounds()[k]), common);
    }
    return legs_.bounds().size() > count;
}

// Quotients of the goal from -1 to 1: a word that is computed is beyond its range at most once.
void Prover::limit_quotients(const Fact& goal) {
    const Polynomial rest = legs_.reduce(goal.polynomial).rest;
    const std::vector<Legs::Division> divisions = legs_.state().divisions;
    for (const Legs::Division& it : divisions) {
        const Polynomial q = of(it.quotient);
        const bool is_open = std::ranges::any_of(rest.terms(), [&](const auto& term) {
            return std::ranges::find(term.first, it.quotient) != term.first.end();
        });
        if (!is_open || !it.m.is_constant()) continue;
        for (const auto& [least, most] : {std::pair(q, 1 - q), std::pair(q + 1, Polynomial() - q)})
            if (nonnegative(least, 0) && nonnegative(most, 0)) break;
    }
}

// Values of the goal that are 0.
bool Prover::drop_values(const Fact& goal) {
    const Polynomial rest = legs_.reduce(goal.polynomial).rest;
    std::set<Variable> values;
    for (const auto& [monomial, coefficient] : rest.terms()) values.insert(monomial.begin(), monomial.end());
    bool is_better = false;
    for (Variable value : values) {
        if (!once("zero " + std::to_string(value))) continue;
        const Polynomial opposite = Polynomial() - of(value);
        is_better |= nonnegative(opposite, 0) && show_zero(of(value), 0);
    }
    return is_better;
}

}  // namespace limbsmith::derive::loops
