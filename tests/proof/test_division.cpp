// Divisions are proved, and broken ones are refused.
#include <doctest/doctest.h>

#include <functional>

#include "algorithm/division.hpp"
#include "pass/pass.hpp"
#include "proof/certificate.hpp"
#include "proof/facts.hpp"
#include "proof/proof.hpp"

namespace limbsmith {
namespace {

using ir::Opcode, proof::Polynomial, proof::Var;

bool is_proved(const ir::Program& program) {
    const proof::Verdict verdict = proof::prove(pass::run_pipeline(program));
    INFO(program.name << ": " << verdict.reason);
    CHECK(verdict.is_proved);
    return verdict.is_proved;
}

// The number of programs that are still proved after a change of one instruction.
int proved_changes(const ir::Program& program, const std::function<bool(ir::Instruction&)>& change) {
    int proved = 0, changes = 0;
    for (size_t i = 0; i < program.body.size(); ++i) {
        ir::Program broken = program;
        if (!change(broken.body[i])) continue;
        ++changes;
        proved += proof::prove(broken).is_proved;
    }
    CHECK(changes > 0);
    return proved;
}

bool exchanged(ir::Instruction& in) {
    if (in.op != Opcode::select || in.src[1] == in.src[2]) return false;
    std::swap(in.src[1], in.src[2]);
    return true;
}

bool next_constant(ir::Instruction& in) {
    for (int k = 0; k < ir::arity(in.op); ++k) {
        if (in.src[k].is_word || in.src[k].value == 0) continue;
        ++in.src[k].value;
        return true;
    }
    return false;
}

bool without_flag(ir::Instruction& in) {
    if (!in.flag_in) return false;
    in.flag_in.reset();
    return true;
}

}  // namespace

TEST_CASE("certificates combine what is known") {
    const Polynomial x = Var::number(0, false), y = Var::number(1, false), one = mpz_class(1);
    const auto range = [](const proof::Monomial&) { return proof::Interval{0, 100}; };
    // x <= y - 1 and y <= 7 imply x < 7, but not x < 6
    const std::vector<Polynomial> facts{y - one - x, Polynomial(mpz_class(7)) - y};
    CHECK(proof::follows(x - Polynomial(mpz_class(7)), facts, range));
    CHECK_FALSE(proof::follows(x - Polynomial(mpz_class(6)), facts, range));
    CHECK_FALSE(proof::follows(x - Polynomial(mpz_class(7)), {facts[0]}, range));
}

TEST_CASE("facts: equalities, rounding, contradictions") {
    proof::Facts facts;
    const Polynomial x = facts.add_value(0, 10), y = facts.add_value(0, 10), two = mpz_class(2);
    facts.learn(Polynomial(mpz_class(7)) - two * x);  // 2x <= 7
    CHECK(facts.shows(Polynomial(mpz_class(3)) - x));
    CHECK_FALSE(facts.shows(two - x));
    facts.learn_equal(y - x - two);
    CHECK(facts.shows(Polynomial(mpz_class(5)) - y));
    CHECK_FALSE(facts.is_contradictory());
    facts.learn(x - Polynomial(mpz_class(4)));
    CHECK(facts.is_contradictory());
}

TEST_CASE("divisions by one limb are proved") {
    CHECK(is_proved(algorithm::divisor({32})));
    CHECK(is_proved(algorithm::quotient_limb({32})));
    for (int bits : {1, 33, 64, 256}) CHECK(is_proved(algorithm::divrem1({bits})));
}

TEST_CASE("divisions by two limbs and more are proved") {
    for (int bits : {33, 64, 96, 160}) {
        CHECK(is_proved(algorithm::divisor({bits})));
        CHECK(is_proved(algorithm::dividend({bits})));
        CHECK(is_proved(algorithm::quotient_limb({bits})));
    }
}

TEST_CASE("broken divisions by two limbs and more are refused") {
    for (int bits : {64, 96}) {
        const ir::Program quotient = pass::run_pipeline(algorithm::quotient_limb({bits}));
        CHECK(proved_changes(quotient, exchanged) == 0);
        // for three limbs, B - 1 is right or one too large whenever the top limbs of u and d are equal, so
        // the comparison may ignore the borrow of the lower limbs
        CHECK(proved_changes(quotient, without_flag) == (bits == 64 ? 0 : 1));
    }
    const ir::Program divisor = pass::run_pipeline(algorithm::divisor({64}));
    CHECK(proved_changes(divisor, exchanged) == 0);
    CHECK(proved_changes(divisor, without_flag) == 0);
}

TEST_CASE("broken divisions are refused") {
    const ir::Program quotient = pass::run_pipeline(algorithm::quotient_limb({32}));
    CHECK(proved_changes(quotient, exchanged) == 0);
    CHECK(proved_changes(quotient, next_constant) == 0);
    const ir::Program divrem1 = pass::run_pipeline(algorithm::divrem1({64}));
    CHECK(proved_changes(divrem1, exchanged) == 0);
}

}  // namespace limbsmith
