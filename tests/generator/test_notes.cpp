// Notes are equations between words: they are so for every input. Proofs and instructions do not depend on
// them.
#include <doctest/doctest.h>

#include <string>

#include "engine/content.hpp"
#include "eval/cases.hpp"
#include "eval/words.hpp"
#include "ptx/printed_header.hpp"
#include "spec/named_moduli.hpp"
#include "spec/reduction.hpp"
#include "support/seed.hpp"
#include "support/trace.hpp"

namespace limbsmith::test {
namespace {

mpz_class value(const ir::NoteSum& sum, const Trace& trace) {
    mpz_class result = 0;
    for (const ir::NoteTerm& term : sum) {
        mpz_class product = term.weight;
        for (const ir::NoteTerm::Factor& factor : term.factors) {
            std::vector<uint32_t> words;
            for (ir::Operand word : factor.words) words.push_back(trace.word(word));
            product *= eval::from_words(words, factor.representation) >> factor.shift;
        }
        result += product;
    }
    return result;
}

bool holds(const ir::Note& note, const Trace& trace) {
    const mpz_class difference = value(note.held, trace) - value(note.value, trace);
    return note.bits ? difference % (mpz_class(1) << note.bits) == 0 : difference == 0;
}

// The number of notes of the program, all of which hold and speak of earlier words.
size_t check_notes(ir::Program program) {
    CAPTURE(program.name);
    for (ir::Note& note : program.notes) {
        visit_words(note, [&](ir::Operand& word) { CHECK((!word.is_word || word.value < note.at)); });
    }
    eval::Samples samples(test_seed());
    const eval::Cases cases(program, samples, 8);
    for (const auto& inputs : cases.inputs()) {
        const Trace trace(program, eval::input_words(program, inputs));
        for (size_t i = 0; i < program.notes.size(); ++i) {
            CAPTURE(i);
            CHECK(holds(program.notes[i], trace));
        }
    }
    return program.notes.size();
}

size_t check_notes(const Spec& spec) {
    size_t count = 0;
    for (const ir::Program& program : header_programs(spec)) count += check_notes(program);
    return count;
}

// The lines with comments between instructions.
size_t comments(const std::string& text) {
    size_t count = 0;
    for (size_t at = text.find("/* {"); at != text.npos; at = text.find("/* {", at + 1)) ++count;
    return count;
}

}  // namespace

TEST_CASE("notes give the values of the words") {
    const MulChoice rows = MulAlgorithm::rows, columns = MulAlgorithm::schoolbook;
    for (int bits : {33, 131, 250, 256}) {
        CAPTURE(bits);
        for (MulChoice mul : {rows, columns, MulChoice{MulAlgorithm::karatsuba, 2}})
            CHECK(check_notes(whole_spec({bits}, "all", mul)) > 10);
    }
    for (const Modulus& modulus :
         {parse_modulus("2^255-19"), parse_modulus("@secp256k1.p"), parse_modulus("2^96"),
          parse_modulus("12*(2^90-33)"), Modulus::at_run_time(Width{100})}) {
        CAPTURE(modulus.bits());
        for (Reduction reduction : {Reduction::montgomery, Reduction::special, Reduction::barrett}) {
            const bool serves = reduction == Reduction::montgomery ? modulus.is_odd()
                                : reduction == Reduction::special  ? !special_forms(modulus).empty()
                                                                   : modulus.is_known();
            if (!serves) continue;
            CHECK(check_notes(modular_spec(modulus, reduction)) > 20);
        }
    }
}

TEST_CASE("proofs do not depend on notes") {
    ir::Program program = whole_programs("mul", {256}, MulAlgorithm::rows)[0];
    REQUIRE(!program.notes.empty());
    const std::string content = engine::content(program);
    program.notes.clear();
    CHECK(engine::content(program) == content);
}

TEST_CASE("long functions have comments, short ones do not") {
    const PrintedHeader header = printed_header(256, "mul,mod_add", MulAlgorithm::rows);
    // eight rows and the result, for PTX and for C
    CHECK(comments(header.text) == 2 * 9);
    CHECK(header.text.find("/* {%0, t8..t14} + 2^32*{t0..t7} = a*b[0] */") != std::string::npos);
    CHECK(comments(printed_header(96, "mul,add", MulAlgorithm::rows).text) == 0);
    header.require_same();
}

}  // namespace limbsmith::test
