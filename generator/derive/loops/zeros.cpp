// Zeros, by two bounds.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;
using check::Monomial;

bool Prover::show_zero(const Polynomial& polynomial, int effort) {
    Legs::Reduced reduced = legs_.reduce(polynomial);
    if (!reduced.rest.is_zero()) {
        mpz_class common = 0;
        for (const auto& [monomial, coefficient] : reduced.rest.terms()) common = gcd(common, coefficient);
        Polynomial part;
        for (const auto& [monomial, coefficient] : reduced.rest.terms())
            part.add(monomial, coefficient / common);
        const auto least = nonnegative(part, effort);
        const auto most = least ? nonnegative(Polynomial() - part, effort) : std::nullopt;
        if (!most) return false;
        reduced.zeros.push_back({legs_.both(*least, *most), common});
        legs_.sum(polynomial, reduced.zeros);
        return true;
    }
    legs_.state_zero(polynomial);
    return true;
}

}  // namespace limbsmith::derive::loops
