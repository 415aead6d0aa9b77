// The checker's verdict on a derivation of a routine.
#pragma once

#include <sstream>
#include <string>
#include <variant>

#include "check/checker.hpp"
#include "proof_text/read.hpp"
#include "proof_text/write.hpp"

namespace limbsmith::test {

// After a way through a file; empty if it holds.
inline std::string verdict_of(const check::RoutineDerivation& derivation, const check::Callees& callees) {
    std::ostringstream out;
    proof_text::write(out, derivation);
    std::istringstream in(out.str());
    const auto read = proof_text::read_all(in);
    const auto refusal = check::check(std::get<check::RoutineDerivation>(read.at(0)), callees);
    return refusal ? refusal->place + ": " + refusal->reason : "";
}

}  // namespace limbsmith::test
