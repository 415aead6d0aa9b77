// Small changes to a program or its contract, most of which make it wrong: a proof of those must be refused.
//
// Promises: all changes of each kind, in a fixed order. pass::check_words and check_flags tell whether the
// result is a program; Trial tells whether it is wrong.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::test {

struct Mutation {
    std::string_view kind;  // as in `flag lost`
    std::string what;       // its place
    std::function<void(ir::Program&)> apply;
    bool allows_more = false;  // allows inputs that the contract excluded
};

// Changes to instructions and outputs. Contract and claims stay, except that claims follow a word that is
// removed.
std::vector<Mutation> mutations_of_body(const ir::Program& program);

// Changes to the contract: preconditions widened, postconditions tightened, another relation. In combination
// with a relation that is off by one, and so certainly wrong: false claims, from which a search that trusts
// claims could conclude anything.
std::vector<Mutation> mutations_of_contract(const ir::Program& program);

// Changes to instructions and outputs combined with changes to the outline, which follow the change or
// state something else.
std::vector<Mutation> mutations_of_proof(const ir::Program& program);

// The changed program.
ir::Program mutant(ir::Program program, const Mutation& mutation);

}  // namespace limbsmith::test
