// Bounds on polynomials of bits: where every variable is 0 or 1, each once in a term at most, the polynomial is the sum of
// its values at the corners, times products of x or 1 - x.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

std::optional<Id> Prover::nonnegative_at_corners(const Polynomial& goal) {
    std::set<Variable> bits;
    for (const auto& [monomial, coefficient] : goal.terms()) {
        if (std::ranges::adjacent_find(monomial) != monomial.end()) return std::nullopt;
        bits.insert(monomial.begin(), monomial.end());
    }
    if (bits.size() < 2 || bits.size() > 4) return std::nullopt;
    const auto known = [&](const Polynomial& bound) -> std::optional<Id> {
        const auto found = std::ranges::find(legs_.bounds(), bound, &Legs::Known::polynomial);
        if (found == legs_.bounds().end()) return std::nullopt;
        return legs_.stated(*found);
    };
    // the goal at a corner, and the bounds whose product is 1 there and 0 at the other corners
    using Corner = std::pair<Polynomial, std::vector<Id>>;
    std::vector<Corner> corners{{goal, {}}};
    for (Variable bit : bits) {
        const auto least = known(of(bit)), most = known(1 - of(bit));
        if (!least || !most) return std::nullopt;
        std::vector<Corner> next;
        for (const auto& [polynomial, facts] : corners) {
            for (int value : {0, 1}) {
                Polynomial left;
                for (const auto& [monomial, coefficient] : polynomial.terms()) {
                    check::Monomial others = monomial;
                    if (std::erase(others, bit) == 0 || value == 1) left.add(others, coefficient);
                }
                next.emplace_back(left, facts);
                next.back().second.push_back(value == 1 ? *least : *most);
            }
        }
        corners = std::move(next);
    }
    std::vector<check::Product> products;
    for (const auto& [polynomial, facts] : corners) {
        if (polynomial.constant() < 0) return std::nullopt;
        if (polynomial.constant() > 0) products.push_back({polynomial.constant(), facts});
    }
    return legs_.bound(goal, std::move(products), {});
}

}  // namespace limbsmith::derive::loops
