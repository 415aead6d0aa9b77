// The code of an operation: all that commands, headers, kernels, benchmarks and tests know of it beside its row in the
// table (operation/operation.hpp).
//
// Each operation has a file in whole/ (numbers below 2^bits), field/ (residues modulo N) or digits/, with one function
// that returns it: whole/add.cpp has whole_add(). The build finds the files; no other list names operations.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithm/tensor/batch.hpp"
#include "ir/library.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::catalogue {

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
    std::string algorithm;  // its name in `explain` and `bench`: rows, montgomery ...
    std::string source;     // the algorithm and where it is written down
    bool is_part = false;   // only loops call it, not users
    std::string label{};    // the name; for a second function of this name, also its second output: add+carry
};

template <class Result>
using Of = std::function<Result(const Spec&)>;

struct Operation {
    const NumberSystem* system;
    Section section;
    int rank = 0;
    std::string_view name;
    std::string_view summary;
    // The straight-line functions, or the parts of a loop, before the passes. requires: why_not(spec) is empty.
    Of<std::vector<Function>> functions = [](const Spec&) { return std::vector<Function>{}; };
    // The meaning of a batch. Empty if that is the contract of the first function. Loops have one, and so do
    // operations modulo N: it speaks of residues, their functions of elements. The program's body may be empty.
    Of<ir::Program> meaning{};
    // Other operations that the code calls.
    Of<std::vector<std::string_view>> needs = [](const Spec&) { return std::vector<std::string_view>{}; };
    // Why this spec does not have the operation; empty if it does.
    Of<std::string> why_not = [](const Spec&) { return std::string(); };
    // Whether a header has it without being asked for it.
    Of<bool> is_basic = [](const Spec&) { return false; };
    // Adds the loops to a library that has their callees. Returns their keys in the library, in the order of
    // headers. A key is the name; a second function of this name has another key (pow_number). `spec` also has
    // the operations that others need.
    std::function<std::vector<std::string>(const Spec& spec, ir::Library&)> loops{};
    std::string_view batch_loop{};  // the key of the loop that a batch runs
    bool is_of_many = false;        // that loop takes as many numbers as the caller has
    // The second result of a batch is the top word of the first.
    bool has_exact_sum = false;
    bool is_on_request = false;  // `all` leaves it out
    // The reduction on which its proof depends. `products`: the reduction of products. `constants`: with Montgomery reduction, a
    // constant that depends on N, so that each N needs a proof of its own.
    enum class Reduces { nothing, products, constants };
    Reduces reduces = Reduces::nothing;
    // The number of products of limbs in multiplication by rows, without the reduction.
    Of<double> limb_products = [](const Spec&) { return 0.0; };
    // The method of a loop, and its cost over all turns; it has no cost if that depends on the operands.
    Of<std::string> method = [](const Spec&) { return std::string(); };
    Of<std::optional<plan::Cost>> loop_cost = [](const Spec&) { return std::nullopt; };
    // The same over the lanes of a group (lanes.hpp): it adds its routines to a library that has the leaves and
    // callees, and returns their keys. Empty if there is none.
    struct OverLanes {
        std::vector<std::string_view> needs{};  // other operations
        std::function<std::vector<std::string>(const Spec&, ir::Library&)> routines{};
        std::vector<std::string_view> parts{};  // routines that are not for users
        std::string_view batch{};  // the key of the routine that a batch runs, if it is not that of one lane
        // Its meaning as an expression, if tiles of whole numbers in memory can: where plan::tile_shape has a shape, and on
        // tensor cores, where `is_exact` says that all words of the product are the result.
        Of<Fused> tile{};
        bool is_exact = false;
        // The same modulo one known N on tensor cores.
        std::optional<algorithm::tensor::Batched> of_one_modulus{};
    };
    OverLanes over_lanes{};

    bool is_loop() const { return bool(loops); }
    // Its row in the table; null for an operation that only changes how numbers lie in words.
    const limbsmith::Operation* row() const { return system->find(name); }
    limbsmith::Operation::Signs signs() const {
        return row() ? row()->signs : limbsmith::Operation::Signs::none;
    }
};

}  // namespace limbsmith::catalogue
