// All operations by domain and name, and those of a spec.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalogue/operation.hpp"

namespace limbsmith::catalogue {

// The operations of a domain, in the order of headers.
const std::vector<Operation>& operations(Domain domain);
// The operation of this name, or nullptr.
const Operation* find(Domain domain, std::string_view name);
// The operation of this name. Throws usage_error with the nearest name if there is none.
const Operation& operation(Domain domain, std::string_view name);
const Operation& operation(const Spec& spec, std::string_view name);

// The names of `all`: the operations available for the spec, without those on request only, and without loops
// in the macro style.
std::vector<std::string> all(const Spec& spec);
// Parses `add,mul`, `all` or `all,mul_add4`. Returns distinct names in the order of headers. Throws
// usage_error for an unknown name; unsupported for an operation that is not available for the spec, or for a
// loop in the macro style.
std::vector<std::string> parse_operations(std::string_view list, const Spec& spec);
// The spec with all operations.
Spec with_all(Spec spec);

// The operations of a header: the requested ones, those of every header, and all that these call.
std::vector<const Operation*> closure(const Spec& spec);

// The straight-line functions of an operation, after the pipeline.
std::vector<Function> functions(const Operation& operation, const Spec& spec);
// The straight-line functions of a header, in its order. These are printed, proved and tested.
std::vector<Function> functions(const Spec& spec);
// The first function of the operation.
ir::Program program(const Spec& spec, std::string_view name);

// The program that a batch of the operation computes: operands, results and contract for plain numbers. The
// body is that of the first function if the operation is straight-line without a meaning of its own, else it
// may be empty. With a modulus given at run time, N is the input n and the body is empty. requires:
// has_meaning(operation).
ir::Program meaning(const Operation& operation, const Spec& spec);

bool has_meaning(const Operation& operation);

// The command line that requests this spec, with options in a fixed order and without defaults.
std::string command(const Spec& spec);

}  // namespace limbsmith::catalogue
