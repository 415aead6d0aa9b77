// A generated function as a subject of measurement: a program with its contract, and its header.
//
// Promises: oracle computes its results with GMP.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ir/program.hpp"
#include "jit/compiler.hpp"
#include "limbsmith/digits.hpp"
#include "operation/number_system.hpp"
#include "plan/cost.hpp"
#include "subject.hpp"

namespace limbsmith::bench {

struct Function : Subject {
    Function(const std::string& name, Width width, std::string modulus, std::string algorithm,
             ir::Program meaning, std::function<runtime::Header()> header)
        : Subject(name, width, std::move(modulus), std::move(algorithm)),
          name(name),
          meaning(std::move(meaning)),
          header(std::move(header)) {}

    std::string name;                         // of the function: mul
    ir::Program meaning;                      // operands, results and contract; empty body for loops
    std::function<runtime::Header()> header;  // makes subject.cuh, proved, with the namespace `subject`
    std::optional<plan::Cost> cost{};         // of one result, where the cost model knows it
    std::optional<SignedDigits> digits{};     // of numbers in signed digits

    // The system of numbers without a modulus.
    const NumberSystem& system() const { return digits ? NumberSystem::digits() : NumberSystem::whole(); }
    int operand_words() const;
    int result_words() const;
    bool is_loop() const { return meaning.body.empty(); }
    void describe(Row& row) const override;
};

}  // namespace limbsmith::bench
