// Notes give the values of words at a point of a program, for readers of the printed text.
//
// A note is an equation of integers that holds for every input that the contract allows. Proofs do not use
// notes, and no instruction depends on them; tests compute both sides. Emitters print the notes of long
// programs as comments.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ir/operand.hpp"
#include "ir/representation.hpp"

namespace limbsmith::ir {

// weight · product of the factors.
struct NoteTerm {
    // floor(value of the words / 2^shift)
    struct Factor {
        std::vector<Operand> words;
        Representation representation{};
        int shift = 0;
        std::string name{};  // printed in place of the words, unless empty
    };
    mpz_class weight;
    std::vector<Factor> factors;
};

using NoteSum = std::vector<NoteTerm>;

// held = value; modulo 2^bits, unless bits is 0.
struct Note {
    uint32_t at;  // the note follows the instructions that write words with ids below this one
    NoteSum held, value;
    int bits = 0;
};

// Calls visit(operand) for every word of the note.
void visit_words(Note& note, const auto& visit) {
    for (NoteSum* sum : {&note.held, &note.value}) {
        for (NoteTerm& term : *sum) {
            for (NoteTerm::Factor& factor : term.factors) {
                for (Operand& word : factor.words) visit(word);
            }
        }
    }
}

}  // namespace limbsmith::ir
