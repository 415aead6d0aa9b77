// Zeros: by two bounds, or modulo an odd number.
#include <algorithm>

#include "routines/prover.hpp"

namespace limbsmith::routines {

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
        if (part.is_constant()) return false;
        const auto least = nonnegative(part, effort);
        const auto most = least ? nonnegative(Polynomial() - part, effort) : std::nullopt;
        if (!most) return effort == 0 && show_congruent(polynomial);
        reduced.zeros.push_back({legs_.both(*least, *most), common});
        legs_.sum(polynomial, reduced.zeros);
        return true;
    }
    legs_.state_zero(polynomial);
    return true;
}

// p = u·zero + N·q: 0 if q is, which bounds show as |p| < N.
bool Prover::show_congruent(const Polynomial& polynomial) {
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

}  // namespace limbsmith::routines
