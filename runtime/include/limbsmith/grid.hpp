// Numbers of any length, up to 2^25 bits, each computed by all of a GPU. C++17.
//
//     limbsmith::grid::Arithmetic a(limbsmith::grid::machine_at(limbsmith::place::device));
//     const auto x = from_decimal(a, "340282366920938463463374607431768211457");
//     const auto r = a.make(2 * x.length, 1);
//     a.multiply(r, x, x, 1);
//     to_decimal(a, r)
#pragma once

#include "limbsmith/grid/arithmetic.hpp"
#include "limbsmith/grid/decimal.hpp"
#include "limbsmith/grid/division.hpp"
#include "limbsmith/grid/expression.hpp"
#include "limbsmith/grid/machine.hpp"
#include "limbsmith/grid/modular.hpp"
#include "limbsmith/grid/square_root.hpp"
