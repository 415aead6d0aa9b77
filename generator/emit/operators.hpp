// The operators of a header: + is add, == is eq, and so on, for the functions that the header has.
#pragma once

#include "emit/function_model.hpp"

namespace limbsmith::emit {

// For numbers of type `number` (num, elem), from operations_model: the C++ texts of result, sign, parameters
// and value of each operator. Functions that take a modulus object have no operators.
Json operators_model(const Json& operations, const std::string& number);

}  // namespace limbsmith::emit
