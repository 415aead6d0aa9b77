#include "sum/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "sum/binary.hpp"

namespace limbsmith::sum {
namespace {

constexpr long exponents_of_block = 32;

mpz_class power_of(unsigned long base, unsigned long exponent) {
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), base, exponent);
    return power;
}

const mpz_class& power_of_ten(long exponent) {  // below exponents_of_block
    static const auto powers = [] {
        std::array<mpz_class, exponents_of_block> all;
        for (size_t i = 0; i < all.size(); ++i) all[i] = power_of(10, i);
        return all;
    }();
    return powers[static_cast<size_t>(exponent)];
}

mpq_class rational(const mpz_class& mantissa, long exponent) {
    mpq_class value(mantissa, 1);
    const mpz_class power = power_of(10, static_cast<unsigned long>(std::labs(exponent)));
    if (exponent >= 0)
        value.get_num() *= power;
    else
        value.get_den() = power;
    value.canonicalize();
    return value;
}

// As nearest numbers of formats whose numbers are between 10^-330 and 10^310; without long powers for others.
double nearest(const mpz_class& mantissa, long exponent, const Format& format) {
    const long top = exponent + static_cast<long>(mpz_sizeinbase(mantissa.get_mpz_t(), 10));
    if (top < -330) return sgn(mantissa) * 0.0;
    if (top > 312) return sgn(mantissa) * std::numeric_limits<double>::infinity();
    return rounded(rational(mantissa, exponent), format, Rounding::nearest);
}

int digit_of(char c, int radix) {
    const int value = c >= '0' && c <= '9'                     ? c - '0'
                      : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                               : 99;
    return value < radix ? value : -1;
}

bool is_word(std::string_view text, std::string_view word) {
    return std::ranges::equal(text, word, [](char a, char b) { return (a | 0x20) == b; });
}

// Reads a text from its beginning.
class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    ParsedDecimal parse() {
        is_negative_ = take('-');
        if (!is_negative_) take('+');
        const std::string_view rest = text_.substr(at_);
        if (is_word(rest, "inf") || is_word(rest, "infinity"))
            return special(std::numeric_limits<double>::infinity());
        if (is_word(rest, "nan")) return special(std::numeric_limits<double>::quiet_NaN());
        if (rest.size() > 1 && rest[0] == '0' && (rest[1] | 0x20) == 'x') {
            at_ += 2;
            return hexadecimal();
        }
        return decimal();
    }

  private:
    bool take(char c) {
        const bool is_there = at_ < text_.size() && text_[at_] == c;
        at_ += is_there;
        return is_there;
    }

    // Digits with or without a point. Returns how many stand behind it, or nothing if there is no digit.
    bool take_digits(int radix) {
        const auto take_some = [&] {
            const size_t begin = at_;
            while (at_ < text_.size() && digit_of(text_[at_], radix) >= 0) ++at_;
            digits_ += text_.substr(begin, at_ - begin);
            return static_cast<long>(at_ - begin);
        };
        take_some();
        if (take('.')) fraction_ = take_some();
        return !digits_.empty();
    }

    // An exponent after a letter. One that is far out of range is replaced by another one out of range.
    bool take_exponent(char letter, long& exponent) {
        if (at_ == text_.size() || (text_[at_] | 0x20) != letter) return true;
        ++at_;
        const bool is_negative = take('-');
        if (!is_negative) take('+');
        const size_t begin = at_;
        for (; at_ < text_.size() && digit_of(text_[at_], 10) >= 0; ++at_)
            exponent = std::min(10 * exponent + digit_of(text_[at_], 10), 100 * most_decimal_exponent);
        if (is_negative) exponent = -exponent;
        return at_ > begin;
    }

    ParsedDecimal wrong(const char* why) const { return {{}, why, at_}; }
    ParsedDecimal no_number() const { return wrong("is no number"); }

    ParsedDecimal special(double x) const { return {{{}, 0, is_negative_ ? -x : x}}; }

    ParsedDecimal decimal() {
        const size_t begin = at_;
        long exponent = 0;
        if (!take_digits(10) || !take_exponent('e', exponent) || at_ != text_.size()) return no_number();
        Decimal made;
        if (!set_mantissa(made, 10)) return special(0.0);
        made.exponent = exponent - fraction_;
        if (std::labs(made.exponent) > most_decimal_exponent) return wrong("has an exponent beyond 1000000");
        const char* const end = text_.data() + text_.size();
        const auto [stopped, error] = std::from_chars(text_.data() + begin, end, made.nearest);
        if (error == std::errc() && stopped == end)
            made.nearest = is_negative_ ? -made.nearest : made.nearest;
        else
            made.nearest = nearest(made.mantissa, made.exponent, double_format);
        return {made};
    }

    ParsedDecimal hexadecimal() {
        long exponent = 0;
        if (!take_digits(16) || !take_exponent('p', exponent) || at_ != text_.size()) return no_number();
        Decimal made;
        if (!set_mantissa(made, 16)) return special(0.0);
        exponent -= 4 * fraction_;
        if (std::labs(exponent) > most_binary_exponent) return wrong("has an exponent beyond 20000");
        const auto zeros =
            exponent < 0 ? std::min(long(mpz_scan1(made.mantissa.get_mpz_t(), 0)), -exponent) : 0;
        made.mantissa >>= static_cast<mp_bitcnt_t>(zeros);
        exponent += zeros;
        if (exponent >= 0)
            made.mantissa <<= static_cast<mp_bitcnt_t>(exponent);
        else  // 2^-n = 5^n·10^-n
            made.mantissa *= power_of(5, static_cast<unsigned long>(-exponent)), made.exponent = exponent;
        made.nearest = nearest(made.mantissa, made.exponent, double_format);
        return {made};
    }

    // Returns whether it is not 0.
    bool set_mantissa(Decimal& made, int radix) const {
        const size_t first = digits_.find_first_not_of('0');
        if (first == std::string::npos) return false;
        if (std::uint64_t few = 0; radix == 10 && digits_.size() - first <= 18) {
            std::from_chars(digits_.data() + first, digits_.data() + digits_.size(), few);
            made.mantissa = static_cast<unsigned long>(few);
        } else {
            mpz_set_str(made.mantissa.get_mpz_t(), digits_.c_str() + first, radix);
        }
        if (is_negative_) made.mantissa = -made.mantissa;
        return true;
    }

    std::string_view text_;
    size_t at_ = 0;
    bool is_negative_ = false;
    std::string digits_;
    long fraction_ = 0;  // of them, behind the point
};

}  // namespace

ParsedDecimal parse_decimal(std::string_view text) { return Parser(text).parse(); }

Decimal decimal_of(double x) {
    Decimal made;
    made.nearest = x;
    int exponent;
    made.mantissa = static_cast<long>(std::ldexp(std::frexp(x, &exponent), 53));
    exponent -= 53;
    if (made.mantissa == 0) return made;
    if (exponent >= 0) {
        made.mantissa <<= static_cast<mp_bitcnt_t>(exponent);
        return made;
    }
    const int zeros = std::min(int(mpz_scan1(made.mantissa.get_mpz_t(), 0)), -exponent);
    made.mantissa >>= static_cast<mp_bitcnt_t>(zeros);
    made.exponent = exponent + zeros;
    made.mantissa *= power_of(5, static_cast<unsigned long>(-made.exponent));
    return made;
}

float nearest_float(const Decimal& x) {
    if (x.mantissa == 0) return static_cast<float>(x.nearest);
    return static_cast<float>(nearest(x.mantissa, x.exponent, float_format));
}

void DecimalSum::add(const mpz_class& mantissa, long exponent) {
    const long block = exponent >= 0 ? exponent / exponents_of_block
                                     : -((exponents_of_block - 1 - exponent) / exponents_of_block);
    mpz_addmul(blocks_[block].get_mpz_t(), mantissa.get_mpz_t(),
               power_of_ten(exponent - block * exponents_of_block).get_mpz_t());
}

mpq_class DecimalSum::value() const {
    mpz_class sum;
    long index = 0;
    for (auto it = blocks_.rbegin(); it != blocks_.rend(); ++it) {
        if (sum != 0)
            sum *= power_of(10, static_cast<unsigned long>((index - it->first) * exponents_of_block));
        sum += it->second;
        index = it->first;
    }
    return rational(sum, index * exponents_of_block);
}

}  // namespace limbsmith::sum
