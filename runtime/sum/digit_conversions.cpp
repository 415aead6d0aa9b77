// Digits from 0 to radix - 1 become signed ones in one parallel step: c = 1 if x >= bound, else 0; x - radix·c + (c below).
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "limbsmith/error.hpp"
#include "limbsmith/sum/accumulator.hpp"
#include "limbsmith/sum/digits.hpp"
#include "sum/digit_conditions.hpp"

namespace limbsmith::sum {
namespace {

using Digits = std::vector<int32_t>;

constexpr int most_exponent = 1'000'000;

[[noreturn]] void refuse(const std::string& why) { throw runtime::InputError("digits: " + why); }

std::string radix_text(const SignedDigits& system) { return "the radix " + std::to_string(system.radix); }

// m where the radix is base^m, or 0.
int power_of(uint32_t base, uint32_t radix) {
    int m = 0;
    for (; radix % base == 0; radix /= base) ++m;
    return radix == 1 ? m : 0;
}

int decimals_of(const SignedDigits& system) {
    require_system(system);
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
        refuse("the number has more than " + std::to_string(system.count) + " digits " + set_text(system) +
               " to " + radix_text(system));
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
        if (value > most_exponent || value < -most_exponent)
            refuse("the exponent " + exponent.substr(0, 20) + " is beyond " + std::to_string(most_exponent));
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
    require_system(system);
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
    require_system(system);
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

namespace {

// The number as ±Σ digit·radix^i with digits from 0 to radix - 1.
struct Magnitude {
    bool is_negative = false;
    Digits digits{};
};
Magnitude magnitude_of(span<const int32_t> digits, const SignedDigits& system) {
    require_digits(digits, system);
    const auto radix = static_cast<int32_t>(system.radix);
    for (const bool is_negative : {false, true}) {
        Magnitude made{is_negative, {}};
        int32_t carry = 0;
        for (const int32_t digit : digits) {
            const int32_t sum = (is_negative ? -digit : digit) + carry;
            carry = sum < 0 ? -1 : 0;
            made.digits.push_back(sum - carry * radix);
        }
        if (carry == 0) return made;
    }
    return {};  // one of the two has no carry
}

}  // namespace

std::string digits_to_text(span<const int32_t> digits, const SignedDigits& system, int exponent) {
    const int m = decimals_of(system);
    if (exponent > most_exponent || exponent < -most_exponent)
        refuse("the exponent " + std::to_string(exponent) + " is beyond " + std::to_string(most_exponent));
    const Magnitude magnitude = magnitude_of(digits, system);
    std::string text;  // the least significant decimal first
    for (int32_t digit : magnitude.digits)
        for (int k = 0; k < m; ++k, digit /= 10) text += static_cast<char>('0' + digit % 10);
    int point = -exponent * m;  // decimals behind the point
    if (point < 0) text.insert(0, static_cast<std::size_t>(-point), '0'), point = 0;
    while (text.size() <= static_cast<std::size_t>(point)) text += '0';
    const auto zeros = std::min<std::size_t>(text.find_first_not_of('0'), static_cast<std::size_t>(point));
    std::string whole(text.rbegin(), text.rend() - point),
        fraction(text.rend() - point, text.rend() - static_cast<std::ptrdiff_t>(zeros));
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
    return (magnitude.is_negative ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
}

double digits_to_double(span<const int32_t> digits, const SignedDigits& system, int exponent) {
    require_system(system);
    if (power_of(10, system.radix)) {
        const std::string text = digits_to_text(digits, system, exponent);
        double value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{}) return value;
        const bool is_negative = text[0] == '-', is_small = text[is_negative] == '0';
        return (is_negative ? -1 : 1) * (is_small ? 0.0 : HUGE_VAL);
    }
    const int m = power_of(2, system.radix);
    if (m == 0) refuse("a double needs a radix 10^m or 2^m, and " + radix_text(system) + " is none");
    const Magnitude magnitude = magnitude_of(digits, system);
    const Digits& all = magnitude.digits;
    std::size_t top = all.size();
    while (top > 0 && all[top - 1] == 0) --top;
    if (top == 0) return 0;
    const auto place = [&](std::size_t i) { return m * (int64_t(i) + exponent); };
    // all digits lie above the least double's half, or below; the range of an accumulator is twice that of doubles
    if (place(top - 1) > 1024) return magnitude.is_negative ? -HUGE_VAL : HUGE_VAL;
    if (place(top) < -1100) return magnitude.is_negative ? -0.0 : 0.0;
    Accumulator sum;
    const auto add = [&](int32_t digit, int64_t scale) {
        const auto half = static_cast<int>(scale / 2), rest = static_cast<int>(scale) - half;
        sum.add_product(std::ldexp(double(magnitude.is_negative ? -digit : digit), half),
                        std::ldexp(1.0, rest));
    };
    // a bit far below the leading 53 decides as all the bits that it stands for
    constexpr int enough = 200;
    for (std::size_t i = top; i-- > 0;) {
        if (place(top) - place(i) > enough) {
            if (std::any_of(all.begin(), all.begin() + std::ptrdiff_t(i) + 1,
                            [](int32_t d) { return d != 0; }))
                add(1, place(i));
            break;
        }
        if (all[i] != 0) add(all[i], place(i));
    }
    return sum.to_double();
}

}  // namespace limbsmith::sum
