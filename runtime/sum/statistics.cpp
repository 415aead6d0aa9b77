// Results that are quotients and roots of exact sums: rationals, rounded once.
#include <cmath>
#include <limits>

#include "limbsmith/sum/reductions.hpp"
#include "limbsmith/sum_gmp.hpp"

namespace limbsmith::sum {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

mpz_class integer(std::size_t n) { return static_cast<unsigned long>(n); }

}  // namespace

double norm2(span<const double> x, Rounding rounding) {
    const Accumulator squares = exact_dot(x, x);
    return squares.is_finite() ? square_root(exact_value(squares), rounding) : squares.to_double();
}

double mean(span<const double> x, Rounding rounding) {
    if (x.empty()) return not_a_number;
    const Accumulator all = exact_sum(x);
    // A zero has the sign of the sum.
    if (!all.is_finite() || all.sign() == 0) return all.to_double(rounding);
    return to_double(mpq_class(exact_value(all) / integer(x.size())), rounding);
}

double weighted_mean(span<const double> w, span<const double> x, Rounding rounding) {
    const Accumulator weighted = exact_dot(w, x), weights = exact_sum(w);
    if (!weighted.is_finite() || !weights.is_finite() || weights.sign() == 0) return not_a_number;
    if (weighted.sign() == 0) return rounding == Rounding::down ? -0.0 : 0.0;
    return to_double(mpq_class(exact_value(weighted) / exact_value(weights)), rounding);
}

double variance(span<const double> x, int removed, Rounding rounding) {
    if (removed < 0) throw runtime::InputError("variance: " + std::to_string(removed) + " degrees removed");
    if (x.size() <= std::size_t(removed)) return not_a_number;
    const Accumulator all = exact_sum(x), squares = exact_dot(x, x);
    if (!squares.is_finite()) return not_a_number;
    // n·Σ x² − (Σ x)² = n·Σ (x − mean)²
    const mpz_class n = integer(x.size());
    const mpq_class sum = exact_value(all), spread = n * exact_value(squares) - sum * sum;
    return to_double(mpq_class(spread / (n * (n - removed))), rounding);
}

}  // namespace limbsmith::sum
