#include "derive/common_twos.hpp"

#include <algorithm>
#include <numeric>

#include "derive/factors.hpp"
#include "derive/lowest_bit.hpp"
#include "derive/squeeze.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Multiple;
using check::Product;
using ir::Opcode;
using ir::Operand;

mpz_class two_to(size_t k) { return mpz_class(1) << k; }

class CommonTwos {
  public:
    CommonTwos(Builder& builder, const ir::Program& program, unsigned word_bits)
        : builder_(builder),
          program_(program),
          bits_(word_bits),
          base_(two_to(word_bits)),
          x_(lowest_bit(builder, program, word_bits)),
          all_(mpz_class(x_.places.size())),
          none_(builder.bound({}, {}, {})),
          some_(builder.bound(one, {{1, {}}}, {})) {}

    void show() {
        find_terms();
        add_lowest();
        add_places();
        mask_words();
        mask_bits();
        add_none();
        read_contract();
        show_word(0, start_);
    }

  private:
    using Bit = Builder::Bits::Bit;
    struct Term {
        size_t sum, masked;  // sum = sum | masked, masked = mask & constant
    };

    Id given(size_t i, size_t which) { return builder_.given({Given::Of::instruction, i, which}); }
    Id contract(size_t which) { return builder_.contract(which); }
    const check::Facts& facts(size_t i) const { return builder_.meaning.instructions()[i]; }
    const ir::Instruction& in(size_t i) const { return program_.body[i]; }
    Polynomial value(const Operand& word) const {
        return word.is_word ? Polynomial::of(builder_.meaning.word(word.value))
                            : Polynomial(mpz_class(word.value));
    }
    Polynomial result(size_t i) const { return value(Operand(in(i).dst)); }
    size_t maker(const Operand& word) const {
        for (size_t i = 0; i < program_.body.size(); ++i) {
            if (Operand(in(i).dst) == word) return i;
        }
        throw Gap{"a word"};
    }
    // What the sources of an instruction have in common.
    static Variable only_variable(const check::Fact& fact) {
        return fact.polynomial.terms().begin()->first.at(0);
    }
    Variable both_of(size_t i) const { return only_variable(facts(i)[1]); }
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

    // For an or of y and z: or - y - z = 0, from c·f - y >= 0 and c·(1 - f) - z >= 0.
    Id disjoint(size_t at, const LowestBit::Bit& f, const mpz_class& c, Id y_most, Id z_most) {
        const Polynomial both = Polynomial::of(both_of(at));
        const Id to_0 = builder_.bound(minus_one * both,
                                       {{1, {f.most, given(at, 2)}},
                                        {1, {f.most, y_most}},
                                        {1, {f.least, given(at, 3)}},
                                        {1, {f.least, z_most}}},
                                       {{f.square, mpz_class(2 * c)}});
        return without_both(at, builder_.both(given(at, 1), to_0));
    }
    Id without_both(size_t at, Id no_both) {
        return builder_.sum(result(at) - value(in(at).src[0]) - value(in(at).src[1]),
                            {{given(at, 0), one}, {no_both, minus_one}});
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
            sum += Polynomial(two_to(k)) * bit;
            lowest_sum_.push_back({zero, two_to(k)});
        }
        total_ = builder_.sum(total, all);
        for (size_t k = 0; k < bits_; ++k) place_[k].most = most_of(two_to(k));
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

    Builder::Bits constant(const mpz_class& number) {
        Builder::Bits bits{.list = {}, .squares = {}, .sum = builder_.sum({}, {})};
        for (size_t k = 0; k < bits_; ++k) {
            const bool is_set = mpz_tstbit(number.get_mpz_t(), k) != 0;
            bits.list.push_back(is_set ? Bit{one, some_, none_} : Bit{{}, none_, some_});
        }
        return bits;
    }

    struct Mask {
        Operand word;  // all ones if v = 0
        Polynomial z;  // the borrow of v - 1
        Id zero;       // word - (base - 1)·z = 0
        Operand v;
        size_t test;
    };
    Mask zero_mask(const Operand& word) {
        const size_t at = maker(word);
        const ir::Instruction& mask = in(at);
        const auto test = std::ranges::find_if(program_.body, [&](const ir::Instruction& it) {
            return it.flag_out && it.flag_out == mask.flag_in && it.op == Opcode::sub && !it.flag_in &&
                   it.src[1] == Operand(1u);
        });
        if (mask.op != Opcode::sub || !mask.src[0].is_zero() || !mask.src[1].is_zero() ||
            test == program_.body.end())
            throw Gap{"a mask"};
        const auto i = static_cast<size_t>(test - program_.body.begin());
        // word + z - base·borrow = 0, and so borrow = z
        const Polynomial z = facts(i)[1].polynomial, borrow = facts(at)[1].polynomial, w = value(word);
        const size_t least = facts(at).size() - 2;
        const mpz_class last = base_ - 1;
        const Id above =
            builder_.bound(Polynomial(base_) * (borrow - z) + Polynomial(last),
                           {{1, {given(at, least)}}, {last, {given(i, 2)}}}, {{given(at, 0), minus_one}});
        const Id below =
            builder_.bound(Polynomial(base_) * (z - borrow) + Polynomial(last),
                           {{last, {given(i, 1)}}, {1, {given(at, least + 1)}}}, {{given(at, 0), one}});
        const Id same = builder_.both(builder_.round(above, base_), builder_.round(below, base_));
        const Id zero = builder_.sum(w - Polynomial(last) * z, {{given(at, 0), one}, {same, base_}});
        return {word, z, zero, test->src[0], i};
    }

    // z - 1 + m = 0 for a bit m, from scale·v - m >= 0 and limit·m - v >= 0.
    Id is_not(const Mask& mask, const Bit& m, const mpz_class& scale, Id above, const mpz_class& limit,
              Id below) {
        const Id least = given(mask.test, 1), most = given(mask.test, 2), test = given(mask.test, 0);
        const size_t word = facts(mask.test).size() - 2;
        const Id square = square_of_bit(builder_, mask.z, least, most);
        // z·(base - 1 - word) = base·(z - z²) - z·v
        const Polynomial product = mask.z * m.bit;
        const Id to_0 = builder_.bound(
            minus_one * product, {{1, {least, above}}, {scale, {least, given(mask.test, word + 1)}}},
            {{test, Polynomial(scale) * mask.z}, {square, mpz_class(scale * base_)}});
        const Id from_0 = builder_.bound(product, {{1, {least, m.least}}}, {});
        const Id never = builder_.both(from_0, to_0);
        const Polynomial goal = mask.z - one + m.bit;
        return builder_.cases(
            m.bit - one, {Fact::Kind::zero, goal},
            [&](Id assumption) {
                const Id is_one = builder_.both(assumption, m.most);
                builder_.sum(goal, {{never, one}, {is_one, one - mask.z}});
            },
            [&](Id assumption) {
                // base·z - 1 = word - v >= 0
                const Id is_zero = builder_.both(m.least, assumption);
                const Id some = builder_.bound(Polynomial(base_) * mask.z - one,
                                               {{1, {given(mask.test, word)}}, {1, {below}}},
                                               {{test, minus_one}, {is_zero, mpz_class(-limit)}});
                const Id is_one = builder_.both(builder_.round(some, base_), most);
                builder_.sum(goal, {{is_one, one}, {is_zero, one}});
            });
    }

    // masked - constant·t = 0 for a mask of bits t: mask - (base - 1)·t = 0.
    Id masked(size_t at, const Bit& t, Id mask) {
        const mpz_class number = in(at).src[1].value;
        const Builder::Bits bits{.list = std::vector(bits_, t), .squares = {}, .sum = mask};
        const Id common = builder_.common(both_of(at), bits, constant(number));
        return builder_.sum(result(at) - Polynomial(number) * t.bit, {{given(at, 0), one}, {common, one}});
    }
    // masked - constant·m = 0, where the mask is the complement of a mask of zero.
    Id masked_if(size_t at, size_t inverted, const Mask& mask, const Bit& m, Id is_not) {
        const mpz_class last = base_ - 1;
        return masked(
            at, m,
            builder_.sum(value(in(at).src[0]) - Polynomial(last) * m.bit,
                         {{given(inverted, 0), one}, {mask.zero, minus_one}, {is_not, mpz_class(-last)}}));
    }
    size_t inverted_of(size_t at) const {
        const size_t inverted = maker(in(at).src[0]);
        if (in(inverted).op != Opcode::bit_not) throw Gap{"an inverted mask"};
        return inverted;
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
        const mpz_class last = two_to(bits_ - places_) - 1;
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
            for (size_t k = 0; k < bits_; ++k) set += two_to(k) * (k >> p & 1);
            if (in(found).op != Opcode::bit_and || in(found).src[0] != lowest_ || in(found).src[1].is_word ||
                in(found).src[1].value != set || in(and_at).src[1].value != two_to(p))
                throw Gap{"the place of a bit"};
            const Bit m = bit_of(set);
            const Id is_found = found_zero(found, set);
            std::vector<Product> more, less;
            for (size_t k = 0; k < bits_; ++k) {
                if (!(k >> p & 1)) continue;
                more.push_back({two_to(k) - 1, {place_[k].least}});
                less.push_back({base_ / 2 - two_to(k), {place_[k].least}});
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
            for (size_t k = 0; k < x.list.size(); ++k) total -= Polynomial(two_to(k)) * x.list[k].bit;
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
            if (mpz_tstbit(set.get_mpz_t(), k)) sum += Polynomial(two_to(k)) * place_[k].bit;
        }
        const Id common = builder_.common(both_of(at), lowest_bits_, constant(set));
        return builder_.sum(result(at) - sum, {{given(at, 0), one}, {common, one}});
    }

    // Where x is 0: the number of all bits. Then r is a sum, and below.
    void add_none() {
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
        Polynomial sum = value(v);
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
            place_sum_ += Polynomial(mpz_class(bits_ * i)) * word.n + word.k;
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
        const Id is_count = builder_.sum(count - place_sum_, sums);
        const Polynomial all_if_any = Polynomial(all_) * f.bit;
        const Id count_most = builder_.bound(all_if_any - count, room, {{is_count, minus_one}});
        const Id value_most =
            builder_.bound(Polynomial(all_) - all_if_any - result(and_at), {}, {{value, minus_one}});
        const Id is_sum = disjoint(at, any(), all_, count_most, value_most);
        r_ = result(at);
        is_result_ = builder_.sum(r_ - place_sum_ - Polynomial(all_) + all_if_any,
                                  {{is_sum, one}, {is_count, one}, {value, one}});
        r_most_ = builder_.bound(Polynomial(all_) - r_, {{1, {count_most}}},
                                 {{is_count, one}, {is_result_, minus_one}});
    }

    size_t place_of(const Polynomial& bound) const {
        const auto& facts = builder_.meaning.contract();
        const auto found = std::ranges::find(facts, Fact{Fact::Kind::nonnegative, bound});
        if (found == facts.end()) throw Gap{"a fact of the contract"};
        return static_cast<size_t>(found - facts.begin());
    }
    Variable power_of(const Polynomial& exponent) const {
        const auto& powers = builder_.meaning.powers();
        const auto found =
            std::ranges::find_if(powers, [&](const auto& of) { return of.second == exponent; });
        if (found == powers.end()) throw Gap{"a power"};
        return found->first;
    }

    // x = next·quotient + rest for next = 2^(r + 1), power = 2^r, and t = [x = 0].
    void read_contract() {
        power_ = power_of(r_), next_ = power_of(r_ + one);
        const Polynomial next = Polynomial::of(next_);
        const size_t after = place_of(next - one) + 1, last = place_of(Polynomial::of(power_) - one) + 1;
        const auto& facts = builder_.meaning.contract();
        const Variable is_positive = only_variable(facts.at(after));
        const Polynomial s = Polynomial::of(is_positive);
        const size_t division = after + 4;
        const auto& rest_term = facts.at(division + 1).polynomial.terms().begin()->first;
        rest_ = Polynomial::of(rest_term.at(0) == is_positive ? rest_term.at(1) : rest_term.at(0));
        for (const auto& [monomial, coefficient] : facts.at(division).polynomial.terms()) {
            if (monomial.size() == 2 && (monomial[0] == next_ || monomial[1] == next_))
                quotient_ = Polynomial::of(monomial[0] == next_ ? monomial[1] : monomial[0]);
        }
        const Id positive = contract(after - 1);
        const Id s_least =
            builder_.bound(s - one, {{1, {contract(after + 3)}}, {1, {contract(after + 1), positive}}}, {});
        const Id is_s = builder_.both(s_least, builder_.bound(one - s, {{1, {contract(after + 1)}}}, {}));
        rest_least_ = builder_.bound(rest_, {{1, {contract(division + 1)}}}, {{is_s, minus_one * rest_}});
        const Polynomial gap = next - one - rest_;
        rest_most_ = builder_.bound(gap, {{1, {contract(division + 2)}}}, {{is_s, minus_one * gap}});
        // the number
        number_ = facts.at(division).polynomial + next * quotient_ + rest_;
        std::vector<Multiple> sums{{contract(division), one}}, zeros;
        std::vector<Product> above;
        mpz_class unit = 1;
        for (const auto& word : x_.words) {
            sums.push_back({word.equation, unit});
            sums.push_back({word.parts, unit});
            equations_.push_back({word.equation, mpz_class(-unit)});
            above.push_back({unit - 1, {word.x_least}});
            above.push_back({1, {word.x_above}});
            unit *= base_;
        }
        start_ = builder_.sum(x_.tails[0] - next * quotient_ - rest_, sums);
        const Id number_above = builder_.bound(number_ - any().bit, above, equations_);
        t_ = Polynomial::of(only_variable(facts.at(last)));
        t_place_ = last;
        not_both_ = builder_.bound(minus_one * t_ * any().bit, {{1, {contract(last), number_above}}},
                                   {{contract(last + 2), minus_one}});
        const Polynomial all = mpz_class(all_), p = Polynomial::of(power_);
        goal_ = {Fact::Kind::zero, t_ * (r_ - all) + (one - t_) * (rest_ - p)};
    }

    // No bit below word i is set; zero: 2^(bits·i)·tail - next·quotient - rest = 0.
    void show_word(size_t i, Id zero) {
        const Id below = zeros_.empty() ? builder_.sum({}, {}) : below_;
        if (i == x_.words.size()) return show_none(below);
        const auto& word = x_.words[i];
        const LowestBit::Bit& here = seen(i + 1);
        builder_.cases(
            here.bit - one, goal_,
            [&](Id assumption) {
                const Id is_here = builder_.both(assumption, here.most);
                std::vector<Product> later;
                for (size_t k = i + 1; k < x_.words.size(); ++k) later.push_back({1, {x_.words[k].n_least}});
                const Id some = builder_.bound(any().bit - one, later, {{is_here, one}});
                const Id is_any = builder_.both(some, any().most);
                const Id no_t = builder_.both(
                    contract(t_place_), builder_.bound(minus_one * t_, {{1, {not_both_}}}, {{is_any, t_}}));
                const Chosen chosen{i, below, is_here, no_t, is_place_in(i, below, is_here, is_any)};
                show_bit(chosen, 0, below, zero);
            },
            [&](Id assumption) {
                const Id not_here = builder_.both(here.least, assumption);
                const Polynomial x = value(word.x);
                const Id to_0 =
                    builder_.bound(minus_one * x, {{1, {word.x_most}}}, {{not_here, mpz_class(-base_)}});
                const Id is_zero = builder_.both(word.x_least, to_0);
                const Polynomial weight = two_to(bits_ * i);
                const Id next = builder_.sum(
                    builder_.fact(zero) -
                        weight * (x_.tails[i * bits_] - Polynomial(base_) * x_.tails[(i + 1) * bits_]),
                    {{zero, one}, {word.parts, minus_one * weight}, {is_zero, minus_one * weight}});
                zeros_.push_back({is_zero, weight});
                below_ = not_here;
                show_word(i + 1, next);
            });
    }

    struct Chosen {
        size_t word;
        Id below, is_here;  // g before it is 0, g after it is 1
        Id no_t, is_r;      // t = 0, r - (place of the word) - k = 0
    };

    // r - (place of word i) - k = 0, if n of the word is 1.
    Id is_place_in(size_t i, Id below, Id is_here, Id is_any) {
        std::vector<Product> least, most;
        for (size_t j = 0; j < x_.words.size(); ++j) {
            if (j == i) continue;
            const auto& word = x_.words[j];
            least.push_back({bits_ * j, {word.n_least}});
            least.push_back({1, {word.k_least}});
            most.push_back({all_ - bits_ * (j + 1) + 1, {word.n_least}});
            most.push_back({1, {word.k_most}});
        }
        const mpz_class place = bits_ * i, gap = all_ - place;
        const Polynomial x = r_ - Polynomial(place) - x_.words[i].k;
        const Id from_0 = builder_.bound(
            x, least,
            {{is_result_, one}, {is_here, place}, {below, mpz_class(-place)}, {is_any, mpz_class(-all_)}});
        const Id to_0 = builder_.bound(minus_one * x, most,
                                       {{is_result_, minus_one}, {is_here, gap}, {below, mpz_class(-gap)}});
        return builder_.both(from_0, to_0);
    }

    // No bit below place k of the word is set: g = 0; zero as above for this place.
    void show_bit(const Chosen& of, size_t k, Id below, Id zero) {
        const size_t j = of.word * bits_ + k;
        if (k + 1 == bits_) return show_here(of, k, below, of.is_here, zero);
        const auto& place = x_.places[j];
        const LowestBit::Bit& here = x_.seen[j + 1];
        builder_.cases(
            here.bit - one, goal_,
            [&](Id assumption) { show_here(of, k, below, builder_.both(assumption, here.most), zero); },
            [&](Id assumption) {
                const Id not_here = builder_.both(here.least, assumption);
                const Id to_0 =
                    builder_.bound(minus_one * place.b.bit, {{1, {place.c.least}}},
                                   {{place.ripple, minus_one}, {not_here, mpz_class(-2)}, {below, one}});
                const Id is_zero = builder_.both(place.b.least, to_0);
                const Polynomial weight = two_to(j);
                show_bit(of, k + 1, not_here,
                         builder_.sum(
                             builder_.fact(zero) - weight * (x_.tails[j] - mpz_class(2) * x_.tails[j + 1]),
                             {{zero, one}, {place.tail, weight}, {is_zero, minus_one * weight}}));
            });
    }

    // Bit k of the word is the lowest one that is set: x = 2^j·(1 + 2·tail), and 2^j·(1 + 2·tail) = 2^(j+1)·quotient + rest.
    void show_here(const Chosen& of, size_t k, Id below, Id is_here, Id zero) {
        const size_t j = of.word * bits_ + k;
        const auto& place = x_.places[j];
        const Id some = builder_.bound(place.b.bit - one, {{1, {place.c.most}}},
                                       {{place.ripple, one}, {is_here, mpz_class(2)}, {below, minus_one}});
        const Id is_set = builder_.both(some, builder_.bound(one - place.b.bit, {{1, {place.b.most}}}, {}));
        // the place in the word is k
        std::vector<Product> least, most;
        for (size_t other = 0; other < bits_; ++other) {
            if (other == k) continue;
            const Id d = x_.places[of.word * bits_ + other].least;
            least.push_back({other, {d}});
            most.push_back({bits_ - 1 - other, {d}});
        }
        const mpz_class at = k, gap = bits_ - 1 - k, end = bits_ - 1;
        const Polynomial x = x_.words[of.word].k - Polynomial(at);
        const Id from_0 = builder_.bound(x, least, {{is_here, at}, {below, mpz_class(-at)}});
        const Id to_0 = builder_.bound(
            minus_one * x, most,
            {{is_here, gap}, {below, mpz_class(-gap)}, {of.is_here, mpz_class(-end)}, {of.below, end}});
        const Id is_r =
            builder_.sum(r_ - Polynomial(mpz_class(j)), {{of.is_r, one}, {builder_.both(from_0, to_0), one}});
        const auto shift = static_cast<long>(j);
        const Id power = builder_.powers({power_}, {}, shift, {{is_r, one}});
        const Id next = builder_.powers({next_}, {}, shift + 1, {{is_r, one}});
        const mpz_class weight = two_to(j), twice = 2 * weight;
        const Polynomial h = x_.tails[j + 1] - quotient_;
        const Id parts = builder_.sum(
            Polynomial(weight) + Polynomial(twice) * h - rest_,
            {{zero, one}, {place.tail, weight}, {is_set, mpz_class(-weight)}, {next, quotient_}});
        const Id above =
            builder_.bound(Polynomial(twice) * h + Polynomial(weight), {{1, {rest_least_}}}, {{parts, one}});
        const Id under = builder_.bound(Polynomial(mpz_class(weight - 1)) - Polynomial(twice) * h,
                                        {{1, {rest_most_}}}, {{parts, minus_one}, {next, minus_one}});
        const Id same = builder_.both(builder_.round(above, twice), builder_.round(under, twice));
        const Polynomial rest = rest_ - Polynomial::of(power_);
        builder_.sum(
            goal_.polynomial,
            {{of.no_t, r_ - Polynomial(all_) - rest}, {same, twice}, {parts, minus_one}, {power, minus_one}});
    }

    // x = 0, so t = 1 and r is the number of all bits.
    void show_none(Id none) {
        std::vector<Multiple> zeros = equations_;
        zeros.insert(zeros.end(), zeros_.begin(), zeros_.end());
        const Id is_zero = builder_.sum(number_, zeros);
        const Id t_least =
            builder_.bound(t_ - one, {{1, {contract(t_place_ + 3)}}}, {{is_zero, (t_ - one) * number_}});
        const Id is_t = builder_.both(t_least, contract(t_place_ + 1));
        std::vector<Product> least;
        for (size_t i = 0; i < x_.words.size(); ++i) {
            least.push_back({bits_ * i, {x_.words[i].n_least}});
            least.push_back({1, {x_.words[i].k_least}});
        }
        const Polynomial x = r_ - Polynomial(all_);
        const Id from_0 = builder_.bound(x, least, {{is_result_, one}, {none, mpz_class(-all_)}});
        const Id is_r = builder_.both(from_0, r_most_);
        builder_.sum(goal_.polynomial, {{is_r, t_}, {is_t, Polynomial::of(power_) - rest_}});
    }

    Builder& builder_;
    const ir::Program& program_;
    const size_t bits_;
    const mpz_class base_;
    const LowestBit x_;
    const mpz_class all_;   // bits
    const Id none_, some_;  // 0 >= 0, 1 >= 0
    std::vector<Term> terms_;
    size_t places_ = 0;  // bits of a place in a word
    Operand lowest_;     // the or of the words of x & -x
    std::vector<Multiple> lowest_sum_;
    Builder::Bits lowest_bits_;
    std::vector<Bit> place_;
    std::vector<Id> is_place_;
    Id total_ = 0;                      // f - (sum of places) = 0
    std::vector<Multiple> result_sum_;  // of r so far
    Polynomial place_sum_, r_;          // the sum of (bits·i)·n + k
    Id is_result_ = 0, r_most_ = 0;     // r - place_sum_ - all·(1 - f) = 0, all - r >= 0
    Variable power_ = 0, next_ = 0;
    Polynomial rest_, quotient_, number_, t_;
    size_t t_place_ = 0;
    Id rest_least_ = 0, rest_most_ = 0, start_ = 0, not_both_ = 0;  // the last: -t·f >= 0
    std::vector<Multiple> equations_;                               // number - (the sum of base^i·x_i) = 0
    std::vector<Multiple> zeros_;                                   // of words below
    Id below_ = 0;
    Fact goal_;
};

}  // namespace

bool is_common_twos(const ir::Program& program) {
    if (program.inputs.size() != 2 || program.outputs.size() != 1 || program.outputs[0].words.size() != 1 ||
        !program.outputs[0].words[0].is_word)
        return false;
    const auto made = [&](Opcode op, const Operand& x, const Operand& y) {
        return std::ranges::any_of(program.body, [&](const ir::Instruction& in) {
            return in.op == op && in.src[0] == x && in.src[1] == y;
        });
    };
    const auto either = std::ranges::find_if(program.body, [&](const ir::Instruction& in) {
        return in.op == Opcode::bit_or && in.src[0] == program.inputs[0].words[0] &&
               in.src[1] == program.inputs[1].words[0];
    });
    return either != program.body.end() && made(Opcode::sub, Operand(0u), Operand(either->dst));
}

std::optional<check::Derivation> by_common_twos(const ir::Program& program, int word_bits) {
    Builder builder(program, word_bits);
    try {
        CommonTwos(builder, program, static_cast<unsigned>(word_bits)).show();
    } catch (const Gap&) {
        return std::nullopt;
    }
    return std::move(builder).finish();
}

}  // namespace limbsmith::derive
