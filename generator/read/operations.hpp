// The functions of a header as types for batches, and as operators, computed from the proved programs.
#pragma once

#include <string>
#include <vector>

#include "catalogue/known_results.hpp"
#include "catalogue/loops.hpp"
#include "ir/routine.hpp"
#include "spec/spec.hpp"

namespace limbsmith::read {

// A function of numbers and words. A function with a modulus object has it apart from its inputs.
struct Callable {
    struct Parameter {
        std::string name, type;
        bool is_word;
        int words;
    };
    std::string name, function;  // of the type; of its callee
    std::vector<Parameter> inputs, outputs;
    bool holds_modulus;
    ir::Program meaning;  // inputs, outputs and contract
    std::string loop{};   // its key, if it is one
};
std::vector<Callable> callables(const Spec& spec, const std::vector<catalogue::Function>& functions,
                                const catalogue::Loops& loops);

// The lines that draw the inputs of a program without a modulus.
std::string draws_of(const Spec& spec, const ir::Program& program);

// The text of operators, and of namespace ops. `digest`: of the header.
std::string operators(const Spec& spec, const std::vector<Callable>& all);
std::string operations(const Spec& spec, const std::vector<Callable>& all, const std::string& digest,
                       catalogue::KnownResults& known);

}  // namespace limbsmith::read
