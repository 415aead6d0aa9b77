// The types of a header's functions for batches: one type for each function, with its inputs and outputs.
#pragma once

#include <vector>

#include "catalogue/operation.hpp"
#include "emit/function_model.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// In the order of the header: name (of the type), function, inputs without the modulus object, outputs,
// ranges of the inputs (operand_ranges), is_runtime (whether the type holds the modulus object),
// bounds_operands (whether the range of an operand depends on it), is_asked (whether the operation was
// requested, not only called by another). A type has the name of its function; if several functions share it,
// the second output distinguishes them: add_carry. Functions that take only a modulus, or arrays, have no
// type. requires: functions are catalogue::functions(spec).
Json operations_model(const Spec& spec, const std::vector<catalogue::Function>& functions);

}  // namespace limbsmith::emit
