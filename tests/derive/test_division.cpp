// Divisions are proved, and broken ones are refused.
#include <doctest/doctest.h>

#include <functional>

#include "algorithm/division.hpp"
#include "derive/derived.hpp"
#include "pass/pass.hpp"

namespace limbsmith::test {
namespace {

using ir::Opcode;

void check_derived(const ir::Program& program) {
    CAPTURE(program.name);
    CHECK(missing(pass::run_pipeline(program)) == "");
}

// The number of programs that are still proved after a change of one instruction.
int proved_changes(const ir::Program& program, const std::function<bool(ir::Instruction&)>& change) {
    int proved = 0, changes = 0;
    for (size_t i = 0; i < program.body.size(); ++i) {
        ir::Program broken = program;
        if (!change(broken.body[i])) continue;
        ++changes;
        proved += is_derived(broken);
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

TEST_CASE("divisions by one limb are proved") {
    check_derived(algorithm::divisor({32}));
    check_derived(algorithm::quotient_limb({32}));
    for (int bits : {1, 33, 64, 256}) check_derived(algorithm::divrem1({bits}));
}

TEST_CASE("divisions by two limbs and more are proved") {
    for (int bits : {33, 64, 96, 160}) {
        check_derived(algorithm::divisor({bits}));
        check_derived(algorithm::dividend({bits}));
        check_derived(algorithm::quotient_limb({bits}));
    }
}

TEST_CASE("broken divisions by two limbs and more are refused") {
    for (int bits : {64, 96}) {
        const ir::Program quotient = pass::run_pipeline(algorithm::quotient_limb({bits}));
        CHECK(proved_changes(quotient, exchanged) == 0);
        CHECK(proved_changes(quotient, without_flag) == 0);
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

}  // namespace limbsmith::test
