// Powers modulo an odd number, one lane a computation: r = a^e mod m for 0 <= a < W^n, e >= 0, an odd m > 1 of n units,
// W = 2^256.
//
// Elements are in Montgomery form with R = W^n. A product is that of P. Montgomery, Modular multiplication without trial
// division, 1985, column by column, with a digit of W at a time, below m at last. Exponents are read by windows of 4 bits.
// All products of a computation are turns of one loop, which differ in their factors:
//
//     R^2 mod m         2^(256·n) in Montgomery form, from 2 by squares, doubled for each bit of n that is 1
//     a, a^2 ... a^15   the table; the first one is a·R^2/R
//     r                 for each window of e, the highest first: four squares and a product with one of the table
//     r·1/R
//
// Not for secret exponents: their bits decide which words are read, their length how many turns there are.
#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/group.hpp"
#include "algorithm/pool/power_scratch.hpp"
#include "algorithm/pool/windows.hpp"
#include "algorithm/quadratic/diagonal.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

class Power {
  public:
    explicit Power(const ir::Library& library)
        : group_("pool_power", Operation::pow_mod, 1, library),
          builder_(group_.builder),
          m_(group_.operand("m", 2)),
          n_(m_.units),
          scratch_(group_, n_),
          sum_(builder_, unit_words) {}

    ir::Routine make() && {
        const Magnitude a = group_.operand("a", 0), e = group_.operand("e", 1);
        x_ = group_.unit("x"), y_ = group_.unit("y"), low_ = group_.unit("low"), rest_ = group_.unit("rest");
        lowest_ = group_.unit("lowest_of_m"), digit_ = group_.unit("digit");
        find_inverse();
        prepare(a);
        const Place length = word("length_of_n");
        builder_.call("word_bit_length", {Scalar(n_)}, {length});
        const Place squares = word("squares", Scalar(length) + 7),
                    windows = word("windows", (Scalar(e.bits) + (window_bits - 1)) / window_bits),
                    begin = word("begin_of_windows", Scalar(squares) + (powers - 1)),
                    last = word("last_turn", Scalar(begin) + Scalar(windows) * turns_of_window);
        const Place left = word("left"), right = word("right"), to = word("to"), doubles = word("doubles");
        builder_.loop(ir::below("turn", 0, select(n_, Scalar(last) + 1, 0)), {}, [&](Place turn) {
            const auto take = [&](const Scalar& x, const Scalar& y, const Scalar& r) {
                builder_.assign(left, x), builder_.assign(right, y), builder_.assign(to, r);
            };
            const Scalar running = scratch_.of(PowerScratch::running),
                         radix = scratch_.of(PowerScratch::square_of_radix);
            take(running, running, running);
            builder_.assign(doubles, 0);
            builder_.when(less(turn, squares), [&] {
                take(radix, radix, radix);
                // the bits of 256·n below the highest
                builder_.assign(doubles, ((Scalar(n_) << 8) >> (Scalar(squares) - 1 - Scalar(turn))) & 1);
            });
            const Place power = word("power", Scalar(turn) - squares + 1);
            builder_.when(less(Scalar(power) - 1, powers - 1), [&] {
                take(scratch_.of_power(Scalar(power) - 1), scratch_.of_power(1), scratch_.of_power(power));
                builder_.when(equal(power, 1), [&] { take(to, radix, to); });
            });
            const Place of_window = word("of_window", Scalar(turn) - begin);
            builder_.when(less(of_window, Scalar(last) - begin) &
                              equal(Scalar(of_window) % turns_of_window, window_bits),
                          [&] {
                              const Place window =
                                  word("window", Scalar(windows) - 1 - Scalar(of_window) / turns_of_window);
                              const Scalar bits = group_.word_of(e, Scalar(window) >> 3) >>
                                                  ((Scalar(window) & 7) * window_bits);
                              builder_.assign(right, scratch_.of_power(bits & (powers - 1)));
                          });
            builder_.when(equal(turn, last),
                          [&] { builder_.assign(right, scratch_.of(PowerScratch::unit)); });
            multiply(left, right, to);
            builder_.when(doubles, [&] { twice(to, "_of_turn"); });
        });
        const Place first = group_.first_result();
        group_.note_lengths();
        group_.for_units(
            n_,
            [&](const Place& at) {
                builder_.copy(x_, scratch_.at(scratch_.of(PowerScratch::running), at));
                group_.store(first, n_, at, x_);
            },
            "_of_result");
        group_.conclude(0, first, 0);
        return group_.finish();
    }

  private:
    Place word(const std::string& name) { return group_.word(name); }
    Place word(const std::string& name, const Scalar& value) { return group_.word(name, value); }

    // -1/m modulo 2^32: m is its own inverse modulo 8, and a step doubles the bits that are right.
    void find_inverse() {
        group_.load(lowest_, m_, 0);
        const Place m = word("lowest_word", lowest_.limb(0)), inverse = word("inverse", m);
        for (int bits = 3; bits < 32; bits *= 2)
            builder_.assign(inverse, Scalar(inverse) * (Scalar(2) - Scalar(m) * inverse));
        n0inv_ = word("n0inv", Scalar(0) - inverse);
    }

    // 1; a; R mod m, from the highest power of 2 below m, as the running product and as the power 0; 2·R mod m.
    void prepare(const Magnitude& a) {
        const Place high = word("high_bit", Scalar(m_.bits) - 1);
        builder_.loop(ir::below("i_of_start", 0, n_), {}, [&](Place i) {
            group_.load(x_, a, i);
            builder_.copy(scratch_.at(scratch_.of_power(1), i), x_);
            builder_.loop(ntt::whole("j", unit_words), {}, [&](Place j) {
                const Scalar place = (Scalar(i) << 3) + Scalar(j);
                builder_.assign(x_.limb(j), equal(place, 0));
                builder_.assign(y_.limb(j),
                                select(equal(place, Scalar(high) >> 5), Scalar(1) << (Scalar(high) & 31), 0));
            });
            builder_.copy(scratch_.at(scratch_.of(PowerScratch::unit), i), x_);
            builder_.copy(scratch_.at(scratch_.of(PowerScratch::running), i), y_);
        });
        const Scalar running = scratch_.of(PowerScratch::running),
                     radix = scratch_.of(PowerScratch::square_of_radix);
        builder_.loop(ir::below("bit", 0, select(n_, (Scalar(n_) << 8) - high, 0)), {},
                      [&](Place) { twice(running, "_of_start"); });
        builder_.loop(ir::below("i_of_copy", 0, n_), {}, [&](Place i) {
            builder_.copy(x_, scratch_.at(running, i));
            builder_.copy(scratch_.at(scratch_.of_power(0), i), x_);
            builder_.copy(scratch_.at(radix, i), x_);
        });
        twice(radix, "_of_radix");
    }

    // to = left·right/R mod m; may be one of them, since a unit is written when no later column needs it.
    void multiply(const Place& left, const Place& right, const Place& to) {
        const Scalar digits = scratch_.of(PowerScratch::digits);
        const auto add = [&](const Place& x, const Place& y) { sum_.add_product(x, y); };
        const Place carry = word("carry", 0), reached = word("reached", 1);
        sum_.set(0);
        set_zero(rest_);
        builder_.loop(ir::up_to("k", 0, Scalar(n_) * 2), {}, [&](Place k) {
            const Place is_lower = word("is_lower", less(k, n_)), after = word("after", Scalar(k) + 1);
            const Place first = word(
                            "first_of_column",
                            select(is_lower, 0, select(less(k, Scalar(n_) * 2), Scalar(after) - n_, n_))),
                        end = word("end_of_column", select(is_lower, k, n_));
            sum_.clear_rest();
            builder_.loop(ir::below("of_column", first, end), {}, [&](Place i) {
                const Place other = word("other", Scalar(k) - Scalar(i));
                builder_.copy(x_, scratch_.at(left, i)), builder_.copy(y_, scratch_.at(right, other));
                add(x_, y_);
                builder_.copy(x_, scratch_.at(digits, i)), builder_.copy(y_, unit_of_m(other));
                add(x_, y_);
            });
            builder_.when(is_lower, [&] {
                builder_.copy(x_, scratch_.at(left, k)), builder_.copy(y_, scratch_.at(right, 0));
                add(x_, y_);
            });
            sum_.take_low(low_);
            builder_.call("block_plus", {low_, rest_, Scalar(carry)}, {low_, carry});
            builder_.when(is_lower, [&] {
                take_digit();
                builder_.copy(scratch_.at(digits, k), digit_);
            });
            builder_.when(equal(is_lower, 0) & less(k, Scalar(n_) * 2), [&] {
                const Place at = word("at", Scalar(k) - n_);
                set_zero(rest_);
                compare(low_, at, reached);
                builder_.copy(scratch_.at(to, at), low_);
            });
        });
        reduce(to, Scalar(low_.limb(0)) | reached, "_of_product");
    }

    // The digit q with low + q·m = 0 modulo W, by words; the rest is the carry of q·m to the units above.
    void take_digit() {
        const Place q = word("q"), over = word("over"), carry = word("carry_of_word");
        for (int i = 0; i < unit_words; ++i) {
            builder_.assign(q, Scalar(low_.limb(0)) * n0inv_);
            builder_.assign(digit_.limb(i), q);
            builder_.call("block_multiple", {lowest_, Scalar(q), Scalar(0)}, {x_, over});
            builder_.call("block_plus", {low_, x_, Scalar(0)}, {low_, carry});
            for (int j = 0; j + 1 < unit_words; ++j) builder_.assign(low_.limb(j), low_.limb(j + 1));
            builder_.assign(low_.limb(unit_words - 1), Scalar(over) + carry);
        }
        builder_.copy(rest_, low_);
    }

    // to = 2·to mod m
    void twice(const Scalar& to, const std::string& suffix) {
        const Place carry = word("carry" + suffix, 0), reached = word("reached" + suffix, 1);
        builder_.loop(ir::below("i" + suffix, 0, n_), {}, [&](Place i) {
            builder_.copy(x_, scratch_.at(to, i)), builder_.copy(low_, x_);
            builder_.call("block_plus", {x_, low_, Scalar(carry)}, {low_, carry});
            compare(low_, i, reached);
            builder_.copy(scratch_.at(to, i), low_);
        });
        reduce(to, Scalar(carry) | reached, suffix);
    }

    // reached, from the lowest unit on: whether the number of the units so far is not less than that of m's.
    void compare(const Place& unit, const Place& index, const Place& reached) {
        complement_of_m(index);
        builder_.call("block_plus", {unit, y_, Scalar(reached)}, {x_, reached});
    }

    // to = to - m, if it is wanted.
    void reduce(const Scalar& to, const Scalar& is_wanted, const std::string& suffix) {
        const Place carry = word("carry_of_reduce" + suffix, is_wanted);
        builder_.when(carry, [&] {
            builder_.loop(ir::below("i_of_reduce" + suffix, 0, n_), {}, [&](Place i) {
                complement_of_m(i);
                builder_.copy(low_, scratch_.at(to, i));
                builder_.call("block_plus", {low_, y_, Scalar(carry)}, {x_, carry});
                builder_.copy(scratch_.at(to, i), x_);
            });
        });
    }

    Place unit_of_m(const Scalar& index) const { return group_.memory[Scalar(m_.first) + index]; }
    void complement_of_m(const Place& index) {
        builder_.copy(y_, unit_of_m(index));
        builder_.loop(ntt::whole("j", unit_words), {},
                      [&](Place j) { builder_.assign(y_.limb(j), Scalar(y_.limb(j)) ^ UINT32_MAX); });
    }
    void set_zero(const Place& unit) { builder_.copy(unit, std::vector<uint32_t>(unit_words)); }

    Group group_;
    ir::RoutineBuilder& builder_;
    Magnitude m_;
    Place n_;
    PowerScratch scratch_;
    quadratic::Diagonal sum_;
    Place x_{}, y_{}, low_{}, rest_{}, lowest_{}, digit_{}, n0inv_{};
};

}  // namespace

ir::Routine power(const ir::Library& library) { return Power(library).make(); }

}  // namespace limbsmith::algorithm::pool
