#include "residues.hpp"

#include <algorithm>

namespace batch_gcd {
namespace {

// Up to so many bits a division gives reciprocals, and steps of Newton's method from there on.
constexpr uint64_t short_bits = 1 << 13;

}  // namespace

Residues::Residues(Steps& steps, std::span<const Number> numbers, std::span<const uint64_t> lengths,
                   Phases& phases)
    : steps_(steps), length_(std::ranges::max(lengths)), lengths_(lengths.begin(), lengths.end()) {
    Pool& pool = steps_.pool;
    for (size_t k = 0; k < numbers.size(); ++k)
        multiples_.push_back(pool.shl(numbers[k], steps_.constant(length_ - lengths_[k])));
    const std::vector<uint64_t> bits = precisions();
    const Number one = steps_.constant(1), square = pool.shl(one, steps_.constant(2 * bits[0]));
    for (const Number multiple : multiples_) {
        const Number divisor = leading(multiple, bits[0]);
        const auto [quotient, remainder] = pool.div_floor(square, divisor);
        reciprocals_.push_back(quotient);
        steps_.free(divisor, remainder);
    }
    steps_.free(square);
    for (size_t i = 1; i < bits.size(); ++i) {
        const uint64_t from = bits[i - 1], to = bits[i];
        const Number power = pool.shl(one, steps_.constant(from + to));
        for (size_t k = 0; k < numbers.size(); ++k) reciprocals_[k] = refined(k, power, from, to);
        steps_.free(power);
        steps_.submit(phases.part(i, bits.size()));
    }
}

Residues::~Residues() {
    for (const Number it : multiples_) steps_.free(it);
    for (const Number it : reciprocals_) steps_.free(it);
}

// The last one is that of reciprocals; each other one is a little more than half of the next.
std::vector<uint64_t> Residues::precisions() const {
    std::vector<uint64_t> bits{length_ + guard};
    while (bits.back() > short_bits) bits.push_back((bits.back() + 1) / 2 + 8);
    std::ranges::reverse(bits);
    return bits;
}

// floor(M·2^(bits - length))
Number Residues::leading(Number multiple, uint64_t bits) {
    if (bits < length_) return steps_.pool.shr(multiple, steps_.constant(length_ - bits));
    return steps_.pool.shl(multiple, steps_.constant(bits - length_));
}

// A reciprocal r of m bits is 2^(2m)/L, wrong by at most 3, for the leading m bits L of the multiple; for those of
// the multiple itself it is wrong by at most 2^5, or 2^(5 - m) of it. With t bits, `to`, and f bits before, `from`,
// the next one is r·2^(t - f) + r·e/2^(2f) for e = 2^(t + f) - L·r, |e| < 2^(t + 5), and is wrong by 2^(10 - 2f) <=
// 2^(-6 - t) of it, less than 1, but for rounding. Low bits of e, of which a product with r is below 1, are left out.
Number Residues::refined(size_t k, Number power, uint64_t from, uint64_t to) {
    Pool& pool = steps_.pool;
    const Number divisor = leading(multiples_[k], to), r = reciprocals_[k], product = pool.mul(divisor, r);
    const Number error = steps_.shift_down(pool.sub(power, product), to - from - 4);
    const Number correction = steps_.multiply_down(error, r, 3 * from - to + 4);
    const Number shifted = pool.shl(r, steps_.constant(to - from));
    const Number next = pool.add(shifted, correction);
    steps_.free(divisor, product, error, correction, r, shifted);
    return next;
}

// The leading bits of x make the quotient x/M at most 1/2 too small, rounding makes it less than 1 too small, and the
// reciprocal at most 2^-30 too small or too large.
Number Residues::residue(Number x, size_t k) {
    Pool& pool = steps_.pool;
    const Number leading = pool.shr(x, steps_.constant(length_ - 3));
    const Number quotient = steps_.multiply_down(leading, reciprocals_[k], length_ + guard + 3);
    const Number multiple = pool.mul(quotient, multiples_[k]);
    const Number residue = pool.sub(x, multiple);
    steps_.free(leading, quotient, multiple);
    return residue;
}

Number Residues::fixed_point(Number x, size_t k, uint64_t bits) {
    return steps_.multiply_down(x, reciprocals_[k], length_ + lengths_[k] + guard - bits);
}

}  // namespace batch_gcd
