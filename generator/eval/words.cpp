#include "eval/words.hpp"

#include <cstdlib>
#include <stdexcept>

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

// Digits whose lowest one has room for a transfer: it is the rest by the radix, or less than 0.
void to_open_digits(const mpz_class& value, const SignedDigits& system, std::vector<uint32_t>& words) {
    mpz_class rest;
    mpz_fdiv_r_ui(rest.get_mpz_t(), value.get_mpz_t(), system.radix);
    for (const mpz_class& lowest : {rest, mpz_class(rest - system.radix)}) {
        words[0] = signed_word(lowest);
        const mpz_class above = (value - lowest) / system.radix;
        const SignedDigits fewer{system.radix, system.bound, system.count - 1};
        if (abs(lowest) < system.bound && abs(above) <= largest(fewer)) {
            if (fewer.count > 0) to_digits(above, fewer, words.data() + 1);
            return;
        }
    }
}

}  // namespace

SignedDigits system_of(const ir::Representation& places, size_t count) {
    return {places.base, places.bound, places.used ? places.used : static_cast<int>(count)};
}

std::vector<uint32_t> to_words(const mpz_class& value, const ir::Representation& representation,
                               size_t count) {
    if (representation == ir::signed_word) return {signed_word(value)};
    std::vector<uint32_t> words;
    if (representation.is_places()) {
        words.resize(count);
        const SignedDigits system = system_of(representation, count);
        if (representation.is_open)
            to_open_digits(value, system, words);
        else
            to_digits(value, system, words.data());
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
    if (representation.is_places())
        return value_of(words.data(),
                        {representation.base, representation.bound, static_cast<int>(words.size())});
    mpz_class value = 0;
    for (size_t i = words.size(); i-- > 0;)
        value = (value << representation.radix) + static_cast<int32_t>(words[i]);
    return representation.is_digits() ? mpz_class(value >> (limb_bits - representation.radix)) : value;
}

mpz_class result_of(std::span<const uint32_t> words, const ir::Representation& representation) {
    if (representation.is_places())
        for (size_t i = 0; i < words.size(); ++i) {
            const int64_t digit = static_cast<int32_t>(words[i]);
            const bool is_used = representation.used == 0 || i < static_cast<size_t>(representation.used);
            if (std::abs(digit) > (is_used ? representation.most(i) : 0))
                throw std::runtime_error("a digit leaves its range");
        }
    return from_words(words, representation);
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
        values.push_back(result_of(words.first(output.words.size()), output.representation));
        words = words.subspan(output.words.size());
    }
    return values;
}

}  // namespace limbsmith::eval
