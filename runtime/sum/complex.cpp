// Complex arrays, term by term: both parts of a total at once.
#include "limbsmith/sum/complex.hpp"

#include "sum/reduced.hpp"
#include "sum/sizes.hpp"

namespace limbsmith::sum {
namespace {

template <class T>
ComplexAccumulator complex_sum_of(span<const std::complex<T>> x) {
    return reduced<ComplexAccumulator>(x.size(),
                                       [x](ComplexAccumulator& to, std::size_t i) { to.add(x[i]); });
}

template <class T>
ComplexAccumulator complex_dot_of(span<const std::complex<T>> x, span<const std::complex<T>> y) {
    require_equal_sizes("exact_dot", x.size(), y.size());
    return reduced<ComplexAccumulator>(
        x.size(), [x, y](ComplexAccumulator& to, std::size_t i) { to.add_product(x[i], y[i]); });
}

template <class T>
ComplexAccumulator conjugated_dot_of(span<const std::complex<T>> x, span<const std::complex<T>> y) {
    require_equal_sizes("exact_conjugated_dot", x.size(), y.size());
    return reduced<ComplexAccumulator>(
        x.size(), [x, y](ComplexAccumulator& to, std::size_t i) { to.add_conjugated_product(x[i], y[i]); });
}

}  // namespace

ComplexAccumulator exact_sum(span<const std::complex<double>> x) { return complex_sum_of(x); }
ComplexAccumulator exact_sum(span<const std::complex<float>> x) { return complex_sum_of(x); }

ComplexAccumulator exact_dot(span<const std::complex<double>> x, span<const std::complex<double>> y) {
    return complex_dot_of(x, y);
}
ComplexAccumulator exact_dot(span<const std::complex<float>> x, span<const std::complex<float>> y) {
    return complex_dot_of(x, y);
}
ComplexAccumulator exact_dot(span<const double> w, span<const std::complex<double>> x) {
    require_equal_sizes("exact_dot", w.size(), x.size());
    return reduced<ComplexAccumulator>(
        w.size(), [w, x](ComplexAccumulator& to, std::size_t i) { to.add_product(w[i], x[i]); });
}
ComplexAccumulator exact_conjugated_dot(span<const std::complex<double>> x,
                                        span<const std::complex<double>> y) {
    return conjugated_dot_of(x, y);
}
ComplexAccumulator exact_conjugated_dot(span<const std::complex<float>> x,
                                        span<const std::complex<float>> y) {
    return conjugated_dot_of(x, y);
}

}  // namespace limbsmith::sum
