// Random claims about random programs: a claim that a trace refutes must not be proved, whatever was claimed
// and proved before it.
//
// $LIMBSMITH_MUTANTS is the number of claims tried (default below). They follow from the seed, which is
// printed.
#include <doctest/doctest.h>

#include <algorithm>

#include "pass/pass.hpp"
#include "proof/attempts.hpp"
#include "proof/instruction_claims.hpp"
#include "proof/proof.hpp"
#include "proof/random_claims.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t traces_of_a_program = 400, claims_of_a_program = 24;

std::string text(const ir::ClaimSum& sum) {
    std::string text;
    for (const ir::ClaimTerm& term : sum) {
        text += " + " + term.weight.get_str();
        for (const auto& [word, reading, shift] : term.factors) {
            static constexpr const char* readings[] = {"", "signed ", "flag of "};
            text += std::string("·") + readings[static_cast<int>(reading)] +
                    (word.is_word ? "w" + std::to_string(word.value) : std::to_string(word.value)) +
                    (shift > 0 ? ">>" + std::to_string(shift) : "");
        }
    }
    return text.empty() ? "0" : text;
}

std::string text(const ir::Claim& claim) {
    static constexpr const char* relations[] = {" <= ", " = ", " within ", " congruent ", " opaque "};
    return text(claim.number) + relations[static_cast<int>(claim.kind)] + text(claim.rest) +
           (claim.modulus != 0 ? " modulo " + claim.modulus.get_str() : "");
}

}  // namespace

TEST_CASE("no claim that is false is proved") {
    const size_t wanted = attempts(20000);
    Chance chance(test_seed());
    size_t claims = 0, is_false = 0, proved = 0;
    while (claims < wanted) {
        ir::Program program = random_program(chance);
        pass::check_words(program);
        pass::check_flags(program);
        std::vector<Trace> traces;
        for (size_t i = 0; i < traces_of_a_program; ++i)
            traces.emplace_back(program, random_inputs(program, chance));
        for (size_t i = 0; i < claims_of_a_program; ++i, ++claims) {
            program.claims.push_back(chance.once_in(3) ? instruction_claim(program, chance)
                                                       : random_claim(program, traces, chance));
            const ir::Claim& claim = program.claims.back();
            const bool holds = std::ranges::all_of(traces, [&](const Trace& t) { return t.holds(claim); });
            const bool is_proved = proof::prove(program).is_proved;
            is_false += !holds;
            proved += is_proved;
            if (is_proved && !holds) {
                std::string all = dump(program);
                for (const ir::Claim& one : program.claims) all += text(one) + "\n";
                FAIL_CHECK("a false claim is proved, the last of these: seed ", test_seed(), "\n", all);
            }
            if (!is_proved || !holds) program.claims.pop_back();
        }
    }
    MESSAGE("claims: ", claims, ", false: ", is_false, ", proved: ", proved);
    CHECK(is_false > claims / 4);
    CHECK(proved > claims / 20);
}

}  // namespace limbsmith::test
