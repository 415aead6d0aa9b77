// Generated headers as text, in both styles.
#pragma once

#include <string>
#include <vector>

#include "catalogue/known_results.hpp"
#include "catalogue/loops.hpp"
#include "emit/routine.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// The requested header, with the functions that its loops call. Deterministic: the text depends only on the
// spec and the version. requires: functions are catalogue::functions(spec), proved unless spec.proofs is
// skipped, and loops their catalogue::loops(); no loops in the macro style (parse_operations refuses them).
std::string header(const Spec& spec, const std::vector<catalogue::Function>& functions,
                   const catalogue::Loops& loops, catalogue::KnownResults& known);
// The same with those of the catalogue.
std::string header(const Spec& spec, const std::vector<catalogue::Function>& functions);
inline std::string header(const Spec& spec) { return header(spec, catalogue::functions(spec)); }

// The names of the functions and types in the namespace `detail`.
PartNames part_names(const std::vector<catalogue::Function>& functions, const catalogue::Loops& loops);

}  // namespace limbsmith::emit
