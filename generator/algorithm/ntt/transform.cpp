#include "algorithm/ntt/transform.hpp"

#include <bit>

#include "spec/width.hpp"

namespace limbsmith::algorithm::ntt {

using ir::Place, ir::Scalar, ir::Variable;

namespace {

constexpr int most_warps = 16, primes = 3, last_prime = primes - 1;

ir::Range whole(const char* counter, const Scalar& count) {
    return with(ir::below(counter, 0, count), ir::For::Unroll::whole);
}
constexpr int padded_row = 36;

}  // namespace

Scalar padded(const Scalar& index) { return index + ((index >> 5) << 2); }

bool Transform::holds(int lanes, int words) {
    const int warps = lanes / ir::warp, most = words_of_lane / 2;
    return warps >= 1 && warps <= most_warps && words <= most && (warps > 1 || words > most / 2);
}

Transform::Transform(const group::Lanes& lanes)
    : lanes_(lanes),
      builder_(lanes.builder),
      warps_(lanes.count / ir::warp),
      region_(words_of_warp / words_of_lane * padded_row * warps_) {
    const auto words = [&](const char* name, int count) { return array(ir::word_named(name), count); };
    shared_ = builder_.shared(words("residues", primes * region_));
    primes_ = builder_.table("primes", primes_table());
    columns_of_warps_ = builder_.table("columns_of_warps", columns_table(warps_));
    columns_of_lanes_ = builder_.table("columns_of_lanes", columns_table(lanes.count));
    mirrors_ = builder_.table("mirrors", mirrors_table(lanes.count, lanes.count));
    const int blocks = warps_ / 2;  // of the levels that take words of all segments
    if (blocks > 1) factors_ = builder_.table("factors", factors_table(blocks));
    if (blocks > 0) inverse_factors_ = builder_.table("inverse_factors", inverse_factors_table(blocks));
    lane_ = lanes.word("own_lane"), warp_ = lanes.word("own_warp");
    even_ = {lanes.word("w_even"), lanes.word("ws_even")}, odd_ = {lanes.word("w_odd"), lanes.word("ws_odd")};
    source_ = lanes.word("source"), apart_ = lanes.word("apart"), row_ = lanes.word("row");
    column_ = lanes.word("column");
    x_ = builder_.local(words("x", words_of_lane)), y_ = builder_.local(words("y", words_of_lane));
    if (warps_ > 2) own_column_ = lanes.word("own_column");
    builder_.assign(lane_, ir::lane() % ir::warp);
    builder_.assign(warp_, ir::lane() / ir::warp);
}

Place Transform::word(const Scalar& k, const Scalar& index) const {
    return shared_[k * region_ + padded(index)];
}
int Transform::first_of(Operand operand) const {
    return operand == Operand::first ? 0 : words_of_lane * lanes_.count / 2;
}
Place Transform::word_from(const Place& first, int k, const Scalar& s, const Scalar& v) const {
    return shared_[Scalar(first) + (s * (region_ / warps_) + v + k * region_)];
}
Scalar Transform::of_prime(const Scalar& k, PrimeWord word) const {
    return primes_[k * words_of_prime + static_cast<int>(word)];
}

// Inputs of a butterfly besides its words.
std::vector<ir::Call::Argument> Transform::of_butterfly(const Scalar& k, const Place& x, const Place& y,
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

void Transform::forward_butterfly(const Scalar& k, const Place& x, const Place& y, const Factor& by) const {
    builder_.call("ntt_butterfly", of_butterfly(k, x, y, by), {x, y});
}

// The factor is minus the inverse, so the difference has the other sign.
void Transform::inverse_butterfly(const Scalar& k, const Place& x, const Place& y, const Factor& by) const {
    builder_.call("ntt_butterfly_inverse", of_butterfly(k, y, x, by), {x, y});
}

void Transform::take(const Place& table, const Scalar& first, const Factor& factor) const {
    builder_.assign(factor.w, table[first]);
    builder_.assign(factor.ws, table[first + 1]);
}

// Level l has the distance h = 16/2^l. Two entries of a column are read at once. The inverse takes the factors of a block
// from the column that mirrors it, the last entry first.
void Transform::pass(const Scalar& k, const std::vector<Place>& all, const Column& of, bool is_inverse,
                     int first_level) const {
    builder_.assign(column_, (k * (pairs_of_column * (of.columns + 1)) + of.column) * 4);
    for (int turn = first_level; turn < levels_of_pass; ++turn) {
        const int level = is_inverse ? levels_of_pass - 1 - turn : turn, h = words_of_lane >> (level + 1);
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
        const auto entry = [&](const Scalar& pair, int odd) {
            return Scalar(column_) + (pair * (4 * (of.columns + 1)) + 2 * odd);
        };
        if (level == 0) {
            take(of.table, entry(0, 1), even_);
            block(0, even_);
            continue;
        }
        builder_.loop(whole("j", 1 << (level - 1)), {}, [&](Place j) {
            const Scalar pair =
                is_inverse ? Scalar((1 << level) - 1) - Scalar(j) : Scalar(j) + (1 << (level - 1));
            take(of.table, entry(pair, 0), even_);
            take(of.table, entry(pair, 1), odd_);
            block(Scalar(j) * 2, is_inverse ? odd_ : even_);
            block(Scalar(j) * 2 + 1, is_inverse ? even_ : odd_);
        });
    }
}

// Shared memory has the words of the own segment, 32 apart in the registers of a thread, or in a row.
void Transform::write_apart(const Place& x) const {
    builder_.loop(whole("i", words_of_lane), {},
                  [&](Place i) { builder_.assign(shared_[apart_ + Scalar(i) * padded_row], x[i]); });
}
void Transform::read_apart(const Place& x) const {
    builder_.loop(whole("i", words_of_lane), {},
                  [&](Place i) { builder_.assign(x[i], shared_[apart_ + Scalar(i) * padded_row]); });
}
void Transform::write_row(const Place& x) const {
    builder_.loop(whole("i", words_of_lane), {},
                  [&](Place i) { builder_.assign(shared_[row_ + Scalar(i)], x[i]); });
}
void Transform::read_row(const Place& x) const {
    builder_.loop(whole("i", words_of_lane), {},
                  [&](Place i) { builder_.assign(x[i], shared_[row_ + Scalar(i)]); });
}

void Transform::load(const Place& a, Operand operand) const {
    const int limbs = lanes_.words * lanes_.count, most = words_of_lane * lanes_.count / 2;
    const auto place = [&](const Scalar& index) { return word(last_prime, first_of(operand) + index); };
    builder_.loop(whole("i", lanes_.words), {},
                  [&](Place i) { builder_.assign(place(ir::lane() * lanes_.words + Scalar(i)), a.limb(i)); });
    if (limbs == most) return;
    const int rest = (most - limbs) / lanes_.count;
    builder_.loop(whole("i", rest), {},
                  [&](Place i) { builder_.assign(place(limbs + ir::lane() * rest + Scalar(i)), 0); });
}

// Both halves of the words, of a thread or of all segments, are the same after the first level.
void Transform::take_words(const Scalar& k, Operand operand, const Place& x) const {
    const int columns = words_of_lane / warps_, half = std::max(warps_ / 2, 1);
    const int offset = first_of(operand) / words_of_lane * padded_row;
    const auto take_word = [&](const Place& to, const Scalar& index) {
        builder_.call(
            "ntt_first",
            {shared_[Scalar(source_) + (index + offset)], of_prime(k, prime), of_prime(k, minus_4p)}, {to});
    };
    if (warps_ > 2) {
        builder_.loop(whole("s", half), {}, [&](Place s) {
            builder_.loop(whole("v", columns), {}, [&](Place v) {
                const Scalar i = Scalar(s) * columns + Scalar(v);
                take_word(x[i], Scalar(s) * (region_ / warps_) + Scalar(v));
                builder_.assign(x[i + half * columns], x[i]);
            });
        });
        return;
    }
    const int words = words_of_lane * warps_ / 2;
    builder_.loop(whole("i", words), {}, [&](Place i) {
        take_word(x[i], Scalar(i) * padded_row);
        if (words < words_of_lane) builder_.assign(x[Scalar(i) + words], x[i]);
    });
}

// A thread has 32/W columns of W words, one of each segment; then, by shared memory, words of the own segment.
void Transform::head(const Scalar& k, const Place& x) const {
    const int columns = words_of_lane / warps_, half = warps_ / 2;
    const int levels = std::bit_width(static_cast<unsigned>(warps_)) - 1;
    for (int level = 1; level < levels; ++level) {
        const int h = (warps_ >> (level + 1)) * columns;
        builder_.loop(whole("j", 1 << level), {}, [&](Place j) {
            take(factors_, (k * half + Scalar(j)) * 2, even_);
            builder_.loop(whole("i", h), {}, [&](Place i) {
                const Scalar low = Scalar(j) * (2 * h) + Scalar(i);
                forward_butterfly(k, x[low], x[low + h], even_);
            });
        });
    }
    builder_.assign(own_column_, k * region_ + padded(ir::lane() * columns));
    builder_.loop(whole("s", warps_), {}, [&](Place s) {
        builder_.loop(whole("v", columns), {}, [&](Place v) {
            builder_.assign(shared_[Scalar(own_column_) + (Scalar(s) * (region_ / warps_) + Scalar(v))],
                            x[Scalar(s) * columns + Scalar(v)]);
        });
    });
    builder_.barrier();
    read_apart(x);
}

void Transform::multiply(const Place& k, bool is_square) const {
    const std::vector<Place> all = is_square ? std::vector{x_} : std::vector{x_, y_};
    builder_.assign(
        source_,
        last_prime * region_ + (warps_ > 2 ? padded(ir::lane() * (words_of_lane / warps_)) : Scalar(lane_)));
    builder_.assign(apart_, Scalar(k) * region_ + Scalar(warp_) * (region_ / warps_) + lane_);
    builder_.assign(row_, Scalar(apart_) + Scalar(lane_) * (padded_row - 1));
    take_words(k, Operand::first, x_);
    if (!is_square) take_words(k, Operand::second, y_);
    builder_.barrier();  // modulo the last prime the words are overwritten
    if (warps_ > 2) {
        head(k, x_);
        if (!is_square) {
            builder_.barrier();
            head(k, y_);
        }
    }
    pass(k, all, {columns_of_warps_, warps_, warp_}, false, warps_ == 1 ? 1 : 0);
    write_apart(x_);
    builder_.barrier(ir::Barrier::Scope::warp);
    read_row(x_);
    if (!is_square) {
        builder_.barrier(ir::Barrier::Scope::warp);
        write_apart(y_);
        builder_.barrier(ir::Barrier::Scope::warp);
        read_row(y_);
    }
    pass(k, all, {columns_of_lanes_, lanes_.count, ir::lane()}, false);
    const Place& other = all.back();
    builder_.loop(whole("i", words_of_lane), {}, [&](Place i) {
        const Place factor = lanes_.word("factor");
        builder_.call("ntt_reduce", {other[i], of_prime(k, prime), of_prime(k, minus_2p)}, {factor});
        builder_.call("ntt_product", {x_[i], Scalar(factor), of_prime(k, prime), of_prime(k, n0inv)},
                      {x_[i]});
        builder_.call("ntt_reduce", {x_[i], of_prime(k, prime), of_prime(k, minus_2p)}, {x_[i]});
    });
    pass(k, {x_}, {columns_of_lanes_, lanes_.count, mirrors_[ir::lane()]}, true);
    write_row(x_);
    builder_.barrier(ir::Barrier::Scope::warp);
    read_apart(x_);
    pass(k, {x_}, {columns_of_warps_, warps_, select(warp_, mirrors_[Scalar(warp_)], warps_)}, true);
    write_apart(x_);
}

void Transform::last_levels(int prime_index, const Place& words, int stride, const Scalar& at,
                            bool is_low) const {
    const int levels = std::bit_width(static_cast<unsigned>(warps_)) - 1, half = std::max(warps_ / 2, 1);
    const Scalar k(prime_index);
    for (int level = levels - 1; level >= 0; --level) {
        const int h = warps_ >> (level + 1);
        builder_.loop(whole("j", 1 << level), {}, [&](Place j) {
            take(inverse_factors_, (k * half + Scalar(j)) * 2, even_);
            builder_.loop(whole("s", h), {}, [&](Place s) {
                const Scalar low = (Scalar(j) * (2 * h) + Scalar(s)) * stride + at;
                const Place x = words[low], y = words[low + h * stride];
                if (!is_low || level > 0) return inverse_butterfly(k, x, y, even_);
                builder_.assign(x, Scalar(x) + Scalar(y));
                builder_.call("ntt_reduce", {x, of_prime(k, prime), of_prime(k, minus_2p)}, {x});
            });
        });
    }
}

}  // namespace limbsmith::algorithm::ntt
