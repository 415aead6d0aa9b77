// Integers with a sign and of any length, up to most_bits.
//
// The place of a row is the code of its operation: kernels of devices have the codes of device_pool.hpp. A row that comes
// after all others is an operation that the host computes; it has one result.
#include <algorithm>
#include <cmath>

#include "operation/row.hpp"

namespace limbsmith {
namespace {

using pool::most_bits, pool::Plan, pool::Shape, pool::Shapes;
using E = Evaluation;

mpz_ptr r(E& e) { return e.r().get_mpz_t(); }
mpz_ptr s(E& e) { return e.s().get_mpz_t(); }
mpz_ptr t(E& e) { return e.t().get_mpz_t(); }
mpz_srcptr a(const E& e) { return e.a().get_mpz_t(); }
mpz_srcptr b(const E& e) { return e.b().get_mpz_t(); }
mpz_srcptr c(const E& e) { return e.c().get_mpz_t(); }

// The value of a count that the plan has limited, or more than any number has bits.
mp_bitcnt_t count_in(mpz_srcptr b) { return mpz_fits_ulong_p(b) ? mpz_get_ui(b) : ~mp_bitcnt_t(0); }

// GMP subtracts 24 for the test of Baillie and PSW: 16 rounds of Miller and Rabin remain.
constexpr int prime_test = 40;

void divide_exactly(E& e) {
    mpz_class rest;
    mpz_tdiv_qr(r(e), rest.get_mpz_t(), a(e), b(e));
    if (rest != 0) e.failure = Failure::not_integer;
}

void raise(E& e) {
    // an exponent of more than 64 bits has the base 0, 1 or -1
    if (mpz_fits_ulong_p(b(e)))
        mpz_pow_ui(r(e), a(e), mpz_get_ui(b(e)));
    else
        mpz_pow_ui(r(e), a(e), mpz_odd_p(b(e)) ? 1 : 2);
}

// For a negative exponent the power of the inverse.
void raise_modulo(E& e) {
    if (mpz_sgn(b(e)) >= 0) {
        mpz_powm(r(e), a(e), b(e), c(e));
    } else if (mpz_cmpabs_ui(c(e), 1) == 0) {
        mpz_set_ui(r(e), 0);
    } else {
        mpz_class inverse, exponent = -e.b();
        if (mpz_invert(inverse.get_mpz_t(), a(e), c(e)) == 0) {
            e.failure = Failure::no_inverse;
            return;
        }
        mpz_powm(r(e), inverse.get_mpz_t(), exponent.get_mpz_t(), c(e));
    }
    if (mpz_sgn(c(e)) < 0 && mpz_sgn(r(e)) != 0) mpz_add(r(e), r(e), c(e));
}

void extract_root(E& e) {
    // of this odd degree all numbers have the root that they have of higher ones
    const unsigned long degree = std::min<mp_bitcnt_t>(count_in(b(e)), most_bits + 1ul);
    const bool is_exact = mpz_root(r(e), a(e), degree) != 0;
    if (mpz_sgn(a(e)) < 0 && !is_exact) mpz_sub_ui(r(e), r(e), 1);  // GMP rounds towards 0
}

// Costs are those of GMP 6.3 on one core of a Xeon that has an H200 beside it, within a third or so.
constexpr double overhead = 50;  // of any computation

// The time of a product, with exponents between those of schoolbook and transforms.
double product_cost(double bits_of_a, double bits_of_b) {
    const double longer = std::max(bits_of_a, bits_of_b) / 64 + 1,
                 shorter = std::min(bits_of_a, bits_of_b) / 64 + 1;
    return longer * (shorter < 1170 ? 2.4 * std::pow(shorter, 0.6) : 20 * std::pow(shorter, 0.3));
}

Plan fails(Failure failure) { return {failure, {}, 0}; }

Plan needs(double cost, uint64_t first, uint64_t second = 0, uint64_t third = 0) {
    return {Failure::none, {first, second, third}, overhead + cost};
}

double linear(const Shape& a, const Shape& b = {}) { return (double(a.bits) + b.bits) / 256; }

double division_cost(double bits, double bits_of_divisor) {
    return 2 * product_cost(std::max(bits - bits_of_divisor, 0.0), bits_of_divisor);
}

// The longer of two numbers counts: a division makes the longer one as short as the other.
double gcd_cost(double bits_of_a, double bits_of_b) {
    const double longer = std::max(bits_of_a, bits_of_b), shorter = std::min(bits_of_a, bits_of_b);
    const double products = std::max(11.0, 2.2 * (std::log2(shorter + 1) - 10));
    return division_cost(longer, shorter) + 1.2 * shorter + products * product_cost(shorter, shorter);
}

// The sum of two numbers, and the like.
Plan sum(const Shapes& of) {
    return needs(linear(of[0], of[1]), uint64_t{std::max(of[0].bits, of[1].bits)} + 1);
}
Plan one_of_two(const Shapes& of) { return needs(linear(of[0], of[1]), std::max(of[0].bits, of[1].bits)); }
Plan as_long(const Shapes& of) { return needs(linear(of[0]), of[0].bits); }

Plan product(const Shape& a, const Shape& b) {
    const uint64_t bits = uint64_t{a.bits} + b.bits;
    if (a.is_zero() || b.is_zero()) return needs(0, 1);
    if (bits - 1 > most_bits) return fails(Failure::too_long);
    return needs(product_cost(a.bits, b.bits), bits);
}

Plan division(const Shapes& of, bool has_remainder = true) {
    const auto& [a, b, none] = of;
    if (b.is_zero()) return fails(Failure::division_by_zero);
    // floor may add 1 to the quotient of magnitudes, which is below 2^(a.bits - b.bits + 1)
    const uint64_t quotient = a.bits >= b.bits ? a.bits - b.bits + 2 : 1;
    return needs(linear(a, b) + division_cost(a.bits, b.bits), quotient, has_remainder ? b.bits : 0);
}

Plan power(const Shape& a, const Shape& b) {
    if (b.is_negative) return fails(Failure::negative_exponent);
    if (a.is_zero() || b.is_zero() || (a.bits == 1)) return needs(0, 1);
    if (!b.is_short()) return fails(Failure::too_long);
    // |a|^b has more than b·log2 |a| bits; double is right to 2^-50 of it, far less than a bit at the limit
    const double log = a.is_short() ? std::log2(double(a.low)) : double(a.bits - 1);
    if (double(b.low) * log > double(most_bits) + 1) return fails(Failure::too_long);
    const auto bits = static_cast<uint64_t>(double(b.low) * std::min(double(a.bits), log + 1)) + 1;
    return needs(2 * product_cost(double(bits) / 2, double(bits) / 2), std::min<uint64_t>(bits, most_bits));
}

Plan shift_left(const Shapes& of) {
    const auto& [a, b, none] = of;
    if (b.is_negative) return fails(Failure::negative_shift);
    if (a.is_zero()) return needs(0, 1);
    if (!b.is_short() || b.low > most_bits - a.bits) return fails(Failure::too_long);
    return needs(linear(a) + double(b.low) / 256, a.bits + b.low);
}

Plan shift_right(const Shapes& of) {
    const auto& [a, b, none] = of;
    if (b.is_negative) return fails(Failure::negative_shift);
    if (a.is_zero()) return needs(0, 1);
    const uint64_t count = b.is_short() ? std::min<uint64_t>(b.low, a.bits) : a.bits;
    return needs(linear(a), a.bits - count + 1);
}

Plan power_modulo(const Shapes& of) {
    const auto& [a, b, c] = of;
    if (c.is_zero()) return fails(Failure::division_by_zero);
    return needs(division_cost(a.bits, c.bits) + 2.7 * b.bits * product_cost(c.bits, c.bits), c.bits);
}

// 2^b > |a| has the root 1, or -1 as the floor of a negative one, which is longer than that of |a| by one bit at most.
Plan root(const Shape& a, const Shape& b) {
    if (b.is_negative || b.is_zero()) return fails(Failure::no_degree);
    if (a.is_negative && b.low % 2 == 0) return fails(Failure::negative);
    const uint64_t degree = b.is_short() ? b.low : most_bits;
    return needs(2 * product_cost(a.bits, a.bits), a.bits / std::min<uint64_t>(degree, most_bits) + 2);
}

// a! has log2(a!) bits, rounded up; the logarithm of gamma is right to far less than a bit at the limit.
Plan factorial(const Shape& a) {
    if (a.is_negative) return fails(Failure::negative);
    if (!a.is_short() || a.low > most_bits) return fails(Failure::too_long);
    const double bits = std::lgamma(double(a.low) + 1) / std::log(2.0);
    if (bits > double(most_bits)) return fails(Failure::too_long);
    return needs(8 * product_cost(bits, bits), static_cast<uint64_t>(bits) + 2);
}

// |a/max(gcd(a, b), 1)*b|
Operation least_common_multiple() {
    Operation made = function(
        "lcm a b", "the least common multiple, >= 0", 1,
        [](const Shapes& of) {
            const auto& [a, b, none] = of;
            return needs(gcd_cost(a.bits, b.bits) + 3 * product_cost(a.bits, b.bits),
                         std::min<uint64_t>(uint64_t{a.bits} + b.bits, most_bits));
        },
        [](E& e) { mpz_lcm(r(e), a(e), b(e)); });
    made.composed = [](Composer& by, std::span<const Composer::Handle> of) {
        const auto divisor = by("max", by("gcd", of[0], of[1]), by.number(1));
        return by("abs", by("mul", by("div_exact", of[0], divisor), of[1]));
    };
    return made;
}

std::vector<Operation> operations() {
    return {
        row("add a b", "a + b", sum, [](E& e) { mpz_add(r(e), a(e), b(e)); }),
        row("sub a b", "a - b", sum, [](E& e) { mpz_sub(r(e), a(e), b(e)); }),
        row(
            "mul a b", "a*b", [](const Shapes& of) { return product(of[0], of[1]); },
            [](E& e) { mpz_mul(r(e), a(e), b(e)); }),
        row(
            "sqr a", "a^2", [](const Shapes& of) { return product(of[0], of[0]); },
            [](E& e) { mpz_mul(r(e), a(e), a(e)); }),
        row("neg a", "-a", as_long, [](E& e) { mpz_neg(r(e), a(e)); }),
        row("abs a", "|a|", as_long, [](E& e) { mpz_abs(r(e), a(e)); }),
        row(
            "compare a b", "-1, 0, 1 for a < b, a = b, a > b",
            [](const Shapes& of) { return needs(linear(of[0], of[1]), 1); },
            [](E& e) {
                const int order = mpz_cmp(a(e), b(e));
                mpz_set_si(r(e), (order > 0) - (order < 0));
            }),
        row("min a b", "the smaller of a and b", one_of_two,
            [](E& e) { mpz_set(r(e), mpz_cmp(a(e), b(e)) <= 0 ? a(e) : b(e)); }),
        row("max a b", "the larger of a and b", one_of_two,
            [](E& e) { mpz_set(r(e), mpz_cmp(a(e), b(e)) >= 0 ? a(e) : b(e)); }),
        row(
            "select a b c", "b if a < 0, else c",
            [](const Shapes& of) {
                return one_of_two({of[1], of[2]});
            },
            [](E& e) { mpz_set(r(e), mpz_sgn(a(e)) < 0 ? b(e) : c(e)); }),
        row("shl a b", "a*2^b; requires: b >= 0", shift_left,
            [](E& e) { mpz_mul_2exp(r(e), a(e), mpz_sgn(a(e)) ? count_in(b(e)) : 0); }),
        row("shr a b", "floor(a/2^b); requires: b >= 0", shift_right,
            [](E& e) { mpz_fdiv_q_2exp(r(e), a(e), count_in(b(e))); }),
        row(
            "div_floor a b -> q remainder",
            "q = floor(a/b), a - q*b; so 0 <= remainder < b or b < remainder <= 0",
            [](const Shapes& of) { return division(of); }, [](E& e) { mpz_fdiv_qr(r(e), s(e), a(e), b(e)); }),
        row(
            "div_truncate a b -> q remainder", "q = a/b rounded towards 0, a - q*b, which has the sign of a",
            [](const Shapes& of) { return division(of); }, [](E& e) { mpz_tdiv_qr(r(e), s(e), a(e), b(e)); }),
        row(
            "div_exact a b", "a/b; requires: b divides a",
            [](const Shapes& of) { return division(of, false); }, divide_exactly),
        function(
            "gcd a b", "the greatest common divisor, >= 0; gcd(0, 0) = 0", 0,
            [](const Shapes& of) {
                return needs(gcd_cost(of[0].bits, of[1].bits), std::max(of[0].bits, of[1].bits));
            },
            [](E& e) { mpz_gcd(r(e), a(e), b(e)); }),
        // the smallest x and y, as GMP chooses them
        row(
            "xgcd a b -> g x y", "g = gcd(a, b), x, y with a*x + b*y = g",
            [](const Shapes& of) {
                const auto& [a, b, none] = of;
                return needs(1.6 * gcd_cost(a.bits, b.bits), std::max(a.bits, b.bits), b.bits + 1,
                             a.bits + 1);
            },
            [](E& e) { mpz_gcdext(r(e), s(e), t(e), a(e), b(e)); }),
        least_common_multiple(),
        row(
            "pow a b", "a^b; requires: b >= 0; 0^0 = 1", [](const Shapes& of) { return power(of[0], of[1]); },
            raise),
        row("pow_mod a b c",
            "a^b modulo c, between 0 and c, which may be negative; for b < 0 the power of 1/a", power_modulo,
            raise_modulo),
        // A negative number has infinitely many ones on top, as in Python: -1 has all bits.
        row("and_ a b", "a & b", sum, [](E& e) { mpz_and(r(e), a(e), b(e)); }),
        row("or_ a b", "a | b", sum, [](E& e) { mpz_ior(r(e), a(e), b(e)); }),
        row("xor_ a b", "a xor b", sum, [](E& e) { mpz_xor(r(e), a(e), b(e)); }),
        row(
            "root a b", "the largest r with r^b <= a; requires: b >= 1, and a >= 0 if b is even",
            [](const Shapes& of) { return root(of[0], of[1]); }, extract_root),
        function(
            "jacobi a b", "the Jacobi symbol (a/b): -1, 0, 1; requires: b odd and above 0",
            [](const Shapes& of) {
                const auto& [a, b, none] = of;
                if (b.is_negative || b.low % 2 == 0) return fails(Failure::not_odd);
                const double longer = std::max(a.bits, b.bits);
                return needs((8 + 4 * std::log2(longer + 1)) * product_cost(a.bits, b.bits), 1);
            },
            [](E& e) { mpz_set_si(r(e), mpz_jacobi(a(e), b(e))); }),
        function(
            "bit_length a", "the least n with |a| < 2^n", [](const Shapes&) { return needs(0, 31); },
            [](E& e) { mpz_set_ui(r(e), mpz_sgn(a(e)) ? mpz_sizeinbase(a(e), 2) : 0); }),
        // by the test of Baillie, PSW and 16 rounds of Miller and Rabin
        function(
            "is_prime a", "1 if a is probably prime, else 0",
            [](const Shapes& of) {
                return needs(60.0 * of[0].bits * product_cost(of[0].bits, of[0].bits), 1);
            },
            [](E& e) { mpz_set_ui(r(e), mpz_sgn(a(e)) > 0 && mpz_probab_prime_p(a(e), prime_test) != 0); }),
        function(
            "factorial a", "a!; requires: a >= 0", [](const Shapes& of) { return factorial(of[0]); },
            [](E& e) { mpz_fac_ui(r(e), mpz_get_ui(a(e))); }),
    };
}

}  // namespace

std::vector<NumberSystem> integers_table() {
    return {{"integers", "integers with a sign, of any length", operations()}};
}

}  // namespace limbsmith
