// Powers modulo an odd number, each over the lanes of a group: r = a^e mod m for 0 <= a < W^n, e >= 0, an odd m > 1 of
// n units, no more than there are lanes; W = 2^256. Lane i has unit i of every number.
//
// Turns, windows and their order are those of pool_power_1, but that all groups of a warp take the same ones: R = W^k,
// where k is the largest n of the warp, and the exponents of all have as many windows as the longest. A product adds,
// for each unit of a factor from the lowest on, a row of x and a row of m in every lane; the digit of the latter
// makes lane 0's lowest unit zero, and each lane gives its lowest unit to the lane below:
//
//     s = s + x·y_i
//     q = s·(-1/m) mod W, of lane 0
//     s = (s + m·q)/W, where the lowest unit is the next lane's
//
// Not for secret exponents: their bits decide which words are read, their length how many turns there are.
#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/group.hpp"
#include "algorithm/pool/windows.hpp"
#include "algorithm/quadratic/diagonal.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

class PowerOverLanes {
  public:
    PowerOverLanes(int lanes, const ir::Library& library)
        : group_("pool_power", Operation::pow_mod, lanes, library),
          builder_(group_.builder),
          lanes_(lanes),
          scratch_(builder_.global_numbers("scratch", repr::limb_block, unit_words)),
          stride_(builder_.input(ir::word_named("stride"))),
          sum_(builder_, unit_words),
          total_(builder_.local(ir::number_named("total", repr::even_chain, 2 * unit_words))) {
        for (const auto& [unit, name] : {std::pair{&m_, "m_unit"},
                                         {&x_, "x"},
                                         {&y_, "y"},
                                         {&r_, "r"},
                                         {&low_, "low"},
                                         {&digit_, "digit"},
                                         {&zero_, "zero"},
                                         {&inverse_, "inverse"},
                                         {&complement_, "complement"},
                                         {&less_, "less"}})
            *unit = group_.unit(name);
    }

    ir::Routine make() && {
        const Magnitude a = group_.operand("a", 0), e = group_.operand("e", 1), m = group_.operand("m", 2);
        builder_.copy(zero_, std::vector<uint32_t>(unit_words));
        group_.load(m_, m, ir::lane());
        for (int i = 0; i < unit_words; ++i)
            builder_.assign(complement_.limb(i), Scalar(m_.limb(i)) ^ UINT32_MAX);
        k_ = group_.joint("k", m.units);
        find_inverse();
        prepare(a, m);

        const Place length = word("length_of_k");
        builder_.call("word_bit_length", {Scalar(k_)}, {length});
        const Place windows = group_.joint("windows", (Scalar(e.bits) + (window_bits - 1)) / window_bits);
        const Place squares = word("squares", Scalar(length) + 7),
                    begin = word("begin_of_windows", Scalar(squares) + (powers - 1)),
                    last = word("last_turn", Scalar(begin) + Scalar(windows) * turns_of_window);
        const Place left = word("left"), right = word("right"), to = word("to"), doubles = word("doubles");
        builder_.loop(ir::below("turn", 0, Scalar(last) + 1), {}, [&](Place turn) {
            const auto take = [&](const Scalar& x, const Scalar& y, const Scalar& r) {
                builder_.assign(left, x), builder_.assign(right, y), builder_.assign(to, r);
            };
            take(running, running, running);
            builder_.assign(doubles, 0);
            builder_.when(less(turn, squares), [&] {
                take(square_of_radix, square_of_radix, square_of_radix);
                // the bits of 256·k below the highest
                builder_.assign(doubles, ((Scalar(k_) << 8) >> (Scalar(squares) - 1 - Scalar(turn))) & 1);
            });
            const Place power = word("power", Scalar(turn) - squares + 1);
            builder_.when(less(Scalar(power) - 1, powers - 1), [&] {
                take(Scalar(power) - 1, 1, power);
                builder_.when(equal(power, 1), [&] { take(1, square_of_radix, 1); });
            });
            const Place of_window = word("of_window", Scalar(turn) - begin);
            builder_.when(less(of_window, Scalar(last) - begin) &
                              equal(Scalar(of_window) % turns_of_window, window_bits),
                          [&] {
                              const Place window =
                                  word("window", Scalar(windows) - 1 - Scalar(of_window) / turns_of_window);
                              builder_.assign(right, 0);
                              builder_.when(less(Scalar(window) >> 6, e.units), [&] {
                                  const Scalar bits = group_.word_of(e, Scalar(window) >> 3) >>
                                                      ((Scalar(window) & 7) * window_bits);
                                  builder_.assign(right, bits & (powers - 1));
                              });
                          });
            builder_.when(equal(turn, last), [&] { builder_.assign(right, one); });
            builder_.copy(x_, slot(left)), builder_.copy(y_, slot(right));
            multiply();
            builder_.when(doubles, [&] { twice("_of_turn"); });
            builder_.copy(slot(to), r_);
        });
        const Place first = group_.first_result();
        group_.note_lengths();
        group_.store(first, m.units, word("own_lane", ir::lane()), r_);
        group_.conclude(0, first, 0);
        return group_.finish();
    }

  private:
    // Numbers in scratch memory, after the powers.
    enum Slot : uint32_t { running = powers, square_of_radix, one };
    static_assert(one + 1 == numbers_of_power_over_lanes);

    Place word(const std::string& name) { return group_.word(name); }
    Place word(const std::string& name, const Scalar& value) { return group_.word(name, value); }
    Scalar is_first() const { return equal(ir::lane(), 0); }
    // The lane's unit of a number.
    Place slot(const Scalar& number) const {
        return scratch_[(number * stride_ + group_.number()) * lanes_ + ir::lane()];
    }
    // target = the unit of a lane
    void from_lane(const Place& target, const Place& unit, const Scalar& lane) {
        for (int i = 0; i < unit_words; ++i)
            builder_.exchange(ir::Exchange::Kind::from_lane, target.limb(i), unit.limb(i), lane);
    }
    // target = the lowest unit of x·y; the sum is lost.
    void low_product(const Place& target, const Place& x, const Place& y) {
        sum_.set(0);
        sum_.clear_rest();
        sum_.add_product(x, y);
        sum_.take_low(target);
    }

    // -1/m modulo W, for lane 0, by steps that double the bits that are right: of 1/m a word, from m, which is its own
    // inverse modulo 8; then y·(2 + m·y), since m·y = -1 + d gives -1 + d².
    void find_inverse() {
        const Place m = word("lowest_word", m_.limb(0)), inverse = word("inverse_of_word", m);
        for (int bits = 3; bits < 32; bits *= 2)
            builder_.assign(inverse, Scalar(inverse) * (Scalar(2) - Scalar(m) * inverse));
        builder_.copy(inverse_, zero_);
        builder_.assign(inverse_.limb(0), Scalar(0) - inverse);
        const Place carry = word("carry_of_inverse");
        builder_.copy(less_, zero_);
        builder_.assign(less_.limb(0), 2);
        builder_.loop(ntt::whole("step", 3), {}, [&](Place) {
            low_product(low_, m_, inverse_);
            builder_.call("block_plus", {low_, less_, Scalar(0)}, {digit_, carry});
            builder_.copy(low_, inverse_);
            low_product(inverse_, low_, digit_);
        });
    }

    // 1; a; R mod m, from the highest power of 2 below m, as the running product and as the power 0; 2·R mod m.
    void prepare(const Magnitude& a, const Magnitude& m) {
        group_.load(x_, a, ir::lane());
        builder_.copy(slot(1), x_);
        const Place high = word("high_bit", Scalar(m.bits) - 1);
        builder_.loop(ntt::whole("j", unit_words), {}, [&](Place j) {
            const Scalar place = (ir::lane() << 3) + Scalar(j);
            builder_.assign(x_.limb(j), equal(place, 0));
            builder_.assign(r_.limb(j),
                            select(equal(place, Scalar(high) >> 5), Scalar(1) << (Scalar(high) & 31), 0));
        });
        builder_.copy(slot(one), x_);
        const Place doublings = word("doublings", select(m.units, (Scalar(k_) << 8) - high, 0)),
                    most = group_.joint("most_doublings", doublings);
        builder_.loop(ir::below("bit", 0, most), {}, [&](Place bit) {
            builder_.copy(y_, r_);
            twice("_of_start");
            builder_.when(less(doublings, Scalar(most) - Scalar(bit)), [&] { builder_.copy(r_, y_); });
        });
        builder_.copy(slot(0), r_), builder_.copy(slot(running), r_);
        twice("_of_radix");
        builder_.copy(slot(square_of_radix), r_);
    }

    // r = x·y/R mod m
    void multiply() {
        sum_.set(0);
        sum_.clear_rest();
        const Place top = word("top");
        builder_.loop(ir::below("row", 0, k_), {}, [&](Place row) {
            from_lane(digit_, y_, Scalar(row));
            sum_.add_product(x_, digit_);
            sum_.take_all(total_, top);
            for (int i = 0; i < unit_words; ++i) builder_.assign(low_.limb(i), total_.limb(i));
            low_product(less_, low_, inverse_);
            from_lane(digit_, less_, 0);
            sum_.begin(total_);
            sum_.add_top(top);
            sum_.add_product(m_, digit_);
            sum_.take_low(low_);
            from_lane(less_, low_, ir::lane() + 1);
            for (int i = 0; i < unit_words; ++i)
                builder_.assign(less_.limb(i),
                                select(equal(ir::lane(), lanes_ - 1), 0, Scalar(less_.limb(i))));
            sum_.clear_rest();
            sum_.add(less_);
        });
        sum_.take_low(r_);
        const Place over = word("over", sum_.even().limb(0)), below = group_.below("over_below", over, 1),
                    of_last = word("over_of_last"), generates = word("generates"), carry = word("carry");
        builder_.exchange(ir::Exchange::Kind::from_lane, of_last, over, lanes_ - 1);
        builder_.call("block_add_two", {r_, zero_, zero_, select(is_first(), 0, below)}, {r_, generates});
        group_.resolve(r_, generates, carry, "_of_sum");
        reduce(Scalar(carry) | of_last, "_of_product");
    }

    // r = 2·r mod m
    void twice(const std::string& suffix) {
        const Place generates = word("generates" + suffix), carry = word("carry" + suffix);
        builder_.copy(low_, r_);
        builder_.call("block_plus", {low_, low_, Scalar(0)}, {r_, generates});
        group_.resolve(r_, generates, carry, suffix);
        reduce(carry, suffix);
    }

    // r = r + reached·W^lanes - m, unless that is below 0
    void reduce(const Scalar& reached, const std::string& suffix) {
        const Place generates = word("generates_of_reduce" + suffix),
                    carry = word("carry_of_reduce" + suffix);
        builder_.call("block_plus", {r_, complement_, is_first()}, {less_, generates});
        group_.resolve(less_, generates, carry, "_of_reduce" + suffix);
        builder_.when(Scalar(carry) | reached, [&] { builder_.copy(r_, less_); });
    }

    Group group_;
    ir::RoutineBuilder& builder_;
    int lanes_;
    Place scratch_, stride_;
    quadratic::Diagonal sum_;
    Place total_, k_{};
    Place m_{}, complement_{}, inverse_{};  // m, its complement, -1/m of lane 0's unit
    Place x_{}, y_{}, r_{}, low_{}, digit_{}, less_{}, zero_{};
};

}  // namespace

ir::Routine power_over_lanes(int lanes, const ir::Library& library) {
    return PowerOverLanes(lanes, library).make();
}

}  // namespace limbsmith::algorithm::pool
