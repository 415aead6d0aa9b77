// A number system that limbsmith lacks: whole numbers below 10^digits.
#include "operation/row.hpp"

namespace limbsmith {

std::vector<NumberSystem> decimal_table() {
    using E = Evaluation;
    return {{"decimal",
             "whole numbers below 10^digits, modulo 10^digits",
             {row("add a b", "a + b", [](E& e) { e.r() = (e.a() + e.b()) % e.ring.modulus; }),
              row("mul a b", "a*b", [](E& e) { e.r() = e.a() * e.b() % e.ring.modulus; })}}};
}

}  // namespace limbsmith
