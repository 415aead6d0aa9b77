// Files of numbers: text with one number a line, decimal or 0x, or as a string of bytes, `#` before a comment; or raw
// little-endian limbs (.bin).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace limbsmith::runtime {

// `count` numbers of `limbs` 32-bit limbs, limb-major: limb i of number k is at [i·count + k].
struct Numbers {
    int limbs = 0;
    size_t count = 0;
    std::vector<uint32_t> words{};
    std::vector<size_t> lines{};  // line of number k, unless that is always k + 1

    Numbers() = default;
    Numbers(int limbs, size_t count) : limbs(limbs), count(count), words(limbs * count) {}

    const uint32_t* row(int limb) const { return words.data() + limb * count; }
    // Number k as little-endian limbs.
    std::vector<uint32_t> number(size_t k) const;
    // The line of number k in its file, from 1.
    size_t line(size_t k) const { return lines.empty() ? k + 1 : lines[k]; }
};

// The order of the limbs in a .bin file: number by number, or all lowest limbs first ("coalesced").
enum class Layout { number_major, limb_major };
// How numbers are written as text.
enum class Radix { hex, decimal };
// What a line of text holds: a number below 2^bits; or a string of bits/8 bytes, two hexadecimal digits each, the least
// significant byte first.
struct Form {
    int bits;
    bool is_bytes = false;
};

// Called repeatedly with the fraction done.
using Progress = std::function<void(double)>;

// Reads the numbers of a file, each below 2^bits; `-` is standard input. A file called .bin holds raw limbs
// in `layout`, ceil(bits/32) a number. Any other file is text, in which a byte order mark, comments, and
// blank lines before the first number and after the last one are ignored. Throws InputError naming file, line
// and value if the file is unreadable, or a value is not a number, negative or too wide, or not a string of as many
// bytes, or a .bin does not hold a whole number of numbers.
Numbers read_numbers(const std::filesystem::path& path, Form form, Layout layout,
                     const Progress& progress = {});
// One number that is written as text. Throws InputError; `place` is its position, for messages.
std::vector<uint32_t> parse_number(std::string_view text, Form form, const std::string& place);

// The numbers as text, one a line.
std::string to_text(const Numbers& numbers, Radix radix, const Progress& progress = {});
// The numbers as strings of bytes, one a line. requires: a number has ceil(bytes/4) limbs.
std::string to_byte_text(const Numbers& numbers, int bytes, const Progress& progress = {});
// The numbers as the bytes of a .bin file.
std::string to_bytes(const Numbers& numbers, Layout layout);

// A value for an error message: whole if short, else its two ends.
std::string shortened(std::string_view text);

}  // namespace limbsmith::runtime
