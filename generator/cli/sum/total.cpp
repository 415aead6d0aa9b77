#include "cli/sum/total.hpp"

#include <cmath>

#include "limbsmith/sum_gmp.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

// Value k as a double, the nearest one.
double double_at(const Values& values, size_t k) {
    if (!values.reals.empty()) return values.reals[k];
    return values.integers.empty() ? values.decimals[k].nearest : static_cast<double>(values.integers[k]);
}

sum::Decimal decimal_at(const Values& values, size_t k) {
    if (!values.decimals.empty()) return values.decimals[k];
    if (!values.integers.empty())
        return {mpz_class(static_cast<long>(values.integers[k])), 0, static_cast<double>(values.integers[k])};
    const double x = values.reals[k];
    return std::isfinite(x) ? sum::decimal_of(x) : sum::Decimal{{}, 0, x};
}

constexpr sum::Special nonzero{.has_nonzero = true};  // terms that cancel

}  // namespace

ExactTotal::ExactTotal(bool has_naive, place where) : has_naive_(has_naive) {
    if (where != place::automatic && where != place::host) gpu_ = std::make_unique<GpuAdder>(where);
}

void ExactTotal::note_type(NumberType type) {
    is_float_ &= type == NumberType::real32 || type == NumberType::real16 || type == NumberType::brain16;
}

void ExactTotal::add(const Values& values, NumberType type) {
    note_type(type);
    count_ += values.size();
    if (gpu_) {
        if (type == NumberType::decimal)
            throw unsupported("decimal text is added on the host: use --device cpu, or --type double");
        gpu_->add(sum_, values.reals);
        gpu_->add(sum_, values.integers);
    } else {
        sum_.add(sum::exact_sum(values.reals));
        sum_.add(sum::exact_sum(values.integers));
    }
    for (const sum::Decimal& x : values.decimals) {
        if (x.mantissa == 0) {
            sum_.add(x.nearest);
        } else {
            decimals_.add(x);
            has_decimals_ = true;
        }
    }
    for (size_t k = 0; has_naive_ && k < values.size(); ++k) {
        const double x = double_at(values, k);
        naive_ += x;
        naive_float_ += static_cast<float>(x);
    }
}

void ExactTotal::add_products(const Values& x, const Values& y, NumberType type_of_x, NumberType type_of_y) {
    note_type(type_of_x);
    note_type(type_of_y);
    count_ += x.size();
    const bool are_reals = !x.reals.empty() && !y.reals.empty(),
               are_integers = !x.integers.empty() && !y.integers.empty();
    if (gpu_ && !are_reals && !are_integers)
        throw unsupported(
            "products of decimal text, and of integers and other numbers, are added on the host: use "
            "--device cpu, or --type "
            "double");
    if (gpu_ && are_reals)
        gpu_->add_products(sum_, x.reals, y.reals);
    else if (gpu_)
        gpu_->add_products(sum_, x.integers, y.integers);
    else if (are_reals)
        sum_.add(sum::exact_dot(x.reals, y.reals));
    else if (are_integers)
        sum_.add(sum::exact_dot(x.integers, y.integers));
    else
        for (size_t k = 0; k < x.size(); ++k) add_product(decimal_at(x, k), decimal_at(y, k));
    for (size_t k = 0; has_naive_ && k < x.size(); ++k) {
        const double a = double_at(x, k), b = double_at(y, k);
        naive_ += a * b;
        naive_float_ += static_cast<float>(a) * static_cast<float>(b);
    }
}

void ExactTotal::add_product(const sum::Decimal& x, const sum::Decimal& y) {
    if (x.mantissa != 0 && y.mantissa != 0) {
        decimals_.add_product(x, y);
        has_decimals_ = true;
        return;
    }
    // A zero or an infinity: of the other factor the sign counts.
    const auto factor = [](const sum::Decimal& it) {
        return it.mantissa != 0 ? sgn(it.mantissa) : it.nearest;
    };
    sum_.add_product(factor(x), factor(y));
}

mpq_class ExactTotal::value() const {
    const mpq_class sum = sum::exact_value(sum_);
    return has_decimals_ ? mpq_class(sum + decimals_.value()) : sum;
}

// A value that is no rational other than 0: an infinity, NaN, or a zero with its sign.
sum::Accumulator ExactTotal::without_decimals() const {
    if (!has_decimals_ || !sum_.is_finite()) return sum_;
    sum::Accumulator zero;
    zero.add_chunks({}, 0, nonzero);
    return zero;
}

double ExactTotal::rounded(sum::Rounding rounding) const {
    const mpq_class exact = is_finite() ? value() : 0;
    return exact != 0 ? sum::to_double(exact, rounding) : without_decimals().to_double(rounding);
}

std::string ExactTotal::text(int digits, sum::Rounding rounding) const {
    const mpq_class exact = is_finite() ? value() : 0;
    return exact != 0 ? sum::to_text(exact, digits, rounding) : without_decimals().to_text(digits, rounding);
}

}  // namespace limbsmith::cli
