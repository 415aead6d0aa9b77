// Exact sums of integers times cosines that are rounded to more and more bits, until the rounding of the result is decided.
//
// All numbers are integers a_j times one rational unit. With cosines of D bits, each with an error below 1, a part of a result is
// unit/(n·2^D)·(S ± E), where S is exact and E = Σ |a_j|. Where both ends are rounded to the same result, that is the result. If they
// are not, the value may lie on a boundary of rounding for ever: so it is then asked, once, whether it is rational, in which case it
// is rounded itself. All other values are irrational, boundaries are rational, and a doubled D will separate them.
#include "sum/transform.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "limbsmith/cores.hpp"
#include "limbsmith/error.hpp"
#include "sum/binary.hpp"
#include "sum/cosines.hpp"
#include "sum/cyclotomic.hpp"

namespace limbsmith::sum {
namespace {

std::size_t length_of(const mpz_class& x) { return mpz_sizeinbase(x.get_mpz_t(), 2); }

// Integers times `unit`.
struct ScaledInput {
    std::vector<mpz_class> real, imag;
    mpq_class unit = 1;
    mpz_class error;  // Σ |a_j|

    explicit ScaledInput(const TransformInput& x) {
        const std::size_t n = x.real.size();
        if (n > most_transform_size)
            throw runtime::InputError("dft: " + std::to_string(n) + " numbers, and there may be " +
                                      std::to_string(most_transform_size));
        if (!x.imag.empty() && x.imag.size() != n)
            throw runtime::InputError("dft: " + std::to_string(n) + " real parts and " +
                                      std::to_string(x.imag.size()) + " imaginary ones");
        // the largest rational of which all numbers are multiples
        mpz_class numerator, denominator = 1, first = 0;
        for (const auto* part : {&x.real, &x.imag})
            for (std::size_t j = 0; j < part->size(); ++j) {
                const mpq_class& number = (*part)[j];
                if (number == 0) continue;
                if (first == 0) first = number.get_den();
                numerator = gcd(numerator, number.get_num());
                denominator = lcm(denominator, number.get_den());
                require_length(denominator / first, j);
            }
        if (numerator != 0) unit = mpq_class(numerator, denominator);
        real = scaled(x.real);
        imag = scaled(x.imag);
    }

  private:
    static void require_length(const mpz_class& x, std::size_t j) {
        if (length_of(x) > most_transform_bits)
            throw runtime::InputError(
                "dft: x_" + std::to_string(j) + " is too far from others: there may be " +
                std::to_string(most_transform_bits) + " bits from the first to the last one");
    }
    std::vector<mpz_class> scaled(const std::vector<mpq_class>& x) {
        std::vector<mpz_class> made;
        for (const mpq_class& number : x) {
            mpz_class multiple = number.get_num() / unit.get_num();
            require_length(multiple, made.size());
            multiple *= unit.get_den() / number.get_den();
            require_length(multiple, made.size());
            made.push_back(std::move(multiple));
            error += abs(made.back());
        }
        return made;
    }
};

// A part of result k: Σ cosines[j]·cos(2πjk/n) ± sines[j]·sin(2πjk/n).
struct Part {
    const std::vector<mpz_class>*cosines, *sines;
    std::size_t k;
    bool is_subtracted;  // the sines
};

// A value that lies between two rationals is decided where these have one result.
bool is_same(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }
bool is_same(const std::string& a, const std::string& b) { return a == b; }

template <class Result, class Round>
class Transformation {
  public:
    Transformation(const TransformInput& x, Transform which, const Round& round)
        : input_(x),
          n_(x.real.size()),
          turn_(std::lcm(std::uint32_t(n_), 4u)),
          which_(which),
          round_(round) {}

    // Real and imaginary parts in turn. `bits`: the precision to begin with.
    std::vector<Result> compute(std::uint32_t bits, const TransformProgress& progress) {
        results_.resize(2 * n_);
        std::atomic<std::size_t> done = 0;
        std::vector<std::size_t> open(2 * n_);
        std::iota(open.begin(), open.end(), 0);
        for (bool is_first = true; !open.empty(); bits *= 2, is_first = false) {
            const Cosines cosines(turn_, bits);
            std::vector<char> is_decided(open.size());
            on_all_cores(open.size(), [&](index64 first, index64 last) {
                for (std::size_t i = first; i < last; ++i) {
                    is_decided[i] = decide(open[i], cosines) || (is_first && decide_exactly(open[i]));
                    if (is_decided[i] && progress) progress(double(++done) / double(2 * n_));
                }
            });
            std::size_t kept = 0;
            for (std::size_t i = 0; i < open.size(); ++i)
                if (!is_decided[i]) open[kept++] = open[i];
            open.resize(kept);
        }
        return std::move(results_);
    }

    const mpz_class& error() const { return input_.error; }
    const mpq_class& unit() const { return input_.unit; }

  private:
    Part part(std::size_t place) const {
        const bool is_imaginary = place % 2 == 1, is_forward = which_ == Transform::forward;
        return {is_imaginary ? &input_.imag : &input_.real, is_imaginary ? &input_.real : &input_.imag,
                place / 2, is_imaginary == is_forward};
    }

    bool decide(std::size_t place, const Cosines& cosines) {
        const Part it = part(place);
        const std::uint32_t step = turn_ / std::uint32_t(n_);
        mpz_class sum;
        std::uint32_t angle = 0;  // of j·k, modulo n
        for (std::size_t j = 0; j < n_; ++j) {
            const std::uint32_t t = angle * step;
            if (!it.cosines->empty()) cosines.add_multiple(sum, (*it.cosines)[j], t, false);
            if (!it.sines->empty())  // sin(t) = cos(t − turn/4)
                cosines.add_multiple(sum, (*it.sines)[j], t < turn_ / 4 ? t + 3 * (turn_ / 4) : t - turn_ / 4,
                                     it.is_subtracted);
            angle += std::uint32_t(it.k);
            if (angle >= n_) angle -= std::uint32_t(n_);
        }
        results_[place] = round_(value(sum - input_.error, cosines.bits()));
        return is_same(results_[place], round_(value(sum + input_.error, cosines.bits())));
    }

    bool decide_exactly(std::size_t place) {
        const Part it = part(place);
        const std::size_t common = std::gcd(it.k, n_), m = n_ / common, k = it.k / common;
        std::vector<mpz_class> cosines(m), sines(m);
        for (std::size_t j = 0; j < n_; ++j) {
            const std::size_t t = j * k % m;
            if (!it.cosines->empty()) cosines[t] += (*it.cosines)[j];
            if (it.sines->empty()) continue;
            if (it.is_subtracted)
                sines[t] -= (*it.sines)[j];
            else
                sines[t] += (*it.sines)[j];
        }
        const std::optional<mpz_class> twice = twice_rational_sum(cosines, sines);
        if (twice) results_[place] = round_(value(*twice, 1));
        return twice.has_value();
    }

    // sum·unit/2^bits, divided by n if it is a forward transform; not in lowest terms.
    mpq_class value(const mpz_class& sum, std::uint32_t bits) const {
        mpq_class made;
        made.get_num() = sum * input_.unit.get_num();
        made.get_den() = input_.unit.get_den() << bits;
        if (which_ == Transform::forward) made.get_den() *= static_cast<unsigned long>(n_);
        return made;
    }

    ScaledInput input_;
    std::size_t n_;
    std::uint32_t turn_;  // the angles are multiples of 2π/turn, π/2 among them
    Transform which_;
    const Round& round_;
    std::vector<Result> results_;
};

}  // namespace

std::vector<std::complex<double>> transformed(const TransformInput& x, Transform which, Rounding rounding,
                                              const TransformProgress& progress) {
    const auto round = [rounding](const mpq_class& value) {
        if (value.get_num() == 0) return rounding == Rounding::down ? -0.0 : 0.0;
        return rounded(value, double_format, rounding);
    };
    Transformation<double, decltype(round)> transformation(x, which, round);
    if (x.real.empty()) return {};
    const std::vector<double> parts = transformation.compute(128, progress);
    std::vector<std::complex<double>> made;
    for (std::size_t k = 0; k < x.real.size(); ++k) made.emplace_back(parts[2 * k], parts[2 * k + 1]);
    return made;
}

std::vector<ComplexText> transformed_text(const TransformInput& x, Transform which, int digits,
                                          Rounding rounding, const TransformProgress& progress) {
    if (digits < 0 || digits > most_transform_digits)
        throw runtime::InputError("dft: " + std::to_string(digits) + " decimals are not from 0 to " +
                                  std::to_string(most_transform_digits));
    const auto round = [digits, rounding](const mpq_class& value) {
        const int sign = sgn(value.get_num());
        return decimal_text(value, digits, rounding, sign < 0 || (sign == 0 && rounding == Rounding::down));
    };
    Transformation<std::string, decltype(round)> transformation(x, which, round);
    if (x.real.empty()) return {};
    // So many bits that the error is far below the last decimal.
    mpz_class decimals;
    mpz_ui_pow_ui(decimals.get_mpz_t(), 10, static_cast<unsigned long>(digits));
    const mpz_class size =
        transformation.error() * decimals * transformation.unit().get_num() / transformation.unit().get_den();
    const std::vector<std::string> parts =
        transformation.compute(std::uint32_t(length_of(size)) + 64, progress);
    std::vector<ComplexText> made;
    for (std::size_t k = 0; k < x.real.size(); ++k) made.push_back({parts[2 * k], parts[2 * k + 1]});
    return made;
}

}  // namespace limbsmith::sum
