#include "algorithm/ntt/transform.hpp"

#include <bit>

#include "spec/ntt_primes.hpp"

namespace limbsmith::algorithm::ntt {

using ir::Place, ir::Scalar, ir::Variable;

namespace {

constexpr int most_warps = 16, primes = ntt_prime_count, last_prime = primes - 1;

// The blocks of a level but for block 0, whose factor is 1.
ir::Range blocks_after_first(int level) {
    return with(ir::below("j", 1, 1 << level), ir::For::Unroll::whole);
}

}  // namespace

bool Transform::holds(int lanes, int words) {
    const int warps = lanes / ir::warp, most = words_of_lane / 2;
    return warps >= 1 && warps <= most_warps && words <= most && (warps > 1 || words > most / 2);
}

Transform::Transform(const group::Lanes& lanes)
    : lanes_(lanes),
      builder_(lanes.builder),
      passes_(lanes.builder),
      warps_(lanes.count / ir::warp),
      region_(words_of_warp / words_of_lane * padded_row * warps_) {
    const auto words = [&](const char* name, int count) { return array(ir::word_named(name), count); };
    shared_ = builder_.shared(words("residues", primes * region_));
    columns_of_warps_ = builder_.table("columns_of_warps", columns_table(warps_));
    columns_of_lanes_ = builder_.table("columns_of_lanes", columns_table(lanes.count));
    mirrors_ = builder_.table("mirrors", mirrors_table(lanes.count, lanes.count));
    const int blocks = warps_ / 2;  // of the levels that take words of all segments
    if (blocks > 1) factors_ = builder_.table("factors", factors_table(blocks));
    if (blocks > 1) inverse_factors_ = builder_.table("inverse_factors", inverse_factors_table(blocks));
    lane_ = lanes.word("own_lane"), warp_ = lanes.word("own_warp");
    source_ = lanes.word("source"), apart_ = lanes.word("apart"), row_ = lanes.word("row");
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
        builder_.call("ntt_first",
                      {shared_[Scalar(source_) + (index + offset)], passes_.of_prime(k, prime),
                       passes_.of_prime(k, minus_4p)},
                      {to});
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
        builder_.loop(whole("i", h), {},
                      [&](Place i) { passes_.sum_and_difference(k, x[i], x[Scalar(i) + h], false); });
        builder_.loop(blocks_after_first(level), {}, [&](Place j) {
            passes_.take(factors_, (k * half + Scalar(j)) * 2, passes_.factor());
            builder_.loop(whole("i", h), {}, [&](Place i) {
                const Scalar low = Scalar(j) * (2 * h) + Scalar(i);
                passes_.forward_butterfly(k, x[low], x[low + h], passes_.factor());
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
    segment().read_apart(x);
}

void Transform::begin(const Place& k) const {
    builder_.assign(
        source_,
        last_prime * region_ + (warps_ > 2 ? padded(ir::lane() * (words_of_lane / warps_)) : Scalar(lane_)));
    builder_.assign(apart_, Scalar(k) * region_ + Scalar(warp_) * (region_ / warps_) + lane_);
    builder_.assign(row_, Scalar(apart_) + Scalar(lane_) * (padded_row - 1));
}

void Transform::product(const Place& k, Other other, const Scalar& is_square) const {
    // the work for the second number
    const auto with_other = [&](const std::function<void()>& body) {
        if (other == Other::loaded) body();
        if (other == Other::chosen) builder_.when(equal(is_square, 0), body);
    };
    // numbers together have each factor read once
    const auto pass = [&](const Passes::Column& of, const Passes::Levels& levels) {
        if (other == Other::loaded) return passes_.pass(k, {x_, y_}, of, false, levels);
        passes_.pass(k, {x_}, of, false, levels);
        with_other([&] { passes_.pass(k, {y_}, of, false, levels); });
    };
    take_words(k, Operand::first, x_);
    with_other([&] { take_words(k, Operand::second, y_); });
    builder_.barrier();  // modulo the last prime the words are overwritten
    if (warps_ > 2) {
        head(k, x_);
        with_other([&] {
            builder_.barrier();
            head(k, y_);
        });
    }
    pass({columns_of_warps_, warps_, warp_}, {levels_of_pass, warps_ == 1 ? 1 : 0});
    segment().write_apart(x_);
    builder_.barrier(ir::Barrier::Scope::warp);
    segment().read_row(x_);
    with_other([&] {
        builder_.barrier(ir::Barrier::Scope::warp);
        segment().write_apart(y_);
        builder_.barrier(ir::Barrier::Scope::warp);
        segment().read_row(y_);
    });
    pass({columns_of_lanes_, lanes_.count, ir::lane()}, {});
    if (other == Other::chosen) {
        builder_.when(not_equal(is_square, 0), [&] {
            builder_.loop(whole("i", words_of_lane), {}, [&](Place i) { builder_.assign(y_[i], x_[i]); });
        });
    }
    const Place& factors = other == Other::none ? x_ : y_;
    builder_.loop(whole("i", words_of_lane), {},
                  [&](Place i) { passes_.multiply(k, x_[i], factors[i], lanes_.word("factor")); });
}

void Transform::add_to(const Place& sum, const Place& k) const {
    builder_.loop(whole("i", words_of_lane), {}, [&](Place i) {
        builder_.call("ntt_reduce",
                      {Scalar(sum[i]) + x_[i], passes_.of_prime(k, prime), passes_.of_prime(k, minus_2p)},
                      {sum[i]});
    });
}

void Transform::take(const Place& sum) const {
    builder_.loop(whole("i", words_of_lane), {}, [&](Place i) { builder_.assign(x_[i], sum[i]); });
}

void Transform::inverse(const Place& k) const {
    passes_.pass(k, {x_}, Passes::Column{columns_of_lanes_, lanes_.count, mirrors_[ir::lane()]}, true, {});
    segment().write_row(x_);
    builder_.barrier(ir::Barrier::Scope::warp);
    segment().read_apart(x_);
    passes_.pass(k, {x_},
                 Passes::Column{columns_of_warps_, warps_, select(warp_, mirrors_[Scalar(warp_)], warps_)},
                 true, {});
    segment().write_apart(x_);
}

void Transform::last_levels(int prime_index, const Place& words, int stride, const Scalar& at,
                            bool is_low) const {
    const int levels = std::bit_width(static_cast<unsigned>(warps_)) - 1, half = std::max(warps_ / 2, 1);
    const Scalar k(prime_index);
    for (int level = levels - 1; level >= 0; --level) {
        const int h = warps_ >> (level + 1);
        builder_.loop(whole("s", h), {}, [&](Place s) {
            const Place x = words[Scalar(s) * stride + at], y = words[(Scalar(s) + h) * stride + at];
            if (!is_low || level > 0) return passes_.sum_and_difference(k, x, y, true);
            builder_.assign(x, Scalar(x) + Scalar(y));
            builder_.call("ntt_reduce", {x, passes_.of_prime(k, prime), passes_.of_prime(k, minus_2p)}, {x});
        });
        if (level == 0) break;
        builder_.loop(blocks_after_first(level), {}, [&](Place j) {
            passes_.take(inverse_factors_, (k * half + Scalar(j)) * 2, passes_.factor());
            builder_.loop(whole("s", h), {}, [&](Place s) {
                const Scalar low = (Scalar(j) * (2 * h) + Scalar(s)) * stride + at;
                passes_.inverse_butterfly(k, words[low], words[low + h * stride], passes_.factor());
            });
        });
    }
}

}  // namespace limbsmith::algorithm::ntt
