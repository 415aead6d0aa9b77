// Derivations of the programs around divsteps: conversion to signed digits and back, common twos of two numbers,
// the inverse of a word; slightly wrong programs are refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "algorithm/bit_length.hpp"
#include "algorithm/gcd.hpp"
#include "derive/derived.hpp"
#include "plan/field.hpp"
#include "plan/inverse.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using ir::Opcode, ir::Operand, ir::Program;

Program of_gcd(std::string_view name, Width width) {
    for (Program& program : whole_programs("gcd", width, {})) {
        if (program.name == name) return std::move(program);
    }
    throw std::logic_error("no such program");
}

std::vector<Program> of_inverse(const Modulus& modulus) {
    const Spec spec = modular_spec(modulus, plan::cheapest_reduction(modulus), "inv");
    return plan::divsteps_inverse(spec).programs;
}

Program divsteps_start(const Modulus& modulus) { return of_inverse(modulus).front(); }
Program divsteps_finish(const Modulus& modulus) { return of_inverse(modulus).back(); }

Program n0inv(int bits) {
    const Modulus modulus = Modulus::at_run_time(Width{bits});
    return *modular_program("n0inv", modulus, plan::cheapest_reduction(modulus), {});
}

// Checks that the program is refused for `change` made to each instruction of this kind, one at a time.
void refuses(const Program& program, Opcode op, const std::function<void(ir::Instruction&)>& change) {
    REQUIRE(is_derived(program));
    int changed = 0;
    for (size_t i = 0; i < program.body.size(); ++i) {
        if (program.body[i].op != op) continue;
        Program wrong = program;
        change(wrong.body[i]);
        if (ir::dump(wrong) == ir::dump(program)) continue;
        INFO(ir::dump(wrong.body[i]));
        CHECK_FALSE(is_derived(wrong));
        ++changed;
    }
    CHECK(changed > 0);
}

}  // namespace

TEST_CASE("the programs around the loop of the greatest common divisor are proved") {
    for (int bits : {1, 32, 33, 64, 90, 256, 521}) {
        for (const char* name : {"common_twos", "gcd_start", "gcd_finish"}) {
            CAPTURE(bits);
            CAPTURE(name);
            CHECK(missing(of_gcd(name, Width{bits})) == "");
        }
    }
}

TEST_CASE("the start of an inverse is proved, and the inverse of a word") {
    for (const char* modulus : {"97", "3", "2^255-19", "@bn254.p", "2^64*3", "2^130", "10^30"}) {
        CAPTURE(modulus);
        CHECK(missing(divsteps_start(parse_modulus(modulus))) == "");
    }
    for (int bits : {2, 32, 64, 95, 256}) {
        CAPTURE(bits);
        CHECK(missing(divsteps_start(Modulus::at_run_time(Width{bits}))) == "");
        CHECK(missing(n0inv(bits)) == "");
    }
}

TEST_CASE("digits: a shift, a mask or an offset that is not the right one is refused") {
    const Program start = of_gcd("gcd_start", Width{64}), finish = of_gcd("gcd_finish", Width{64});
    refuses(start, Opcode::shf_r, [](ir::Instruction& in) { --in.src[2].value; });
    refuses(start, Opcode::shl, [](ir::Instruction& in) { ++in.src[1].value; });
    refuses(start, Opcode::bit_xor, [](ir::Instruction& in) { in.src[1].value >>= 1; });
    refuses(start, Opcode::select, [](ir::Instruction& in) { std::swap(in.src[1], in.src[2]); });
    refuses(start, Opcode::bit_or, [](ir::Instruction& in) { in.src[1].value = 2; });
    refuses(finish, Opcode::shr, [](ir::Instruction& in) { ++in.src[1].value; });
    refuses(finish, Opcode::shl, [](ir::Instruction& in) { --in.src[1].value; });
    refuses(finish, Opcode::sub, [](ir::Instruction& in) { std::swap(in.src[0], in.src[1]); });
}

TEST_CASE("digits: two bits below a digit that are not zero are refused") {
    refuses(of_gcd("gcd_start", Width{64}), Opcode::bit_and,
            [](ir::Instruction& in) { in.src[1] = Operand(in.src[1] == Operand(1u) ? 3u : UINT32_MAX); });
}

TEST_CASE("magnitudes: one more than a bound allows is refused") {
    Program finish = of_gcd("gcd_finish", Width{64});
    finish.contract.requires_[0].below = finish.contract.requires_[0].below + ir::integer(1);
    CHECK_FALSE(is_derived(finish));
    Program start = of_gcd("gcd_start", Width{64});
    CHECK(is_derived(start));
    auto& below = start.contract.ensures[1].below;  // of a + b, not both odd: one of them at most 2^64 - 2
    below = below - ir::integer(3);
    CHECK_FALSE(is_derived(start));
}

TEST_CASE("common twos: places that are not those of the bits are refused") {
    const Program twos = of_gcd("common_twos", Width{64});
    refuses(twos, Opcode::bit_and,
            [](ir::Instruction& in) { in.src[in.src[1].is_word ? 0 : 1] = Operand(4u); });
    refuses(twos, Opcode::bit_or, [](ir::Instruction& in) { in.src[1] = in.src[0]; });
}

TEST_CASE("bit lengths: a choice, a step or a bound that is not the right one is refused") {
    const Program length = algorithm::bit_length(Width{64});
    refuses(length, Opcode::select, [](ir::Instruction& in) { std::swap(in.src[1], in.src[2]); });
    refuses(length, Opcode::bit_and, [](ir::Instruction& in) { in.src[1].value /= 2; });
    refuses(length, Opcode::shr, [](ir::Instruction& in) { in.src[1] = Operand(1u); });
    refuses(length, Opcode::add, [](ir::Instruction& in) { in.src[1] = in.src[0]; });
    Program narrow = length;
    narrow.contract.ensures[0].below = ir::integer(64);  // that of 2^63 is 64
    CHECK_FALSE(is_derived(narrow));
}

TEST_CASE("the end of an inverse modulo an odd number is proved") {
    for (const char* modulus : {"97", "3", "2^255-19", "@secp256k1.p", "@bn254.p"}) {
        CAPTURE(modulus);
        CHECK(missing(divsteps_finish(parse_modulus(modulus))) == "");
    }
    for (int bits : {2, 32, 64, 95, 256}) {
        CAPTURE(bits);
        CHECK(missing(divsteps_finish(Modulus::at_run_time(Width{bits}))) == "");
    }
}

TEST_CASE("the end of an inverse: a sign, a quotient or a residue that is not the right one is refused") {
    const Program finish = divsteps_finish(parse_modulus("2^255-19"));
    refuses(finish, Opcode::sar, [](ir::Instruction& in) { --in.src[1].value; });
    refuses(finish, Opcode::bit_and, [](ir::Instruction& in) { in.src[1] = Operand(8u); });
    refuses(finish, Opcode::mad_lo, [](ir::Instruction& in) { in.src[1] = Operand(2u); });
    refuses(finish, Opcode::bit_or, [](ir::Instruction& in) { in.src[1] = in.src[0]; });
    refuses(finish, Opcode::shr, [](ir::Instruction& in) { ++in.src[1].value; });
    Program wide = finish;
    for (ir::Bound& bound : wide.contract.requires_) {
        if (bound.name == "d") bound.below = bound.below * ir::pow2(digit_bits);
    }
    CHECK_FALSE(is_derived(wide));
}

TEST_CASE("the end of an inverse modulo an even number: 0 where there is none") {
    for (const char* modulus : {"6", "2^70*3", "2^96"}) {
        CAPTURE(modulus);
        CHECK(missing(divsteps_finish(parse_modulus(modulus))) == "");
    }
    const Program finish = divsteps_finish(parse_modulus("2^70*3"));
    const auto is_derived_for = [&](const ir::ExprPtr& limit_of_r) {
        Program other = finish;
        other.contract.ensures[0].below = limit_of_r;
        return is_derived(other);
    };
    const ir::ExprPtr exists = ir::var("exists"), N = finish.contract.ensures[0].below->right;
    CHECK(is_derived_for(if_else(exists, N, ir::integer(1))));
    CHECK_FALSE(is_derived_for(if_else(exists, ir::integer(1), N)));
    CHECK_FALSE(is_derived_for(if_else(exists, N, ir::integer(0))));
    CHECK_FALSE(is_derived_for(if_else(exists, N - ir::integer(1), ir::integer(1))));
    Program masked = finish;  // r without the mask
    for (ir::Instruction& in : masked.body) {
        if (Operand(in.dst) == finish.outputs[0].words[0]) in.src[1] = in.src[0];
    }
    CHECK_FALSE(is_derived(masked));
}

TEST_CASE("the inverse of a word: a step less, or another constant, is refused") {
    const Program inverse = n0inv(64);
    refuses(inverse, Opcode::sub, [](ir::Instruction& in) { ++in.src[0].value; });
    refuses(inverse, Opcode::mul_lo, [](ir::Instruction& in) { in.src[1] = in.src[0]; });
    Program any = inverse;
    any.contract.givens.clear();  // N need not be odd
    CHECK_FALSE(is_derived(any));
}

}  // namespace limbsmith::test
