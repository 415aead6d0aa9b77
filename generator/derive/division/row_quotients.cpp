#include "derive/division/row_quotients.hpp"

namespace limbsmith::derive {
namespace {

using RowSum = Search::RowSum;
Values joined(const std::vector<Values>& lists) {
    Values result;
    for (const Values& list : lists) result.insert(result.end(), list.begin(), list.end());
    return result;
}

class RowDivision {
  public:
    RowDivision(Search& search, const RowWords& words, Id is_minus_d)
        : search_(search),
          builder_(search.builder),
          words_(words),
          base_(search.base),
          argument_(search, joined({words.u, words.d, words.minus_d, {words.q, words.less}})),
          d_(argument_.number(words.d)),
          low_d_(argument_.number({words.d.begin(), words.d.end() - 2})),
          top_d_(argument_.number({words.d.end() - 2, words.d.end()})),
          whole_(d_.size),
          d_least_(bound_of(builder_, d_.least)),
          d_gap_(bound_of(builder_, d_.gap)),
          left_(argument_.number(words.u).value - as_term(words.q) * d_.value) {
        argument_.define(words.minus_d[0], is_minus_d);
    }

    RowSum sum(const Search::Reciprocal& by, Id below, Id is_minus_d);
    Quotient divide(const RowSum& sum);

  private:
    Id least(Variable word) { return argument_.least(word); }
    Id most(Variable word) { return argument_.most(word); }
    // goal >= 0, by the quotient by the highest words if there is one.
    Id limit(const Search::Reciprocal& by, const Polynomial& goal,
             const std::function<Parts(const Quotient&)>& if_less, const Parts& if_not);
    Id above_minus_d(const Search::Reciprocal& by);
    Id below_d(const Search::Reciprocal& by, Id below);

    Search& search_;
    Builder& builder_;
    const RowWords& words_;
    const mpz_class base_;
    Argument argument_;
    const Argument::Number d_, low_d_, top_d_;
    const mpz_class whole_;     // W
    const Id d_least_, d_gap_;  // D >= 0, W - 1 - D >= 0
    const Polynomial left_;     // u - q·D
};

Id RowDivision::limit(const Search::Reciprocal& by, const Polynomial& goal,
                      const std::function<Parts(const Quotient&)>& if_less, const Parts& if_not) {
    const Range less = search_.ranges.at(words_.less);
    Argument at = argument_;
    at.resume(words_.q);
    return builder_.cases(
        as_term(words_.less) - one, {Fact::Kind::nonnegative, goal},
        [&](Id assumption) {
            at.define(words_.less, builder_.both(assumption, *less.most));
            at.stop(words_.by_top.q);
            const Polynomial top_u = at.number({words_.u.end() - 2, words_.u.end()}).value;
            const Id below = at.show(top_d_.value - one - top_u, at.number(words_.difference).gap);
            at.show(goal, if_less(derive::divide(search_, words_.by_top, by, below)));
        },
        [&](Id assumption) {
            Argument other = argument_;
            other.resume(words_.q);
            other.define(words_.less, builder_.both(*less.least, assumption));
            other.show(goal, if_not);
        });
}

// u - q·D + D = unit·(remainder by the highest words) + (low words of u) - q·(low words of D) + D; or q = B - 1, where
// the highest words of u are at least those of D.
Id RowDivision::above_minus_d(const Search::Reciprocal& by) {
    const mpz_class& unit = low_d_.size;
    const Argument::Number low = argument_.number({words_.u.begin(), words_.u.end() - 3}),
                           middle = argument_.number({words_.u.begin() + 1, words_.u.end() - 2}),
                           difference = argument_.number(words_.difference);
    const Parts half = bounds(unit / 2, {by.half});
    return limit(
        by, left_ + d_.value,
        [&](const Quotient& top) {
            return bounds(unit, {top.least}) + multiple(top.zero, mpz_class(-unit)) + low.least +
                   times_fact(most(words_.by_top.q), low_d_.least) + times_bounds(base_ - 1, low_d_.gap) +
                   low_d_.least + half;
        },
        times_bounds(base_ * unit, difference.least) + times_bounds(base_, middle.least) +
            bounds(1, {least(words_.u[0])}) + times_bounds(base_, low_d_.gap) +
            times_bounds(2, low_d_.least) + times_bounds(2, half));
}

Id RowDivision::below_d(const Search::Reciprocal& by, Id below) {
    const mpz_class& unit = low_d_.size;
    const Argument::Number low = argument_.number({words_.u.begin(), words_.u.end() - 3});
    return limit(
        by, d_.value - one - left_,
        [&](const Quotient& top) {
            return bounds(unit, {top.most}) + multiple(top.zero, unit) + low.gap + low_d_.least +
                   times_fact(least(words_.by_top.q), low_d_.least);
        },
        bounds(base_, {below}) + bounds(1, {most(words_.u[0])}));
}

RowSum RowDivision::sum(const Search::Reciprocal& by, Id below, Id is_minus_d) {
    RowSum result{};
    result.is_minus_d = is_minus_d;
    result.above_minus_d = above_minus_d(by);
    result.below_d = below_d(by, below);
    const Parts left_least = bounds(1, {result.above_minus_d}), left_gap = bounds(1, {result.below_d});
    // the sum is u - q·D + W·q, from 0 to B·W - 1
    const Argument::Number sum = argument_.number(words_.sum), u = argument_.number(words_.u),
                           minus_d = argument_.number(words_.minus_d);
    const Polynomial exact = u.value + as_term(words_.q) * minus_d.value;
    const auto lost = argument_.multiple_of(sum.size, sum.value - exact);
    for (Variable word : words_.sum) argument_.stop(word);
    argument_.define(words_.sum[0], lost.zero);
    const Id none = argument_.zero(
        as_term(lost.value), sum.least + left_gap + bounds(1, {d_gap_}) + bounds(whole_, {most(words_.q)}),
        sum.gap + u.least + times_fact(least(words_.q), minus_d.least), sum.size);
    result.is_sum = argument_.equal(sum.value - exact, multiple(lost.zero, 1) + multiple(none, sum.size));
    argument_.define(words_.sum[0], result.is_sum);
    // W·more = (low words of the sum) - (u - q·D)
    const Argument::Number low = argument_.number({words_.sum.begin(), words_.sum.end() - 1});
    const Polynomial difference = as_term(words_.q) - as_term(words_.sum.back());
    const Named more = name(builder_, difference);
    result.more = more.value;
    result.is_more = more.zero;
    argument_.define(words_.sum.back(), more.zero);
    result.least = argument_.show(as_term(more.value), low.least + left_gap + bounds(1, {d_gap_}), whole_);
    result.most =
        argument_.show(one - as_term(more.value), low.gap + left_least + bounds(1, {d_gap_}), whole_);
    const Variable mask = builder_.meaning.word(search_.program.body[words_.too_large].dst.id);
    const auto wrapped = argument_.multiple_of(base_, as_term(mask) + as_term(more.value));
    argument_.define(mask, wrapped.zero);
    const Polynomial borrows = as_term(wrapped.value) - as_term(more.value);
    const Id same = argument_.zero(borrows, bounds(1, {least(mask)}) + bounds(base_ - 1, {result.most}),
                                   bounds(1, {most(mask)}) + bounds(base_ - 1, {result.least}), base_);
    result.mask = argument_.equal(as_term(mask) - Polynomial(mpz_class(base_ - 1)) * as_term(more.value),
                                  multiple(wrapped.zero, 1) + multiple(same, base_));
    return result;
}

Quotient RowDivision::divide(const RowSum& sum) {
    for (Variable word : words_.sum) argument_.stop(word);
    argument_.stop(sum.more);
    argument_.define(words_.sum[0], sum.is_sum);
    argument_.define(words_.sum.back(), sum.is_more);
    const Argument::Number low = argument_.number({words_.sum.begin(), words_.sum.end() - 1}),
                           words = argument_.number(words_.remainder);
    // u - q·D + more·D lies in [0, D)
    const Polynomial more = as_term(sum.more), remainder = left_ + more * d_.value;
    const auto in_cases = [&](const Polynomial& goal, const Parts& if_more, const Parts& if_not) {
        return builder_.cases(
            more - one, {Fact::Kind::nonnegative, goal},
            [&](Id assumption) {
                Argument at = argument_;
                at.define(sum.more, builder_.both(assumption, sum.most));
                at.show(goal, if_more);
            },
            [&](Id assumption) {
                Argument at = argument_;
                at.define(sum.more, builder_.both(sum.least, assumption));
                at.show(goal, if_not);
            });
    };
    const Id least = in_cases(remainder, bounds(1, {sum.above_minus_d}), low.least);
    const Id most = in_cases(d_.value - one - remainder, low.gap, bounds(1, {sum.below_d}));
    const auto by = argument_.multiple_of(whole_, words.value - remainder);
    argument_.define(words_.remainder[0], by.zero);
    const Id none = argument_.zero(as_term(by.value), words.least + bounds(1, {most}) + bounds(1, {d_gap_}),
                                   words.gap + bounds(1, {least}), whole_);
    const Id is_remainder =
        argument_.equal(words.value - remainder, multiple(by.zero, 1) + multiple(none, whole_));
    // q - more is the top word of the sum
    const Polynomial top = as_term(words_.sum.back()), quotient = as_term(words_.quotient);
    const auto carry = argument_.multiple_of(base_, quotient - top);
    argument_.define(words_.quotient, carry.zero);
    const Id no_carry = argument_.zero(
        as_term(carry.value),
        bounds(1, {this->least(words_.quotient)}) + bounds(1, {this->most(words_.sum.back())}),
        bounds(1, {this->most(words_.quotient)}) + bounds(1, {this->least(words_.sum.back())}), base_);
    Quotient result{.remainder = words.value, .zero = 0, .least = 0, .most = 0};
    result.least = bound_of(builder_, words.least);
    result.most = bound_of(builder_, bounds(1, {most}) + multiple(is_remainder, minus_one));
    const Parts is_quotient =
        multiple(carry.zero, d_.value) + multiple(no_carry, Polynomial(base_) * d_.value);
    result.zero = argument_.equal(quotient * d_.value + words.value - argument_.number(words_.u).value,
                                  is_quotient + multiple(is_remainder, 1));
    return result;
}

}  // namespace

Search::RowSum sum_of_row(Search& search, const RowWords& words, const Search::Reciprocal& by, Id below,
                          Id is_minus_d) {
    return RowDivision(search, words, is_minus_d).sum(by, below, is_minus_d);
}

Quotient divide(Search& search, const RowWords& words, const Search::RowSum& sum) {
    return RowDivision(search, words, sum.is_minus_d).divide(sum);
}

}  // namespace limbsmith::derive
