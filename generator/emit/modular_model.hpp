// The model of a modulus for the template of a header: its constants and the parameters of its loops.
#pragma once

#include "emit/function_model.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// requires: a modulus.
Json modular_model(const Spec& spec);

}  // namespace limbsmith::emit
