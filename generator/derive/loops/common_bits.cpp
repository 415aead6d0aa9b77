// The common bits of two words.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;
using check::Monomial;

// The common bits of two numbers that the goal names: none, all of one, or none because one ends below the other's first
// bit.
bool Prover::part_bits(const Fact& goal) {
    bool is_better = false;
    const check::Common common = legs_.state().common;
    const Polynomial rest = legs_.reduce(goal.polynomial).rest;
    for (const auto& [value, sources] : common) {
        const bool is_of_goal = std::ranges::any_of(rest.terms(), [&](const auto& term) {
            return std::ranges::find(term.first, value) != term.first.end();
        });
        if (!is_of_goal || legs_.is_replaced(value) || !once("common " + std::to_string(value))) continue;
        const auto is = [&](const Polynomial& p) {
            return show_zero(of(value) - p, 0) || show_zero(of(value) - p, 1);
        };
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

// Two bits have their product in common.
bool Prover::multiply_bits() {
    bool is_better = false;
    const check::Common common = legs_.state().common;
    for (const auto& [value, sources] : common) {
        if (legs_.is_replaced(value) || !once("bits " + std::to_string(value))) continue;
        const auto& [x, y] = sources;
        std::vector<Id> limits;
        for (const Polynomial& bound : {x, 1 - x, y, 1 - y}) {
            const auto found = nonnegative(bound, 0);
            if (!found) break;
            limits.push_back(*found);
        }
        if (limits.size() < 4) continue;
        const Id none = legs_.sum_of_zeros(0, {});
        legs_.common(value, of(value) - x * y,
                     {value, {none, {{limits[0], limits[1]}}}, {none, {{limits[2], limits[3]}}}});
        is_better = true;
    }
    return is_better;
}

}  // namespace limbsmith::derive::loops
