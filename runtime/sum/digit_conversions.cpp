// Digits from 0 to radix - 1 become signed ones in one parallel step: c = 1 if x >= bound, else 0; x - radix·c + (c below).
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "limbsmith/error.hpp"
#include "limbsmith/sum/accumulator.hpp"
#include "limbsmith/sum/digits.hpp"

namespace limbsmith::sum {
namespace {

using Digits = std::vector<int32_t>;

[[noreturn]] void refuse(const std::string& why) { throw runtime::InputError("digits: " + why); }

std::string radix_text(const SignedDigits& system) { return "the radix " + std::to_string(system.radix); }

// m where the radix is base^m, or 0.
int power_of(uint32_t base, uint32_t radix) {
    int m = 0;
    for (; radix % base == 0; radix /= base) ++m;
    return radix == 1 ? m : 0;
}

int decimals_of(const SignedDigits& system) {
    if (const int m = power_of(10, system.radix)) return m;
    refuse("decimal text needs a radix 10^m, and " + radix_text(system) + " is none");
}

// floor(x/m)
int floor_of(int x, int m) { return (x >= 0 ? x : x - m + 1) / m; }

// The digits of a magnitude, none of them negative, with a sign.
Digits with_sign(Digits digits, bool is_negative, const SignedDigits& system) {
    // from the lowest on, so that every number of the set is reached
    int32_t carry = 0;
    for (int32_t& digit : digits) {
        digit += carry;
        carry = digit > static_cast<int32_t>(system.bound) ? 1 : 0;
        if (carry != 0) digit -= static_cast<int32_t>(system.radix);
        if (is_negative) digit = -digit;
    }
    if (carry != 0)
        refuse("the number has more than " + std::to_string(system.count) + " digits from -" +
               std::to_string(system.bound) + " to " + std::to_string(system.bound) + " to " +
               radix_text(system));
    return digits;
}

// A decimal number: its digits, the most significant first, and the power of ten of the last of them.
struct Decimal {
    bool is_negative = false;
    std::string digits{};
    int last = 0;
};

Decimal parsed(std::string_view text) {
    const auto wrong = [&] { refuse("'" + std::string(text.substr(0, 40)) + "' is no decimal number"); };
    Decimal made;
    std::size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) made.is_negative = text[at++] == '-';
    bool is_fraction = false;
    for (; at < text.size() && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9')); ++at) {
        if (text[at] == '.') {
            if (is_fraction) wrong();
            is_fraction = true;
            continue;
        }
        made.digits += text[at];
        made.last -= is_fraction;
    }
    if (made.digits.empty()) wrong();
    if (at < text.size()) {
        if (text[at] != 'e' && text[at] != 'E') wrong();
        const std::string exponent(text.substr(at + 1));
        char* end = nullptr;
        const long value = std::strtol(exponent.c_str(), &end, 10);
        const bool is_number = !exponent.empty() && !std::isspace(static_cast<unsigned char>(exponent[0])) &&
                               end == exponent.c_str() + exponent.size();
        if (!is_number) wrong();
        if (std::abs(value) > 1'000'000)
            refuse("the exponent " + exponent.substr(0, 20) + " is beyond 1000000");
        made.last += static_cast<int>(value);
    }
    while (made.digits.size() > 1 && made.digits.back() == '0') made.digits.pop_back(), ++made.last;
    if (made.digits == "0") made.last = 0;
    return made;
}

}  // namespace

std::vector<int32_t> digits_from_text(std::string_view text, const SignedDigits& system, int exponent) {
    const int m = decimals_of(system);
    const Decimal number = parsed(text);
    Digits digits(static_cast<std::size_t>(system.count));
    int place = number.last;
    for (std::size_t i = number.digits.size(); i-- > 0; ++place) {
        int32_t value = number.digits[i] - '0';
        if (value == 0) continue;
        const int at = floor_of(place, m) - exponent;
        if (at < 0 || at >= system.count)
            refuse("'" + std::string(text.substr(0, 40)) + "' has other places than " +
                   std::to_string(system.count) + " from " + std::to_string(system.radix) + "^" +
                   std::to_string(exponent) + " on");
        for (int k = place - m * floor_of(place, m); k > 0; --k) value *= 10;
        digits[static_cast<std::size_t>(at)] += value;
    }
    return with_sign(std::move(digits), number.is_negative, system);
}

Places places_of_text(std::string_view text, const SignedDigits& system) {
    const int m = decimals_of(system);
    const Decimal number = parsed(text);
    const int lowest = floor_of(number.last, m),
              top = floor_of(number.last + static_cast<int>(number.digits.size()) - 1, m);
    return {lowest, top - lowest + 2};  // the top digit may carry
}

std::vector<int32_t> digits_from_integer(int64_t value, const SignedDigits& system) {
    Digits digits(static_cast<std::size_t>(system.count));
    uint64_t rest = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    for (int32_t& digit : digits) {
        digit = static_cast<int32_t>(rest % system.radix);
        rest /= system.radix;
    }
    if (rest != 0)
        refuse(std::to_string(value) + " has more than " + std::to_string(system.count) + " digits to " +
               radix_text(system));
    return with_sign(std::move(digits), value < 0, system);
}

std::vector<int32_t> digits_from_double(double value, const SignedDigits& system, int exponent) {
    const int m = power_of(2, system.radix);
    if (m == 0) refuse("a double needs a radix 2^m, and " + radix_text(system) + " is none");
    if (!std::isfinite(value)) refuse("infinities and NaN have no digits");
    Digits digits(static_cast<std::size_t>(system.count));
    int scale = 0;
    auto fraction = static_cast<int64_t>(std::ldexp(std::frexp(std::fabs(value), &scale), 53));
    scale -= 53;  // |value| = fraction·2^scale
    for (; fraction != 0; fraction >>= 1, ++scale) {
        if ((fraction & 1) == 0) continue;
        const int at = floor_of(scale, m) - exponent;
        if (at < 0 || at >= system.count)
            refuse(std::to_string(value) + " has other places than " + std::to_string(system.count) +
                   " from " + std::to_string(system.radix) + "^" + std::to_string(exponent) + " on");
        digits[static_cast<std::size_t>(at)] |= int32_t{1} << (scale - m * floor_of(scale, m));
    }
    return with_sign(std::move(digits), value < 0, system);
}

std::string digits_to_text(span<const int32_t> digits, const SignedDigits& system, int exponent) {
    const int m = decimals_of(system);
    // digits from 0 to radix - 1 of the number or of its negative, whose carry stays 0
    std::string text;  // the least significant decimal first
    for (const bool is_negative : {false, true}) {
        text.clear();
        int64_t carry = 0;
        for (const int32_t digit : digits) {
            const int64_t sum = (is_negative ? -int64_t{digit} : digit) + carry;
            carry = sum < 0 ? -1 : sum / system.radix;
            int64_t rest = sum - carry * system.radix;
            for (int k = 0; k < m; ++k, rest /= 10) text += static_cast<char>('0' + rest % 10);
        }
        if (carry < 0) continue;
        for (; carry > 0; carry /= 10) text += static_cast<char>('0' + carry % 10);
        int point = -exponent * m;  // decimals behind the point
        if (point < 0) text.insert(0, static_cast<std::size_t>(-point), '0'), point = 0;
        while (text.size() <= static_cast<std::size_t>(point)) text += '0';
        const auto zeros =
            std::min<std::size_t>(text.find_first_not_of('0'), static_cast<std::size_t>(point));
        std::string whole(text.rbegin(), text.rend() - point),
            fraction(text.rend() - point, text.rend() - static_cast<std::ptrdiff_t>(zeros));
        whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
        return (is_negative ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
    }
    return text;
}

double digits_to_double(span<const int32_t> digits, const SignedDigits& system, int exponent) {
    if (power_of(10, system.radix)) {
        const std::string text = digits_to_text(digits, system, exponent);
        double value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
            refuse("the number is beyond the range of doubles");
        return value;
    }
    const int m = power_of(2, system.radix);
    if (m == 0) refuse("a double needs a radix 10^m or 2^m, and " + radix_text(system) + " is none");
    Accumulator sum;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const int scale = m * (static_cast<int>(i) + exponent);
        if (digits[i] == 0) continue;
        if (std::abs(scale) > 1900) refuse("the number is beyond the range of doubles");
        const int half = scale / 2;
        sum.add_product(std::ldexp(double(digits[i]), half), std::ldexp(1.0, scale - half));
    }
    return sum.to_double();
}

}  // namespace limbsmith::sum
