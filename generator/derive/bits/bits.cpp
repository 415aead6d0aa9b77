#include "derive/bits/bits.hpp"

namespace limbsmith::derive {

const Builder::Bits& bits_of(Search& search, Variable word) {
    const auto [place, is_new] = search.bits.try_emplace(word);
    if (is_new) {
        const Range& range = search.ranges.at(word);
        const mpz_class last = search.base - 1;
        const Id most = search.builder.bound(Polynomial(last) - Polynomial::of(word),
                                             {{1, {*range.most}}, {last - range.limit, {}}}, {});
        place->second = search.builder.bits(*range.least, most);
    }
    return place->second;
}

Builder::Bits bits_of(Search& search, const mpz_class& constant) {
    Builder& builder = search.builder;
    const Id zero = builder.bound({}, {}, {}), one = builder.bound(derive::one, {{1, {}}}, {});
    Builder::Bits result{.list = {}, .squares = {}, .sum = builder.sum({}, {})};
    for (size_t i = 0; i < mpz_sizeinbase(constant.get_mpz_t(), 2); ++i) {
        const bool is_set = mpz_tstbit(constant.get_mpz_t(), i) != 0;
        result.list.push_back({mpz_class(is_set ? 1 : 0), is_set ? one : zero, is_set ? zero : one});
    }
    return result;
}

}  // namespace limbsmith::derive
