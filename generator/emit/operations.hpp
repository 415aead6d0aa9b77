// The functions of a header as types, which batches are given: one for each function, with its operands and
// results.
#pragma once

#include <vector>

#include "catalogue/loops.hpp"
#include "emit/operand_ranges.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// The inputs, outputs and contract of a function. Those of a loop modulo N speak of residues, where the function has
// elements; those of a straight-line function speak of its words.
struct Meaning : catalogue::Described {
    bool is_of_residues = false;
};

// `model`, in the order of the header: name (of the type), function, inputs without the modulus object, outputs,
// ranges of the inputs (operand_ranges), is_runtime (whether the type holds that object), bounds_operands
// (whether an operand's range depends on it), is_asked (whether the operation was asked for, or is there
// for others). A type is called as its function; where several functions are called so, the second output
// tells them apart: add_carry. A function of nothing but a modulus, or of arrays, has no type. requires: functions
// are catalogue::functions(spec).
struct Operations {
    Json model = Json::array();
    std::vector<Meaning> meanings{};  // of each
};
Operations operations(const Spec& spec, const std::vector<catalogue::Function>& functions,
                      const catalogue::Loops& loops);
// Adds to each operation of the model: known, the digest of its results as text; empty where they are not known.
void add_known_results(catalogue::KnownResults& known, Operations& all);
inline Json operations_model(const Spec& spec, const std::vector<catalogue::Function>& functions,
                             const catalogue::Loops& loops) {
    return operations(spec, functions, loops).model;
}

}  // namespace limbsmith::emit
