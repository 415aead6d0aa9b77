#include "derive/loops/lemmas.hpp"

namespace limbsmith::derive::loops {
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

// Two numbers from 0 that are multiples of each other are the same. Variables g, h, s, t: g = h·s, h = g·t.
check::Lemma same_divisor() {
    const Polynomial g = Polynomial::of(0), h = Polynomial::of(1), s = Polynomial::of(2),
                     t = Polynomial::of(3);
    const auto bound = [](const Polynomial& p) { return Fact{Fact::Kind::nonnegative, p}; };
    // For s >= 1, g - h = h·(s - 1). Else -g = h·(-s) >= 0, so g = 0, and h = g·t = 0.
    const auto at_least = [&](const Polynomial& x, const Polynomial& y, const Polynomial& times,
                              const Polynomial& back, Id of_x, Id of_y, Id x_is, Id y_is, Id next) {
        const check::Step above{check::Bound{x - y, {{1, {of_y, next}}}, {{x_is, 1}}}};
        const check::Steps below{{check::Bound{Polynomial() - x, {{1, {of_y, next}}}, {{x_is, -1}}}},
                                 {check::Both{of_x, next + 1}},
                                 {check::Bound{x - y, {}, {{next + 2, 1 - back}, {y_is, -1}}}}};
        return check::Step{check::Cases{times - 1, bound(x - y), {above}, below}};
    };
    return {"same_divisor",
            4,
            {bound(g), bound(h), {Fact::Kind::zero, g - h * s}, {Fact::Kind::zero, h - g * t}},
            {{Fact::Kind::zero, g - h}},
            {at_least(g, h, s, t, 0, 1, 2, 3, 4), at_least(h, g, t, s, 1, 0, 3, 2, 5), {check::Both{4, 5}}}};
}

// A divisor d >= 0 of f >= 1 is at most f. Variables f, d, x: f = d·x.
check::Lemma divisor_at_most() {
    const Polynomial f = Polynomial::of(0), d = Polynomial::of(1), x = Polynomial::of(2);
    const auto bound = [](const Polynomial& p) { return Fact{Fact::Kind::nonnegative, p}; };
    const check::Step above{check::Bound{f - d, {{1, {1, 3}}}, {{2, 1}}}};
    // -f = d·(-x) >= 0
    const check::Steps never{{check::Bound{-1, {{1, {1, 3}}, {1, {0}}}, {{2, -1}}}},
                             {check::Bound{f - d, {{1, {0}}, {1, {}}, {1, {1, 4}}}, {}}}};
    return {"divisor_at_most",
            3,
            {bound(f - 1), bound(d), {Fact::Kind::zero, f - d * x}},
            {bound(f - d)},
            {{check::Cases{x - 1, bound(f - d), {above}, never}}}};
}

}  // namespace

std::vector<check::Lemma> lemmas() {
    return {one_division(), other_factor(), same_divisor(), divisor_at_most()};
}

}  // namespace limbsmith::derive::loops
