// In the outline of a proof an algorithm states facts about the program that it makes.
//
// Nothing in it is trusted, and nothing but the search for a derivation (derive/) reads it. Emitters, interpreters
// and the checker ignore it.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>
#include <vector>

#include "ir/claim.hpp"
#include "ir/operand.hpp"

namespace limbsmith::ir {

// A name for a number, with its words.
struct Binding {
    std::string name;
    std::vector<Operand> words;
};

// A part of the program that makes the outputs from the inputs. Their names say what the part computes. Words of an
// output that nothing reads may be gone from the program.
struct Part {
    std::vector<Binding> inputs, outputs;
};

// The program can be split here: the proof of the second part needs only that the number in these words is at
// most `most` and congruent, modulo N, to the right side of the contract.
struct Middle {
    std::vector<Operand> words;
    mpz_class most;
};

struct Outline {
    std::vector<Claim> claims{};  // steps of the proof, in order
    std::vector<Part> parts{};    // a part comes after those that it contains
    std::optional<Middle> middle{};
};

// Visits every word that a claim, a part or the middle names.
template <class Visit>
void visit_words(ClaimSum& sum, const Visit& visit) {
    for (ClaimTerm& term : sum) {
        for (ClaimTerm::Factor& factor : term.factors) visit(factor.word);
    }
}
template <class Visit>
void visit_words(Claim& claim, const Visit& visit) {
    for (ClaimSum* sum : {&claim.number, &claim.rest}) visit_words(*sum, visit);
}
template <class Visit>
void visit_words(Binding& binding, const Visit& visit) {
    for (Operand& word : binding.words) visit(word);
}
template <class Visit>
void visit_words(Part& part, const Visit& visit) {
    for (auto* side : {&part.inputs, &part.outputs}) {
        for (Binding& binding : *side) visit_words(binding, visit);
    }
}
template <class Visit>
void visit_words(Middle& middle, const Visit& visit) {
    for (Operand& word : middle.words) visit(word);
}
template <class Visit>
void visit_words(Outline& outline, const Visit& visit) {
    for (Claim& claim : outline.claims) visit_words(claim, visit);
    for (Part& part : outline.parts) visit_words(part, visit);
    if (outline.middle) visit_words(*outline.middle, visit);
}

}  // namespace limbsmith::ir
