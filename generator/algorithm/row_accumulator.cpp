#include "algorithm/row_accumulator.hpp"

#include <algorithm>
#include <utility>

#include "algorithm/accumulator.hpp"
#include "algorithm/claims.hpp"

namespace limbsmith::algorithm {
mpz_class max_of(const Limbs& limbs) {
    mpz_class max = 0;
    for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) max = (max << limb_bits) + limb->max;
    return max;
}

namespace {

Limbs part(const Limbs& limbs, int end) { return {limbs.begin(), limbs.begin() + end}; }

}  // namespace

RowAccumulator::RowAccumulator(ir::Builder& builder, int words)
    : builder_(builder), sum_{Limbs(words), Limbs(words)}, fold_(builder) {}

void RowAccumulator::start_from(const Limbs& even, const Limbs& odd, const mpz_class& max) {
    std::ranges::copy(even, sum_[0].begin());
    std::ranges::copy(odd, sum_[1].begin());
    max_ = max;
}

void RowAccumulator::add_row(const Limbs& x, Limb y, int at, const mpz_class& max) {
    max_ += max << (limb_bits * at);
    // odd j first: the flag of word() belongs to the chain that starts above it
    for (int parity : {1, 0}) add_half_row(x, y, at, parity);
    claim_at_most(builder_, number(sum_[0]) + number(sum_[1]), max_);
}

void RowAccumulator::add_half_row(const Limbs& x, Limb y, int at, int parity) {
    Limbs& sum = sum_[(at + parity) & 1];
    const int words = static_cast<int>(sum.size());
    std::vector<int> row;
    for (int j = parity; j < static_cast<int>(x.size()) && at + j < words; j += 2) {
        if (x[j] && y) row.push_back(j);
    }
    ir::Chain chain(builder_);
    int flag_word = 0;  // the word that a pending flag carries into
    if (parity == 1 && fold_word_ >= 0) {
        chain = fold_;
        flag_word = std::exchange(fold_word_, -1);
    }
    // adds the flag up to the next product, or until it must be zero
    const auto ripple_to = [&](int next) {
        for (; flag_word < next && chain.pending(); ++flag_word) {
            if (!sum[flag_word] && !can_reach(flag_word)) break;
            add_flag(chain, sum[flag_word]);
        }
        if (flag_word < next) chain.forget();
    };
    for (int j : row) {
        const int w = at + j;
        ripple_to(w);
        Limb beyond;  // the word above the cut
        const bool keep_hi = w + 1 < words;
        add_product(builder_, chain, x[j], y, sum[w], keep_hi ? sum[w + 1] : beyond, keep_hi);
        flag_word = w + 2;
    }
    ripple_to(words);
}

Limb RowAccumulator::word(int at) {
    Limb& own = sum_[at & 1][at];
    Limb& other = sum_[(at + 1) & 1][at];
    if (own && other) {
        fold_ = ir::Chain(builder_);
        add_limb(fold_, own, other);
        if (fold_.pending()) {
            fold_word_ = at + 1;
            other = {};
            claim_at_most(builder_, number(sum_[0]) + number(sum_[1]) + flag_of(own.word, at + 1), max_);
        }
    } else if (other) {
        own = other;
    }
    other = {};
    return own;
}

void RowAccumulator::drop(int at) { sum_[at & 1][at] = {}; }

ir::NoteSum RowAccumulator::sum() const { return value(sum_[0]) + value(sum_[1]); }

void RowAccumulator::note(const ir::NoteSum& held, const ir::NoteSum& value) const {
    const int words = static_cast<int>(sum_[0].size());
    algorithm::note(builder_, held, value, can_reach(words) ? limb_bits * words : 0);
}

void RowAccumulator::note_gain(const RowAccumulator& before, const ir::NoteSum& gain) const {
    std::array<Limbs, 2> now = sum_, then = before.sum_;
    for (size_t chain = 0; chain < now.size(); ++chain) {
        for (size_t w = 0; w < now[chain].size(); ++w) {
            if (now[chain][w].word == then[chain][w].word) now[chain][w] = then[chain][w] = {};
        }
    }
    note(value(now[0]) + value(now[1]), value(then[0]) + value(then[1]) + gain);
}

Limbs RowAccumulator::finish(int from) {
    Limbs result;
    ir::Chain chain = std::exchange(fold_word_, -1) == from ? fold_ : ir::Chain(builder_);
    for (int w = from; w < static_cast<int>(sum_[0].size()); ++w) {
        Limb limb = sum_[0][w] ? sum_[0][w] : sum_[1][w];
        if (sum_[0][w] && sum_[1][w]) {
            add_limb(chain, limb = sum_[0][w], sum_[1][w]);
        } else if (chain.pending() && (limb || can_reach(w))) {
            add_flag(chain, limb);
        }
        if (!can_reach(w + 1)) chain.forget();
        result.push_back(limb);
    }
    claim_at_most(builder_, number(part(sum_[0], from)) + number(part(sum_[1], from)) + number(result, from),
                  max_);
    return result;
}

}  // namespace limbsmith::algorithm
