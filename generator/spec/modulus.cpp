#include "spec/modulus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"
#include "spec/named_moduli.hpp"

namespace limbsmith {
namespace {

constexpr int prime_rounds = 40, rounds_of_long = 25;

mpz_class power_of_two(int exponent) { return mpz_class(1) << static_cast<mp_bitcnt_t>(exponent); }

Width checked_width(const mpz_class& n, Mapping mapping) {
    if (n < 0) throw usage_error("modulus: the value is negative; a modulus is 2 or more");
    if (n == 0)
        throw usage_error("modulus: the value is 0; nothing can be reduced modulo 0, a modulus is 2 or more");
    if (n == 1)
        throw usage_error("modulus: the value is 1; every residue would be 0, a modulus is 2 or more");
    const size_t bits = mpz_sizeinbase(n.get_mpz_t(), 2);
    const int most = mapping.is_thread() ? max_bits : mapping.lanes() * max_lane_bits;
    if (bits > static_cast<size_t>(most)) {
        throw unsupported(
            fmt::format("modulus: {} bits are not supported; the widest is {} bits", bits, most));
    }
    return {static_cast<int>(bits), mapping};
}

}  // namespace

Modulus::Modulus(mpz_class n, Mapping mapping)
    : n_(std::move(n)),
      width_(checked_width(n_, mapping)),
      is_prime_(mpz_probab_prime_p(n_.get_mpz_t(), bits() > max_bits ? rounds_of_long : prime_rounds) != 0) {}

Modulus Modulus::at_run_time(Width width) {
    if (width.bits < 2) throw usage_error("no modulus has 1 bit; the least, 2, has 2 bits");
    return Modulus(power_of_two(width.bits) - 1, width);
}

uint32_t Modulus::limb(int i) const { return limb_of(n_, i); }

mpz_class Modulus::R() const { return power_of_two(width_.container_bits()); }

mpz_class Modulus::r1() const { return R() % n_; }

mpz_class Modulus::r2() const { return R() * R() % n_; }

uint32_t Modulus::n0inv() const {
    if (!is_odd()) {
        throw usage_error(
            "modulus: the value is even and has no inverse modulo 2^32; --reduction montgomery takes odd "
            "moduli only");
    }
    const mpz_class base = power_of_two(limb_bits);
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), n_.get_mpz_t(), base.get_mpz_t());
    return limb_of(base - inverse, 0);
}

uint32_t limb_of(const mpz_class& x, int i) {
    const mpz_class shifted = x >> static_cast<mp_bitcnt_t>(limb_bits * i);
    return static_cast<uint32_t>(shifted.get_ui());  // the low 64-bit word, cut to 32 bits
}

Modulus parse_modulus(std::string_view expression) { return Modulus(parse_modulus_expression(expression)); }

std::string default_modulus_name(std::string_view expression) {
    constexpr std::string_view space = " \t\n\v\f\r";
    const size_t begin = std::min(expression.find_first_not_of(space), expression.size());
    const std::string_view text = expression.substr(begin, expression.find_last_not_of(space) + 1 - begin);
    if (text.starts_with('@') && find_named_modulus(text.substr(1))) {
        std::string name(text.substr(1));
        std::ranges::replace(name, '.', '_');
        return name;
    }
    return fmt::format("mod{}", mpz_sizeinbase(parse_modulus_expression(expression).get_mpz_t(), 2));
}

}  // namespace limbsmith
