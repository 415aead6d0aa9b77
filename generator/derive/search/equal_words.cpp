#include "derive/search/equal_words.hpp"

namespace limbsmith::derive {

void learn_equal_words(Search& search) {
    const check::Facts& facts = search.builder.meaning.contract();
    for (size_t k = 0; k < facts.size(); ++k) {
        const auto& [kind, polynomial] = facts[k];
        if (kind != check::Fact::Kind::zero || polynomial.terms().size() != 2) continue;
        const auto& [first, plus] = *polynomial.terms().begin();
        const auto& [second, minus] = *polynomial.terms().rbegin();
        if (first.size() == 1 && second.size() == 1 && abs(plus) == 1 && plus == -minus)
            search.define(second[0], search.builder.contract(k), last_rank);
    }
}

}  // namespace limbsmith::derive
