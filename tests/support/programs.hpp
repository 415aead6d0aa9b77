// Programs and specs of the catalogue, by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"

namespace limbsmith::test {

// The functions of an operation on numbers of a width; of a loop, its parts.
std::vector<ir::Program> whole_programs(std::string_view operation, Width width, MulChoice mul = {});
// What a batch of the operation computes.
ir::Program whole_meaning(std::string_view operation, Width width);
// All straight-line functions of a header.
std::vector<ir::Program> header_programs(const Spec& spec);
// The straight-line function of an operation modulo N, or nothing where there is none.
std::optional<ir::Program> modular_program(std::string_view operation, const Modulus& modulus,
                                           Reduction reduction, MulChoice mul = {});
// What a batch of the operation modulo N computes, or nothing where no batch does.
std::optional<ir::Program> modular_meaning(std::string_view operation, const Modulus& modulus);

// Arithmetic of a width or modulo a number with the operations of a list, called `name`.
Spec whole_spec(Width width, std::string_view ops = "all", MulChoice mul = {}, const std::string& name = {});
Spec modular_spec(const Modulus& modulus, Reduction reduction, std::string_view ops = "all",
                  MulChoice mul = {}, const std::string& name = "field");
// Of the modulus that the text stands for.
Spec modular_spec(const std::string& text, Reduction reduction, std::string_view ops = "all");

}  // namespace limbsmith::test
