// Runs compiled kernels, on a GPU or by interpreting the machine code.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fuzz/subject.hpp"
#include "sass/toolchain.hpp"

namespace limbsmith::fuzz {

// Cases for programs of `words` input words; word i of case t is at [i·count + t].
struct Cases {
    size_t words, count;
    std::vector<uint32_t> limb_major;
};

class Machine {
  public:
    virtual ~Machine() = default;
    // The outputs of each subject, limb-major like the cases. Throws std::runtime_error if the code does not
    // run.
    virtual std::vector<std::vector<uint32_t>> run(const std::string& code, std::span<const Subject> subjects,
                                                   const Cases& cases) = 0;
};

// Device 0. Throws runtime::NoDevice if there is none. Must be used by the thread that created it.
std::unique_ptr<Machine> gpu_machine();
// Reads the machine code back and interprets it.
std::unique_ptr<Machine> sass_machine(const sass::Assembler& disassembler);

// The expected results, by the interpreter of programs.
std::vector<uint32_t> expected(const ir::Program& program, const Cases& cases);

}  // namespace limbsmith::fuzz
