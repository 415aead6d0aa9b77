// The programs around divsteps are proved, and broken ones are refused.
#include <doctest/doctest.h>

#include "algorithm/divsteps.hpp"
#include "algorithm/inverse.hpp"
#include "derive/derived.hpp"
#include "pass/pass.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::test {
namespace {

ir::Program row_mod(const Modulus& modulus) {
    return pass::run_pipeline(algorithm::Inverse(modulus, 1).row_mod());
}

// The number of instructions that the change applies to, of every `step`-th; checks that each change alone is refused.
template <class Change>
int refused_everywhere(const ir::Program& program, Change change, size_t step = 1) {
    int count = 0;
    for (size_t i = 0; i < program.body.size(); i += step) {
        ir::Program broken = program;
        if (!change(broken.body[i])) continue;
        CAPTURE(ir::dump(program.body[i]));
        CHECK(!is_derived(broken));
        ++count;
    }
    return count;
}

bool without_carry(ir::Instruction& in) {
    const bool had_one = in.flag_in.has_value();
    in.flag_in.reset();
    return had_one;
}

auto replaced(ir::Opcode from, ir::Opcode to) {
    return [from, to](ir::Instruction& in) {
        if (in.op != from) return false;
        in.op = to;
        return true;
    };
}

// A constant source that is one more.
bool off_by_one(ir::Instruction& in) {
    for (int k = 0; k < ir::arity(in.op); ++k) {
        if (in.src[k].is_word) continue;
        in.src[k].value += 1;
        return true;
    }
    return false;
}

// A constant source that is twice as large.
bool doubled(ir::Instruction& in) {
    for (int k = 0; k < ir::arity(in.op); ++k) {
        if (in.src[k].is_word || in.src[k].value == 0) continue;
        in.src[k].value *= 2;
        return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a block of a row of divsteps is proved, and not a broken one") {
    for (int digits : {1, 2, 4, 9}) CHECK(is_derived(pass::run_pipeline(algorithm::divsteps_block(digits))));
    const ir::Program program = pass::run_pipeline(algorithm::divsteps_block(3));
    using enum ir::Opcode;
    CHECK(refused_everywhere(program, without_carry) == 6);
    CHECK(refused_everywhere(program, off_by_one) == 9);
    CHECK(refused_everywhere(program, replaced(mad_his, mad_hi)) == 6);
    CHECK(refused_everywhere(program, replaced(sar, shr)) == 3);
    CHECK(refused_everywhere(program, replaced(shr, sar)) == 3);
    const auto with = [&](auto change) {
        ir::Program changed = program;
        change(changed);
        return is_derived(changed);
    };
    CHECK(!with([](ir::Program& it) { std::swap(it.outputs[0].words[0], it.outputs[0].words[1]); }));
    CHECK(!with([](ir::Program& it) { it.contract.right = it.contract.right + ir::integer(1); }));
    // the carry may be 2^29 + 1, so digits cannot hold it
    CHECK(with([](ir::Program& it) { it.contract.ensures[0].below = ir::pow2(29) + ir::integer(2); }));
    CHECK(!with([](ir::Program& it) { it.contract.ensures[0].below = ir::pow2(29); }));
}

TEST_CASE("the matrix of divsteps is proved, and not a broken one") {
    const ir::Program program = pass::run_pipeline(algorithm::divsteps_matrix());
    REQUIRE(is_derived(program));
    using enum ir::Opcode;
    constexpr size_t some = 5;  // a search takes a tenth of a second
    CHECK(refused_everywhere(program, doubled, some) >= 5);
    CHECK(refused_everywhere(program, replaced(add, sub), some) >= 5);
    CHECK(refused_everywhere(program, replaced(sub, add), some) >= 5);
    CHECK(refused_everywhere(program, replaced(bit_xor, bit_or), some) >= 5);
    CHECK(refused_everywhere(program, replaced(shr, sar), some) >= 5);
    ir::Program swapped = program;
    std::swap(swapped.outputs[0].words, swapped.outputs[1].words);
    CHECK(!is_derived(swapped));
}

TEST_CASE("the matrix of divsteps is proved only for the inputs that it is for") {
    ir::Program program = algorithm::divsteps_matrix();
    for (ir::Bound& bound : program.contract.requires_) {
        ir::Bound kept = bound;
        bound.step = 1, bound.residue = 0;
        CHECK(!is_derived(program));
        bound = kept;
    }
    CHECK(is_derived(program));
}

TEST_CASE("rows of divsteps are proved, and not broken ones") {
    for (int digits : {1, 2, 3, 9, 35})
        CHECK(is_derived(pass::run_pipeline(algorithm::divsteps_row(digits))));
    const ir::Program program = pass::run_pipeline(algorithm::divsteps_row(3));
    using enum ir::Opcode;
    CHECK(refused_everywhere(program, without_carry) == 5);
    CHECK(refused_everywhere(program, off_by_one) > 5);
    CHECK(refused_everywhere(program, replaced(mad_his, mad_hi)) == 5);
    CHECK(refused_everywhere(program, replaced(sar, shr)) == 2);
    CHECK(refused_everywhere(program, replaced(mad_lo, mad_hi)) >= 3);
}

// The range of the result, which is all numbers within N/2 of the quotient.
TEST_CASE("rows of divsteps modulo N are proved for the range that they have, and no smaller one") {
    for (const Modulus& modulus : {parse_modulus("2^61-1"), Modulus::at_run_time(Width{64})}) {
        const ir::Program program = row_mod(modulus);
        const ir::ExprPtr N = program.contract.left->right, u = ir::var("u"), x = ir::var("x"),
                          v = ir::var("v"), y = ir::var("y"), radix = ir::pow2(30), sum = u * x + v * y;
        const auto is_derived_within = [&](const ir::ExprPtr& below, const ir::ExprPtr& at_least) {
            ir::Program other = program;
            other.contract.ensures = {{"r", below, at_least}};
            return is_derived(other);
        };
        const ir::ExprPtr half = ir::pow2(29) * N, quarter = ir::pow2(28) * N, one = ir::integer(1),
                          rest = ir::integer((1u << 30) - 1);
        const auto below = [&](const ir::ExprPtr& size) { return (sum + size) / radix + one; };
        const auto least = [&](const ir::ExprPtr& size) { return (sum - size + rest) / radix; };
        CHECK(is_derived_within(below(half), least(half)));
        CHECK(is_derived_within(below(half + half), least(half)));
        CHECK_FALSE(is_derived_within(below(quarter), least(half)));
        CHECK_FALSE(is_derived_within(below(half), least(quarter)));
        // true if N is at least 2^30, since the addend is at most (2^29 - 1)·N
        CHECK(is_derived_within((sum + half) / radix, least(half)) == modulus.is_known());
        CHECK_FALSE(is_derived_within(below(half), least(half) + one));
        CHECK_FALSE(is_derived_within(below(half), (sum - half + radix) / radix));
        CHECK_FALSE(is_derived_within((sum + half) / ir::pow2(31) + one, least(half)));
        CHECK_FALSE(is_derived_within((u * x + half) / radix + one, least(half)));
    }
}

TEST_CASE("rows of divsteps modulo N are proved, and not broken ones") {
    for (const char* n : {"2^255-19", "@bn254.p", "@secp256k1.p", "2^64*3", "97"}) {
        CAPTURE(n);
        CHECK(is_derived(row_mod(parse_modulus(n))));
    }
    for (int bits : {2, 30, 31, 64, 90, 256, 521})
        CHECK(is_derived(row_mod(Modulus::at_run_time(Width{bits}))));
    for (const Modulus& modulus : {parse_modulus("2^61-1"), Modulus::at_run_time(Width{64})}) {
        const ir::Program program = row_mod(modulus);
        using enum ir::Opcode;
        CHECK(refused_everywhere(program, without_carry) > 3);
        CHECK(refused_everywhere(program, off_by_one) > 5);
        CHECK(refused_everywhere(program, replaced(mad_his, mad_hi)) > 3);
        CHECK(refused_everywhere(program, replaced(mad_lo, mad_hi)) > 3);
    }
}

}  // namespace limbsmith::test
