#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::ntt {

using ir::Place, ir::RoutineBuilder, ir::Scalar;

ir::Range whole(const char* counter, const Scalar& count) {
    return with(ir::below(counter, 0, count), ir::For::Unroll::whole);
}

Scalar padded(const Scalar& index) { return index + ((index >> 5) << 2); }

Passes::Passes(RoutineBuilder& builder) : builder_(builder) {
    const auto word = [&](const char* name) { return builder_.local(ir::word_named(name)); };
    primes_ = builder_.table("primes", primes_table());
    even_ = {word("w_even"), word("ws_even")}, odd_ = {word("w_odd"), word("ws_odd")};
    column_ = word("column"), quad_ = word("quad");
}

Scalar Passes::of_prime(const Scalar& k, PrimeWord word) const {
    return primes_[k * words_of_prime + static_cast<int>(word)];
}

// Inputs of a butterfly besides its words.
std::vector<ir::Call::Argument> Passes::of_butterfly(const Scalar& k, const Place& x, const Place& y,
                                                     const Factor& by) const {
    return {Scalar(x),
            Scalar(y),
            Scalar(by.w),
            Scalar(by.ws),
            of_prime(k, prime),
            of_prime(k, minus_p),
            of_prime(k, minus_2p),
            of_prime(k, twice_p)};
}

void Passes::forward_butterfly(const Scalar& k, const Place& x, const Place& y, const Factor& by) const {
    builder_.call("ntt_butterfly", of_butterfly(k, x, y, by), {x, y});
}

// The factor is minus the inverse, so the difference has the other sign.
void Passes::inverse_butterfly(const Scalar& k, const Place& x, const Place& y, const Factor& by) const {
    builder_.call("ntt_butterfly_inverse", of_butterfly(k, y, x, by), {x, y});
}

void Passes::sum_and_difference(const Scalar& k, const Place& x, const Place& y, bool is_inverse) const {
    builder_.call(is_inverse ? "ntt_sum_difference_inverse" : "ntt_sum_difference",
                  {Scalar(x), Scalar(y), of_prime(k, prime), of_prime(k, minus_2p), of_prime(k, twice_p)},
                  {x, y});
}

void Passes::take(const Place& table, const Scalar& first, const Factor& factor) const {
    builder_.assign(factor.w, table[first]);
    builder_.assign(factor.ws, table[first + 1]);
}

void Passes::block(const Level& level, const Scalar& j, const std::optional<Factor>& by) const {
    const int h = level.distance;
    builder_.loop(whole("i", h), {}, [&](Place i) {
        const Scalar at = j * (2 * h) + Scalar(i);
        for (const Place& x : level.all) {
            if (!by)
                sum_and_difference(level.k, x[at], x[at + h], level.is_inverse);
            else if (level.is_inverse)
                inverse_butterfly(level.k, x[at], x[at + h], *by);
            else
                forward_butterfly(level.k, x[at], x[at + h], *by);
        }
    });
}

// Level l has the distance 2^(levels - 1 - l). Two entries of a column are read at once. The inverse takes the factors
// of a block from the column that mirrors it, the last entry first.
void Passes::pass(const Scalar& k, const std::vector<Place>& all, const Column& of, bool is_inverse,
                  const Levels& levels) const {
    builder_.assign(column_, (k * (pairs_of_column * (of.columns + 1)) + of.column) * 4);
    for (int turn = levels.first; turn < levels.levels; ++turn) {
        const int l = is_inverse ? levels.levels - 1 - turn : turn;
        const Level level{k, all, is_inverse, 1 << (levels.levels - 1 - l)};
        const auto entry = [&](const Scalar& pair, int odd) {
            return Scalar(column_) + (pair * (4 * (of.columns + 1)) + 2 * odd);
        };
        if (l == 0) {
            take(of.table, entry(0, 1), even_);
            block(level, 0, even_);
            continue;
        }
        builder_.loop(whole("j", 1 << (l - 1)), {}, [&](Place j) {
            const Scalar pair = is_inverse ? Scalar((1 << l) - 1) - Scalar(j) : Scalar(j) + (1 << (l - 1));
            take(of.table, entry(pair, 0), even_);
            take(of.table, entry(pair, 1), odd_);
            block(level, Scalar(j) * 2, is_inverse ? odd_ : even_);
            block(level, Scalar(j) * 2 + 1, is_inverse ? even_ : odd_);
        });
    }
}

// Four entries are read at once.
void Passes::pass(const Scalar& k, const std::vector<Place>& all, const Companions& of, bool is_inverse,
                  const Levels& levels) const {
    const bool needs_factors = !levels.is_of_block_0 || levels.levels > 1;
    if (needs_factors) builder_.assign(column_, k * quads_of_column * of.pitch + of.column);
    const auto factor = [&](int entry) {
        builder_.assign(even_.ws, of.table[Scalar(quad_) + entry]);
        builder_.assign(even_.w, mul_hi(even_.ws, of_prime(k, prime)) + 1);
        return even_;
    };
    for (int turn = levels.first; turn < levels.levels; ++turn) {
        const int l = is_inverse ? levels.levels - 1 - turn : turn;
        const Level level{k, all, is_inverse, 1 << (levels.levels - 1 - l)};
        if (l < 2) {  // entries 1; 2 and 3
            const int first = levels.is_of_block_0 ? 1 : 0;
            if (first == 1) block(level, 0, std::nullopt);
            if (first < 1 << l) builder_.assign(quad_, Scalar(column_) * 4);
            for (int j = first; j < 1 << l; ++j)
                block(level, j, factor(is_inverse ? (2 << l) - 1 - j : (1 << l) + j));
            continue;
        }
        const auto blocks = [&](const Scalar& q, int first) {
            const Scalar quad = is_inverse ? Scalar((1 << (l - 1)) - 1) - q : q + (1 << (l - 2));
            builder_.assign(quad_, (Scalar(column_) + quad * of.pitch) * 4);
            for (int j = first; j < 4; ++j) block(level, q * 4 + j, factor(is_inverse ? 3 - j : j));
        };
        if (levels.is_of_block_0) {
            block(level, 0, std::nullopt);
            blocks(0, 1);
        }
        builder_.loop(
            with(ir::below("q", levels.is_of_block_0 ? 1 : 0, 1 << (l - 2)), ir::For::Unroll::whole), {},
            [&](Place q) { blocks(Scalar(q), 0); });
    }
}

void Passes::multiply(const Scalar& k, const Place& x, const Scalar& y, const Place& factor) const {
    builder_.call("ntt_reduce", {y, of_prime(k, prime), of_prime(k, minus_2p)}, {factor});
    builder_.call("ntt_product", {x, Scalar(factor), of_prime(k, prime), of_prime(k, n0inv)}, {x});
    builder_.call("ntt_reduce", {x, of_prime(k, prime), of_prime(k, minus_2p)}, {x});
}

void Segment::move(const Place& x, const Place& first, int distance, bool is_write) const {
    builder_.loop(whole("i", words_of_lane), {}, [&](Place i) {
        const Place word = shared_[Scalar(first) + Scalar(i) * distance];
        if (is_write)
            builder_.assign(word, x[i]);
        else
            builder_.assign(x[i], word);
    });
}

}  // namespace limbsmith::algorithm::ntt
