// What is measured: one function of a generated header, with all that a measurement needs to know of it.
//
// Promises: the header, a program whose contract says what the function computes, its cost. How its results
// are found with GMP is left to oracle, how it is called in a kernel to kernel_source.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ir/program.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::bench {

struct Subject {
    std::string operation;  // mul: the name of the function
    Width width;
    std::string modulus;    // as it was written; empty for arithmetic of a width
    std::string algorithm;  // rows, montgomery, montgomery+karatsuba:1 ...
    ir::Program meaning;    // operands, results and contract; its body is empty where the function is a loop
    mpz_class n;            // the modulus, or 0
    mpz_class factor;       // where the contract is about plain residues x and the function about x·factor:
                            // the factor; otherwise 0
    std::optional<plan::Cost> cost;     // of one result, where the cost model knows it
    double rows = 0;                    // its products by rows without any saving, where it is one product
    std::function<std::string()> text;  // makes the header, whose namespace is `subject`
    bool is_portable = false;           // its portable C++ is compiled for the GPU in place of PTX

    int operand_words() const;
    int result_words() const;
    bool is_loop() const { return meaning.body.empty(); }
};

// Throws unsupported where the function cannot be measured by itself: it takes a number from a range of its
// own, such as a lazy one.
Subject subject(const std::string& operation, const Spec& spec);

// Whether there is such a subject.
bool is_measurable(const std::string& operation, const Spec& spec);

}  // namespace limbsmith::bench
