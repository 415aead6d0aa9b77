#include "algorithm/grid/kernel.hpp"
#include "algorithm/grid/sums.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;

// A thread has a word of r: bits `amount` below or above its own of a.
ir::Routine shift(bool is_left, const ir::Library& library) {
    Kernel kernel(is_left ? "grid_shift_left" : "grid_shift_right", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place a = builder.global("a"), amount = builder.global("amount"), r = builder.global("r");
    const Place a_length = kernel.given("a_length"), length = kernel.given("length"),
                more = kernel.given("more");
    const Place bits = kernel.word("bits", Scalar(amount[Scalar(0)]) + more),
                index = kernel.word("index", kernel.thread()),
                distance = kernel.word("distance", Scalar(bits) >> 5), low = kernel.word("low"),
                high = kernel.word("high");
    const Scalar count = Scalar(bits) & (limb_bits - 1);
    if (is_left) {
        kernel.read(low, a, Scalar(index) - distance - 1, a_length);
        kernel.read(high, a, Scalar(index) - distance, a_length);
        builder.when(not_equal(count, 0), [&] {
            builder.assign(high, (Scalar(high) << count) | (Scalar(low) >> (Scalar(limb_bits) - count)));
        });
        builder.when(less(index, length), [&] { builder.assign(r[index], high); });
        return std::move(builder).finish();
    }
    kernel.read(low, a, Scalar(index) + distance, a_length);
    kernel.read(high, a, Scalar(index) + distance + 1, a_length);
    builder.when(not_equal(count, 0), [&] {
        builder.assign(low, (Scalar(low) >> count) | (Scalar(high) << (Scalar(limb_bits) - count)));
    });
    builder.when(less(index, length), [&] { builder.assign(r[index], low); });
    return std::move(builder).finish();
}

// A thread has a word of r: the bits that `both`, `only_a`, `only_b` and `neither` allow where a and b, a alone, b alone,
// or none of them has one.
ir::Routine logic(const ir::Library& library) {
    Kernel kernel("grid_logic", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place a = builder.global("a"), b = builder.global("b"), r = builder.global("r");
    const Place a_length = kernel.given("a_length"), b_length = kernel.given("b_length"),
                length = kernel.given("length"), both = kernel.given("both"), only_a = kernel.given("only_a"),
                only_b = kernel.given("only_b"), neither = kernel.given("neither");
    const Place index = kernel.word("index", kernel.thread()), x = kernel.word("x"), y = kernel.word("y");
    kernel.read(x, a, index, a_length);
    kernel.read(y, b, index, b_length);
    builder.when(less(index, length), [&] {
        const Place if_x = kernel.word("if_x", (Scalar(y) & both) | ((Scalar(y) ^ UINT32_MAX) & only_a));
        const Place if_not =
            kernel.word("if_not", (Scalar(y) & only_b) | ((Scalar(y) ^ UINT32_MAX) & neither));
        builder.assign(r[index], (Scalar(x) & if_x) | ((Scalar(x) ^ UINT32_MAX) & if_not));
    });
    return std::move(builder).finish();
}

// One group looks at 32 words at a time, the highest first.
ir::Routine bit_length(const ir::Library& library) {
    Kernel kernel("grid_bit_length", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place a = builder.global("a"), r = builder.global("r"), up = builder.global("up");
    const Place length = kernel.given("length");
    const Place chunks = kernel.word("chunks", (Scalar(length) + (ir::warp - 1)) >> 5),
                bits = kernel.word("bits", 0), is_found = kernel.word("is_found", 0);
    builder.loop(ir::below("turn", 0, chunks), {}, [&](Place turn) {
        builder.when(equal(is_found, 0), [&] {
            const Place index = kernel.word("index", (Scalar(chunks) - 1 - turn) * ir::warp + ir::lane()),
                        word = kernel.word("word"), own = kernel.word("own"), votes = kernel.word("votes");
            kernel.read(word, a, index, length);
            builder.exchange(ir::Exchange::Kind::ballot, votes, word);
            builder.assign(is_found, not_equal(votes, 0));
            builder.call("word_bit_length", {Scalar(word)}, {own});
            // of the highest lane whose word is not 0, which is the bit length of the votes less one
            const Place highest = kernel.word("highest");
            builder.call("word_bit_length", {Scalar(votes)}, {highest});
            builder.when(equal(Scalar(highest) - 1, ir::lane()),
                         [&] { builder.assign(bits, Scalar(index) * limb_bits + own); });
            builder.exchange(ir::Exchange::Kind::from_lane, bits, bits, Scalar(highest) + (ir::warp - 1));
        });
    });
    builder.when(equal(ir::lane(), 0), [&] {
        builder.assign(r[Scalar(0)], bits);
        builder.assign(up[Scalar(0)], Scalar(length) * limb_bits - bits);
    });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> shifts(const ir::Library& library) {
    return {shift(true, library), shift(false, library), logic(library), bit_length(library)};
}

}  // namespace limbsmith::algorithm::grid
