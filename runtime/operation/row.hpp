// Rows of the table of operations, written briefly.
#pragma once

#include <string_view>

#include "operation/number_system.hpp"

namespace limbsmith {

// `text` is the signature, which lives as long as the program: `divrem a b -> q remainder`, `shl a #count`. A # marks one that
// counts or decides; without an arrow the result is r.
using Meaning = void (*)(Evaluation&);
using Planner = pool::Plan (*)(const pool::Shapes&);
Operation row(std::string_view text, std::string_view formula, Meaning meaning);
Operation row(std::string_view text, std::string_view formula, Operation::Signs signs, Meaning meaning);
Operation row(std::string_view text, std::string_view formula, Operation::Needs needs, Meaning meaning);
// A row for integers; a `function` has the name of the operation in expressions.
Operation row(std::string_view text, std::string_view formula, Planner plan, Meaning meaning);
Operation function(std::string_view text, std::string_view formula, Planner plan, Meaning meaning);
// The same of any number of arguments.
Operation function(std::string_view text, std::string_view formula, int neutral, Planner plan,
                   Meaning meaning);

}  // namespace limbsmith
