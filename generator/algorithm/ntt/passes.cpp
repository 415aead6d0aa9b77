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
    column_ = word("column"), pair_ = word("pair");
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

void Passes::take(const Place& table, const Scalar& first, const Factor& factor) const {
    builder_.assign(factor.w, table[first]);
    builder_.assign(factor.ws, table[first + 1]);
}

// Two entries of a column are read at once: four words, at a multiple of four.
void Passes::take_pair(const Column& of, const Scalar& pair) const {
    Scalar at = Scalar(column_) + pair * (4 * (of.columns + 1));
    if (!of.columns.is_constant()) {
        builder_.assign(pair_, (of.column + pair * (of.columns + 1)) * 4);
        at = pair_;
    }
    take(of.table, at, even_);
    take(of.table, at + 2, odd_);
}

// Level l has the distance 2^(levels - 1 - l). The inverse takes the factors of a block from the column that mirrors it, the
// last entry first.
void Passes::pass(const Scalar& k, const std::vector<Place>& all, const Column& of, bool is_inverse,
                  Levels levels) const {
    const Column own{of.table, of.columns, k * (pairs_of_column * (of.columns + 1)) + of.column};
    builder_.assign(column_, own.column * 4);
    for (int turn = levels.first; turn < levels.levels; ++turn) {
        const int level = is_inverse ? levels.levels - 1 - turn : turn, h = 1 << (levels.levels - 1 - level);
        // the block j of the level, by a factor that has been read
        const auto block = [&](const Scalar& j, const Factor& by) {
            builder_.loop(whole("i", h), {}, [&](Place i) {
                const Scalar at = j * (2 * h) + Scalar(i);
                for (const Place& x : all) {
                    if (is_inverse)
                        inverse_butterfly(k, x[at], x[at + h], by);
                    else
                        forward_butterfly(k, x[at], x[at + h], by);
                }
            });
        };
        if (level == 0) {
            take(of.table, Scalar(column_) + 2, even_);
            block(0, even_);
            continue;
        }
        builder_.loop(whole("j", 1 << (level - 1)), {}, [&](Place j) {
            take_pair(own,
                      is_inverse ? Scalar((1 << level) - 1) - Scalar(j) : Scalar(j) + (1 << (level - 1)));
            block(Scalar(j) * 2, is_inverse ? odd_ : even_);
            block(Scalar(j) * 2 + 1, is_inverse ? even_ : odd_);
        });
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
