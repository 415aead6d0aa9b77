// Rows of a matrix: how large u·x + v·y is for |u| + |v| <= k.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

namespace {

// The values u, x, v, y of u·x + v·y + (terms that are no products).
std::optional<std::array<Variable, 4>> row_in(const Polynomial& p) {
    std::vector<Variable> values;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() < 2) continue;
        if (monomial.size() > 2 || coefficient != 1) return std::nullopt;
        values.insert(values.end(), monomial.begin(), monomial.end());
    }
    if (values.size() != 4) return std::nullopt;
    return std::array{values[0], values[1], values[2], values[3]};
}

}  // namespace

// p of facts p - x >= 0 and p + x >= 0, of which x is no part.
std::vector<Polynomial> Prover::limits_of(const Polynomial& x) const {
    std::vector<Polynomial> result;
    const Variable own = x.terms().begin()->first[0];
    for (const Fact& it : legs_.state().facts) {
        const auto found = it.polynomial.terms().find({own});
        if (it.kind != Kind::nonnegative || found == it.polynomial.terms().end() || found->second != -1)
            continue;
        if (legs_.find({Kind::nonnegative, it.polynomial + 2 * x})) result.push_back(it.polynomial + x);
    }
    return result;
}

// k·limit - (u·x + v·y) >= 0 and k·limit + (u·x + v·y) >= 0, where limit - x, limit + x, limit - y, limit + y,
// k - |u| - v and k - |u| + v are from 0, and |u| = (1 - 2·t)·u by the comparison t = [u < 0].
bool Prover::limit_row(const Polynomial& u, const Polynomial& x, const Polynomial& v, const Polynomial& y) {
    const auto bound = [&](const Polynomial& p) { return legs_.find({Kind::nonnegative, p}); };
    bool is_better = false;
    for (const Legs::Comparison& it : std::vector(legs_.state().comparisons)) {
        if (!it.is_less || it.d != Polynomial() - u) continue;
        const Polynomial t = of(it.t), magnitude = (1 - 2 * t) * u;
        const std::vector<Polynomial> limits = limits_of(v);
        const auto k = std::ranges::find_if(
            limits, [&](const Polynomial& limit) { return Polynomial(limit + magnitude).is_constant(); });
        if (k == limits.end()) continue;
        const Polynomial most = *k + magnitude;
        const Id above = legs_.bound(magnitude - u, {{2, {it.first + 2}}, {2, {it.first}}}, {}),
                 below = legs_.bound(magnitude + u, {{2, {it.first + 3}}}, {});
        for (const Polynomial& limit : limits_of(x)) {
            const auto x_most = bound(limit - x), x_least = bound(limit + x), y_most = bound(limit - y),
                       y_least = bound(limit + y);
            if (limit.is_constant() || !y_most || !y_least) continue;
            const Id v_most = bound(*k - v).value(), v_least = bound(*k + v).value();
            const Polynomial row = u * x + v * y;
            const auto half = [&](Id x_first, Id x_last, Id y_first, Id y_last, const Polynomial& sign) {
                legs_.round(legs_.quietly(check::Bound{2 * (most * limit - sign * row),
                                                       {{1, {above, x_first}},
                                                        {1, {below, x_last}},
                                                        {1, {v_most, y_first}},
                                                        {1, {v_least, y_last}}},
                                                       {}},
                                          {Kind::nonnegative, 2 * (most * limit - sign * row)}),
                            2);
            };
            half(*x_least, *x_most, *y_least, *y_most, 1);
            half(*x_most, *x_least, *y_most, *y_least, -1);
            is_better = true;
        }
    }
    return is_better;
}

bool Prover::limit_rows() {
    bool is_better = false;
    for (const Legs::Division& it : std::vector(legs_.state().divisions)) {
        const auto row = it.m.is_constant() ? row_in(it.number) : std::nullopt;
        if (!row || !once(fmt::format("row {} {} {} {}", (*row)[0], (*row)[1], (*row)[2], (*row)[3])))
            continue;
        for (const auto& [x, u] : {std::pair(0, 1), std::pair(1, 0)})
            for (const auto& [y, v] : {std::pair(2, 3), std::pair(3, 2)})
                for (const bool is_first : {true, false}) {
                    const auto value = [&](int k) { return of((*row)[static_cast<size_t>(k)]); };
                    is_better |= is_first ? limit_row(value(u), value(x), value(v), value(y))
                                          : limit_row(value(v), value(y), value(u), value(x));
                }
    }
    return is_better;
}

}  // namespace limbsmith::derive::loops
