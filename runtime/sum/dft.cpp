// Transforms of doubles, and of rationals to decimals.
#include "limbsmith/sum/dft.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "limbsmith/error.hpp"
#include "limbsmith/sum_gmp.hpp"
#include "sum/transform.hpp"

namespace limbsmith::sum {
namespace {

void append_part(std::vector<mpq_class>& to, double x) {
    if (!std::isfinite(x))
        throw runtime::InputError("dft: x_" + std::to_string(to.size()) +
                                  (std::isnan(x) ? " is NaN" : " is infinite"));
    to.emplace_back(x);
}

TransformInput input_of(span<const std::complex<double>> x) {
    TransformInput made;
    for (const std::complex<double>& number : x) {
        append_part(made.real, number.real());
        append_part(made.imag, number.imag());
    }
    return made;
}

std::vector<ComplexRational> to_decimals(span<const ComplexRational> x, Transform which, int digits,
                                         Rounding rounding) {
    TransformInput input;
    for (const ComplexRational& number : x) {
        input.real.push_back(number.real);
        input.imag.push_back(number.imag);
    }
    mpz_class scale;
    mpz_ui_pow_ui(scale.get_mpz_t(), 10, static_cast<unsigned long>(std::max(0, digits)));
    const auto rational = [&](std::string text) {
        text.erase(std::remove(text.begin(), text.end(), '.'), text.end());
        mpq_class made(mpz_class(text, 10), scale);
        made.canonicalize();
        return made;
    };
    std::vector<ComplexRational> made;
    for (const ComplexText& it : transformed_text(input, which, digits, rounding))
        made.push_back({rational(it.real), rational(it.imag)});
    return made;
}

}  // namespace

std::vector<std::complex<double>> dft(span<const std::complex<double>> x, Rounding rounding) {
    return transformed(input_of(x), Transform::forward, rounding);
}
std::vector<std::complex<double>> dft(span<const double> x, Rounding rounding) {
    TransformInput input;
    for (const double number : x) append_part(input.real, number);
    return transformed(input, Transform::forward, rounding);
}
std::vector<std::complex<double>> inverse_dft(span<const std::complex<double>> y, Rounding rounding) {
    return transformed(input_of(y), Transform::inverse, rounding);
}

std::vector<ComplexRational> dft(span<const ComplexRational> x, int digits, Rounding rounding) {
    return to_decimals(x, Transform::forward, digits, rounding);
}
std::vector<ComplexRational> inverse_dft(span<const ComplexRational> y, int digits, Rounding rounding) {
    return to_decimals(y, Transform::inverse, digits, rounding);
}

}  // namespace limbsmith::sum
