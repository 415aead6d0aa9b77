// An operation: all that commands, headers, kernels, benchmarks and tests know of it.
//
// Each has a file of its own, in whole/ (numbers below 2^bits) or field/ (residues modulo N), with one
// function that gives it: whole/add.cpp has whole_add(). The build finds the files; nothing else lists
// operations.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/library.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::catalogue {

enum class Domain { whole, modular };
inline Domain domain_of(const Spec& spec) { return spec.is_modular() ? Domain::modular : Domain::whole; }

// Where headers and lists show an operation: by section, then by rank, then by name.
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
    std::string algorithm;  // what `explain` and `bench` call it: rows, montgomery ...
    std::string source;     // the algorithm and where it is written down
    bool is_part = false;   // a loop calls it, users do not
    std::string label{};    // its name; of a second function of the name, with its second output: add+carry
};

template <class Result>
using Of = std::function<Result(const Spec&)>;

struct Operation {
    Domain domain;
    Section section;
    int rank = 0;
    std::string_view name;
    std::string_view summary;
    // The straight-line functions; of a loop, its parts. Not yet through the pipeline. requires:
    // why_not(spec) is empty.
    Of<std::vector<Function>> functions = [](const Spec&) { return std::vector<Function>{}; };
    // What a batch computes, where that is not the contract of the first function: of a loop, and modulo N of
    // what takes and gives residues, whatever form the arithmetic has. Its body may be empty.
    Of<ir::Program> meaning{};
    // Other operations that the code calls.
    Of<std::vector<std::string_view>> needs = [](const Spec&) { return std::vector<std::string_view>{}; };
    // Why arithmetic of this kind does not have the operation; empty if it does.
    Of<std::string> why_not = [](const Spec&) { return std::string(); };
    // Whether headers have it unasked.
    Of<bool> is_basic = [](const Spec&) { return false; };
    // Adds the loops to a library that has what they call, and gives their keys there in the order of
    // headers: their names, but where functions of a name differ in their parameters. `spec` has the closure
    // of operations.
    std::function<std::vector<std::string>(const Spec& spec, ir::Library&)> loops{};
    std::string_view batch_loop{};  // the key of the loop that a batch runs, empty if none can
    bool is_signed =
        false;  // operands fill the limbs, the top bit is a sign; otherwise they are below 2^bits
    bool is_on_request = false;  // `all` leaves it out
    // What its proof depends on, besides the operation: how products are reduced; or, where that is Montgomery's
    // reduction, on N itself.
    enum class Reduces { nothing, products, constants };
    Reduces reduces = Reduces::nothing;
    // Products of limbs that rows take, without a reduction.
    Of<double> limb_products = [](const Spec&) { return 0.0; };
    // Of a loop: its method, and its cost over all turns; none where that depends on the operands.
    Of<std::string> method = [](const Spec&) { return std::string(); };
    Of<std::optional<plan::Cost>> loop_cost = [](const Spec&) { return std::nullopt; };

    bool is_loop() const { return bool(loops); }
};

}  // namespace limbsmith::catalogue
