#include "algorithm/grid/starts.hpp"

#include "algorithm/grid/block.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;

// x = floor((2^64 - 1)/(d + 1)), two words, for d >= 2^31. Bit by bit: the rest stays below d + 1. Of 2^64 - 1 the upper
// word gives a quotient of 1, or of 0 for d = 2^32 - 1.
void first_reciprocal(Kernel& kernel, const Place& d, const Place& x) {
    ir::RoutineBuilder& builder = kernel.builder;
    const Place high = kernel.word("high", 0), low = kernel.word("low", UINT32_MAX);
    builder.when(not_equal(d, UINT32_MAX), [&] {
        const Place divisor = kernel.word("divisor", Scalar(d) + 1),
                    rest = kernel.word("divided", Scalar(UINT32_MAX) - divisor);
        builder.assign(high, 1), builder.assign(low, 0);
        builder.loop(ir::below("bit", 0, limb_bits), {}, [&](Place) {
            const Place carried = kernel.word("carried_bit", Scalar(rest) >> (limb_bits - 1));
            builder.assign(rest, Scalar(rest) * 2 + 1);
            const Place is_one = kernel.word("is_one", Scalar(carried) | equal(less(rest, divisor), 0));
            builder.assign(rest, Scalar(rest) - select(is_one, divisor, 0));
            builder.assign(low, Scalar(low) * 2 + is_one);
        });
    });
    builder.assign(x.limb(0), low), builder.assign(x.limb(1), high);
}

// x = v·2^49, of three words, for the largest v < 2^16 with v^2·(d + 1) < 2^62: 2^64/sqrt(t) for t = d/2^32, but for its
// part 2^-14.
void first_root(Kernel& kernel, const Place& d, const Place& x) {
    ir::RoutineBuilder& builder = kernel.builder;
    const Place v = kernel.word("v", 0);
    builder.loop(ir::below("bit", 0, limb_bits / 2), {}, [&](Place bit) {
        const Place more = kernel.word("more_of_v",
                                       Scalar(v) | (Scalar(1 << (limb_bits / 2 - 1)) >> Scalar(bit))),
                    square = kernel.word("square_of_v", Scalar(more) * more),
                    low = kernel.word("low", Scalar(square) * d + square),
                    high = kernel.word("high", mul_hi(square, d) + less(low, square));
        builder.when(less(high, 1 << (limb_bits - 2)), [&] { builder.assign(v, more); });
    });
    builder.assign(x.limb(1), Scalar(v) << 17), builder.assign(x.limb(2), Scalar(v) >> 15);
}

// A product from word `cut` on is computed from unit `unit` on, where that is word `offset`: the words of lower diagonals
// make less than a unit of the cut. With W = 2^(32·words_of_unit), the sum of `unit` diagonals is below unit·W^(unit + 1).
struct Cut {
    Place unit, offset;

    Cut(Kernel& kernel, const Scalar& cut, const std::string& suffix)
        : unit(kernel.word("cut_unit" + suffix,
                           select(less(cut, words_of_unit + 1), 0, (cut - 1) / words_of_unit - 1))),
          offset(kernel.word("cut_offset" + suffix, cut - Block::words_in(unit))) {}
};

// From k to k' words: E = B^(k + k') - 1 - D'·X - X for a reciprocal, B^k' - 1 - floor((A'·X^2 + X^2)/B^(2k)) for a root;
// X' = X·B^(k' - k) + X·E/B^(2k), or half of X·E/B^k. Both are rounded down, by one more than in steps of several
// kernels. E of a root may be 1 too large, since its product is cut; then X·E/(2·B^k) < X·E/B^k is too large by less than
// 1, which X' loses.
ir::Routine start(bool is_root, const ir::Library& library) {
    Kernel kernel(is_root ? "grid_start_root" : "grid_start_reciprocal", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place a = builder.global("a"), r = builder.global("r");
    const Place length = kernel.given("length"), words = kernel.given("words"), steps = kernel.given("steps");
    Block block(kernel);
    const Place highest = block.number("highest"), x = block.number("x"), rest = block.number("rest"),
                product = block.number("product"), square = is_root ? block.number("square") : x;
    const Place own = block.unit("unit"), shifted = block.unit("shifted"), more = block.unit("more"),
                borrow = block.unit("borrow");
    builder.copy(own, block.zero);
    builder.copy(borrow, std::vector<uint32_t>(words_of_unit, is_root ? UINT32_MAX : 0));
    const Place top_word = kernel.word("top_word", a[Scalar(length) - 1]);
    builder.when(equal(block.thread, 0),
                 [&] { (is_root ? first_root : first_reciprocal)(kernel, top_word, own); });
    block.write(x, own);
    const Place k = kernel.word("k_words", is_root ? 2 : 1);
    builder.loop(ir::below("step", 0, steps), {}, [&](Place step) {
        const Place next =
            kernel.word("next", ((Scalar(words) - 2) >> (Scalar(steps) - 1 - Scalar(step))) + 2);
        block.each([&](const Scalar& i, const Place& index) {
            const Place word = kernel.word("word");
            kernel.read(word, a, Scalar(length) - next + index, length);
            builder.assign(own.limb(i), word);
        });
        block.write(highest, own);
        builder.barrier();
        const Block::Factor X{x, Block::units_of(Scalar(k) + 1)};
        if (is_root) {
            block.multiply(own, X, X, 0, block.zero, "_square");
            block.write(square, own);
            builder.barrier();
        }
        // E, at word `offset` of the rest
        const Place begin = kernel.word("begin", 0), offset = kernel.word("offset", 0);
        if (is_root) {
            const Cut cut(kernel, Scalar(k) * 2, "_rest");
            builder.assign(begin, cut.unit), builder.assign(offset, cut.offset);
        }
        const Scalar square_words = is_root ? Scalar(k) * 2 + 2 : Scalar(k) + 1,
                     rest_words = is_root ? Scalar(next) : Scalar(next) + 1;
        block.each([&](const Scalar& i, const Place& index) {
            const Place word = kernel.word("word");
            block.read(word, square, Block::words_in(begin) + index, square_words);
            builder.assign(more.limb(i), word);
        });
        block.multiply(own, {highest, Block::units_of(next)}, {square, Block::units_of(square_words)}, begin,
                       more, "_rest");
        block.each([&](const Scalar& i, const Place& index) {
            const Scalar is_wanted = less(Scalar(index) - offset, rest_words);
            builder.assign(own.limb(i), select(is_wanted, Scalar(own.limb(i)) ^ UINT32_MAX, 0));
        });
        block.write(rest, own);
        builder.barrier();
        const Cut cut(kernel, is_root ? Scalar(k) + offset : Scalar(k) * 2, "_more");
        block.multiply(own, X, {rest, Block::units_of(Scalar(offset) + rest_words)}, cut.unit, block.zero,
                       "_more");
        block.write(product, own);
        builder.barrier();
        block.each([&](const Scalar& i, const Place& index) {
            const Place word = kernel.word("word"), above = kernel.word("above");
            block.read(word, x, Scalar(index) - (Scalar(next) - k), Scalar(k) + 1);
            builder.assign(shifted.limb(i), word);
            block.read(word, product, Scalar(cut.offset) + index, Block::most_words());
            if (is_root) {
                block.read(above, product, Scalar(cut.offset) + index + 1, Block::most_words());
                builder.assign(word, (Scalar(word) >> 1) | (Scalar(above) << (limb_bits - 1)));
            }
            builder.assign(more.limb(i), word);
        });
        block.add(own, shifted, more, borrow, "_sum");
        block.write(x, own);
        builder.assign(k, next);
    });
    block.each([&](const Scalar&, const Place& index) {
        builder.when(less(index, Scalar(words) + 1),
                     [&] { builder.assign(r[Scalar(length) - words + index], Block::at(x, index)); });
    });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> starts(const ir::Library& library) {
    return {start(false, library), start(true, library)};
}

}  // namespace limbsmith::algorithm::grid
