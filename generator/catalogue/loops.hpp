// The loops of a header, with all that they call.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "ir/library.hpp"
#include "plan/kernel_block.hpp"

namespace limbsmith::catalogue {

// A routine that computes some numbers in memory together. A block has so many numbers and threads.
struct Tile {
    std::string operation;
    int numbers, threads;
    bool
        is_strided;  // each array has steps (algorithm/tensor/arrays), else numbers in one piece (algorithm/quadratic)
    bool is_number_major;  // whether it is for arrays with numbers in one piece alone
    ir::Routine routine;
    int registers = plan::registers_of_tile;  // of a thread
};

struct Loops {
    ir::Library library;            // the straight-line functions, 0 and 1, and the loops
    std::vector<std::string> keys;  // of the loops, in the order of the header
    std::set<std::string> parts{};  // those that only loops call
    std::vector<Tile> tiles{};

    const ir::Routine& operator[](const std::string& key) const {
        return std::get<ir::Routine>(library[key]);
    }
};

// requires: functions are functions(spec).
Loops loops(const Spec& spec, const std::vector<Function>& functions);
inline Loops loops(const Spec& spec) { return loops(spec, functions(spec)); }

// Adds those of --power. requires: the library has all their callees.
void add_powers(const Spec& spec, Loops& all);

// The keys of the callees of a loop, each once, in the order of its calls.
std::vector<std::string> calls(const ir::Routine& routine);

}  // namespace limbsmith::catalogue
