#include "derive/division/long_reciprocals.hpp"

namespace limbsmith::derive {
namespace {

class LongReciprocal {
  public:
    LongReciprocal(Search& search, const LongReciprocalWords& words, const Search::Reciprocal& of_top,
                   Id positive, Id half)
        : search_(search),
          builder_(search.builder),
          words_(words),
          of_top_(of_top),
          positive_(positive),
          half_(half),
          base_(search.base),
          argument_(search,
                    {words.d[0], words.d[1], words.v_top, words.carry, words.less, words.over, words.below}),
          d0_(as_term(words.d[0])),
          d1_(as_term(words.d[1])),
          d_(argument_.number(words.d)) {}

    Search::Reciprocal find() {
        find_p();
        correct_top();
        return correct();
    }

  private:
    Id least(Variable word) { return argument_.least(word); }
    Id most(Variable word) { return argument_.most(word); }
    // goal >= 0 without a carry; with one and the borrow; with one but no borrow.
    Id in_cases(Variable carry, Variable borrow, const Polynomial& goal, const Parts& none, const Parts& once,
                const Parts& twice);
    // How often v is decreased: carry + carry·(1 - borrow), from 0.
    static Polynomial times(Variable carry, Variable borrow) {
        return as_term(carry) * (Polynomial(2) - as_term(borrow));
    }
    Parts times_least(Variable carry, Variable borrow) const {
        const Id set = *search_.ranges.at(carry).least;
        return bounds(1, {set}) + bounds(1, {set, *search_.ranges.at(borrow).most});
    }

    void find_p();
    void correct_top();
    Search::Reciprocal correct();

    Search& search_;
    Builder& builder_;
    const LongReciprocalWords& words_;
    const Search::Reciprocal& of_top_;
    const Id positive_, half_;
    const mpz_class base_;
    Argument argument_;
    const Polynomial d0_, d1_;
    const Argument::Number d_;
    Id s_least_ = 0, s_most_ = 0;  // s - 1 >= 0, d1 - s >= 0
};

Id LongReciprocal::in_cases(Variable carry, Variable borrow, const Polynomial& goal, const Parts& none,
                            const Parts& once, const Parts& twice) {
    const Range of_carry = search_.ranges.at(carry), of_borrow = search_.ranges.at(borrow);
    return builder_.cases(
        as_term(carry) - one, {Fact::Kind::nonnegative, goal},
        [&](Id assumption) {
            Argument set = argument_;
            set.define(carry, builder_.both(assumption, *of_carry.most));
            builder_.cases(
                as_term(borrow) - one, {Fact::Kind::nonnegative, goal},
                [&](Id is_one) {
                    Argument at = set;
                    at.define(borrow, builder_.both(is_one, *of_borrow.most));
                    at.show(goal, once);
                },
                [&](Id is_zero) {
                    Argument at = set;
                    at.define(borrow, builder_.both(*of_borrow.least, is_zero));
                    at.show(goal, twice);
                });
        },
        [&](Id assumption) {
            Argument at = argument_;
            at.define(carry, builder_.both(*of_carry.least, assumption));
            at.show(goal, none);
        });
}

// p + B·carry = B - s, where (B + v)·d1 = B² - k: the low word of d1·v is B - k.
void LongReciprocal::find_p() {
    const Polynomial s =
        Polynomial(mpz_class(base_ * base_)) - (Polynomial(base_) + as_term(words_.v_top)) * d1_ - d0_;
    const Polynomial p =
        as_term(words_.p) + Polynomial(base_) * as_term(words_.carry) - Polynomial(base_) + s;
    const auto low = argument_.parted({words_.v_top, words_.d[1]}, base_).low;
    const auto by = argument_.multiple_of(base_, p);
    const Id none =
        argument_.zero(as_term(by.value),
                       bounds(1, {least(low)}) + bounds(1, {of_top_.least}) + multiple(by.zero, minus_one),
                       bounds(1, {of_top_.most}) + bounds(1, {most(words_.d[1])}) + bounds(1, {most(low)}) +
                           multiple(by.zero, one),
                       base_);
    argument_.define(words_.p, argument_.equal(p, multiple(by.zero, 1) + multiple(none, base_)));
}

void LongReciprocal::correct_top() {
    const Variable carry = words_.carry, less = words_.less;
    const auto s_of = [&](const Polynomial& v) {
        return Polynomial(mpz_class(base_ * base_)) - (Polynomial(base_) + v) * d1_ - d0_;
    };
    const Polynomial v = as_term(words_.v_top) - times(carry, less), s = s_of(v);
    const Id p = least(words_.p), p_gap = most(words_.p);
    s_least_ = in_cases(carry, less, s - one, bounds(1, {p_gap}), bounds(1, {most(words_.tested)}),
                        bounds(1, {p_gap}) + bounds(1, {of_top_.half}));
    s_most_ = in_cases(carry, less, d1_ - s, bounds(1, {of_top_.most}) + bounds(1, {least(words_.d[0])}),
                       bounds(1, {p}), bounds(1, {least(words_.tested)}));
    const Id v_least = argument_.show_times(
        d1_, of_top_.positive, v,
        bounds(1, {s_most_}) + bounds(base_, {most(words_.d[1])}) + bounds(1, {most(words_.d[0])}));
    argument_.settle(words_.v_near, v, bounds(1, {v_least}),
                     bounds(1, {most(words_.v_top)}) + times_least(carry, less));
    argument_.settle(words_.next, Polynomial(base_) - s,
                     bounds(1, {s_most_}) + bounds(1, {most(words_.d[1])}), bounds(1, {s_least_}));
    // the same by v_near
    const Polynomial near = s_of(as_term(words_.v_near));
    s_least_ = argument_.show(near - one, bounds(1, {s_least_}));
    s_most_ = argument_.show(d1_ - near, bounds(1, {s_most_}));
    const Id next = argument_.equal(as_term(words_.next) - Polynomial(base_) + near);
    argument_.stop(words_.v_near);
    argument_.define(words_.next, next);
}

// B³ - (B + v_near)·D = B²·(1 - over) - sum.
Search::Reciprocal LongReciprocal::correct() {
    const Variable over = words_.over, below = words_.below;
    const mpz_class cube = base_ * base_ * base_;
    const Polynomial v = as_term(words_.v_near) - times(over, below);
    const Polynomial left = Polynomial(cube) - (Polynomial(base_) + v) * d_.value;
    const Argument::Number sum = argument_.number(words_.sum), rest = argument_.number(words_.rest);
    const Id left_least = in_cases(over, below, left - one, sum.gap, rest.gap, sum.gap + bounds(1, {half_}));
    const Id left_most = in_cases(over, below, d_.value - left,
                                  bounds(base_, {s_most_}) + bounds(1, {least(words_.d[0])}) +
                                      bounds(1, {least(words_.d[0]), least(words_.v_near)}),
                                  sum.least, rest.least);
    const Id v_least =
        argument_.show_times(d_.value, positive_, v, bounds(1, {left_most}) + times_bounds(base_, d_.gap));
    argument_.settle(words_.v, v, bounds(1, {v_least}),
                     bounds(1, {most(words_.v_near)}) + times_least(over, below));
    const Polynomial product = (Polynomial(base_) + as_term(words_.v)) * d_.value;
    Search::Reciprocal result{words_.d, words_.v, positive_, half_, 0, 0};
    result.least = argument_.show(Polynomial(cube) - one - product, bounds(1, {left_least}));
    result.most = argument_.show(product + d_.value - Polynomial(cube), bounds(1, {left_most}));
    return result;
}

}  // namespace

Search::Reciprocal long_reciprocal(Search& search, const LongReciprocalWords& words,
                                   const Search::Reciprocal& of_top, Id positive, Id half) {
    return LongReciprocal(search, words, of_top, positive, half).find();
}

}  // namespace limbsmith::derive
