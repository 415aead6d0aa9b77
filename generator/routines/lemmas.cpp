#include "routines/lemmas.hpp"

namespace limbsmith::routines {
namespace {

using check::Fact, check::Id, check::Polynomial;

// If a number is divided in two ways, m·q + r = m·a + b with rests from 0 to m - 1, quotients and rests are the same.
// Variables m, q, r, a, b.
check::Lemma one_division() {
    const Polynomial m = Polynomial::of(0), q = Polynomial::of(1), r = Polynomial::of(2),
                     a = Polynomial::of(3), b = Polynomial::of(4);
    check::Lemma lemma{"one_division",
                       5,
                       {{Fact::Kind::zero, m * q + r - m * a - b},
                        {Fact::Kind::nonnegative, r},
                        {Fact::Kind::nonnegative, m - 1 - r},
                        {Fact::Kind::nonnegative, b},
                        {Fact::Kind::nonnegative, m - 1 - b}},
                       {{Fact::Kind::zero, q - a}, {Fact::Kind::zero, r - b}},
                       {}};
    // If x - y >= 1, m·(x - y) <= m - 1 contradicts m >= 1: -1 >= 0, and so y - x >= 0.
    const auto at_most = [&](const Polynomial& x, const Polynomial& y, int sign, Id rest, Id last, Id other,
                             Id first) {
        const Polynomial d = x - y;
        check::Steps refuted;
        // fact `first`: d - 1 >= 0. (d - 1)·(m - 1 - rest) + (d - 1)·rest = (d - 1)·(m - 1)
        refuted.push_back(
            {check::Bound{-1,
                          {{1, {first, last}}, {1, {first, rest}}, {1, {first}}, {1, {rest}}, {1, {other}}},
                          {{0, sign}}}});
        refuted.push_back({check::Bound{Polynomial() - d, {{1, {first, first + 1}}, {1, {first + 1}}}, {}}});
        lemma.steps.push_back(
            {check::Cases{d - 1, {Fact::Kind::nonnegative, Polynomial() - d}, refuted, {}}});
    };
    at_most(q, a, -1, 1, 2, 4, 5);
    at_most(a, q, 1, 3, 4, 2, 6);
    lemma.steps.push_back({check::Both{6, 5}});
    lemma.steps.push_back({check::Sum{r - b, {{0, 1}, {7, Polynomial() - m}}}});
    return lemma;
}

// A negative b makes -a - a·b >= 0, and so b = (a + b) - a >= 0.
check::Lemma other_factor() {
    const Polynomial a = Polynomial::of(0), b = Polynomial::of(1);
    const auto bound = [](const Polynomial& p) { return Fact{Fact::Kind::nonnegative, p}; };
    const check::Step refuted{check::Bound{b, {{1, {0, 3}}, {1, {1}}, {1, {2}}}, {}}};
    return {"other_factor",
            2,
            {bound(a), bound(a * b), bound(a + b)},
            {bound(b)},
            {{check::Cases{b, bound(b), {}, {refuted}}}}};
}

}  // namespace

std::vector<check::Lemma> lemmas() { return {one_division(), other_factor()}; }

}  // namespace limbsmith::routines
