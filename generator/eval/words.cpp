#include "eval/words.hpp"

#include "limbsmith/digits_gmp.hpp"
#include "spec/width.hpp"

namespace limbsmith::eval {
namespace {

// The residue of `value` modulo 2^bits that lies in [-2^(bits-1), 2^(bits-1) - 1].
mpz_class signed_residue(const mpz_class& value, unsigned bits) {
    const mpz_class half = mpz_class(1) << (bits - 1);
    mpz_class residue = value + half;
    mpz_fdiv_r_2exp(residue.get_mpz_t(), residue.get_mpz_t(), bits);
    return residue - half;
}

uint32_t signed_word(const mpz_class& value) { return static_cast<uint32_t>(value.get_si()); }

SignedDigits system(const ir::Representation& places, size_t count) {
    return {places.base, places.bound, static_cast<int>(count)};
}

}  // namespace

std::vector<uint32_t> to_words(const mpz_class& value, const ir::Representation& representation,
                               size_t count) {
    if (representation == ir::signed_word) return {signed_word(value)};
    std::vector<uint32_t> words;
    if (representation.is_places()) {
        words.resize(count);
        to_digits(value, system(representation, count), words.data());
        return words;
    }
    if (!representation.is_digits()) return to_words(value, count);
    mpz_class rest = value;
    const int radix = representation.radix;
    for (size_t i = 0; i < count; ++i) {
        const mpz_class digit = signed_residue(rest, radix);
        words.push_back(signed_word(digit << (limb_bits - radix)));
        rest = (rest - digit) >> radix;
    }
    return words;
}

mpz_class from_words(std::span<const uint32_t> words, const ir::Representation& representation) {
    if (!representation.is_signed()) return from_words(words);
    if (representation.is_places()) return value_of(words.data(), system(representation, words.size()));
    mpz_class value = 0;
    for (size_t i = words.size(); i-- > 0;)
        value = (value << representation.radix) + static_cast<int32_t>(words[i]);
    return representation.is_digits() ? mpz_class(value >> (limb_bits - representation.radix)) : value;
}

std::vector<uint32_t> input_words(const ir::Program& program, std::span<const mpz_class> values) {
    std::vector<uint32_t> all;
    for (size_t i = 0; i < values.size(); ++i) {
        const ir::Input& input = program.inputs[i];
        const std::vector<uint32_t> words = to_words(values[i], input.representation, input.words.size());
        all.insert(all.end(), words.begin(), words.end());
    }
    return all;
}

std::vector<mpz_class> output_values(const ir::Program& program, std::span<const uint32_t> words) {
    std::vector<mpz_class> values;
    for (const ir::Output& output : program.outputs) {
        values.push_back(from_words(words.first(output.words.size()), output.representation));
        words = words.subspan(output.words.size());
    }
    return values;
}

}  // namespace limbsmith::eval
