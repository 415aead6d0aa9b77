// Numbers as they stand in files: as text, the numbers of a line separated by blanks, decimal or 0x, or as strings of bytes;
// or as raw little-endian limbs (.bin).
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "limbsmith/digits.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {

// `count` numbers of `limbs` 32-bit limbs, limb-major: limb i of number k is at [i·count + k].
struct Numbers {
    int limbs = 0;
    size_t count = 0;
    std::vector<uint32_t> words{};
    size_t first = 0;             // numbers of the file that come before these
    std::vector<size_t> lines{};  // line of number k, unless that is always first + k + 1

    Numbers() = default;
    Numbers(int limbs, size_t count) : limbs(limbs), count(count), words(limbs * count) {}

    const uint32_t* row(int limb) const { return words.data() + limb * count; }
    // Number k as little-endian limbs.
    std::vector<uint32_t> number(size_t k) const;
    // The line of number k in its file, from 1.
    size_t line(size_t k) const { return lines.empty() ? first + k + 1 : lines[k]; }
};

// The order of the limbs in a .bin file: number by number, or all lowest limbs first ("coalesced").
enum class Layout { number_major, limb_major };
// How numbers are written as text; strings of bytes are always hexadecimal.
enum class Radix { hex, decimal };
// Which numbers stand for words of so many bits: those below 2^bits; those and negative ones from -2^(bits - 1) on, in
// two's complement; or those from -2^(bits - 1) to 2^(bits - 1) - 1. requires of the signed ones: bits is a multiple of 32.
enum class Sign { none, either, twos_complement };
// A column of a file: numbers; strings of bits/8 bytes, two hexadecimal digits each, the least significant byte first; or
// numbers in signed digits, a word each, which are written in decimal.
struct Form {
    int bits;
    bool is_bytes = false;
    Sign sign = Sign::none;
    // If there is one, any integer may stand in the file: this makes the k-th of them the number below 2^bits that is meant.
    std::function<void(mpz_class& number, size_t k)> reduce{};
    std::optional<SignedDigits> digits{};

    int limbs() const { return (bits + 31) / 32; }
};
struct Column {
    Numbers numbers;
    Form form;
};

// The place of a number, for messages: `a.txt:7`; without a line, something else.
struct Place {
    std::string_view file;
    size_t line = 0;
    std::string text() const;
};

// Parses a number, the k-th, into the words of its form. Throws InputError.
void parse_into(std::string_view number, const Form& form, size_t k, const Place& place, uint32_t* limbs);
class OutsideDigits : public InputError {
  public:
    using InputError::InputError;
};
// Throws InputError if a number has more bits than its form; OutsideDigits if a digit is outside the set.
void require_fit(std::span<const uint32_t> limbs, const Form& form, const Place& place);
mpz_class value_of(std::span<const uint32_t> limbs);

// One number that is written as text. Throws InputError; `place` is its position, for messages.
std::vector<uint32_t> parse_number(std::string_view text, const Form& form, const std::string& place);
// The words of an integer. Throws InputError if it is not in the range of the form.
std::vector<uint32_t> words_of(mpz_class value, const Form& form, const std::string& place, size_t k = 0);

// The columns as text, one number of each a line; on all cores. requires: they have as many numbers; a number has
// form.limbs() limbs.
std::string to_text(std::span<const Column> columns, Radix radix);
// The numbers as the bytes of a .bin file.
std::string to_bytes(const Numbers& numbers, Layout layout);

// A value for an error message: whole if short, else its two ends.
std::string shortened(std::string_view text);

}  // namespace limbsmith::runtime
