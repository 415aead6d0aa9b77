#include "pool/plan.hpp"

#include <algorithm>
#include <cmath>

namespace limbsmith::pool {
namespace {

// Costs are what GMP 6.3 takes on one core of a Xeon that has an H200 beside it, within a third or so.
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

Plan division(Operation operation, const Shape& a, const Shape& b) {
    if (b.is_zero()) return fails(Failure::division_by_zero);
    // floor may add 1 to the quotient of magnitudes, which is below 2^(a.bits - b.bits + 1)
    const uint64_t quotient = a.bits >= b.bits ? a.bits - b.bits + 2 : 1;
    const double cost = linear(a, b) + division_cost(a.bits, b.bits);
    return operation == Operation::div_exact ? needs(cost, quotient) : needs(cost, quotient, b.bits);
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

Plan shift(Operation operation, const Shape& a, const Shape& b) {
    if (b.is_negative) return fails(Failure::negative_shift);
    if (a.is_zero()) return needs(0, 1);
    if (operation == Operation::shr) {
        const uint64_t count = b.is_short() ? std::min<uint64_t>(b.low, a.bits) : a.bits;
        return needs(linear(a), a.bits - count + 1);
    }
    if (!b.is_short() || b.low > most_bits - a.bits) return fails(Failure::too_long);
    return needs(linear(a) + double(b.low) / 256, a.bits + b.low);
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

}  // namespace

Plan plan(Operation operation, const std::array<Shape, most_operands>& operands) {
    const auto& [a, b, c] = operands;
    const uint64_t longer = std::max(a.bits, b.bits), sum = uint64_t(a.bits) + b.bits;
    switch (operation) {
        case Operation::add:
        case Operation::sub: return needs(linear(a, b), longer + 1);
        case Operation::sqr: return plan(Operation::mul, {a, a});
        case Operation::mul:
            if (a.is_zero() || b.is_zero()) return needs(0, 1);
            if (sum - 1 > most_bits) return fails(Failure::too_long);
            return needs(product_cost(a.bits, b.bits), sum);
        case Operation::neg:
        case Operation::abs: return needs(linear(a), a.bits);
        case Operation::compare: return needs(linear(a, b), 1);
        case Operation::min:
        case Operation::max: return needs(linear(a, b), longer);
        case Operation::select: return needs(linear(b, c), std::max(b.bits, c.bits));
        case Operation::shl:
        case Operation::shr: return shift(operation, a, b);
        case Operation::div_floor:
        case Operation::div_truncate:
        case Operation::div_exact: return division(operation, a, b);
        case Operation::gcd:
        case Operation::lcm:
        case Operation::xgcd: {
            const double cost = gcd_cost(a.bits, b.bits);
            if (operation == Operation::gcd) return needs(cost, longer);
            if (operation == Operation::xgcd) return needs(1.6 * cost, longer, b.bits + 1, a.bits + 1);
            return needs(cost + 3 * product_cost(a.bits, b.bits), std::min<uint64_t>(sum, most_bits));
        }
        case Operation::pow: return power(a, b);
        case Operation::and_:
        case Operation::or_:
        case Operation::xor_: return needs(linear(a, b), longer + 1);
        case Operation::root: return root(a, b);
        case Operation::jacobi:
            if (b.is_negative || b.low % 2 == 0) return fails(Failure::not_odd);
            return needs((8 + 4 * std::log2(double(longer) + 1)) * product_cost(a.bits, b.bits), 1);
        case Operation::bit_length: return needs(0, 31);
        case Operation::is_prime: return needs(60.0 * a.bits * product_cost(a.bits, a.bits), 1);
        case Operation::factorial: return factorial(a);
        case Operation::pow_mod: break;
    }
    if (c.is_zero()) return fails(Failure::division_by_zero);
    return needs(division_cost(a.bits, c.bits) + 2.7 * b.bits * product_cost(c.bits, c.bits), c.bits);
}

}  // namespace limbsmith::pool
