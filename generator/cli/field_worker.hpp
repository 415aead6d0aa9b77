// Runs operations modulo a number on the CPU: interprets the programs that the header is printed from, and
// executes the loops around them.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "eval/loop.hpp"
#include "plan/power_chain.hpp"
#include "spec/spec.hpp"

namespace limbsmith::cli {

class FieldWorker {
  public:
    // requires: the operation has a meaning.
    FieldWorker(const Spec& spec, const std::string& op);

    // Computes numbers [first, last). Operands are canonical residues (or exponents, words), results are
    // canonical residues; all are limb-major. A modulus given at run time is the last operand.
    void run(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
             size_t count);

  private:
    struct Stage {
        ir::Program program;
        eval::Interpreter interpreter;
        explicit Stage(ir::Program p) : program(std::move(p)), interpreter(program) {}
    };
    using Numbers = std::vector<uint32_t>;  // limb-major, for a block of numbers

    Numbers apply(const std::string& op, const std::vector<const Numbers*>& operands, size_t block);
    void set_modulus(const Numbers& n, size_t block);
    Numbers one(size_t block) const;
    Numbers compute(const std::vector<Numbers>& operands, size_t block);
    Numbers inverse(const Numbers& a, size_t block);
    Numbers power(const Numbers& a, const Numbers& exponents, size_t block);

    Spec spec_;
    std::string op_;
    std::map<std::string, std::unique_ptr<Stage>> stages_;
    std::map<std::string, Numbers> members_;     // name -> that member of the modulus objects of a block
    std::vector<plan::PowerStep> chain_;         // for the inverse by Fermat
    std::unique_ptr<eval::Functions> divsteps_;  // for the inverse by divsteps: its functions
    int batches_ = 0;                            // and its number of turns
};

}  // namespace limbsmith::cli
