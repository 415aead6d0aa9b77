// Whether numbers are the same, as all lanes together say: u = [A = B], and t = [all bits e_k are 1],
// where e_k = [A_k = B_k].
//
// A and B are the sums of M^k·A_k and M^k·B_k, with parts from 0 to M - 1.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

// d = 0 makes t = [d = 0] at least 1: the bound t - 1.
Id Prover::is_one(const Comparison& it, Id zero) {
    return known_.bound(of(it.t) - 1, {{1, {it.first + 3}}}, {{zero, (of(it.t) - 1) * it.d}});
}
// t - 1 >= 0 makes d 0.
Id Prover::is_equal(const Comparison& it, Id one) {
    const Id same = known_.both(it.first + 1, one);
    return known_.sum(it.d, {{it.first + 2, 1}, {same, it.d}});
}

// The tests e_k that t sums up, those of the lowest places first.
std::optional<Prover::AllLanes> Prover::lanes_of(const Comparison& t) const {
    AllLanes all{t, {}, {}, {}, {}, 0};
    const Polynomial d = known_.reduce(t.d).rest;
    mpz_class sum = d.constant();
    std::map<mpz_class, const Comparison*> tests;
    for (const auto& [monomial, coefficient] : d.terms()) {
        if (monomial.empty()) continue;
        const Comparison* test = monomial.size() == 1 ? test_of(of(monomial[0])) : nullptr;
        if (!test || coefficient <= 0) return std::nullopt;
        sum += coefficient;
        tests[coefficient] = test;
    }
    if (sum != 0 || tests.size() < 2) return std::nullopt;
    for (const auto& [weight, test] : tests) {
        Polynomial a, b;
        for (const auto& [monomial, coefficient] : test->d.terms())
            (coefficient > 0 ? a : b).add(monomial, abs(coefficient));
        all.weights.push_back(weight);
        all.tests.push_back(*test);
        all.a.push_back(a);
        all.b.push_back(b);
    }
    const auto& terms = all.a[0].terms();
    if (terms.size() != 1 || terms.begin()->first.size() != 1) return std::nullopt;
    const Ledger::Range* range = known_.range(terms.begin()->first[0]);
    if (!range || !range->most) return std::nullopt;
    all.m = *range->most + 1;
    return all;
}

bool Prover::decide_equal(const Comparison& u) {
    for (const Comparison& t : std::vector(state_.comparisons)) {
        if (t.is_less || t.t == u.t) continue;
        const auto all = lanes_of(t);
        if (!all) continue;
        for (const int sign : {1, -1}) {
            Polynomial difference = Polynomial(-sign) * u.d;
            mpz_class weight = 1;
            for (const Comparison& it : all->tests) difference += weight * it.d, weight *= all->m;
            const auto [rest, zeros] = known_.reduce(difference);
            if (!rest.is_zero()) continue;
            const Id same = known_.sum(difference, zeros);
            const Polynomial x = of(u.t), y = of(t.t);
            const auto show = [&](const Polynomial& p, const Polynomial& q, const auto& make, Id p_first) {
                return known_.cases(
                    p - 1, {Kind::nonnegative, q - p},
                    [&](Id one) {
                        const auto id = make(one);
                        if (id) known_.bound(q - p, {{1, {*id}}, {1, {p_first + 1}}});
                        return id.has_value();
                    },
                    [&](Id below) {
                        const Id q_least = (p == x ? t : u).first;
                        known_.bound(q - p, {{1, {q_least}}, {1, {below}}});
                        return true;
                    });
            };
            const auto at_least = show(
                x, y, [&](Id one) { return all_same(*all, u, sign, same, one); }, u.first);
            const auto at_most =
                at_least ? show(
                               y, x, [&](Id one) { return all_one(*all, u, sign, same, one); }, t.first)
                         : std::nullopt;
            if (!at_most) continue;
            set(u.t, y, known_.both(*at_most, *at_least));
            return true;
        }
    }
    return false;
}

// A = B, so A_k = B_k for each k: t - 1 >= 0.
std::optional<Id> Prover::all_same(const AllLanes& all, const Comparison& u, int sign, Id same, Id one) {
    const Id zero = is_equal(u, one);
    const size_t count = all.tests.size();
    std::vector<Polynomial> a = all.a, b = all.b;  // from lane k on
    for (size_t k = count - 1; k-- > 0;) a[k] += all.m * a[k + 1], b[k] += all.m * b[k + 1];
    Id from = known_.sum(a[0] - b[0], {{same, 1}, {zero, sign}});
    std::vector<Multiple> ones;
    const auto is_one_in = [&](size_t k, Id equal) {
        const Comparison& it = all.tests[k];
        const Id is = known_.both(is_one(it, equal), it.first + 1);
        ones.push_back({is, all.weights[k]});
    };
    for (size_t k = 0; k + 1 < count; ++k) {
        const Polynomial m = all.m, last = m - 1;
        const auto a_least = nonnegative(all.a[k]), a_most = nonnegative(last - all.a[k]),
                   b_least = nonnegative(all.b[k]), b_most = nonnegative(last - all.b[k]);
        if (!a_least || !a_most || !b_least || !b_most) return std::nullopt;
        from = known_.one_division(
            {m, a[k + 1], all.a[k], b[k + 1], all.b[k], from, *a_least, *a_most, *b_least, *b_most});
        is_one_in(k, from + 1);
    }
    is_one_in(count - 1, from);
    Polynomial sum;
    for (size_t k = 0; k < count; ++k) sum += Polynomial(all.weights[k]) * (of(all.tests[k].t) - 1);
    const Ledger::Reduced reduced = known_.reduce(all.t.d - sum);
    ones.insert(ones.end(), reduced.zeros.begin(), reduced.zeros.end());
    return is_one(all.t, known_.sum(all.t.d, ones));
}

// All bits are 1, so A_k = B_k for each k: u - 1 >= 0.
std::optional<Id> Prover::all_one(const AllLanes& all, const Comparison& u, int sign, Id same, Id one) {
    const Id zero = is_equal(all.t, one);
    const size_t count = all.tests.size();
    Polynomial sum;
    for (size_t k = 0; k < count; ++k) sum += Polynomial(all.weights[k]) * (of(all.tests[k].t) - 1);
    std::vector<Multiple> zeros = known_.reduce(all.t.d - sum).zeros;
    for (Multiple& it : zeros) it.factor = Polynomial() - it.factor;
    zeros.push_back({zero, 1});
    const Id none = known_.sum(sum, zeros);
    std::vector<Multiple> equal{{same, -sign}};
    mpz_class weight = sign;
    for (size_t k = 0; k < count; ++k, weight *= all.m) {
        const Comparison& it = all.tests[k];
        std::vector<Product> others;
        for (size_t j = 0; j < count; ++j)
            if (j != k) others.push_back({all.weights[j], {all.tests[j].first + 1}});
        const Polynomial missing = of(it.t) - 1;
        Id bound = known_.bound(Polynomial(all.weights[k]) * missing, others, {{none, 1}});
        bound = known_.round(bound, all.weights[k]);
        equal.push_back({is_equal(it, bound), Polynomial(weight)});
    }
    return is_one(u, known_.sum(u.d, equal));
}

}  // namespace limbsmith::derive::loops::lanes
