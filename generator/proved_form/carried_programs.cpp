#include "proved_form/carried_programs.hpp"

#include <gmpxx.h>

#include <utility>

#include "ir/builder.hpp"

namespace limbsmith::proved_form {
namespace {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

constexpr int limb_size = 32, radix = 16;
constexpr uint32_t top_bit = 0x80000000, high_half = 0xffff0000;

ExprPtr weight(int words) {
    return ir::pow2(static_cast<uint64_t>(limb_size) * static_cast<uint64_t>(words));
}
std::string part_name(int lane) { return "p" + std::to_string(lane); }

uint32_t word_of(const mpz_class& number, int at) {
    const mpz_class word = (number >> (limb_size * at)) & UINT32_MAX;
    return static_cast<uint32_t>(word.get_ui());
}

struct Carried {
    int lanes, words;

    int limbs() const { return lanes * (words - 1); }  // below the word on top of the last lane
    int all_words() const { return limbs() + 1; }
    int digits() const { return 2 * all_words(); }
    // The sum of 2^15·2^(16k): a number plus this has digits from 0 on.
    mpz_class bias() const {
        mpz_class sum = 0;
        for (int k = 0; k < digits(); ++k)
            mpz_setbit(sum.get_mpz_t(), static_cast<mp_bitcnt_t>(radix * k + radix - 1));
        return sum;
    }
    mpz_class twice(int lane) const { return mpz_class(2) << (limb_size * (words - 1) * (lane + 1)); }

    ExprPtr sum() const {
        ExprPtr sum;
        for (int lane = 0; lane < lanes; ++lane) {
            const ExprPtr part = var(part_name(lane)) - ir::integer(2) * weight(words - 1);
            sum = lane == 0 ? part : sum + weight((words - 1) * lane) * part;
        }
        return sum;
    }
    // Those of all lanes but the last: a lane has nearly 0 to W beside the carries that wait.
    std::vector<ir::Bound> bounds() const {
        std::vector<ir::Bound> all;
        const ExprPtr W = weight(words - 1), twice = ir::integer(2) * W;
        for (int lane = 0; lane + 1 < lanes; ++lane)
            all.push_back({part_name(lane), twice + W + ir::integer(4), twice - ir::integer(3)});
        return all;
    }
    std::string name(const char* what) const {
        return what + std::to_string(lanes) + "x" + std::to_string(words - 1);
    }
    ir::Bound limit(const char* name) const { return {name, ir::integer(2) * weight(limbs())}; }
};

std::vector<Operand> sum_with(Builder& builder, const std::vector<Operand>& words,
                              const mpz_class& constant) {
    std::vector<Operand> sum;
    Chain chain(builder);
    for (size_t k = 0; k < words.size(); ++k)
        sum.push_back(chain.add(words[k], Operand(word_of(constant, static_cast<int>(k)))));
    return sum;
}

}  // namespace

ir::Representation whole_carried() { return {.kind = ir::Representation::Kind::digits, .radix = radix}; }

int whole_carried_words(int lanes, int words) { return Carried{lanes, words}.digits(); }

// With 2·W^lanes more all words are those of a number from 0 on, and so is the word on top; it is 2 in other lanes.
ir::Program split_carried(int lanes, int words) {
    const Carried all{lanes, words};
    Builder builder(all.name("splitc"));
    const std::vector<Operand> a = builder.input("a", whole_carried(), all.digits());
    std::vector<Operand> joined;
    for (int k = 0; k < all.all_words(); ++k) {
        const auto half = [&](int which) {
            return builder.emit(Opcode::bit_xor, a[static_cast<size_t>(2 * k + which)], Operand(top_bit));
        };
        const Operand low = builder.emit(Opcode::shr, half(0), Operand(uint32_t{radix}));
        joined.push_back(builder.emit(Opcode::bit_or, low, half(1)));
    }
    const mpz_class modulus = mpz_class(1) << (limb_size * all.all_words());
    const std::vector<Operand> limbs =
        sum_with(builder, joined, mpz_class((all.twice(lanes - 1) - all.bias() + modulus) % modulus));
    for (int lane = 0; lane < lanes; ++lane) {
        const auto first = limbs.begin() + lane * (words - 1);
        std::vector<Operand> part(first, first + words - 1);
        part.push_back(lane + 1 < lanes ? Operand(2u) : limbs.back());
        builder.output(part_name(lane), ir::number, part);
    }
    std::vector<ir::Bound> bounds = all.bounds();
    bounds.push_back({part_name(lanes - 1), weight(words)});
    return std::move(builder).finish({{all.limit("a")}, all.sum(), var("a"), std::move(bounds)});
}

ir::Program join_carried(int lanes, int words) {
    const Carried all{lanes, words};
    Builder builder(all.name("joinc"));
    std::vector<Operand> limbs, tops;
    for (int lane = 0; lane < lanes; ++lane) {
        const std::vector<Operand> part = builder.input(part_name(lane), ir::number, words);
        limbs.insert(limbs.end(), part.begin(), part.end() - 1);
        tops.push_back(part.back());
    }
    limbs.push_back(tops.back());
    mpz_class offset = all.bias();
    for (int lane = 0; lane < lanes; ++lane) offset -= all.twice(lane);
    std::vector<Operand> sum;
    Chain chain(builder);
    for (int k = 0; k < all.all_words(); ++k) {
        const bool is_first = k > 0 && k < all.limbs() && k % (words - 1) == 0;
        sum.push_back(chain.add(limbs[static_cast<size_t>(k)],
                                is_first ? tops[static_cast<size_t>(k / (words - 1) - 1)] : Operand(0u)));
    }
    chain.forget();
    std::vector<Operand> digits;
    for (const Operand& word : sum_with(builder, sum, offset))
        for (const Operand& half : {builder.emit(Opcode::shl, word, Operand(uint32_t{radix})),
                                    builder.emit(Opcode::bit_and, word, Operand(high_half))})
            digits.push_back(builder.emit(Opcode::bit_xor, half, Operand(top_bit)));
    builder.output("r", whole_carried(), digits);
    std::vector<ir::Bound> bounds = all.bounds();
    bounds.push_back({part_name(lanes - 1), ir::integer(4) * weight(words - 1)});
    return std::move(builder).finish({std::move(bounds), var("r"), all.sum(), {}});
}

}  // namespace limbsmith::proved_form
