// Numbers of any length, up to 2^30 bits, and rationals, many in one pool, with operators. C++17.
//
//     limbsmith::pool::Pool p;
//     const auto x = p("2**127 - 1") * 3;
//     p.text(x)
#pragma once

#include "limbsmith/pool/operators.hpp"
#include "limbsmith/pool/pool.hpp"
#include "limbsmith/pool/rational.hpp"
