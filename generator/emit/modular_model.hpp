// What the template of a header knows of a modulus: its constants, and the numbers in its loops.
#pragma once

#include "emit/function_model.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// requires: a modulus.
Json modular_model(const Spec& spec);

}  // namespace limbsmith::emit
