// The exact sum of numbers of all types, or of products of two, and beside it the sum of a loop that rounds at each step.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <memory>
#include <string>

#include "cli/sum/gpu_adder.hpp"
#include "cli/sum/values.hpp"
#include "limbsmith/sum.hpp"
#include "sum/decimal.hpp"

namespace limbsmith::cli {

class ExactTotal {
  public:
    // `has_naive`: the loop that rounds is wanted, too. A place that is a GPU adds numbers of machines' types; it takes nothing else:
    // usage errors say so where they are added. Errors: as GpuAdder.
    ExactTotal(bool has_naive, place where);

    void add(const Values& values, NumberType type);
    // requires: as many of both.
    void add_products(const Values& x, const Values& y, NumberType type_of_x, NumberType type_of_y);

    std::size_t count() const { return count_; }
    bool is_finite() const { return sum_.is_finite(); }
    // requires: finite
    mpq_class value() const;
    double rounded(sum::Rounding rounding) const;
    std::string text(int digits, sum::Rounding rounding) const;
    // In order of the numbers; by float if all of them are floats, or shorter, else by double.
    double naive() const { return is_float_ ? double(naive_float_) : naive_; }

  private:
    void add_product(const sum::Decimal& x, const sum::Decimal& y);
    void note_type(NumberType type);
    sum::Accumulator without_decimals() const;

    std::unique_ptr<GpuAdder> gpu_;  // if a GPU adds
    bool has_naive_, has_decimals_ = false, is_float_ = true;
    std::size_t count_ = 0;
    sum::Accumulator sum_;  // of all but finite decimals
    sum::DecimalSum decimals_;
    double naive_ = 0;
    float naive_float_ = 0;
};

}  // namespace limbsmith::cli
