// The greatest common divisor by divsteps (algorithm/divsteps.hpp), one lane a computation:
//
//     f, g = |a|, |b| without their twos;  eta = -1
//     until g = 0:
//         four batches of divsteps on f and g
//     r = |f|·2^(the twos that both have)
//
// f and g are odd at first, so spec/divsteps.hpp bounds the batches.
//
// A pass reads and writes f and g once for four batches. Their matrices depend on the lowest block of digits alone: a
// batch makes its lowest digit 0, the next batch takes the digits above it, and in the end all of the block is 0. Each
// block above goes through the four batches, with the carries of each, and is written to where the block below was. At
// last a block of zeros takes the carries that remain.
#include <array>
#include <string>

#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/scratch_digits.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

constexpr int batches = ScratchDigits::block_digits, block_bits = ScratchDigits::block_bits;

// A pass is enough for so many bits: 30·divstep_batches(divstep_count_unordered(b)) <= block_bits·(floor(b/52) + 2).
constexpr int bits_of_pass = 52;
static_assert(9437 * bits_of_pass <= 4096 * block_bits);

class Gcd {
  public:
    explicit Gcd(const ir::Library& library)
        : group_("pool_gcd", Operation::gcd, 1, library), builder_(group_.builder), digits_(group_) {}

    ir::Routine make() && {
        const Magnitude a = group_.operand("a", 0), b = group_.operand("b", 1);
        // if a is 0, b is the first one
        const Place has_a = word("has_a", not_equal(a.bits, 0));
        const Magnitude x{word("x_first", select(has_a, a.first, b.first)),
                          word("x_units", select(has_a, a.units, b.units)),
                          word("x_bits", select(has_a, a.bits, b.bits))},
            y{b.first, word("y_units", select(has_a, b.units, 0)), word("y_bits", select(has_a, b.bits, 0))};
        const Place of_x = twos_of(x, "x"), of_y = twos_of(y, "y");
        const Place x_odd = word("x_odd", Scalar(x.bits) - of_x),
                    y_odd = word("y_odd", Scalar(y.bits) - of_y),
                    bits = word("bits_of_odd", select(less(x_odd, y_odd), y_odd, x_odd));
        // as in digits_for: up to a quarter of the range of the digits
        blocks_ = word("blocks", (Scalar(bits) + (2 + block_bits - 1)) / block_bits);
        digits_.write(0, x, of_x, blocks_, "x"), digits_.write(1, y, of_y, blocks_, "y");
        reduce(bits, y.bits);
        digits_.store_magnitude(blocks_,
                                word("twos", select(not_equal(y.bits, 0) & less(of_y, of_x), of_y, of_x)),
                                word("room", select(less(x.units, y.units), y.units, x.units)));
        return group_.finish();
    }

  private:
    // A matrix, and the carries from block to block.
    struct Batch {
        Place u, v, q, r, f_carry, g_carry;
    };

    Place word(const std::string& name) { return group_.word(name); }
    Place word(const std::string& name, const Scalar& value) { return group_.word(name, value); }

    // The place of the lowest bit that is 1; of 0, 0.
    Place twos_of(const Magnitude& x, const std::string& name) {
        const Place lowest = word(name + "_lowest", 0), place = word(name + "_place", 0),
                    length = word(name + "_length"), unit = group_.unit(name + "_unit");
        const auto look = [&](const Place& index) {
            group_.load(unit, x, index);
            builder_.loop(ntt::whole("i", unit_words), {}, [&](Place i) {
                builder_.when(equal(lowest, 0) & not_equal(unit.limb(i), 0), [&] {
                    builder_.assign(lowest, unit.limb(i));
                    builder_.assign(place, (Scalar(index) << 8) + (Scalar(i) << 5));
                });
            });
        };
        group_.for_units(
            x.units, [&](const Place& index) { builder_.when(equal(lowest, 0), [&] { look(index); }); },
            "_" + name);
        builder_.call("word_bit_length", {Scalar(lowest) & (Scalar(0) - lowest)}, {length});
        return word(name + "_twos", Scalar(place) + length - not_equal(lowest, 0));
    }

    void reduce(const Place& bits, const Scalar& has_g) {
        is_open_ = word("is_open", not_equal(has_g, 0)), eta_ = word("eta", UINT32_MAX);
        f_ = digits_.block("f"), g_ = digits_.block("g"), next_f_ = digits_.block("next_f");
        const Place passes = word("passes", Scalar(bits) / bits_of_pass + 2);
        builder_.loop(ir::below("turn_of_pass", 0, passes), {},
                      [&](Place) { builder_.when(is_open_, [&] { pass(); }); });
    }

    void pass() {
        take(0);
        std::array<Batch, batches> all{};
        for (int k = 0; k < batches; ++k) {
            const auto named = [&](const char* name) { return word(name + std::to_string(k)); };
            Batch& it = all[static_cast<size_t>(k)];
            it = {named("u"), named("v"), named("q"), named("r"), named("f_carry"), named("g_carry")};
            builder_.call("divsteps_matrix", {Scalar(eta_), Scalar(f_.limb(k)), Scalar(g_.limb(k))},
                          {it.u, it.v, it.q, it.r, eta_});
            builder_.assign(it.f_carry, 0), builder_.assign(it.g_carry, 0);
            apply(it);
        }
        const Place rest = word("rest", 0);
        builder_.loop(ir::up_to("index_of_block", 1, blocks_), {}, [&](Place index) {
            take(index);
            for (const Batch& it : all) apply(it);
            builder_.copy(digits_.at(0, Scalar(index) - 1), f_);
            builder_.copy(digits_.at(1, Scalar(index) - 1), g_);
            builder_.assign(rest, Scalar(rest) | ScratchDigits::any_of(g_));
        });
        builder_.assign(is_open_, not_equal(rest, 0));
        drop_top();
    }

    void take(const Scalar& index) {
        builder_.copy(f_, digits_.at(0, index)), builder_.copy(g_, digits_.at(1, index));
    }

    void apply(const Batch& it) {
        builder_.call("divsteps_block", {f_, g_, Scalar(it.u), Scalar(it.v), Scalar(it.f_carry)},
                      {next_f_, it.f_carry});
        builder_.call("divsteps_block", {f_, g_, Scalar(it.q), Scalar(it.r), Scalar(it.g_carry)},
                      {g_, it.g_carry});
        builder_.copy(f_, next_f_);
    }

    // One block less if the highest one is 0, and the digits d below it are -2^28 to 2^28 - 1. So f and g, which no
    // batch makes larger than both were, stay in the range of their blocks.
    void drop_top() {
        const Scalar any = ScratchDigits::any_of(f_) | ScratchDigits::any_of(g_);
        builder_.when(equal(any, 0) & less(1, blocks_), [&] {
            const auto moved = [&](int number) {  // 4·d + 2^30, below 2^31 for these
                return digits_.at(number, Scalar(blocks_) - 2).limb(batches - 1) + Scalar(1 << digit_bits);
            };
            builder_.assign(blocks_, Scalar(blocks_) - (((moved(0) | moved(1)) >> 31) ^ 1));
        });
    }

    Group group_;
    ir::RoutineBuilder& builder_;
    ScratchDigits digits_;
    Place blocks_{}, is_open_{}, eta_{}, f_{}, g_{}, next_f_{};
};

}  // namespace

ir::Routine gcd(const ir::Library& library) { return Gcd(library).make(); }

}  // namespace limbsmith::algorithm::pool
