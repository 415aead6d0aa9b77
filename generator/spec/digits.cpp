#include "spec/digits.hpp"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>

#include "choice/lanes.hpp"
#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"

namespace limbsmith {
namespace {

constexpr const char* rule =
    "the transfer c = 1 for x + y >= D, -1 for x + y <= -D leaves digits within D only if 2*D >= radix + 1 "
    "and D < radix";

mpz_class natural(const std::string& text, const char* option) {
    mpz_class value;
    try {
        value = parse_modulus_expression(text, option, max_modulus_bits);
    } catch (const Error& error) {
        if (error.code() != Exit::usage) throw;
        throw usage_error(fmt::format("{} {} is not a whole number, such as 10, 10^9 or 2^30", option, text));
    }
    if (value < 1)
        throw usage_error(fmt::format("{} {} is not positive; it is a whole number from 1 on", option, text));
    return value;
}

// The largest number of digits.
int most_digits(Mapping mapping) {
    if (mapping.is_automatic() || mapping == Mapping::block()) return max_block_digits;
    return mapping.lanes() * max_digits;
}

}  // namespace

SignedDigits parse_digits(const std::string& radix, const std::string& count, const std::string& bound) {
    if (radix.empty())
        throw usage_error("--radix is missing: give the radix of the digits, such as --radix 10");
    if (count.empty())
        throw usage_error("--digits is missing: give the number of digits, such as --digits 32");
    const mpz_class q = natural(radix, "--radix");
    if (q < 3)
        throw usage_error(
            fmt::format("--radix {}: sums are not closed: {}; the nearest is --radix 3, D = 2, and "
                        "radices go up to {}",
                        radix, rule, SignedDigits::largest_radix));
    if (q > SignedDigits::largest_radix)
        throw unsupported(
            fmt::format("--radix {} is not supported: sums of its digits do not fit a word of 32 bits; the "
                        "nearest are {} and "
                        "the power of two 2^30",
                        radix, SignedDigits::largest_radix));
    SignedDigits made{static_cast<uint32_t>(q.get_ui())};
    const uint32_t least = SignedDigits::least_bound(made.radix), most = SignedDigits::most_bound(made.radix);
    made.bound = least;
    if (!bound.empty()) {
        const mpz_class D = natural(bound, "--digit-bound");
        if (D < least || D >= q)
            throw usage_error(
                fmt::format("--digit-bound {} with --radix {}: sums are not closed: {}: D from {} to "
                            "{}; the nearest is --digit-bound {}",
                            bound, made.radix, rule, least, most, D < least ? least : most));
        if (D > most)
            throw unsupported(fmt::format(
                "--digit-bound {} is not supported: sums of such digits do not fit a word of 32 bits; the "
                "nearest is --digit-bound {}",
                bound, most));
        made.bound = static_cast<uint32_t>(D.get_ui());
    }
    const mpz_class n = natural(count, "--digits");
    if (n > max_block_digits)
        throw unsupported(fmt::format(
            "--digits {} is not supported; the nearest is --digits {}, perhaps of a larger --radix", count,
            max_block_digits));
    made.count = static_cast<int>(n.get_si());
    return made;
}

Mapping mapped(const SignedDigits& digits, Mapping mapping) {
    const int bits = limb_bits * digits.count;
    const auto nearest = [&] { return choice::nearest_mapping(bits); };
    if (mapping.is_automatic()) return nearest();
    if (!(mapping.is_thread() || mapping.is_group()) || mapping.is_tensor())
        throw unsupported(fmt::format("--map {} is not supported with --radix; the nearest is --map {}",
                                      to_string(mapping), to_string(nearest())));
    if (digits.count > most_digits(mapping))
        throw unsupported(
            fmt::format("--digits {} is not supported with --map {}, which holds {}; the nearest is "
                        "--map {}",
                        digits.count, to_string(mapping), most_digits(mapping), to_string(nearest())));
    return mapping == Mapping::block() ? choice::block_for(bits) : mapping;
}

std::string options_of(const SignedDigits& digits) {
    std::string text = fmt::format("--radix {} --digits {}", digits.radix, digits.count);
    if (digits.bound != SignedDigits::least_bound(digits.radix))
        text += fmt::format(" --digit-bound {}", digits.bound);
    return text;
}

}  // namespace limbsmith
