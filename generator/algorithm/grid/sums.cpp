#include "algorithm/grid/sums.hpp"

#include <optional>

#include "algorithm/grid/digits.hpp"
#include "algorithm/grid/kernel.hpp"
#include "algorithm/group/carries.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;

// Flags of a tile: it has both where a + b + 1 is all ones and a carry.
constexpr uint32_t carries_out = 1, passes_on = 2;

// The words at an index whose sum is wanted.
struct Addends {
    Place x;
    std::optional<Place> y{};
};

class Sum {
  public:
    Sum(const char* name, const ir::Library& library)
        : kernel(name, library), builder(kernel.builder), lane_(kernel.word("own_lane", ir::lane())) {}

    // All words of the tile; `carry` is the carry into it, and then the one out of it. Returns a word that is 1 if all are
    // ones. `addends` is given the index of a word.
    Place tile(const Place& carry, const std::function<Addends(const Place&)>& addends,
               const std::function<void(const Place&, const Place&)>& write) {
        const Place ones = kernel.word("all_ones", 1);
        builder.loop(
            with(ir::below("chunk", 0, words_of_tile / ir::warp), ir::For::Unroll::free), {},
            [&](Place chunk) {
                const Place index = kernel.word(
                    "index",
                    (Scalar(kernel.group) * (words_of_tile / ir::warp) + Scalar(chunk)) * ir::warp + lane_);
                const Addends of = addends(index);
                const Place in = kernel.word("in", select(equal(lane_, 0), carry, 0)),
                            sum = kernel.word("sum", Scalar(of.x) + in),
                            generates = kernel.word("generates", less(sum, in));
                if (of.y) {
                    builder.assign(sum, Scalar(sum) + *of.y);
                    builder.assign(generates, Scalar(generates) | less(sum, *of.y));
                }
                const Place propagates = kernel.word("propagates", equal(sum, UINT32_MAX));
                const group::Carries found = group::look_ahead(builder, generates, propagates);
                builder.assign(sum, Scalar(sum) + found.in);
                builder.assign(carry, found.out);
                builder.assign(ones, Scalar(ones) & equal(sum, UINT32_MAX));
                write(index, sum);
            });
        const Place everywhere = kernel.word("everywhere");
        builder.exchange(ir::Exchange::Kind::ballot, everywhere, ones);
        builder.assign(ones, equal(everywhere, UINT32_MAX));
        return ones;
    }
    void write_flag(const Place& flags, const Place& carry, const Place& ones) {
        builder.when(equal(lane_, 0), [&] {
            builder.assign(flags[kernel.group], Scalar(carry) * carries_out + Scalar(ones) * passes_on);
        });
    }
    // The carry into the tile: that of the highest tile below which does not pass a carry on. 32 tiles are asked at
    // once, mostly no more.
    Place carry_in(const Place& flags) {
        const Place carry = kernel.word("carry", 0), decided = kernel.word("decided", 0);
        const auto ask = [&](const std::string& suffix, const Scalar& turn) {
            const Place below = kernel.word("below" + suffix, turn * ir::warp + lane_),
                        flag = kernel.word("flag" + suffix, 0);
            builder.when(less(below, kernel.group),
                         [&] { builder.assign(flag, flags[Scalar(kernel.group) - 1 - below]); });
            const Place stops = kernel.word("stops" + suffix), sends = kernel.word("sends" + suffix);
            builder.exchange(ir::Exchange::Kind::ballot, stops, not_equal(flag, passes_on));
            builder.exchange(ir::Exchange::Kind::ballot, sends, Scalar(flag) & carries_out);
            builder.assign(decided, not_equal(stops, 0));
            builder.assign(carry, not_equal(Scalar(sends) & stops & (Scalar(0) - stops), 0));
        };
        ask("_first", 0);
        const Place turns =
            kernel.word("turns", select(decided, 1, (Scalar(kernel.group) + (ir::warp - 1)) >> 5));
        builder.loop(ir::below("turn", 1, turns), {},
                     [&](Place turn) { builder.when(equal(decided, 0), [&] { ask("", Scalar(turn)); }); });
        return carry;
    }
    // The carry out of a number of so many tiles.
    void write_out(const Place& out, const Place& tiles, const Place& carry) {
        builder.when(equal(kernel.group, tiles) & equal(lane_, 0), [&] { builder.assign(out[0], carry); });
    }
    Scalar has_carry(const Place& tiles, const Place& carry) const {
        return less(kernel.group, tiles) & not_equal(carry, 0);
    }

    Kernel kernel;
    ir::RoutineBuilder& builder;

  private:
    Place lane_;
};

// The carry that 32 digits leave to the next 32 is added to these: first that of the 32 below the tile, then that of each
// 32 in it. Residues are read before they are needed.
ir::Routine resolve(bool is_carry, const ir::Library& library) {
    Sum sum(is_carry ? "grid_resolve_carry" : "grid_resolve", library);
    Kernel& kernel = sum.kernel;
    ir::RoutineBuilder& builder = sum.builder;
    const Place x = builder.global("x"), r = builder.global("r"), flags = builder.global("flags");
    const Place size_bits = kernel.given("size_bits"), first = kernel.given("first"),
                length = kernel.given("length");
    const Place size = kernel.word("size", Scalar(1) << size_bits);
    const std::array<Place, ntt_prime_count> next{kernel.word("next0"), kernel.word("next1"),
                                                  kernel.word("next2")},
        own{kernel.word("r0"), kernel.word("r1"), kernel.word("r2")};
    const Place over0 = kernel.word("last_over0"), over1 = kernel.word("last_over1");
    const auto read = [&](const Scalar& index) {
        for (size_t k = 0; k < next.size(); ++k) {
            builder.assign(next[k], 0);
            builder.when(less(index, size),
                         [&] { builder.assign(next[k], x[Scalar(static_cast<int>(k)) * size + index]); });
        }
    };
    const Digits digits(kernel, size_bits);
    const auto take_over = [&](const Digits::Chunk& chunk) {
        builder.exchange(ir::Exchange::Kind::from_lane, over0, chunk.over0, ir::warp - 1);
        builder.exchange(ir::Exchange::Kind::from_lane, over1, chunk.over1, ir::warp - 1);
    };
    const auto all = [&](const Place& carry) {
        const Place tile = kernel.word("tile", Scalar(kernel.group) * words_of_tile + ir::lane());
        // index - 32 is no index for the first tile
        read(Scalar(tile) - ir::warp);
        for (size_t k = 0; k < own.size(); ++k) builder.assign(own[k], next[k]);
        read(tile);
        take_over(digits.chunk(own, Digits::Wanted::over));
        return sum.tile(
            carry,
            [&](const Place& index) {
                for (size_t k = 0; k < own.size(); ++k) builder.assign(own[k], next[k]);
                read(Scalar(index) + ir::warp);
                const Digits::Chunk chunk = digits.chunk(own);
                const Place y = kernel.word("y", select(equal(ir::lane(), 0), over0, 0));
                builder.when(equal(ir::lane(), 1), [&] { builder.assign(y, over1); });
                take_over(chunk);
                return Addends{chunk.digit, y};
            },
            [&](const Place& index, const Place& word) {
                builder.when(less(Scalar(index) - first, length),
                             [&] { builder.assign(r[Scalar(index) - first], word); });
            });
    };
    if (!is_carry) {
        const Place carry = kernel.word("carry", 0), ones = all(carry);
        sum.write_flag(flags, carry, ones);
        return std::move(builder).finish();
    }
    const Place carry = sum.carry_in(flags);
    builder.when(not_equal(carry, 0), [&] { all(carry); });
    return std::move(builder).finish();
}

ir::Routine add(const ir::Library& library) {
    Sum sum("grid_add", library);
    Kernel& kernel = sum.kernel;
    ir::RoutineBuilder& builder = sum.builder;
    const Place a = builder.global("a"), b = builder.global("b"), choice = builder.global("choice"),
                r = builder.global("r"), flags = builder.global("flags");
    const Place a_length = kernel.given("a_length"), b_length = kernel.given("b_length"),
                length = kernel.given("length"), invert_a = kernel.given("invert_a"),
                invert_b = kernel.given("invert_b"), first_carry = kernel.given("first_carry");
    const Place mask = kernel.word("mask", Scalar(0) - choice[Scalar(0)]);
    const Place carry = kernel.word("carry", select(equal(kernel.group, 0), first_carry, 0));
    const auto addends = [&](const Place& index) {
        const Place x = kernel.word("x"), y = kernel.word("y");
        kernel.read(x, a, index, a_length), kernel.read(y, b, index, b_length);
        builder.assign(x, Scalar(x) ^ invert_a);
        builder.assign(y, (Scalar(y) & mask) ^ invert_b);
        return Addends{x, y};
    };
    const Place ones = sum.tile(carry, addends, [&](const Place& index, const Place& word) {
        builder.when(less(index, length), [&] { builder.assign(r[index], word); });
    });
    sum.write_flag(flags, carry, ones);
    return std::move(builder).finish();
}

ir::Routine fold(const ir::Library& library) {
    Sum sum("grid_fold", library);
    Kernel& kernel = sum.kernel;
    ir::RoutineBuilder& builder = sum.builder;
    const Place a = builder.global("a"), r = builder.global("r"), flags = builder.global("flags");
    const Place a_length = kernel.given("a_length"), length = kernel.given("length"),
                bits = kernel.given("bits");
    const Place distance = kernel.word("distance", Scalar(bits) >> 5),
                count = kernel.word("count", Scalar(bits) & (limb_bits - 1)), carry = kernel.word("carry", 0);
    const auto addends = [&](const Place& index) {
        const Place x = kernel.word("x"), y = kernel.word("y"), above = kernel.word("above");
        kernel.read(x, a, index, a_length);
        builder.when(equal(index, distance),
                     [&] { builder.assign(x, Scalar(x) & ((Scalar(1) << count) - 1)); });
        builder.when(less(distance, index), [&] { builder.assign(x, 0); });
        kernel.read(y, a, Scalar(index) + distance, a_length);
        kernel.read(above, a, Scalar(index) + distance + 1, a_length);
        builder.when(not_equal(count, 0), [&] {
            builder.assign(y, (Scalar(y) >> count) | (Scalar(above) << (Scalar(limb_bits) - count)));
        });
        return Addends{x, y};
    };
    const Place ones = sum.tile(carry, addends, [&](const Place& index, const Place& word) {
        builder.when(less(index, length), [&] { builder.assign(r[index], word); });
    });
    sum.write_flag(flags, carry, ones);
    return std::move(builder).finish();
}

// Adds the carry into each tile to all words of r.
ir::Routine add_carry(const ir::Library& library) {
    Sum sum("grid_add_carry", library);
    Kernel& kernel = sum.kernel;
    ir::RoutineBuilder& builder = sum.builder;
    const Place r = builder.global("r"), flags = builder.global("flags"), out = builder.global("out");
    const Place length = kernel.given("length"), tiles = kernel.given("tiles");
    const Place carry = sum.carry_in(flags);
    sum.write_out(out, tiles, carry);
    builder.when(sum.has_carry(tiles, carry), [&] {
        const auto addends = [&](const Place& index) {
            const Place x = kernel.word("x");
            kernel.read(x, r, index, length);
            return Addends{x};
        };
        sum.tile(carry, addends, [&](const Place& index, const Place& word) {
            builder.when(less(index, length), [&] { builder.assign(r[index], word); });
        });
    });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> sums(const ir::Library& library) {
    return {resolve(false, library), resolve(true, library), add(library), fold(library), add_carry(library)};
}

}  // namespace limbsmith::algorithm::grid
