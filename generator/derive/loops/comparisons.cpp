// Comparisons t = [d = 0] and t = [d >= 1]: those that bounds decide, and those that are the same.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

bool Prover::decide_comparisons() {
    const std::vector<Legs::Comparison> all = legs_.state().comparisons;
    bool is_better = false;
    for (size_t k = 0; k < all.size(); ++k) {
        const Legs::Comparison& it = all[k];
        is_better |= !it.is_less && part(it);
        if (legs_.is_replaced(it.t) || !once("comparison " + std::to_string(it.t))) continue;
        is_better |= (it.is_less ? decide_less(it) : decide_zero(it));
        for (size_t j = 0; j < k && !legs_.is_replaced(it.t); ++j) is_better |= is_same(it, all[j]);
    }
    return is_better;
}

// t = 0 says that d is not 0: d >= 1 if d >= 0, -d >= 1 if -d >= 0.
bool Prover::part(const Legs::Comparison& it) {
    const Polynomial t = of(it.t), square = it.d * it.d - 1;
    if (legs_.state().parted.contains(it.t) || !legs_.reduce(t).rest.is_zero() ||
        !once(fmt::format("parted {}", it.t)))
        return false;
    for (int sign : {1, -1}) {
        const Polynomial d = Polynomial(sign) * it.d;
        const auto least = nonnegative(d, 0);
        if (!least) continue;
        legs_.state().parted.insert(it.t);
        const Id above = legs_.bound(square, {{1, {it.first + 3}}}, {{legs_.state_zero(t), square}});
        const auto never = [&](Id assumed) {
            const Id id = legs_.bound(-1, {{1, {above}}, {1, {*least, assumed}}}, {});
            legs_.bound(d - 1, {{1, {id}}, {1, {*least}}}, {});
            return true;
        };
        legs_.cases(
            d - 1, {Kind::nonnegative, d - 1}, [](Id) { return true; }, never);
        return true;
    }
    return false;
}

// t·d = 0 and (1 - t)·(d² - 1) >= 0
bool Prover::decide_zero(const Legs::Comparison& it) {
    const Polynomial t = of(it.t), d = legs_.reduce(it.d).rest;
    for (int sign : {1, -1}) {
        const auto above = nonnegative(Polynomial(sign) * it.d - 1, 0);
        if (!above) continue;
        legs_.state().parted.insert(it.t);
        legs_.both(it.first,
                   legs_.bound(Polynomial() - t, {{1, {it.first, *above}}}, {{it.first + 2, -sign}}));
        return true;
    }
    if (d.is_zero()) return show_zero(t - 1, 0);
    // a bit d: t = 1 - d
    const auto least = nonnegative(it.d, 0), most = least ? nonnegative(1 - it.d, 0) : std::nullopt;
    if (!most) return false;
    const Id not_both = legs_.bound(1 - t - it.d, {{1, {it.first + 1, *most}}}, {{it.first + 2, -1}});
    const Id one_of = legs_.bound(t + it.d - 1, {{1, {it.first + 3}}, {1, {it.first + 1, *most, *least}}},
                                  {{it.first + 2, 1}});
    legs_.both(not_both, one_of);
    return true;
}

// t·(d - 1) >= 0 and (t - 1)·d >= 0
bool Prover::decide_less(const Legs::Comparison& it) {
    const Polynomial t = of(it.t);
    if (const auto above = nonnegative(it.d - 1, 0)) {
        const Id id = legs_.bound(t - 1, {{1, {it.first + 3}}, {1, {it.first + 1, *above}}}, {});
        legs_.both(it.first + 1, id);
        return true;
    }
    if (const auto below = nonnegative(Polynomial() - it.d, 0)) {
        const Id id = legs_.bound(Polynomial() - t, {{1, {it.first + 2}}, {1, {it.first, *below}}}, {});
        legs_.both(it.first, id);
        return true;
    }
    return false;
}

// t = s, where both compare the same.
bool Prover::is_same(const Legs::Comparison& it, const Legs::Comparison& other) {
    if (it.is_less != other.is_less) return false;
    const Polynomial t = of(it.t), s = of(other.t), own = legs_.reduce(it.d).rest;
    const Polynomial theirs = legs_.reduce(other.d).rest;
    const bool is_opposite = own == Polynomial() - theirs;
    if (own != theirs && (it.is_less || !is_opposite)) return false;
    // s <= t, where s·(1 - t) would say that d is both
    const auto at_most = [&](const Legs::Comparison& low, const Legs::Comparison& high) {
        const Polynomial x = of(low.t), y = of(high.t);
        std::vector<check::Product> products{{1, {high.first, low.first + 1}}};  // y·(1 - x)
        std::vector<check::Multiple> zeros;
        if (it.is_less) {
            // x·(d - 1)·(1 - y) + (y - 1)·d·x = x·y - x
            products.push_back({1, {low.first + 2, high.first + 1}});
            products.push_back({1, {high.first + 3, low.first}});
            if (low.d != high.d) {
                const Id same = legs_.state_zero(low.d - high.d);
                zeros.push_back({same, (y - 1) * x});
            }
        } else {
            // x·(1 - y)·(d² - 1) = x·y - x, with x·d = 0
            products.push_back({1, {high.first + 3, low.first}});
            const Polynomial sign = is_opposite ? -1 : 1;
            const Id same = legs_.state_zero(high.d - sign * low.d);
            zeros.push_back({same, Polynomial() - x * (1 - y) * (high.d + sign * low.d)});
            zeros.push_back({low.first + 2, Polynomial() - (1 - y) * low.d});
        }
        return legs_.bound(y - x, products, zeros);
    };
    const Id least = at_most(other, it), most = at_most(it, other);
    legs_.both(least, most);
    return true;
}

}  // namespace limbsmith::derive::loops
