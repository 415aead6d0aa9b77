#include "derive/sums/masked_constants.hpp"

#include <algorithm>

#include "derive/search/factors.hpp"

namespace limbsmith::derive {

using ir::Opcode;
using ir::Operand;

Polynomial MaskedConstants::value(const Operand& word) const {
    return word.is_word ? Polynomial::of(builder_.meaning.word(word.value))
                        : Polynomial(mpz_class(word.value));
}

size_t MaskedConstants::maker(const Operand& word) const {
    const auto found = std::ranges::find_if(
        program_.body, [&](const ir::Instruction& in) { return Operand(in.dst) == word; });
    if (found == program_.body.end()) throw Gap{"a word"};
    return static_cast<size_t>(found - program_.body.begin());
}

Variable MaskedConstants::both_of(size_t i) const {
    return facts(i)[1].polynomial.terms().begin()->first.at(0);
}

Id MaskedConstants::disjoint(size_t at, const LowestBit::Bit& f, const mpz_class& c, Id y_most, Id z_most) {
    const Polynomial both = Polynomial::of(both_of(at));
    const Id to_0 = builder_.bound(minus_one * both,
                                   {{1, {f.most, given(at, 2)}},
                                    {1, {f.most, y_most}},
                                    {1, {f.least, given(at, 3)}},
                                    {1, {f.least, z_most}}},
                                   {{f.square, mpz_class(2 * c)}});
    return without_both(at, builder_.both(given(at, 1), to_0));
}

Id MaskedConstants::without_both(size_t at, Id no_both) {
    return builder_.sum(result(at) - value(in(at).src[0]) - value(in(at).src[1]),
                        {{given(at, 0), one}, {no_both, minus_one}});
}

Builder::Bits MaskedConstants::constant(const mpz_class& number) {
    Builder::Bits bits{.list = {}, .squares = {}, .sum = builder_.sum({}, {})};
    for (size_t k = 0; k < bits_; ++k) {
        const bool is_set = mpz_tstbit(number.get_mpz_t(), k) != 0;
        bits.list.push_back(is_set ? Bit{one, some_, none_} : Bit{{}, none_, some_});
    }
    return bits;
}

MaskedConstants::Mask MaskedConstants::zero_mask(const Operand& word) {
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

Id MaskedConstants::is_not(const Mask& mask, const Bit& m, const mpz_class& scale, Id above,
                           const mpz_class& limit, Id below) {
    const Id least = given(mask.test, 1), most = given(mask.test, 2), test = given(mask.test, 0);
    const size_t word = facts(mask.test).size() - 2;
    const Id square = square_of_bit(builder_, mask.z, least, most);
    // z·(base - 1 - word) = base·(z - z²) - z·v
    const Polynomial product = mask.z * m.bit;
    const Id to_0 = builder_.bound(minus_one * product,
                                   {{1, {least, above}}, {scale, {least, given(mask.test, word + 1)}}},
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

Id MaskedConstants::masked(size_t at, const Bit& t, Id mask) {
    const mpz_class number = in(at).src[1].value;
    const Builder::Bits bits{.list = std::vector(bits_, t), .squares = {}, .sum = mask};
    const Id common = builder_.common(both_of(at), bits, constant(number));
    return builder_.sum(result(at) - Polynomial(number) * t.bit, {{given(at, 0), one}, {common, one}});
}

Id MaskedConstants::masked_if(size_t at, size_t inverted, const Mask& mask, const Bit& m, Id is_not) {
    const mpz_class last = base_ - 1;
    return masked(
        at, m,
        builder_.sum(value(in(at).src[0]) - Polynomial(last) * m.bit,
                     {{given(inverted, 0), one}, {mask.zero, minus_one}, {is_not, mpz_class(-last)}}));
}

size_t MaskedConstants::inverted_of(size_t at) const {
    const size_t inverted = maker(in(at).src[0]);
    if (in(inverted).op != Opcode::bit_not) throw Gap{"an inverted mask"};
    return inverted;
}

}  // namespace limbsmith::derive
