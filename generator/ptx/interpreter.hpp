// An independent interpreter for the PTX of generated headers, carry flag included.
//
// Promises: a statement has the meaning that the PTX ISA gives it; nothing is shared with the emitters, whose text it
// checks. asm_statement finds the statements in a header; decode reads their text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/asm_statement.hpp"
#include "ptx/decode.hpp"

namespace limbsmith::ptx {

class Statement {
  public:
    // Throws std::runtime_error quoting the instruction that is unknown or ill-formed.
    explicit Statement(const AsmStatement& statement) : code_(decode(statement)) {}

    // Takes one word for each input operand, in order; returns one for each output operand.
    std::vector<uint32_t> run(std::span<const uint32_t> inputs) const;

    // Values of CC.CF that were overwritten, or left at the end, without being read.
    int lost_flags() const { return code_.lost_flags; }

    // Reads of a carry (from add or mad) by subc, or of a borrow (from sub) by addc or madc.
    int mixed_flags() const { return code_.mixed_flags; }

  private:
    Code code_;
};

}  // namespace limbsmith::ptx
