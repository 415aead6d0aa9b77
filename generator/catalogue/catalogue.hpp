// Every operation, by number system and name, and those that a spec has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalogue/operation.hpp"

namespace limbsmith::catalogue {

// All of a number system, in the order of headers.
const std::vector<Operation>& operations(const NumberSystem& system);
// Why this spec does not have the operation; empty if it does.
std::string why_not(const Operation& operation, const Spec& spec);
// The operation of a name, or null.
const Operation* find(const NumberSystem& system, std::string_view name);
// The operation of a name. Throws usage_error naming the nearest where there is none.
const Operation& operation(const NumberSystem& system, std::string_view name);
const Operation& operation(const Spec& spec, std::string_view name);

// The names that `all` stands for: operations that this arithmetic has and that are not on request only.
// Macros have no loops.
std::vector<std::string> all(const Spec& spec);
// `add,mul` or `all` or `all,mul_add4` in the order of headers, none twice. Throws usage_error for an unknown
// name, unsupported for an operation that this arithmetic does not have, or a loop as a macro.
std::vector<std::string> parse_operations(std::string_view list, const Spec& spec);
// The same spec with all operations of its width or modulus.
Spec with_all(Spec spec);

// The operations of a header: the requested ones, those that every header has, and all that these call.
std::vector<const Operation*> closure(const Spec& spec);

// The straight-line functions of an operation, through the pipeline.
std::vector<Function> functions(const Operation& operation, const Spec& spec);
// The functions of a header, in its order. They are printed, proved and tested.
std::vector<Function> functions(const Spec& spec);
// The first function of the operation.
ir::Program program(const Spec& spec, std::string_view name);

// The meaning of a batch of the operation: operands, results and contract, for numbers as users see them. A
// straight-line operation without a meaning of its own has its body. For a modulus given at run time the batch
// has N alone, as the input n.
ir::Program meaning(const Operation& operation, const Spec& spec);

// The command that asks for this, options in a fixed order and defaults left out.
std::string command(const Spec& spec);

}  // namespace limbsmith::catalogue
