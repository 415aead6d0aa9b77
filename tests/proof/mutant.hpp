// Small changes to a program or its contract, most of which make it wrong: what a prover has to refuse.
//
// Promises: all changes of each kind, in a fixed order. Whether the result is a program at all is for
// pass::check_words and check_flags to say; whether it is wrong, for Trial.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::test {

struct Mutation {
    std::string_view kind;  // as in `flag lost`
    std::string what;       // and where
    std::function<void(ir::Program&)> apply;
    bool allows_more = false;  // inputs that the contract did not allow
};

// Changes to instructions and outputs; the contract and what is claimed stay as they are, except that a claim
// follows a word which goes.
std::vector<Mutation> mutations_of_body(const ir::Program& program);

// Changes to the contract: requirements widened, promises tightened, another relation. Together with a
// relation that is off by one, and so wrong for certain: false claims, from which a prover that takes them on
// trust could conclude anything.
std::vector<Mutation> mutations_of_contract(const ir::Program& program);

// Changes to instructions and outputs together with changes to what the proof rests on: claims and lemmas
// that follow the change, or say something else.
std::vector<Mutation> mutations_of_proof(const ir::Program& program);

// The changed program.
ir::Program mutant(ir::Program program, const Mutation& mutation);

}  // namespace limbsmith::test
