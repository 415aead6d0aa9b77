// Many short rows are divided among the cores; of few long ones each is computed by all cores.
#include "limbsmith/sum/matrix.hpp"

#include <string>
#include <type_traits>

#include "limbsmith/cores.hpp"
#include "limbsmith/sum/reductions.hpp"
#include "sum/sizes.hpp"

namespace limbsmith::sum {
namespace {

constexpr std::size_t many_rows = 256;  // so many keep all cores busy to the end

void require_rows(std::size_t size, std::size_t rows, std::size_t stride, std::size_t columns) {
    if (stride < columns)
        throw runtime::InputError("matrix_vector_product: the stride, " + std::to_string(stride) +
                                  ", is less than the " + std::to_string(columns) + " numbers of a row");
    if (rows == 0) return;
    if (size < columns || (stride > 0 && (size - columns) / stride < rows - 1))
        throw runtime::InputError("matrix_vector_product: " + std::to_string(size) + " numbers are not " +
                                  std::to_string(rows) + " rows of " + std::to_string(columns) +
                                  " with the stride " + std::to_string(stride));
}

template <class T>
T rounded_row(const Accumulator& sum, Rounding rounding) {
    if constexpr (std::is_same_v<T, float>)
        return sum.to_float(rounding);
    else
        return sum.to_double(rounding);
}

template <class T>
std::vector<T> matrix_by_vector(span<const T> a, std::size_t rows, std::size_t stride, span<const T> x,
                                Rounding rounding) {
    require_rows(a.size(), rows, stride, x.size());
    auto y = zeros<T>("matrix_vector_product", rows);
    const auto row = [&](std::size_t i) { return span<const T>(a.data() + i * stride, x.size()); };
    if (rows < many_rows) {
        for (std::size_t i = 0; i < rows; ++i) y[i] = rounded_row<T>(exact_dot(row(i), x), rounding);
        return y;
    }
    on_all_cores(rows, [&](index64 first, index64 last) {
        for (std::size_t i = first; i < last; ++i) {
            Accumulator sum;
            const span<const T> numbers = row(i);
            for (std::size_t j = 0; j < x.size(); ++j) sum.add_product(double(numbers[j]), double(x[j]));
            y[i] = rounded_row<T>(sum, rounding);
        }
    });
    return y;
}

}  // namespace

std::vector<double> matrix_vector_product(span<const double> a, std::size_t rows, std::size_t stride,
                                          span<const double> x, Rounding rounding) {
    return matrix_by_vector(a, rows, stride, x, rounding);
}
std::vector<float> matrix_vector_product(span<const float> a, std::size_t rows, std::size_t stride,
                                         span<const float> x, Rounding rounding) {
    return matrix_by_vector(a, rows, stride, x, rounding);
}

}  // namespace limbsmith::sum
