// Parts of a program that have a contract of their own, and why it holds.
//
// As with claims, nothing is taken on trust: proof/ proves the part from its instructions, shows what it
// requires where it is used, and only then goes by its contract. Emitters and interpreters do not see lemmas.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ir/claim.hpp"
#include "ir/contract.hpp"
#include "ir/operand.hpp"

namespace limbsmith::ir {

// scale·number <= scale·rest, for a scale that is at least 1 (1 where it is empty), and so number <= rest;
// or, both ways, number = rest. It follows from what is known before, and from the products of two sums that
// are not negative. Where it does not follow, or a sum may be negative, it is left out: it is a hint. Or two
// cases, number <= rest and above.
struct Step {
    ClaimSum number, rest;
    std::vector<std::array<ClaimSum, 2>> products{};
    ClaimSum scale{};
    bool is_equal = false;
    bool is_case = false;
};

// A name of the lemma's contract, and its words in the program.
struct Binding {
    std::string name;
    std::vector<Operand> words;
};

// The instructions that make the outputs from the inputs meet the contract.
struct Lemma {
    std::vector<Binding> inputs, outputs;
    Contract contract;
    std::vector<Step> steps{};
    // The one output is where the program can be cut in two: what follows is made of it alone, and needs to
    // know of it no more than the lemma ensures. The inputs are those of the program.
    bool is_middle = false;
};

// Every word that the lemma, or a step, names.
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
