// Loops of the catalogue, their knowledge of the arithmetic, and their way into a library.
#pragma once

#include <string>
#include <vector>

#include "algorithm/loop/residues.hpp"
#include "catalogue/operation.hpp"

namespace limbsmith::catalogue {

namespace loop = algorithm::loop;

// requires: a modulus.
inline loop::Residues residues(const Spec& spec) { return {*spec.modulus, spec.form_factor()}; }

// Adds a routine under its name, or under a key of its own, and gives that.
inline std::string add(ir::Library& library, ir::Routine routine, std::string key = {}) {
    if (key.empty()) key = routine.name;
    library.add(std::move(routine), key);
    return key;
}

}  // namespace limbsmith::catalogue
