// Generated functions whose machine code is tested.
#pragma once

#include <string>
#include <vector>

#include "plan/field.hpp"
#include "spec/modulus.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

// A function, and the name of its header: 2^255-19, 131 bits ...
struct Subject {
    std::string header;
    catalogue::Function function;
};

// Adds all functions of the header for a modulus, with its chosen reduction.
inline void add_modulus(std::vector<Subject>& subjects, const std::string& expression) {
    const Modulus modulus = parse_modulus(expression);
    const Reduction reduction = plan::cheapest_reduction(modulus);
    const Spec spec = modular_spec(modulus, reduction);
    for (catalogue::Function& function : catalogue::functions(spec))
        subjects.push_back({"modulo " + expression, std::move(function)});
}

// Adds all functions of the header for a width.
inline void add_width(std::vector<Subject>& subjects, int bits) {
    const Spec spec = whole_spec(Width{bits}, "all", {}, "number");
    for (catalogue::Function& function : catalogue::functions(spec))
        subjects.push_back({std::to_string(bits) + " bits", std::move(function)});
}

}  // namespace limbsmith::test
