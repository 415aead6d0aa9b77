// Conversions between GMP integers and the words of inputs and outputs.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.hpp"
#include "limbsmith/digits.hpp"

namespace limbsmith::eval {

// The `count` lowest 32-bit words, least significant first. requires: 0 <= value < 2^(32·count).
inline std::vector<uint32_t> to_words(const mpz_class& value, size_t count) {
    std::vector<uint32_t> words(count, 0);
    mpz_export(words.data(), nullptr, -1, sizeof(uint32_t), 0, 0, value.get_mpz_t());
    return words;
}

inline mpz_class from_words(std::span<const uint32_t> words) {
    mpz_class value;
    mpz_import(value.get_mpz_t(), words.size(), -1, sizeof(uint32_t), 0, 0, words.data());
    return value;
}

// The same for a parameter of this representation, signed ones included. requires: the words can hold the
// value.
std::vector<uint32_t> to_words(const mpz_class& value, const ir::Representation& representation,
                               size_t count);
mpz_class from_words(std::span<const uint32_t> words, const ir::Representation& representation);
// The same of a result. Throws std::runtime_error if a digit of a number in places leaves its range.
mpz_class result_of(std::span<const uint32_t> words, const ir::Representation& representation);
// The system of a number in places that has so many words.
SignedDigits system_of(const ir::Representation& places, size_t count);

// The words of all inputs, one after the other, from one value for each.
std::vector<uint32_t> input_words(const ir::Program& program, std::span<const mpz_class> values);
// One value for each output, from the words of all outputs, one after the other.
std::vector<mpz_class> output_values(const ir::Program& program, std::span<const uint32_t> words);

}  // namespace limbsmith::eval
