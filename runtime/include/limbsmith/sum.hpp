// Sums and products of vectors that lose nothing: exact, rounded once, the same bits in any order. C++17.
//
//     limbsmith::sum::exact_sum(numbers).to_double()
#pragma once

#include "limbsmith/sum/accumulator.hpp"
#include "limbsmith/sum/complex.hpp"
#include "limbsmith/sum/dft.hpp"
#include "limbsmith/sum/digits.hpp"
#include "limbsmith/sum/formats.hpp"
#include "limbsmith/sum/matrix.hpp"
#include "limbsmith/sum/reductions.hpp"
#include "limbsmith/sum/segments.hpp"
