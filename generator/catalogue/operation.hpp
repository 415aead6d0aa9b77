// The description of an operation for commands, headers, kernels, benchmarks and tests.
//
// Each operation has its own file in whole/ (numbers below 2^bits) or field/ (residues modulo N) with one
// function that returns it: whole/add.cpp defines whole_add(). The build finds the files; there is no other
// list of operations.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "spec/spec.hpp"

namespace limbsmith::catalogue {

enum class Domain { whole, modular };
inline Domain domain_of(const Spec& spec) { return spec.is_modular() ? Domain::modular : Domain::whole; }

// Headers and lists sort operations by section, then by rank, then by name.
enum class Section {
    sums,
    products,
    conversions,
    comparisons,
    shifts,
    logic,
    modular,
    lazy,
    division,
    powers,
    inverses,
};

// A straight-line function of a header.
struct Function {
    ir::Program program;
    std::string algorithm;  // the name in `explain` and `bench`: rows, montgomery ...
    std::string source;     // the algorithm and its publication
    bool is_part = false;   // called by a loop, not by users
    std::string label{};    // the name; for a second function of the name also its second output: add+carry
};

template <class Result>
using Of = std::function<Result(const Spec&)>;

struct Operation {
    Domain domain;
    Section section;
    int rank = 0;
    std::string_view name;
    std::string_view summary;
    // The straight-line functions, or the parts of a loop, before the pipeline. requires: why_not(spec) is
    // empty.
    Of<std::vector<Function>> functions = [](const Spec&) { return std::vector<Function>{}; };
    // The program a batch computes, if that is not the first function. Set for loops, and modulo N for
    // operations on residues, since a batch has plain residues and not elems. The body may be empty.
    Of<ir::Program> meaning{};
    // The other operations that the code calls.
    Of<std::vector<std::string_view>> needs = [](const Spec&) { return std::vector<std::string_view>{}; };
    // The reason why the operation is not available for a spec; empty if it is.
    Of<std::string> why_not = [](const Spec&) { return std::string(); };
    // Whether every header has the operation.
    Of<bool> is_basic = [](const Spec&) { return false; };
    bool is_signed = false;  // operands fill the limbs, in two's complement; otherwise they are below 2^bits
    bool is_loop = false;
    bool is_on_request = false;  // not part of `all`
};

}  // namespace limbsmith::catalogue
