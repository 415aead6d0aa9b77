#include "derive/division/quotients.hpp"

#include "derive/search/factors.hpp"

namespace limbsmith::derive {
namespace {

Values with(Values words, const Values& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

class ShortDivision {
  public:
    ShortDivision(Search& search, const QuotientWords& words, const Search::Reciprocal& by, Id below)
        : search_(search),
          builder_(search.builder),
          words_(words),
          by_(by),
          below_(below),
          is_one_(words.d.size() == 1),
          base_(search.base),
          argument_(search, with(with(words.u, words.d), {words.v, words.fits, words.less})),
          d_(argument_.number(words.d)),
          whole_(d_.size),
          unit_(whole_ / base_),
          top_(words.u.back()),
          next_(words.u[words.u.size() - 2]),
          d_least_(bound_of(builder_, d_.least)),
          d_gap_(bound_of(builder_, d_.gap)) {
        mpz_class weight = 1;
        for (Variable word : words.u) u_ += Polynomial(weight) * as_term(word), weight *= base_;
    }

    Quotient divide() {
        estimate();
        find_t();
        limit_t();
        find_near();
        return finish();
    }

  private:
    Id least(Variable word) { return argument_.least(word); }
    Id most(Variable word) { return argument_.most(word); }
    Id show_in_cases(const Polynomial& split, const Polynomial& goal, const Builder::Case& yes,
                     const Builder::Case& no) {
        return builder_.cases(split, {Fact::Kind::nonnegative, goal}, yes, no);
    }
    // The argument where the flag, or the value, is 1 or 0.
    Argument where(Argument argument, Variable bit, Id least, Id most) {
        argument.define(bit, builder_.both(least, most));
        return argument;
    }
    // The goal in each of the cases v >= 1 and v = 0. For one limb the first argument holds for every v.
    using IfPositive = std::function<Id(Argument&, Id sharp)>;
    using IfZero = std::function<void(Argument&, Id below_estimate)>;
    Id by_v(const Argument& at, const Polynomial& goal, const IfPositive& positive, const IfZero& zero);
    Id below_estimate(Argument& at);

    void estimate();
    void find_t();
    void limit_t();
    void find_near();
    Id near_least();
    Id near_most();
    Quotient finish();

    Search& search_;
    Builder& builder_;
    const QuotientWords& words_;
    const Search::Reciprocal& by_;
    const Id below_;
    const bool is_one_;
    const mpz_class base_;
    Argument argument_;
    const Argument::Number d_;
    const mpz_class whole_, unit_;  // W, W/B
    const Variable top_, next_;     // the two highest words of u
    const Id d_least_, d_gap_;      // D >= 0, W - 1 - D >= 0
    Polynomial u_, t_;
    Polynomial estimate_;  // q0·W/B
    Argument::Number r_;
    Parts r_low_, r_low_gap_;  // the words of r but for the top one
    Variable y_ = 0;           // r = t + W·y
    Id y_least_ = 0, y_most_ = 0;
    Id above_minus_d_ = 0;   // t + D >= 0
    Id above_estimate_ = 0;  // t - estimate + W - 1 >= 0
    Id below_whole_ = 0;     // W - 1 - t >= 0
    Polynomial near_;        // t + (1 - fits)·D
};

// B·q1 + q0 = (B + v)·top + next: the sum is below B².
void ShortDivision::estimate() {
    const mpz_class square = base_ * base_;
    const Polynomial sum = as_term(words_.q0) + Polynomial(base_) * as_term(words_.q1);
    const Polynomial product = (Polynomial(base_) + as_term(words_.v)) * as_term(top_) + as_term(next_);
    // D·(B² - 1 - product) + D - 1, where (B + v)·D = B·W - k
    const Parts of_next = is_one_ ? bounds(1, {d_least_, most(next_)}) + bounds(base_ - 1, {d_gap_})
                                  : bounds(1, {d_gap_, least(next_)}) + bounds(1, {least(next_)});
    const Id below = argument_.show_times(
        d_.value, by_.positive, Polynomial(mpz_class(square - 1)) - product,
        bounds(square, {below_}) + bounds(1, {by_.least, least(top_)}) + bounds(1, {least(top_)}) + of_next);
    const auto carry = argument_.multiple_of(square, sum - product);
    argument_.stop(words_.q1);
    argument_.define(words_.q0, carry.zero);
    const Id none =
        argument_.zero(as_term(carry.value),
                       bounds(1, {least(words_.q0)}) + bounds(base_, {least(words_.q1)}) + bounds(1, {below}),
                       bounds(1, {most(words_.q0)}) + bounds(base_, {most(words_.q1)}) +
                           bounds(1, {least(words_.v), least(top_)}) + bounds(base_, {least(top_)}) +
                           bounds(1, {least(next_)}),
                       square);
    argument_.define(words_.q0,
                     argument_.equal(sum - product, multiple(carry.zero, 1) + multiple(none, square)));
}

// r = t + W·y
void ShortDivision::find_t() {
    t_ = u_ - (as_term(words_.q1) + one) * d_.value;
    estimate_ = Polynomial(unit_) * as_term(words_.q0);
    r_ = argument_.number(words_.r);
    const Argument::Number low = argument_.number(Values(words_.r.begin(), words_.r.end() - 1));
    r_low_ = low.least, r_low_gap_ = low.gap;
    const auto by = argument_.multiple_of(whole_, r_.value - t_);
    for (Variable word : words_.r) argument_.stop(word);
    argument_.define(words_.r[0], by.zero);
    y_ = by.value;
}

// B·t = k·top + (W - D)·next + (B·u0 for two limbs) + q0·D - B·D, where k >= 1.
void ShortDivision::limit_t() {
    Parts common = bounds(1, {by_.least, least(top_)}) + bounds(1, {least(top_)}) +
                   bounds(1, {d_gap_, least(next_)}) + bounds(1, {least(next_)});
    if (!is_one_) common += bounds(base_, {least(words_.u[0])});
    const Id q0 = least(words_.q0), q0_gap = most(words_.q0);
    above_minus_d_ = argument_.show(t_ + d_.value, common + bounds(1, {q0, d_least_}), base_);
    above_estimate_ = argument_.show(
        t_ - estimate_ + Polynomial(mpz_class(whole_ - 1)),
        common + bounds(1, {q0_gap, d_gap_}) + bounds(1, {q0_gap}) + bounds(1, {d_gap_}), base_);
    const Polynomial goal = Polynomial(mpz_class(whole_ - 1)) - t_;
    below_whole_ = by_v(
        argument_, goal,
        [&](Argument& at, Id sharp) {
            return at.show(goal,
                           bounds(1, {sharp}) + bounds(1, {d_least_, d_gap_}) +
                               bounds(1 + unit_, {d_least_}) + bounds(unit_, {d_least_, q0_gap}),
                           whole_);
        },
        [&](Argument& at, Id below) { at.show(goal, bounds(1, {below}) + bounds(unit_, {q0_gap})); });
    y_least_ = argument_.show(as_term(y_), r_.least + bounds(1, {below_whole_}), whole_);
    y_most_ =
        argument_.show(one - as_term(y_), bounds(1, {above_minus_d_}) + r_.gap + bounds(1, {d_gap_}), whole_);
}

// sharp: (W - D)² + estimate·D - W - W·t >= 0.
Id ShortDivision::by_v(const Argument& at, const Polynomial& goal, const IfPositive& positive,
                       const IfZero& zero) {
    const Polynomial gap = Polynomial(whole_) - d_.value;
    const Polynomial sharp = gap * gap + estimate_ * d_.value - Polynomial(whole_) - Polynomial(whole_) * t_;
    const Parts common = bounds(1, {d_least_, below_}) + bounds(unit_, {by_.most, least(top_)});
    const Id next_gap = most(next_);
    if (is_one_) {
        Argument here = at;
        return positive(here,
                        here.show(sharp, common + bounds(1, {next_gap, d_gap_}) + bounds(1, {next_gap})));
    }
    const Polynomial v = as_term(words_.v);
    return show_in_cases(
        v - one, goal,
        [&](Id is_positive) {
            Argument here = at;
            const Id wide = here.show(Polynomial(base_) * gap - d_.value,
                                      bounds(1, {by_.least}) + bounds(1, {is_positive, d_least_}));
            positive(here, here.show(sharp, common + bounds(1, {next_gap, wide}) +
                                                bounds(whole_, {most(words_.u[0])})));
        },
        [&](Id is_zero) {
            Argument here = where(at, words_.v, least(words_.v), is_zero);
            zero(here, below_estimate(here));
        });
}

// For v = 0: B·q1 + q0 = B·top + next, so q1 = top and q0 = next; and W - D < B.
Id ShortDivision::below_estimate(Argument& at) {
    const Polynomial more = as_term(words_.q1) - as_term(top_);
    const Id same = at.zero(more, bounds(1, {least(next_)}) + bounds(1, {most(words_.q0)}),
                            bounds(1, {most(next_)}) + bounds(1, {least(words_.q0)}), base_);
    at.define(words_.q1, same);
    const Id narrow =
        at.show(Polynomial(mpz_class(base_ - 1 - whole_)) + d_.value, bounds(1, {by_.most}), base_ + 1);
    return at.show(estimate_ - one - t_, bounds(1, {most(top_), d_gap_}) + bounds(1, {most(top_)}) +
                                             bounds(1, {most(words_.u[0])}) + bounds(base_, {narrow}));
}

// t + (1 - fits)·D >= 0: if it fits, r is below the estimate, and y = 0.
Id ShortDivision::near_least() {
    const Range fits = search_.ranges.at(words_.fits);
    return show_in_cases(
        as_term(words_.fits) - one, near_,
        [&](Id assumption) {
            Argument at = where(argument_, words_.fits, assumption, *fits.most);
            const Id none = at.show(
                minus_one * as_term(y_),
                bounds(1, {above_estimate_}) + bounds(unit_, {most(words_.test)}) + r_low_gap_, whole_);
            at.define(y_, builder_.both(y_least_, none));
            at.show(near_, r_.least);
        },
        [&](Id assumption) {
            where(argument_, words_.fits, *fits.least, assumption).show(near_, bounds(1, {above_minus_d_}));
        });
}

// W - 1 - t - (1 - fits)·D >= 0: if it does not fit, either y = 1, or t is at least the estimate, and so below W - D.
Id ShortDivision::near_most() {
    const Range fits = search_.ranges.at(words_.fits);
    const Polynomial goal = Polynomial(mpz_class(whole_ - 1)) - near_;
    return show_in_cases(
        as_term(words_.fits) - one, goal,
        [&](Id assumption) {
            where(argument_, words_.fits, assumption, *fits.most).show(goal, bounds(1, {below_whole_}));
        },
        [&](Id assumption) {
            const Argument open = where(argument_, words_.fits, *fits.least, assumption);
            const Parts above = bounds(unit_, {least(words_.test)}) + r_low_;  // t - estimate, for y = 0
            Parts above_d;
            for (const check::Product& part : above.products)
                above_d += bounds(part.scale, {d_least_, part.facts[0]});
            show_in_cases(
                as_term(y_) - one, goal,
                [&](Id is_one) { where(open, y_, is_one, y_most_).show(goal, r_.gap + bounds(1, {d_gap_})); },
                [&](Id is_zero) {
                    by_v(
                        where(open, y_, y_least_, is_zero), goal,
                        [&](Argument& at, Id sharp) {
                            const Polynomial gap = Polynomial(whole_) - d_.value;
                            const Id below =
                                at.show_times(gap, d_gap_, gap - one - t_, bounds(1, {sharp}) + above_d);
                            return at.show(goal, bounds(1, {below}));
                        },
                        [&](Argument& at, Id below) {
                            from_absurd(builder_, at.show(minus_one, bounds(1, {below}) + above), goal);
                        });
                });
        });
}

// The words near are t + (1 - fits)·D.
void ShortDivision::find_near() {
    near_ = t_ + (one - as_term(words_.fits)) * d_.value;
    const Id least = near_least(), most = near_most();
    const Argument::Number near = argument_.number(words_.near);
    const auto by = argument_.multiple_of(whole_, near.value - near_);
    for (Variable word : words_.near) argument_.stop(word);
    argument_.define(words_.near[0], by.zero);
    const Id none = argument_.zero(as_term(by.value), near.least + bounds(1, {most}),
                                   near.gap + bounds(1, {least}), whole_);
    argument_.define(words_.near[0],
                     argument_.equal(near.value - near_, multiple(by.zero, 1) + multiple(none, whole_)));
}

Quotient ShortDivision::finish() {
    const Argument::Number near = argument_.number(words_.near), rest = argument_.number(words_.rest);
    const Range less = search_.ranges.at(words_.less), fits = search_.ranges.at(words_.fits);
    const Polynomial flag = as_term(words_.less);
    Quotient result{.remainder = near_ - (one - flag) * d_.value, .zero = 0, .least = 0, .most = 0};
    const Polynomial& remainder = result.remainder;
    const Polynomial gap = d_.value - one - remainder;
    const auto in_cases = [&](const Polynomial& goal, const Parts& if_less, const Parts& if_not) {
        return show_in_cases(
            flag - one, goal,
            [&](Id assumption) { where(argument_, words_.less, assumption, *less.most).show(goal, if_less); },
            [&](Id assumption) {
                where(argument_, words_.less, *less.least, assumption).show(goal, if_not);
            });
    };
    result.least = in_cases(remainder, near.least, rest.least);
    result.most = in_cases(gap, rest.gap, near.gap + bounds(1, {by_.half}));
    // q = q1 + fits + 1 - less, since this times D is at most u
    const Polynomial exact = as_term(words_.q1) + as_term(words_.fits) + one - flag, q = as_term(words_.q);
    const Id below = argument_.show_times(
        d_.value, by_.positive, Polynomial(mpz_class(base_ - 1)) - exact,
        bounds(base_, {below_}) + bounds(1, {most(words_.u[0])}) + bounds(1, {result.least}));
    const auto by = argument_.multiple_of(base_, q - exact);
    argument_.define(words_.q, by.zero);
    const Id none = argument_.zero(as_term(by.value), bounds(1, {least(words_.q)}) + bounds(1, {below}),
                                   bounds(1, {most(words_.q)}) + bounds(1, {least(words_.q1)}) +
                                       bounds(1, {*fits.least}) + bounds(1, {*less.most}),
                                   base_);
    argument_.define(words_.q, argument_.equal(q - exact, multiple(by.zero, 1) + multiple(none, base_)));
    if (!words_.remainder.empty()) {
        const Polynomial words = argument_.number(words_.remainder).value;
        const Id square = square_of_bit(builder_, flag, *less.least, *less.most);
        const Id same = argument_.equal(words - remainder, multiple(square, mpz_class(-whole_)));
        result.least = bound_of(builder_, bounds(1, {result.least}) + multiple(same, 1));
        result.most = bound_of(builder_, bounds(1, {result.most}) + multiple(same, minus_one));
        result.remainder = words;
        result.zero = argument_.equal(q * d_.value + words - u_, multiple(same, 1));
    } else {
        result.zero = argument_.equal(q * d_.value + remainder - u_);
    }
    return result;
}

}  // namespace

Quotient divide(Search& search, const QuotientWords& words, const Search::Reciprocal& by, Id below) {
    return ShortDivision(search, words, by, below).divide();
}

}  // namespace limbsmith::derive
