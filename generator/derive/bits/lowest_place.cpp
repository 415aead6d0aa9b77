#include "derive/bits/lowest_place.hpp"

#include <algorithm>

#include "derive/sums/masked_constants.hpp"

namespace limbsmith::derive {
namespace {

using check::Multiple;
using check::Product;
using ir::Opcode;
using ir::Operand;

mpz_class weight_of(size_t k) { return mpz_class(1) << k; }

class LowestPlaceFinder : MaskedConstants {
  public:
    LowestPlaceFinder(Builder& builder, const ir::Program& program, unsigned word_bits, const LowestBit& x)
        : MaskedConstants(builder, program, word_bits), x_(x), all_(mpz_class(x.places.size())) {}

    LowestPlace find() {
        find_terms();
        add_lowest();
        add_places();
        mask_words();
        mask_bits();
        return add_none();
    }

  private:
    struct Term {
        size_t sum, masked;  // sum = sum | masked, masked = mask & constant
    };
    const LowestBit::Bit& seen(size_t word) const { return x_.seen[word * bits_]; }
    const LowestBit::Bit& any() const { return x_.seen.back(); }

    void find_terms() {
        for (Operand sum = program_.outputs[0].words[0]; sum.is_word;) {
            const size_t at = maker(sum);
            if (in(at).op != Opcode::bit_or) throw Gap{"an or of masked constants"};
            terms_.push_back({at, maker(in(at).src[1])});
            sum = in(at).src[0];
        }
        std::ranges::reverse(terms_);
        size_t places = 0;
        while (size_t(1) << places < bits_) ++places;
        if (terms_.size() != x_.words.size() + places) throw Gap{"a term for each bit of the result"};
        for (const Term& term : terms_) {
            if (in(term.masked).op != Opcode::bit_and || in(term.masked).src[1].is_word)
                throw Gap{"a masked constant"};
        }
        places_ = places;
    }

    // The or of the words of x & -x, which is their sum, since one of them is not 0 at the most.
    void add_lowest() {
        const mpz_class half = base_ / 2;
        lowest_ = x_.words[0].lowest;
        Id most = x_.words[0].most;
        lowest_sum_ = {{x_.words[0].sum, one}};
        for (size_t i = 1; i < x_.words.size(); ++i) {
            const auto& word = x_.words[i];
            const size_t at = instruction_of(program_, Opcode::bit_or, lowest_, word.lowest);
            const LowestBit::Bit &f = seen(i), &next = seen(i + 1);
            const Id word_most = builder_.bound(Polynomial(half) * (one - f.bit) - value(word.lowest),
                                                {{half, {next.most}}, {1, {word.most}}}, {});
            const Id is_sum = disjoint(at, f, half, most, word_most);
            most = builder_.bound(Polynomial(half) * next.bit - result(at), {{1, {most}}, {1, {word.most}}},
                                  {{is_sum, minus_one}});
            lowest_ = Operand(in(at).dst);
            lowest_sum_.push_back({is_sum, one});
            lowest_sum_.push_back({word.sum, one});
        }
    }

    // For each place in a word, whether the lowest bit is there in any word.
    void add_places() {
        std::vector<Multiple> all;
        Polynomial total = any().bit, sum;
        for (size_t k = 0; k < bits_; ++k) {
            Polynomial of;
            std::vector<Product> least;
            for (size_t j = k; j < x_.places.size(); j += bits_) {
                of += x_.places[j].d;
                least.push_back({1, {x_.places[j].least}});
            }
            const auto [name, zero] = builder_.name(of);
            const Polynomial bit = Polynomial::of(name);
            place_.push_back({bit, builder_.bound(bit, least, {{zero, minus_one}}), 0});
            is_place_.push_back(zero);
            all.push_back({zero, one});
            total -= bit;
            sum += Polynomial(weight_of(k)) * bit;
            lowest_sum_.push_back({zero, weight_of(k)});
        }
        total_ = builder_.sum(total, all);
        for (size_t k = 0; k < bits_; ++k) place_[k].most = most_of(weight_of(k));
        lowest_bits_ = {
            .list = place_, .squares = {}, .sum = builder_.sum(value(lowest_) - sum, lowest_sum_)};
    }
    Polynomial sum_of_places(const mpz_class& set) const {
        Polynomial sum;
        for (size_t k = 0; k < bits_; ++k) {
            if (mpz_tstbit(set.get_mpz_t(), k)) sum += place_[k].bit;
        }
        return sum;
    }
    // 1 - (the sum of places in a set) >= 0
    Id most_of(const mpz_class& set) {
        std::vector<Product> others{{1, {any().most}}};
        for (size_t k = 0; k < bits_; ++k) {
            if (!mpz_tstbit(set.get_mpz_t(), k)) others.push_back({1, {place_[k].least}});
        }
        return builder_.bound(one - sum_of_places(set), others, {{total_, one}});
    }

    // The place of the word.
    void mask_words() {
        const mpz_class half = base_ / 2;
        Id most = builder_.bound({}, {}, {});
        std::vector<Multiple> zeros;
        for (size_t i = 1; i < x_.words.size(); ++i) {
            const auto [at, and_at] = terms_[i - 1];
            const auto& word = x_.words[i];
            const LowestBit::Bit &f = seen(i), &next = seen(i + 1);
            const size_t inverted = inverted_of(and_at);
            const Mask mask = zero_mask(in(inverted).src[0]);
            const mpz_class place = bits_ * i;
            if (mask.v != word.lowest || in(and_at).src[1].value != place) throw Gap{"the place of a word"};
            const Id n_most = builder_.bound(one - word.n, {{1, {next.most}}, {1, {f.least}}}, {});
            const Bit n{word.n, word.n_least, n_most};
            const Id value =
                masked_if(and_at, inverted, mask, n, is_not(mask, n, 1, word.above, half, word.most));
            const Id value_most =
                builder_.bound(Polynomial(all_) * (one - f.bit) - result(and_at),
                               {{all_, {next.most}}, {all_ - place, {word.n_least}}}, {{value, minus_one}});
            const Polynomial sum = i == 1 ? Polynomial() : this->value(in(at).src[0]);
            if (i == 1) most = builder_.bound(Polynomial(all_) * f.bit, {{all_, {f.least}}}, {});
            const Id is_sum = disjoint(at, f, all_, most, value_most);
            most = builder_.bound(Polynomial(all_) * next.bit - result(at),
                                  {{1, {most}}, {all_ - place, {word.n_least}}},
                                  {{is_sum, minus_one}, {value, minus_one}});
            zeros.push_back({is_sum, one});
            zeros.push_back({value, one});
        }
        result_sum_ = std::move(zeros);
    }

    // The place in the word.
    void mask_bits() {
        // the place of the word is a multiple of bits_
        Polynomial number;
        std::vector<Product> least, most{{x_.words.size() - 1, {any().most}}};
        for (size_t i = 0; i < x_.words.size(); ++i) {
            number += Polynomial(mpz_class(i)) * x_.words[i].n;
            least.push_back({i, {x_.words[i].n_least}});
            most.push_back({x_.words.size() - 1 - i, {x_.words[i].n_least}});
        }
        const mpz_class last = weight_of(bits_ - places_) - 1;
        most.push_back({last - mpz_class(x_.words.size() - 1), {}});
        const Builder::Bits high = builder_.bits(builder_.bound(number, least, {}),
                                                 builder_.bound(Polynomial(last) - number, most, {}));
        const Bit zero{{}, none_, some_};
        std::vector<Bit> low(places_, zero);
        Polynomial sum = Polynomial(mpz_class(bits_)) * number;
        for (size_t p = 0; p < places_; ++p) {
            const auto [at, and_at] = terms_[x_.words.size() - 1 + p];
            const size_t inverted = inverted_of(and_at);
            const Mask mask = zero_mask(in(inverted).src[0]);
            const size_t found = maker(mask.v);
            mpz_class set;
            for (size_t k = 0; k < bits_; ++k) set += weight_of(k) * (k >> p & 1);
            if (in(found).op != Opcode::bit_and || in(found).src[0] != lowest_ || in(found).src[1].is_word ||
                in(found).src[1].value != set || in(and_at).src[1].value != weight_of(p))
                throw Gap{"the place of a bit"};
            const Bit m = bit_of(set);
            const Id is_found = found_zero(found, set);
            std::vector<Product> more, less;
            for (size_t k = 0; k < bits_; ++k) {
                if (!(k >> p & 1)) continue;
                more.push_back({weight_of(k) - 1, {place_[k].least}});
                less.push_back({base_ / 2 - weight_of(k), {place_[k].least}});
            }
            const mpz_class half = base_ / 2;
            const Id above = builder_.bound(result(found) - m.bit, more, {{is_found, one}});
            const Id below =
                builder_.bound(Polynomial(half) * m.bit - result(found), less, {{is_found, minus_one}});
            const Id value = masked_if(and_at, inverted, mask, m, is_not(mask, m, 1, above, half, below));
            // sum and 2^p·m have no place in common
            Builder::Bits x{.list = low, .squares = {}, .sum = 0},
                y{.list = std::vector(p, zero), .squares = {}, .sum = 0};
            x.list.insert(x.list.end(), high.list.begin(), high.list.end());
            y.list.push_back(m);
            std::vector<Multiple> sums = result_sum_;
            sums.push_back({high.sum, mpz_class(bits_)});
            Polynomial total = this->value(in(at).src[0]);
            for (size_t k = 0; k < x.list.size(); ++k) total -= Polynomial(weight_of(k)) * x.list[k].bit;
            x.sum = builder_.sum(total, sums);
            y.sum = value;
            const Id is_sum = without_both(at, builder_.common(both_of(at), x, y));
            result_sum_.push_back({is_sum, one});
            result_sum_.push_back({value, one});
            low[p] = m;
        }
    }
    Bit bit_of(const mpz_class& set) {
        std::vector<Product> least;
        for (size_t k = 0; k < bits_; ++k) {
            if (mpz_tstbit(set.get_mpz_t(), k)) least.push_back({1, {place_[k].least}});
        }
        const Polynomial sum = sum_of_places(set);
        return {sum, builder_.bound(sum, least, {}), most_of(set)};
    }
    // (lowest & set) - (the sum of 2^k·(place k) in the set) = 0
    Id found_zero(size_t at, const mpz_class& set) {
        Polynomial sum;
        for (size_t k = 0; k < bits_; ++k) {
            if (mpz_tstbit(set.get_mpz_t(), k)) sum += Polynomial(weight_of(k)) * place_[k].bit;
        }
        const Id common = builder_.common(both_of(at), lowest_bits_, constant(set));
        return builder_.sum(result(at) - sum, {{given(at, 0), one}, {common, one}});
    }

    // Where x is 0: the number of all bits. Then r is a sum, and below.
    LowestPlace add_none() {
        const auto [at, and_at] = terms_.back();
        const Mask mask = zero_mask(in(and_at).src[0]);
        if (in(and_at).src[1].value != all_) throw Gap{"the number of all bits"};
        std::vector<Operand> xs;
        for (const auto& word : x_.words) xs.push_back(word.x);
        const mpz_class size = xs.size(), limit = size * base_;
        // x_i <= v <= their sum, for the or v
        std::vector<Product> above, below;
        Operand v = xs[0];
        std::vector<Id> least(1, none_);
        Id most = none_;
        Polynomial sum = value(v), place_sum;
        for (size_t i = 1; i < xs.size(); ++i) {
            const size_t or_at = instruction_of(program_, Opcode::bit_or, v, xs[i]);
            const Polynomial next = result(or_at), x = value(xs[i]);
            for (size_t k = 0; k < i; ++k)
                least[k] = builder_.bound(next - value(xs[k]), {{1, {least[k]}}, {1, {given(or_at, 3)}}},
                                          {{given(or_at, 0), one}});
            least.push_back(builder_.bound(next - x, {{1, {given(or_at, 2)}}}, {{given(or_at, 0), one}}));
            sum += x;
            most = builder_.bound(sum - next, {{1, {most}}, {1, {given(or_at, 1)}}},
                                  {{given(or_at, 0), minus_one}});
            v = Operand(in(or_at).dst);
        }
        if (mask.v != v) throw Gap{"the mask of none"};
        const Bit f{any().bit, any().least, any().most};
        below.push_back({1, {most}});
        std::vector<Product> room, total;
        for (size_t i = 0; i < xs.size(); ++i) {
            const auto& word = x_.words[i];
            above.push_back({1, {least[i]}});
            above.push_back({1, {word.x_above}});
            below.push_back({1, {word.x_most}});
            below.push_back({base_ * mpz_class(i), {word.n_least}});
            place_sum += Polynomial(mpz_class(bits_ * i)) * word.n + word.k;
            room.push_back({all_ - bits_ * (i + 1) + 1, {word.n_least}});
            room.push_back({1, {word.k_most}});
        }
        // the sum of g after word i is size·f - (the sum of i·n)
        const Id v_above = builder_.bound(Polynomial(size) * value(v) - f.bit, above, {});
        const Id v_below = builder_.bound(Polynomial(limit) * f.bit - value(v), below, {});
        const Id not_any = is_not(mask, f, size, v_above, limit, v_below);
        const mpz_class last = base_ - 1;
        const Bit none{one - f.bit, f.most, builder_.bound(f.bit, {{1, {f.least}}}, {})};
        const Id is_mask =
            builder_.sum(value(mask.word) - Polynomial(last) * none.bit, {{mask.zero, one}, {not_any, last}});
        const Id value = masked(and_at, none, is_mask);
        // r without it is at most all·f
        const Polynomial count = this->value(in(at).src[0]);
        std::vector<Multiple> sums = result_sum_;
        for (size_t k = 0; k < bits_; ++k)
            sums.push_back({is_place_[k], minus_one * Polynomial(mpz_class(k))});
        const Id is_count = builder_.sum(count - place_sum, sums);
        const Polynomial all_if_any = Polynomial(all_) * f.bit;
        const Id count_most = builder_.bound(all_if_any - count, room, {{is_count, minus_one}});
        const Id value_most =
            builder_.bound(Polynomial(all_) - all_if_any - result(and_at), {}, {{value, minus_one}});
        const Id is_sum = disjoint(at, any(), all_, count_most, value_most);
        const Polynomial r = result(at);
        const Id is_r = builder_.sum(r - place_sum - Polynomial(all_) + all_if_any,
                                     {{is_sum, one}, {is_count, one}, {value, one}});
        return {
            r, is_r,
            builder_.bound(Polynomial(all_) - r, {{1, {count_most}}}, {{is_count, one}, {is_r, minus_one}})};
    }

    const LowestBit& x_;
    const mpz_class all_;  // bits
    std::vector<Term> terms_;
    size_t places_ = 0;  // bits of a place in a word
    Operand lowest_;     // the or of the words of x & -x
    std::vector<Multiple> lowest_sum_;
    Builder::Bits lowest_bits_;
    std::vector<Bit> place_;
    std::vector<Id> is_place_;
    Id total_ = 0;                      // f - (sum of places) = 0
    std::vector<Multiple> result_sum_;  // of r so far
};

}  // namespace

LowestPlace lowest_place(Builder& builder, const ir::Program& program, unsigned word_bits,
                         const LowestBit& x) {
    return LowestPlaceFinder(builder, program, word_bits, x).find();
}

}  // namespace limbsmith::derive
