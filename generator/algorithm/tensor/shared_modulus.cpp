#include "algorithm/tensor/shared_modulus.hpp"

#include "algorithm/group/division_parts.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

namespace {

constexpr int block_words = 32, steps = 4;                         // of 32 bytes in a block
constexpr int digits_of_block = 4, rows = 2, words_of_block = 16;  // of a lane
constexpr int matrices = 4, parts = 2;  // (w, s) at a distance, and words of a lane of each
constexpr int entry = matrices * parts, before_first = 3;
enum Constant : uint8_t { of_inverse, of_n };

// The words x - t from -3 on, one after the other, of the matrices at all distances, for y = 0; then those for y = 1.
int entries(const Lanes& lanes) { return lanes.count * lanes.words / 2 + before_first + 4; }
int words_of_half(const Lanes& lanes) { return entry * entries(lanes) + 4; }
int words_of_constant(const Lanes& lanes) { return 2 * words_of_half(lanes); }

uint32_t byte_of(const mpz_class& c, int index) {
    return index < 0 ? 0 : limb_of(c, index / 4) >> (8 * (index % 4)) & 0xff;
}

void append_matrices(const Lanes& lanes, const mpz_class& c, std::vector<uint32_t>& words) {
    for (int y = 0; y < 2; ++y) {
        const size_t end = words.size() + static_cast<size_t>(words_of_half(lanes));
        for (int p = -before_first; p < entries(lanes) - before_first; ++p)
            for (int part = 0; part < entry; ++part) {
                const int last = 8 * p + 2 * (part / parts) + y - 4 * (part % parts);
                uint32_t word = 0;
                for (int i = 0; i < 4; ++i) word |= byte_of(c, last - i) << (8 * i);
                words.push_back(word);
            }
        words.resize(end);
    }
}

Place words_named(const Lanes& lanes, const char* name, int count) {
    return lanes.builder.local(array(ir::word_named(name), count));
}
Place pairs_named(const Lanes& lanes, const char* name, int count) {
    return lanes.builder.local(array(ir::number_named(name, group::two_words, 2), count));
}

}  // namespace

SharedModulus::SharedModulus(const Lanes& lanes, const Slots& slots, const mpz_class& n)
    : lanes_(lanes),
      builder_(lanes.builder),
      slots_(slots),
      blocks_(lanes.words),
      words_(lanes.count * lanes.words),
      memory_(builder_.shared(array(ir::word_named("constants"), 2 * words_of_constant(lanes) + words_))),
      column_(lanes.word("block_column")),
      top_column_(lanes.word("top_column")),
      before_(lanes.word("lane_before")),
      sums_(words_named(lanes, "block_sums", digits_of_block * matrices * 4)),
      a_(words_named(lanes, "block_rows", 4 * steps)),
      b_(words_named(lanes, "block_columns", entry)),
      digits_(pairs_named(lanes, "block_digits", rows * digits_of_block)),
      overs_(words_named(lanes, "block_overs", rows * digits_of_block)),
      q_(words_named(lanes, "words_of_q", rows * words_ / 4)),
      less_(pairs_named(lanes, "less_modulus", rows * digits_of_block)),
      addend_(builder_.local(ir::number_named("addend", group::two_words, 2))),
      carry_(lanes.word("carry_of_digit")),
      given_(lanes.word("given")),
      up_(words_named(lanes, "over_below", rows)),
      in_(words_named(lanes, "carry_in", rows)),
      borrow_(words_named(lanes, "borrow_in", rows)),
      bits_(words_named(lanes, "bits_of_digits", rows)),
      top_(words_named(lanes, "top_of_low", rows)) {
    mpz_class R, inverse;
    mpz_ui_pow_ui(R.get_mpz_t(), 2, static_cast<unsigned long>(limb_bits * words_));
    mpz_invert(inverse.get_mpz_t(), n.get_mpz_t(), R.get_mpz_t());
    std::vector<uint32_t> words;
    append_matrices(lanes, R - inverse, words);
    append_matrices(lanes, n, words);
    for (int i = 0; i < words_; ++i) words.push_back(limb_of(n, i));
    const Place table = builder_.table("constants_of_modulus", words);
    const Scalar lane = ir::lane(), x = lane >> 3, y = (lane >> 2) & 1, t = lane & 3;
    const int half = words_of_half(lanes);
    builder_.assign(column_, y * half + (x + before_first - t) * entry);
    builder_.assign(top_column_, y * half + (Scalar(before_first) - t) * entry + (Scalar(3) - x) * parts);
    builder_.assign(before_, (lane & 28) | ((lane + 3) & 3));
    const int count = static_cast<int>(words.size());
    builder_.loop(ir::below("i", 0, (count + ir::warp - 1) / ir::warp), {}, [&](Place i) {
        const Scalar at = Scalar(i) * ir::warp + lane;
        builder_.when(less(at, count), [&] { builder_.assign(memory_[at], table[at]); });
    });
}

void SharedModulus::each_digit(const EachDigit& body) const {
    lanes_.each_limb("j", digits_of_block, [&](Place j) {
        lanes_.each_limb("which", rows, [&](Place which) { body(j, which, Scalar(j) * rows + which); });
    });
}

void SharedModulus::each_word(const std::function<void(const Place&)>& body) const {
    lanes_.each_limb("part", words_of_block, body);
}

Place SharedModulus::own(const Scalar& block, const Scalar& part) const {
    return slots_.own(block + part / 4 * 8, part % 4);
}

Place SharedModulus::word(const Place& digits, const Scalar& part) const {
    return digits[part / 4 * rows + part % 2].limb(part / 2 % 2);
}

void SharedModulus::clear_sums() const {
    lanes_.each_limb("i", digits_of_block * matrices * 4, [&](Place i) { builder_.assign(sums_[i], 0); });
}

void SharedModulus::add_block(int constant, const Scalar& D, const Scalar& from, int first, int end) const {
    each_word([&](const Place& part) { builder_.assign(a_[part], own(from, part)); });
    const Scalar base = (D + first) * (4 * entry) + Scalar(column_) + constant * words_of_constant(lanes_);
    lanes_.each_limb("d", end - first, [&](Place d) {
        lanes_.each_limb("part", entry, [&](Place part) {
            builder_.assign(b_[part], memory_[base + (Scalar(d) * (4 * entry) + part)]);
        });
        lanes_.each_limb("j", digits_of_block, [&](Place j) {
            const Scalar step = Scalar(j) - d - first;
            builder_.when(less(step, steps), [&] {
                lanes_.each_limb("matrix", matrices, [&](Place matrix) {
                    builder_.multiply_matrices(sums_[(Scalar(j) * matrices + matrix) * 4], a_[step * 4],
                                               b_[Scalar(matrix) * parts]);
                });
            });
        });
    });
}

void SharedModulus::make_digits() const {
    each_digit([&](const Place& j, const Place& which, const Scalar& digit) {
        std::vector<ir::Call::Argument> columns;
        for (int matrix = 0; matrix < matrices; ++matrix)
            for (int y = 0; y < 2; ++y)
                columns.emplace_back(
                    Scalar(sums_[(Scalar(j) * matrices + matrix) * 4 + (Scalar(which) * 2 + y)]));
        builder_.call("pair_columns", std::move(columns), {digits_[digit], overs_[digit]});
    });
}

void SharedModulus::look_ahead(const Place& in) const {
    lanes_.each_limb("which", rows, [&](Place which) {
        const Place bits = bits_[which];
        builder_.assign(bits, Scalar(bits) << (ir::lane() & 3));
        for (const int distance : {1, 2}) {
            lanes_.from_lane(given_, bits, ir::lane() ^ distance);
            builder_.assign(bits, Scalar(bits) | given_);
        }
        // (2G + in + P) xor P, as in group/carries.hpp
        builder_.assign(given_, Scalar(bits) >> 16);
        builder_.assign(bits, (Scalar(bits) & 0xffff) * 2 + in[which] + given_);
        builder_.assign(in[which], Scalar(bits) >> 16);
        builder_.assign(bits, (Scalar(bits) ^ given_) >> (ir::lane() & 3));
    });
}

void SharedModulus::carry() const {
    const auto clear = [&] {
        lanes_.each_limb("which", rows, [&](Place which) { builder_.assign(bits_[which], 0); });
    };
    builder_.assign(addend_.limb(1), 0);
    clear();
    each_digit([&](const Place& j, const Place& which, const Scalar& digit) {
        lanes_.from_lane(given_, overs_[digit], before_);
        builder_.assign(addend_.limb(0), select(ir::lane() & 3, given_, up_[which]));
        builder_.assign(up_[which], given_);
        builder_.call("pair_add", {digits_[digit], addend_}, {digits_[digit], carry_});
        const Scalar passes = equal(digits_[digit].limb(0) & digits_[digit].limb(1), UINT32_MAX);
        builder_.assign(bits_[which], bits_[which] | ((Scalar(carry_) | (passes << 16)) << (Scalar(j) * 4)));
    });
    look_ahead(in_);
    each_digit([&](const Place& j, const Place& which, const Scalar& digit) {
        builder_.assign(addend_.limb(0), (bits_[which] >> (Scalar(j) * 4)) & 1);
        builder_.call("pair_add", {digits_[digit], addend_}, {digits_[digit], carry_});
    });
}

void SharedModulus::subtract_modulus(const Scalar& block) const {
    lanes_.each_limb("which", rows, [&](Place which) { builder_.assign(bits_[which], 0); });
    const int natural = 2 * words_of_constant(lanes_);
    each_digit([&](const Place& j, const Place& which, const Scalar& digit) {
        lanes_.each_limb("u", 2, [&](Place u) {
            builder_.assign(
                addend_.limb(u),
                memory_[block * block_words + (ir::lane() & 3) * 2 + (Scalar(j) * 8 + u + natural)]);
        });
        builder_.call("pair_sub", {digits_[digit], addend_}, {less_[digit], carry_});
        const Scalar passes = equal(less_[digit].limb(0) | less_[digit].limb(1), 0);
        builder_.assign(bits_[which], bits_[which] | ((Scalar(carry_) | (passes << 16)) << (Scalar(j) * 4)));
    });
    look_ahead(borrow_);
    builder_.assign(addend_.limb(1), 0);
    each_digit([&](const Place& j, const Place& which, const Scalar& digit) {
        builder_.assign(addend_.limb(0), (bits_[which] >> (Scalar(j) * 4)) & 1);
        builder_.call("pair_sub", {less_[digit], addend_}, {less_[digit], carry_});
    });
}

void SharedModulus::make_q() const {
    constexpr int most_in_registers = 2;  // blocks
    const ir::For::Unroll unroll =
        blocks_ <= most_in_registers ? ir::For::Unroll::whole : ir::For::Unroll::no;
    builder_.loop(with(ir::below("m", 0, blocks_), unroll), {}, [&](Place m) {
        clear_sums();
        add_block(of_inverse, 0, Scalar(m) * block_words, 0, steps);
        builder_.loop(ir::below("k", 0, Scalar(m)), {}, [&](Place k) {
            add_block(of_inverse, (Scalar(m) - k) * steps, Scalar(k) * block_words, 1 - steps, steps);
        });
        make_digits();
        carry();
        each_word([&](const Place& part) {
            builder_.assign(q_[Scalar(m) * words_of_block + part], word(digits_, part));
        });
    });
    builder_.loop(with(ir::below("m", 0, blocks_), unroll), {}, [&](Place m) {
        each_word([&](const Place& part) {
            builder_.assign(own(Scalar(m) * block_words, part), q_[Scalar(m) * words_of_block + part]);
        });
    });
}

void SharedModulus::carry_of_low_half() const {
    lanes_.each_limb("i", 4, [&](Place i) { builder_.assign(sums_[i], 0); });
    const Scalar base = Scalar(top_column_) + (of_n * words_of_constant(lanes_) + (words_ / 2 - 1) * entry);
    builder_.loop(ir::below("k", 0, blocks_), {}, [&](Place k) {
        lanes_.each_limb("step", steps, [&](Place step) {
            const Scalar eight = Scalar(k) * steps + step;
            lanes_.each_limb("part", 4,
                             [&](Place part) { builder_.assign(a_[part], slots_.own(eight * 8, part)); });
            lanes_.each_limb("part", parts, [&](Place part) {
                builder_.assign(b_[part], memory_[base - eight * (4 * entry) + part]);
            });
            builder_.multiply_matrices(sums_[0], a_[0], b_[0]);
        });
    });
    constexpr int most_below = 4096;
    lanes_.each_limb("which", rows, [&](Place which) {
        const Scalar sum = Scalar(which) * 2;
        lanes_.from_lane(given_, sums_[sum + 1], ir::lane() + 1);
        const Scalar two = sums_[sum] + (Scalar(given_) >> 8) + top_[which] + most_below;
        builder_.assign(up_[which], (sums_[sum + 1] + (two >> 8)) >> 8);
    });
}

void SharedModulus::make_r() const {
    builder_.loop(ir::below("m", 0, blocks_), {}, [&](Place m) {
        clear_sums();
        add_block(of_n, blocks_ * steps, Scalar(m) * block_words, 1 - steps, 1);
        builder_.loop(ir::below("k", Scalar(m) + 1, blocks_), {}, [&](Place k) {
            add_block(of_n, (Scalar(m) + blocks_ - k) * steps, Scalar(k) * block_words, 1 - steps, steps);
        });
        make_digits();
        each_digit([&](const Place& j, const Place& which, const Scalar& digit) {
            lanes_.each_limb("u", 2, [&](Place u) {
                builder_.assign(addend_.limb(u), slots_.own(Scalar(m) * block_words + Scalar(j) * 8 + words_,
                                                            Scalar(u) * 2 + which));
            });
            builder_.call("pair_add", {digits_[digit], addend_}, {digits_[digit], carry_});
            builder_.assign(overs_[digit], overs_[digit] + carry_);
        });
        carry();
        subtract_modulus(m);
        const Scalar from = Scalar(m) * block_words;
        each_word([&](const Place& part) { builder_.assign(own(from + words_, part), word(digits_, part)); });
        each_word([&](const Place& part) { builder_.assign(own(from, part), word(less_, part)); });
    });
}

void SharedModulus::choose() const {
    lanes_.each_limb("which", rows, [&](Place which) {
        lanes_.from_lane(given_, up_[which], ir::lane() & 28);
        // r is below 2N, so the carry out of it is 0 or 1
        builder_.assign(up_[which], less(Scalar(given_) + in_[which], borrow_[which]));
    });
    builder_.loop(ir::below("m", 0, blocks_), {}, [&](Place m) {
        // both are read, since no address is to depend on a number
        const Scalar from = Scalar(m) * block_words;
        each_word([&](const Place& part) {
            builder_.assign(word(digits_, part), own(from + words_, part));
            builder_.assign(word(less_, part), own(from, part));
        });
        each_word([&](const Place& part) {
            builder_.assign(own(from + words_, part),
                            select(up_[Scalar(part) % 2], word(digits_, part), word(less_, part)));
        });
    });
}

void SharedModulus::reduce() const {
    const auto clear = [&](const Place& words) {
        lanes_.each_limb("which", rows, [&](Place which) { builder_.assign(words[which], 0); });
    };
    for (int which = 0; which < rows; ++which)
        builder_.assign(top_[which], Scalar(slots_.of_group(which, words_ - 1)) >> 16);
    builder_.barrier();  // q takes the place of these words
    clear(up_), clear(in_);
    make_q();
    carry_of_low_half();
    clear(in_), clear(borrow_);
    make_r();
    choose();
}

}  // namespace limbsmith::algorithm::tensor
