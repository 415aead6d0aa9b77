#include "limbsmith/convert.hpp"

#include <algorithm>
#include <limits>

namespace limbsmith::detail {
namespace {

constexpr uint32_t decimal_chunk = 1000000000;  // 10^9, the largest power of ten in a word
constexpr int decimal_digits = 9;

// x = x*factor + summand; returns false if that does not fit.
bool multiply_add(uint32_t* x, int count, uint32_t factor, uint32_t summand) {
    uint64_t carry = summand;
    for (int i = 0; i < count; ++i) {
        carry += uint64_t{x[i]} * factor;
        x[i] = uint32_t(carry);
        carry >>= 32;
    }
    return carry == 0;
}

// Divides x by `divisor` and returns the remainder.
uint32_t divide(std::vector<uint32_t>& x, uint32_t divisor) {
    uint64_t remainder = 0;
    for (size_t i = x.size(); i-- > 0;) {
        remainder = remainder << 32 | x[i];
        x[i] = uint32_t(remainder / divisor);
        remainder %= divisor;
    }
    return uint32_t(remainder);
}

int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

std::string hexadecimal(const uint32_t* words, int count) {
    std::string text;
    for (int i = 8 * count - 1; i >= 0; --i) {
        const char next = "0123456789abcdef"[words[i / 8] >> (4 * (i % 8)) & 15];
        if (next != '0' || !text.empty() || i == 0) text += next;
    }
    return "0x" + text;
}

}  // namespace

void refuse(index64 t, const std::string& why) {
    throw runtime::InputError("number " + std::to_string(t) + " is refused: " + why);
}

void require_count(const char* call, size_t given, index64 numbers, size_t each) {
    const bool fits = each == 0 || numbers <= std::numeric_limits<size_t>::max() / each;
    if (fits && given == numbers * each) return;
    const std::string wanted =
        fits ? std::to_string(numbers * each) : std::to_string(numbers) + " times " + std::to_string(each);
    throw runtime::InputError(std::string(call) + ": " + std::to_string(given) +
                              " given where the batch takes " + wanted);
}

bool parse(const std::string& text, uint32_t* words, int count, index64 t) {
    const bool is_hexadecimal = text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const uint32_t base = is_hexadecimal ? 16 : 10;
    const size_t start = is_hexadecimal ? 2 : 0;
    if (text.size() == start) refuse(t, "'" + text + "' is not a number");
    bool fits = true;
    for (size_t i = start; i < text.size(); ++i) {
        const uint32_t next = digit(text[i]);
        if (next >= base) refuse(t, "'" + text.substr(0, 40) + "' is not a number");
        fits = fits && multiply_add(words, count, base, next);
    }
    return fits;
}

std::string print(const uint32_t* words, int count, radix in) {
    if (in == radix::hexadecimal) return hexadecimal(words, count);
    std::vector<uint32_t> x(words, words + count);
    std::string text;  // lowest digit first
    while (std::any_of(x.begin(), x.end(), [](uint32_t word) { return word != 0; })) {
        uint32_t chunk = divide(x, decimal_chunk);
        for (int i = 0; i < decimal_digits; ++i, chunk /= 10) text += char('0' + chunk % 10);
    }
    while (text.size() > 1 && text.back() == '0') text.pop_back();
    if (text.empty()) return "0";
    return {text.rbegin(), text.rend()};
}

bool from_bytes(const unsigned char* bytes, size_t size, byte_order order, uint32_t* words, int count) {
    bool fits = true;
    for (size_t i = 0; i < size; ++i) {
        const uint32_t byte = bytes[order == byte_order::little ? i : size - 1 - i];
        if (i / 4 < size_t(count)) {
            words[i / 4] |= byte << (8 * (i % 4));
        } else {
            fits = fits && byte == 0;
        }
    }
    return fits;
}

void to_bytes(const uint32_t* words, int count, byte_order order, unsigned char* bytes, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        const uint32_t word = i / 4 < size_t(count) ? words[i / 4] : 0;
        bytes[order == byte_order::little ? i : size - 1 - i] = (unsigned char)(word >> (8 * (i % 4)));
    }
}

}  // namespace limbsmith::detail
