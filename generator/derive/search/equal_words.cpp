#include "derive/search/equal_words.hpp"

namespace limbsmith::derive {
namespace {

// word = constant + factor·(another word), for words of the program.
void learn_multiple(Search& search, size_t k) {
    const Polynomial& polynomial = search.builder.meaning.contract()[k].polynomial;
    std::optional<Variable> last;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.empty()) continue;
        if (monomial.size() != 1 || monomial[0] >= search.program.words) return;
        if (abs(coefficient) == 1) last = monomial[0];
    }
    if (last) search.define(*last, search.builder.contract(k), last_rank);
}

}  // namespace

void learn_equal_words(Search& search) {
    const check::Facts& facts = search.builder.meaning.contract();
    for (size_t k = 0; k < facts.size(); ++k) {
        const auto& [kind, polynomial] = facts[k];
        if (kind != check::Fact::Kind::zero) continue;
        if (polynomial.terms().size() == (polynomial.constant() == 0 ? 2 : 3)) learn_multiple(search, k);
        if (polynomial.terms().size() != 2) continue;
        const auto& [first, plus] = *polynomial.terms().begin();
        const auto& [second, minus] = *polynomial.terms().rbegin();
        if (first.size() == 1 && second.size() == 1 && abs(plus) == 1 && plus == -minus)
            search.define(second[0], search.builder.contract(k), last_rank);
    }
}

}  // namespace limbsmith::derive
