// Generated headers as text, in both styles.
#pragma once

#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// The header that was asked for, with what its loops call. Deterministic: the same text for the same spec and
// version. requires: functions are catalogue::functions(spec), proved unless spec.proofs is skipped; no loops
// in the macro style (parse_operations sees to it).
std::string header(const Spec& spec, const std::vector<catalogue::Function>& functions);
// Of functions made anew.
inline std::string header(const Spec& spec) { return header(spec, catalogue::functions(spec)); }

}  // namespace limbsmith::emit
