// Lemmas: parts of a program with a contract of their own, and the steps that prove it.
//
// Lemmas are not trusted: proof/ proves the part from its instructions, proves the lemma's precondition where
// the part is used, and only then uses the lemma's contract. Emitters and interpreters ignore lemmas.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ir/claim.hpp"
#include "ir/contract.hpp"
#include "ir/operand.hpp"

namespace limbsmith::ir {

// A step of a proof: number <= rest, or number = rest (is_equal), or a case split into number <= rest and
// number > rest (is_case). It is proved as scale·number <= scale·rest for a scale of at least 1 (an empty one
// is 1), from what is known and from `products`, pairs of non-negative sums. A step that cannot be proved is
// skipped: it is a hint.
struct Step {
    ClaimSum number, rest;
    std::vector<std::array<ClaimSum, 2>> products{};
    ClaimSum scale{};
    bool is_equal = false;
    bool is_case = false;
};

// A name in the lemma's contract, with its words in the program.
struct Binding {
    std::string name;
    std::vector<Operand> words;
};

// A lemma: the instructions that make the outputs from the inputs meet the contract.
struct Lemma {
    std::vector<Binding> inputs, outputs;
    Contract contract;
    std::vector<Step> steps{};
    // The program can be split here: its second half uses the one output only, and needs no more of it than
    // the lemma ensures. The inputs are those of the program.
    bool is_middle = false;
};

// Visits every word that a lemma or a step names.
template <class Visit>
void visit_words(ClaimSum& sum, const Visit& visit) {
    for (ClaimTerm& term : sum) {
        for (ClaimTerm::Factor& factor : term.factors) visit(factor.word);
    }
}
template <class Visit>
void visit_words(Step& step, const Visit& visit) {
    for (ClaimSum* sum : {&step.number, &step.rest, &step.scale}) visit_words(*sum, visit);
    for (auto& product : step.products) {
        for (ClaimSum& sum : product) visit_words(sum, visit);
    }
}
template <class Visit>
void visit_words(Lemma& lemma, const Visit& visit) {
    for (auto* side : {&lemma.inputs, &lemma.outputs}) {
        for (Binding& binding : *side) {
            for (Operand& word : binding.words) visit(word);
        }
    }
    for (Step& step : lemma.steps) visit_words(step, visit);
}

}  // namespace limbsmith::ir
