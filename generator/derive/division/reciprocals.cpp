#include "derive/division/reciprocals.hpp"

namespace limbsmith::derive {
namespace {

// The defect E of some x: E - from >= 0, to - E >= 0.
struct Defect {
    Polynomial value;
    mpz_class from, to;
    Id least, most;
};

class Newton {
  public:
    Newton(Search& search, const ReciprocalWords& words, Id positive, Id half)
        : search_(search),
          builder_(search.builder),
          words_(words),
          positive_(positive),
          half_(half),
          base_(search.base),
          whole_(base_ * base_ / 2),
          argument_(search, {words.d}),
          d_(as_term(words.d)),
          d_least_(argument_.least(words.d)),
          d_gap_(argument_.most(words.d)) {}

    Search::Reciprocal find() {
        Defect defect = start();
        for (const auto& step : words_.steps) defect = newton(step, defect);
        finish(defect);
        return round();
    }

  private:
    Id least(Variable word) { return argument_.least(word); }
    Id most(Variable word) { return argument_.most(word); }
    Argument::Parted parted(check::Monomial whole, const mpz_class& weight) const {
        return argument_.parted(std::move(whole), weight);
    }
    Defect defect(Variable x, const mpz_class& from, const mpz_class& to) const {
        return {Polynomial(whole_) - d_ * as_term(x), from, to, 0, 0};
    }
    // The word is x, which lies in [0, base).
    void settle(Variable word, const Polynomial& x, const Parts& x_least, const Parts& x_gap) {
        argument_.settle(word, x, x_least, x_gap);
    }
    // E² - from², to² - E².
    static Parts square_from(const Defect& e) {
        return bounds(1, {e.least, e.least}) + bounds(2 * e.from, {e.least});
    }
    static Parts square_to(const Defect& e) {
        return bounds(1, {e.most, e.least}) + bounds(e.to + e.from, {e.most});
    }
    Defect start();
    Defect newton(const ReciprocalWords::Step& step, const Defect& before);
    void finish(const Defect& e);
    Search::Reciprocal round();

    Search& search_;
    Builder& builder_;
    const ReciprocalWords& words_;
    const Id positive_, half_;  // d - 1 >= 0, 2·d - base >= 0
    const mpz_class base_, whole_;
    Argument argument_;
    const Polynomial d_;
    const Id d_least_, d_gap_;
    Polynomial left_;                    // base² - (base + near)·d
    Id left_least_ = 0, left_most_ = 0;  // left - 1 >= 0, d + slack - left >= 0
    mpz_class slack_;
};

// x = c - d, so 4·E = 4·whole - c² + (2·d - c)²; and E is convex in d.
Defect Newton::start() {
    const Variable x = words_.steps.empty() ? words_.x : words_.steps.front().x;
    const mpz_class c = base_ + words_.start, half = base_ / 2, last = base_ - 1;
    const Polynomial middle = Polynomial(2) * d_ - Polynomial(c);
    const Id square = builder_.cases(
        middle, {Fact::Kind::nonnegative, middle * middle},
        [&](Id above) {
            bound_of(builder_, bounds(1, {above, above}));
        },
        [&](Id below) {
            // p² = (-1 - p)² + 2·(-1 - p) + 1
            bound_of(builder_, bounds(1, {below, below}) + bounds(2, {below}) + bounds(1, {}));
        });
    const Id above_half = builder_.round(half_, 2);
    settle(x, Polynomial(c) - d_, bounds(1, {d_gap_}), bounds(1, {above_half}));
    const mpz_class slope = half + last - c;  // E <= whole - half·last + slope·d
    if (slope < 0) throw Gap{"a start"};
    Defect result = defect(x, whole_ - (c * c + 3) / 4, whole_ - half * last + slope * last);
    const mpz_class& from = result.from;
    result.least = argument_.show(result.value - Polynomial(from), bounds(1, {square}), 4);
    result.most = argument_.show(Polynomial(result.to) - result.value,
                                 bounds(1, {above_half, d_gap_}) + bounds(slope, {d_gap_}));
    argument_.stop(x);
    return result;
}

Defect Newton::newton(const ReciprocalWords::Step& step, const Defect& before) {
    if (before.from < 1) throw Gap{"a defect"};
    const auto [low, high] = parted({words_.d, step.x}, base_);
    const Id x = least(step.x), low_gap = most(low);
    const Parts e_least =
        bounds(1, {argument_.show(Polynomial(mpz_class(base_ / 2 - 1)) - as_term(high),
                                  bounds(1, {before.least}) + bounds(1, {least(low)}), base_)});
    settle(step.e, Polynomial(mpz_class(base_ - 2)) - Polynomial(2) * as_term(high), times_bounds(2, e_least),
           bounds(2, {least(high)}));
    const auto [lost, more] = parted({step.x, step.e}, base_);
    const Polynomial next = as_term(step.x) + as_term(more);
    Defect after{Polynomial(whole_) - d_ * next, before.from * before.from / whole_,
                 before.to * before.to / whole_ + 2 * base_, 0, 0};
    // whole·E' = E² + d·x·m + B/2·lost·d, m = B - low
    after.least = argument_.show(after.value - Polynomial(after.from),
                                 square_from(before) + bounds(1, {d_least_, x, low_gap}) +
                                     bounds(1, {d_least_, x}) + bounds(base_ / 2, {least(lost), d_least_}),
                                 whole_);
    // d·x·m = whole·(B - low) - E·m
    after.most = argument_.show(
        Polynomial(after.to) - after.value,
        square_to(before) + bounds(whole_, {least(low)}) + bounds(1, {before.least, low_gap}) +
            bounds(1, {before.least}) + bounds(before.from, {low_gap}) +
            bounds(base_ / 2, {most(lost), d_least_}) + bounds(base_ / 2 * (base_ - 1), {d_gap_}),
        whole_);
    // B·next <= 2·d·next < B²
    const Id fits = argument_.show(
        Polynomial(mpz_class(base_ - 1)) - next,
        bounds(2, {after.least}) + bounds(1, {half_, x}) + bounds(1, {half_, least(more)}), base_);
    settle(step.next, next, bounds(1, {x}) + bounds(1, {least(more)}), bounds(1, {fits}));
    Defect result = defect(step.next, after.from, after.to);
    result.least = argument_.show(result.value - Polynomial(result.from), bounds(1, {after.least}));
    result.most = argument_.show(Polynomial(result.to) - result.value, bounds(1, {after.most}));
    argument_.stop(step.next);
    return result;
}

// E = 2^cut·e + c, x·e = B·high + lost, high = 2^drop·more + rest for B = 2^(cut + drop + 2). With V = 2·x + more
// B²/4·(B² - V·d) = E² + d·x·c + d·(2^cut·lost + 2^cut·B·rest).
void Newton::finish(const Defect& e) {
    const mpz_class unit = mpz_class(1) << words_.cut, drop = mpz_class(1) << words_.drop,
                    quarter = whole_ / 2;
    if (4 * unit * drop != base_ || e.from < 1 || e.to >= unit * base_) throw Gap{"a cut"};
    const Variable c = words_.e_rest;
    const Id c_least = least(c),
             c_gap = search_.weaken(*search_.ranges.at(c).most, Polynomial(mpz_class(unit - 1)) - as_term(c));
    const Id e_least = least(words_.e), e_gap = most(words_.e), x = least(words_.x);
    const Polynomial rest = e.value - Polynomial(unit) * as_term(words_.e) - as_term(c);
    argument_.resume(c);
    const auto above = argument_.multiple_of(unit * base_, rest);
    argument_.stop(words_.e);
    argument_.define(c, above.zero);
    const Id none = argument_.zero(
        as_term(above.value), bounds(1, {e.least}) + bounds(unit, {e_gap}) + bounds(1, {c_gap}),
        bounds(1, {e.most}) + bounds(unit, {e_least}) + bounds(1, {c_least}), unit * base_);
    argument_.define(
        c, argument_.equal(rest, multiple(above.zero, 1) + multiple(none, mpz_class(unit * base_))));

    const auto [lost, high] = parted({words_.x, words_.e}, base_);
    const auto [low, more] = parted({words_.high}, drop);
    const Id low_gap =
        search_.weaken(*search_.ranges.at(low).most, Polynomial(mpz_class(drop - 1)) - as_term(low));
    const Polynomial exact = Polynomial(2) * as_term(words_.x) + as_term(more);
    left_ = Polynomial(mpz_class(base_ * base_)) - exact * d_;
    slack_ = base_ / 32;
    left_least_ = argument_.show(left_ - one,
                                 square_from(e) + bounds(1, {d_least_, x, c_least}) +
                                     bounds(unit, {d_least_, least(lost)}) +
                                     bounds(unit * base_, {d_least_, least(low)}),
                                 quarter);
    left_most_ = argument_.show(d_ + Polynomial(slack_) - left_,
                                square_to(e) + bounds(1, {d_least_, x, c_gap}) + bounds(unit - 1, {e.least}) +
                                    bounds(unit, {d_least_, most(lost)}) +
                                    bounds(unit * base_, {d_least_, low_gap}) + bounds(unit, {d_least_}),
                                quarter);
    // B <= V < 2·B
    const Id below = argument_.show(
        Polynomial(mpz_class(2 * base_ - 1)) - exact,
        bounds(2, {left_least_}) + bounds(2, {half_, x}) + bounds(1, {half_, least(more)}), base_);
    const Id from = argument_.show_times(d_, positive_, exact - Polynomial(base_),
                                         bounds(1, {left_most_}) + bounds(base_, {d_gap_}));
    settle(words_.near, exact - Polynomial(base_), bounds(1, {from}), bounds(1, {below}));
    const Polynomial near =
        Polynomial(mpz_class(base_ * base_)) - (Polynomial(base_) + as_term(words_.near)) * d_;
    left_least_ = argument_.show(near - one, bounds(1, {left_least_}));
    left_most_ = argument_.show(d_ + Polynomial(slack_) - near, bounds(1, {left_most_}));
    left_ = near;
    argument_.stop(words_.near);
}

// low + B·sign = d - left modulo B²: it wraps if left > d, and then sign is all ones.
Search::Reciprocal Newton::round() {
    const mpz_class square = base_ * base_, last = base_ - 1;
    const Id low = least(words_.low), low_gap = most(words_.low), sign = least(words_.sign),
             sign_gap = most(words_.sign);
    const Polynomial pair = as_term(words_.low) + Polynomial(base_) * as_term(words_.sign);
    const auto by = argument_.multiple_of(square, pair - d_ + left_);
    const Polynomial z = as_term(by.value);
    argument_.stop(words_.sign);
    argument_.define(words_.low, by.zero);
    const Id z_least = argument_.show(
        z, bounds(1, {low}) + bounds(base_, {sign}) + bounds(1, {left_least_}) + bounds(1, {d_gap_}), square);
    const Id z_most = argument_.show(
        one - z, bounds(1, {low_gap}) + bounds(base_, {sign_gap}) + bounds(1, {left_most_}), square);
    const auto in_cases = [&](Fact goal, const std::function<void(Argument&)>& wraps,
                              const std::function<void(Argument&)>& does_not) {
        return builder_.cases(
            z - one, std::move(goal),
            [&](Id assumption) {
                Argument at = argument_;
                at.define(by.value, builder_.both(assumption, z_most));
                wraps(at);
            },
            [&](Id assumption) {
                Argument at = argument_;
                at.define(by.value, builder_.both(z_least, assumption));
                does_not(at);
            });
    };
    const Polynomial mask = as_term(words_.sign) - Polynomial(last) * z;
    const Id is_mask = in_cases(
        {Fact::Kind::zero, mask},
        [&](Argument& at) {
            const Id above = at.show(mask, bounds(1, {left_most_}) + bounds(1, {low_gap}), base_);
            builder_.both(above, at.show(minus_one * mask, bounds(1, {sign_gap})));
        },
        [&](Argument& at) {
            const Id above = at.show(mask, bounds(1, {sign}));
            builder_.both(above,
                          at.show(minus_one * mask,
                                  bounds(1, {low}) + bounds(1, {left_least_}) + bounds(1, {d_gap_}), base_));
        });
    // k = left - z·d lies in [1, d]
    const Polynomial k = left_ - z * d_;
    const Id least_k = builder_.cases(
        z - one, {Fact::Kind::nonnegative, k - one},
        [&](Id assumption) {
            Argument at = argument_;
            at.define(by.value, builder_.both(assumption, z_most));
            at.show(k - one, bounds(1, {low_gap}) + bounds(base_, {sign_gap}));
        },
        [&](Id assumption) {
            Argument at = argument_;
            at.define(by.value, builder_.both(z_least, assumption));
            at.show(k - one, bounds(1, {left_least_}));
        });
    const Id most_k = in_cases(
        {Fact::Kind::nonnegative, d_ - k},
        [&](Argument& at) {
            at.show(d_ - k, bounds(1, {left_most_}) + bounds(1, {builder_.round(half_, 2)}));
        },
        [&](Argument& at) { at.show(d_ - k, bounds(1, {low}) + bounds(base_, {sign})); });
    argument_.define(words_.sign, is_mask);
    const Polynomial v = as_term(words_.near) + z;
    const Id fits = argument_.show(Polynomial(last) - v,
                                   bounds(2, {least_k}) + bounds(base_, {half_}) +
                                       bounds(1, {half_, least(words_.near)}) + bounds(1, {half_, z_least}),
                                   base_);
    settle(words_.v, v, bounds(1, {least(words_.near)}) + bounds(1, {z_least}), bounds(1, {fits}));
    const Polynomial product = (Polynomial(base_) + as_term(words_.v)) * d_;
    Search::Reciprocal result{{words_.d}, words_.v, positive_, half_, 0, 0};
    result.least = argument_.show(Polynomial(mpz_class(square - 1)) - product, bounds(1, {least_k}));
    result.most = argument_.show(product + d_ - Polynomial(square), bounds(1, {most_k}));
    return result;
}

}  // namespace

Search::Reciprocal reciprocal(Search& search, const ReciprocalWords& words, Id positive, Id half) {
    return Newton(search, words, positive, half).find();
}

}  // namespace limbsmith::derive
