#include "derive/search/factors.hpp"

namespace limbsmith::derive {

Id nonnegative_factor(Builder& builder, const Polynomial& x, Id positive, Id product) {
    return builder.cases(
        x, {Fact::Kind::nonnegative, x}, [](Id) {},
        [&](Id assumption) {
            // (p·x + p - 1) + (p - 1)·(-1 - x) + (-1 - x) = -1
            const Id never = builder.bound(
                minus_one, {{1, {product}}, {1, {positive, assumption}}, {1, {assumption}}}, {});
            builder.bound(x, {{1, {never, assumption}}, {1, {never}}}, {});
        });
}

Id zero_factor(Builder& builder, const Polynomial& x, Id positive, Id least, Id most) {
    const Id from_0 = nonnegative_factor(builder, x, positive, least);
    return builder.both(from_0, nonnegative_factor(builder, minus_one * x, positive, most));
}

Id square_of_bit(Builder& builder, const Polynomial& bit, Id least, Id most) {
    const Polynomial square = bit * bit - bit;
    return builder.cases(
        bit - one, {Fact::Kind::zero, square},
        [&](Id assumption) {
            builder.sum(square, {{builder.both(assumption, most), bit}});
        },
        [&](Id assumption) {
            builder.sum(square, {{builder.both(least, assumption), bit - one}});
        });
}

}  // namespace limbsmith::derive
