// The checker's verdict on a derivation of a routine.
#pragma once

#include <sstream>
#include <string>
#include <variant>

#include "check/checker.hpp"
#include "derivation/read.hpp"
#include "derivation/write.hpp"

namespace limbsmith::test {

// After a way through a file; empty if it holds.
inline std::string verdict_of(const check::RoutineDerivation& derivation, const check::Callees& callees) {
    std::ostringstream out;
    derivation::write(out, derivation);
    std::istringstream in(out.str());
    const auto read = derivation::read_all(in);
    const auto refusal = check::check(std::get<check::RoutineDerivation>(read.at(0)), callees);
    return refusal ? refusal->place + ": " + refusal->reason : "";
}

}  // namespace limbsmith::test
