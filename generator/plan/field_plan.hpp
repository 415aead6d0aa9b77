// Builds the programs of operations modulo a number.
#pragma once

#include <optional>
#include <string_view>

#include "ir/program.hpp"
#include "spec/field_spec.hpp"
#include "spec/representations.hpp"

namespace limbsmith::plan {

// What is made when `mul` is asked for: `mul`, unless it leaves the choice to us. Karatsuba means a product
// before the reduction, rows means that Montgomery's goes between the rows.
MulChoice chosen(FieldOp op, const Modulus& modulus, Reduction reduction, MulChoice mul);

// The program of a straight-line operation, through the pipeline; nothing for loops and byte strings.
std::optional<ir::Program> field_program(FieldOp op, const Modulus& modulus, Reduction reduction,
                                         MulChoice mul);

// What the operation means for residues as users see them, before and after conversion: inputs a, b ... below
// N of repr::plain (an exponent e of repr::num), one output r, and the contract. Its body is empty. Only
// for operations that a batch can run: those from residues to one residue.
std::optional<ir::Program> field_meaning(FieldOp op, const Modulus& modulus);

// The algorithm and where it is written down, for banners.
std::string_view field_source(FieldOp op, const Modulus& modulus, Reduction reduction, MulChoice mul);

}  // namespace limbsmith::plan
