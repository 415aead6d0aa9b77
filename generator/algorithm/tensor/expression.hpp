// Expressions of whole numbers in memory, a product among them: a warp computes one number after the other. All of them lie striped
// (striped.hpp) from the loads to the stores, which no other lane's words pass by, and what is the same for all
// numbers is done once.
#pragma once

#include <string>

#include "ir/library.hpp"
#include "spec/fused.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::tensor {

// How much of the value is wanted: all of a single product, or as many limbs as a number has.
enum class Value : uint8_t { exact, modulo };

// More products make code that no longer fits where instructions are kept.
inline constexpr int most_products_of_expression = 4;

// r = the expression of in1, in2 and so on, in the order of its inputs, for the first `count` of 16 numbers of a warp. Words and
// numbers of an array ARRAY are ARRAY_word and ARRAY_number words apart. r may be one of the operands, except for Value::exact. Neither
// addresses nor branches depend on a number. requires: Mapping::tensor(); an exact value is that of x*y or x*x; leaves() and those of
// a group are in the library.
ir::Routine expression(const std::string& name, const Fused& expression, Value wanted, Width width,
                       const ir::Library& library);

}  // namespace limbsmith::algorithm::tensor
