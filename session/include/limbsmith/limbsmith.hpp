// All of limbsmith: the session, headers, exact sums, numbers of any length on the grid, and in pools where there is GMP's gmpxx.h.
// C++17.
#pragma once

#include "limbsmith/generate.hpp"
#include "limbsmith/grid.hpp"
#include "limbsmith/session.hpp"
#include "limbsmith/sum.hpp"
#if __has_include(<gmpxx.h>)
#include "limbsmith/pool.hpp"
#include "limbsmith/sum_gmp.hpp"
#endif
