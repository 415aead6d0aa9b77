#include "derive/search/exact_inputs.hpp"

#include <limits>

namespace limbsmith::derive {
namespace {

// The value v of a polynomial v + …, or of …- v, that is no word of the program.
std::optional<Variable> rest_of(const Search& search, const Polynomial& number, int sign) {
    const auto& [monomial, coefficient] = *number.terms().rbegin();
    const bool is_rest = monomial.size() == 1 && monomial[0] >= search.program.words + search.program.flags;
    return is_rest && coefficient == sign ? std::optional(monomial[0]) : std::nullopt;
}

}  // namespace

void learn_exact_inputs(Search& search) {
    Builder& builder = search.builder;
    for (const Id most : std::vector(search.numbers)) {
        // x - a >= 0
        const auto above = rest_of(search, builder.fact(most), 1);
        if (!above) continue;
        const Polynomial input = Polynomial::of(*above) - builder.fact(most);
        for (const Id least : std::vector(search.numbers)) {
            // a - x >= 0, for the other x
            const auto below = rest_of(search, builder.fact(least), -1);
            if (!below || builder.fact(least) != input - Polynomial::of(*below)) continue;
            const Polynomial difference = Polynomial::of(*below) - Polynomial::of(*above);
            const auto same = search.zero_of(search.replace(difference));
            if (!same) continue;
            const Polynomial exact = input - Polynomial::of(*above);
            const Id zero = builder.both(builder.bound(exact, {{1, {least}}}, {{*same, one}}), most);
            search.define(*below, *same, last_rank);
            search.define(*above, zero, last_rank);
            break;
        }
    }
}

}  // namespace limbsmith::derive
