// Sums and dot products of arrays, term by term.
#include "limbsmith/sum/reductions.hpp"

#include <type_traits>

#include "sum/reduced.hpp"
#include "sum/sizes.hpp"

namespace limbsmith::sum {
namespace {

template <class T>
Accumulator sum_of(span<const T> x) {
    return reduced<Accumulator>(x.size(), [x](Accumulator& to, std::size_t i) { to.add(x[i]); });
}

template <class T, class U>
Accumulator dot_of(span<const T> x, span<const U> y) {
    require_equal_sizes("exact_dot", x.size(), y.size());
    return reduced<Accumulator>(x.size(), [x, y](Accumulator& to, std::size_t i) {
        if constexpr (std::is_integral_v<T>)
            to.add_product(x[i], y[i]);
        else if constexpr (std::is_floating_point_v<T>)
            to.add_product(double(x[i]), double(y[i]));
        else
            to.add_product(to_double(x[i]), to_double(y[i]));
    });
}

}  // namespace

Accumulator exact_sum(span<const double> x) { return sum_of(x); }
Accumulator exact_sum(span<const float> x) { return sum_of(x); }
Accumulator exact_sum(span<const half> x) { return sum_of(x); }
Accumulator exact_sum(span<const bfloat16> x) { return sum_of(x); }
Accumulator exact_sum(span<const std::int32_t> x) { return sum_of(x); }
Accumulator exact_sum(span<const std::int64_t> x) { return sum_of(x); }
Accumulator exact_sum(span<const std::uint64_t> x) { return sum_of(x); }

Accumulator exact_dot(span<const double> x, span<const double> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const float> x, span<const float> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const half> x, span<const half> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const bfloat16> x, span<const bfloat16> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const std::int64_t> x, span<const std::int64_t> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const double> x, span<const float> y) { return dot_of(x, y); }

}  // namespace limbsmith::sum
