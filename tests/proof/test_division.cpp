// Shifts and divisions are proved, and broken ones are refused.
#include <doctest/doctest.h>

#include <functional>

#include "algorithm/division.hpp"
#include "algorithm/logic.hpp"
#include "pass/pass.hpp"
#include "proof/certificate.hpp"
#include "proof/proof.hpp"

namespace limbsmith {
namespace {

using ir::Opcode;

ir::Program optimised(const ir::Program& program) {
    return pass::remove_dead_code(pass::share_common_words(program));
}

bool is_proved(const ir::Program& program) {
    const proof::Verdict verdict = proof::prove(program);
    INFO(program.name << ": " << verdict.reason);
    return verdict.is_proved;
}

// How many of the programs are proved that have one instruction changed.
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

bool next_constant(ir::Instruction& in) {
    if (in.op == Opcode::shf_l) return false;  // of a shift by few bits, 1 pushes nothing out of the low word
    for (int k = 0; k < ir::arity(in.op); ++k) {
        if (in.src[k].is_word || in.src[k].value == 0) continue;
        ++in.src[k].value;
        return true;
    }
    return false;
}

bool other_direction(ir::Instruction& in) {
    if (in.op != Opcode::shf_l && in.op != Opcode::shf_r) return false;
    in.op = in.op == Opcode::shf_l ? Opcode::shf_r : Opcode::shf_l;
    return true;
}

bool exchanged(ir::Instruction& in) {
    if (in.op != Opcode::select || in.src[1] == in.src[2]) return false;
    std::swap(in.src[1], in.src[2]);
    return true;
}

}  // namespace

TEST_CASE("shifts are proved for every count") {
    for (int bits : {1, 32, 33, 64, 100, 160}) {
        CHECK(is_proved(optimised(algorithm::shl({bits}))));
        CHECK(is_proved(optimised(algorithm::shr({bits}))));
        CHECK(is_proved(optimised(algorithm::sshr({bits}))));
        CHECK(is_proved(optimised(algorithm::dividend({bits}))));
    }
}

TEST_CASE("broken shifts are refused") {
    for (const auto& program : {algorithm::shl({96}), algorithm::shr({96}), algorithm::sshr({96})}) {
        const ir::Program right = optimised(program);
        CHECK(proved_changes(right, other_direction) == 0);
        CHECK(proved_changes(right, exchanged) == 0);
        CHECK(proved_changes(right, next_constant) == 0);
    }
}

TEST_CASE("divisions by one limb are proved") {
    CHECK(is_proved(optimised(algorithm::divisor({32}))));
    CHECK(is_proved(optimised(algorithm::quotient_limb({32}))));
    for (int bits : {32, 64}) CHECK(is_proved(optimised(algorithm::divrem1({bits}))));
}

TEST_CASE("broken divisions are refused") {
    const ir::Program right = optimised(algorithm::quotient_limb({32}));
    CHECK(proved_changes(right, exchanged) == 0);
    CHECK(proved_changes(right, next_constant) == 0);
    const ir::Program divisor = optimised(algorithm::divisor({32}));
    CHECK(proved_changes(divisor, [](ir::Instruction& in) {
              return (in.op == Opcode::mul_hi || in.op == Opcode::shr) && (in.op = Opcode::mul_lo, true);
          }) == 0);
}

TEST_CASE("certificates") {
    using proof::Polynomial, proof::Var;
    const Polynomial x = Var::number(0, false), y = Var::number(1, false), one = mpz_class(1);
    const auto range = [](const proof::Monomial&) { return proof::Interval{0, 100}; };
    // x <= y - 1 and y <= 7 say x <= 6, and not x <= 5
    const std::vector<Polynomial> facts{y - one - x, Polynomial(mpz_class(7)) - y};
    CHECK(proof::follows(x - Polynomial(mpz_class(6)), facts, range));
    CHECK_FALSE(proof::follows(x - Polynomial(mpz_class(5)), facts, range));
    CHECK_FALSE(proof::follows(x - Polynomial(mpz_class(6)), {facts[0]}, range));
}

}  // namespace limbsmith
