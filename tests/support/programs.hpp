// Looks up programs and specs of the catalogue by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"

namespace limbsmith::test {

// The functions of an operation on numbers of a width; for a loop, its parts.
std::vector<ir::Program> whole_programs(std::string_view operation, Width width, MulChoice mul = {});
// The program that a batch of the operation computes.
ir::Program whole_meaning(std::string_view operation, Width width);
// All straight-line functions of a header.
std::vector<ir::Program> header_programs(const Spec& spec);
// The straight-line function of an operation modulo N, or nullopt.
std::optional<ir::Program> modular_program(std::string_view operation, const Modulus& modulus,
                                           Reduction reduction, MulChoice mul = {});
// The program that a batch of the operation modulo N computes, or nullopt.
std::optional<ir::Program> modular_meaning(std::string_view operation, const Modulus& modulus);

// The spec for a width or modulus, with the operations of a list and the given name.
Spec whole_spec(Width width, std::string_view ops = "all", MulChoice mul = {}, const std::string& name = {});
Spec modular_spec(const Modulus& modulus, Reduction reduction, std::string_view ops = "all",
                  MulChoice mul = {}, const std::string& name = "field");
// The same for a modulus as text.
Spec modular_spec(const std::string& text, Reduction reduction, std::string_view ops = "all");

}  // namespace limbsmith::test
