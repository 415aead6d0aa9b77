#include "derive/residues/rests.hpp"

namespace limbsmith::derive {

void resolve_rests(Search& search) {
    const Fact& relation = search.builder.meaning.goals().front();
    if (search.moduli.empty() || relation.kind != Fact::Kind::zero) return;
    // c·(x - y) + ..., the later one y is x
    const auto is_rest = [&](const check::Monomial& monomial) {
        return monomial.size() == 1 && monomial[0] >= search.program.words + search.program.flags;
    };
    const auto& terms = relation.polynomial.terms();
    if (terms.size() < 4) return;
    for (const auto& [later, coefficient] : terms) {
        for (const auto& [earlier, other] : terms) {
            if (!is_rest(later) || !is_rest(earlier) || coefficient >= 0 || other != -coefficient) continue;
            const auto same = search.zero(Polynomial::of(later[0]) - Polynomial::of(earlier[0]),
                                          search.program.body.size());
            if (same) search.define(later[0], *same, last_rank);
        }
    }
}

}  // namespace limbsmith::derive
