// An independent interpreter for the PTX of generated headers, carry flag included.
//
// Promises: a statement means what the PTX ISA says, read here a second time; nothing is shared with the
// emitters, whose text it checks. Finding statements in a header is asm_statement's, reading their text
// decode's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/asm_statement.hpp"
#include "ptx/decode.hpp"

namespace limbsmith::ptx {

class Statement {
  public:
    // Throws std::runtime_error, with the instruction's text, on anything unknown or ill-formed.
    explicit Statement(const AsmStatement& statement) : code_(decode(statement)) {}

    // On input one word for each input operand, in order; on output one for each output operand.
    std::vector<uint32_t> run(std::span<const uint32_t> inputs) const;

    // Values of CC.CF overwritten or left at the end without an instruction having read them.
    int lost_flags() const { return code_.lost_flags; }

    // Reads of a carry (from add or mad) by subc, or of a borrow by addc or madc.
    int mixed_flags() const { return code_.mixed_flags; }

  private:
    Code code_;
};

}  // namespace limbsmith::ptx
