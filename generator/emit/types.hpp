// The types and constants of a header, as models for its template.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "catalogue/loops.hpp"
#include "jinja/value.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

using Json = jinja::Json;

// `bits = 131, limbs = 5, ...`
std::string constants(const Spec& spec);
// How they follow from the width, as a condition. It names all of them, so that no compiler finds one unused.
std::string derived(const Spec& spec);
// The types of parameters and the members of the modulus object that the functions and loops have.
using Names = std::set<std::string, std::less<>>;
Names used_names(const std::vector<catalogue::Function>& functions, const catalogue::Loops& loops);

// Structs: their comment, name and members, and the lines that follow them. Those that only some functions
// need are left out if nothing uses them.
Json types(const Spec& spec, const Names& used);
// The same of a header for several lanes.
Json lane_types(const Spec& spec, const Names& used);
// Functions that return constants, as lines.
Json values(const Spec& spec);
// The types of numbers as text: one that is read and written, that of products, which are only written; the refused
// numbers, and the lines that clear `ok` for such a number r.
Json text_model(const Spec& spec);

}  // namespace limbsmith::emit
