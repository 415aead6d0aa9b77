// Programs that are right for a contract and wrong for a slightly wider one: the proof must see the
// difference, and the interpreter shows that there is one.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithm/barrett.hpp"
#include "algorithm/field/work.hpp"
#include "algorithm/special_prime.hpp"
#include "derive/derived.hpp"
#include "derive/trial.hpp"
#include "pass/pass.hpp"
#include "plan/inverse.hpp"
#include "plan/multiplication.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using ir::ExprPtr, ir::integer, ir::pow2, ir::Program, ir::var;

constexpr size_t inputs = 2000;

mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

std::optional<std::string> counterexample(const Program& program) {
    eval::Samples samples(test_seed());
    return Trial(program, inputs, samples).counterexample(program);
}

void check_right(const Program& program) {
    CAPTURE(program.name);
    CHECK(counterexample(program).value_or("none") == "none");
    CHECK(missing(program) == "");
}

void check_wrong(const Program& program) {
    CAPTURE(program.name);
    CHECK_MESSAGE(counterexample(program), "it should be wrong, but no counterexample was found");
    CHECK_FALSE(is_derived(program));
}

// Widening is harmless here: the program may be proved or not.
void check_harmless(const Program& program) {
    CAPTURE(program.name);
    CHECK(counterexample(program).value_or("none") == "none");
}

// The program, with another bound for `name`.
Program with_requirement(Program program, std::string_view name, ExprPtr below) {
    for (ir::Bound& bound : program.contract.requires_) {
        if (bound.name == name) bound.below = below;
    }
    return program;
}

// The program, with `name` allowed up to `more` above its bound.
Program widened(const Program& program, std::string_view name, uint64_t more = 1) {
    for (const ir::Bound& bound : program.contract.requires_) {
        if (bound.name == name) return with_requirement(program, name, bound.below + integer(more));
    }
    return program;
}

// The expression with another value for its constants, under the same names.
ExprPtr with_value(const ExprPtr& expr, const mpz_class& value) {
    if (!expr) return expr;
    ir::Expr changed = *expr;
    if (expr->kind == ir::Expr::Kind::constant) changed.hex = value.get_str(16);
    changed.left = with_value(expr->left, value);
    changed.right = with_value(expr->right, value);
    changed.other = with_value(expr->other, value);
    return std::make_shared<const ir::Expr>(std::move(changed));
}

algorithm::Field field_of(const Modulus& modulus, Reduction reduction) {
    return {modulus, reduction, plan::product({}), plan::square({}), true};
}

// r·R = a·b mod N and r < 2N for a, b < 2N, without a subtraction at the end.
Program montgomery_without_subtraction(const mpz_class& n) {
    const algorithm::Field field = field_of(Modulus(n), Reduction::montgomery);
    algorithm::Work work("montgomery_without_subtraction", field);
    const auto a = work.loose_input("a", 2), b = work.loose_input("b", 2);
    const algorithm::Bounded r = work.reduced_sum({{a, b}});
    work.builder.output("r", repr::loose, algorithm::words_of(r.limbs));
    work.contract.left = (var("r") * work.R) % work.N;
    work.contract.right = (var("a") * var("b")) % work.N;
    work.contract.ensures = {algorithm::below_multiple("r", 2, work.N)};
    return pass::run_pipeline(std::move(work.builder).finish(std::move(work.contract)));
}

// t mod N (times R^-1) for t <= max, in as many words as 2^bits takes.
using Reduce = std::function<algorithm::Bounded(ir::Builder&, const algorithm::Bounded&, const Modulus&)>;
Program reduction_of(const Reduce& reduce, const Modulus& modulus, Reduction form, const mpz_class& max,
                     int words) {
    const algorithm::Field field = field_of(modulus, form);
    algorithm::Work work("reduction", field);
    work.contract.requires_.push_back({"t", ir::constant("max", max.get_str(16)) + integer(1)});
    const auto t = work.builder.input("t", repr::wide, words);
    const algorithm::Bounded r = reduce(work.builder, {algorithm::limbs_below(t, max), max}, modulus);
    return pass::run_pipeline(std::move(work).finish_reduced(r, var("t")));
}

}  // namespace

TEST_CASE("Montgomery products that are not brought below N: 510 bits are proved, 511 are refused") {
    eval::Samples samples(test_seed());
    const auto odd = [&](unsigned bits) {
        return mpz_class((power_of_2(bits - 1) + samples.uniform(power_of_2(bits - 1))) | 1);
    };
    for (const mpz_class& n : {odd(510), mpz_class(power_of_2(510) - 1), mpz_class(power_of_2(509) + 1)})
        check_right(montgomery_without_subtraction(n));  // 4N < R
    // 4N > R, also where a result below 3N fits the 16 limbs
    for (const mpz_class& n : {odd(511), mpz_class(power_of_2(511) - 1), mpz_class(power_of_2(512) / 3 - 1)})
        check_wrong(montgomery_without_subtraction(n));
}

TEST_CASE("Montgomery products that are not brought below N: moduli just above R/4") {
    // With one limb, N = R/4 + c, a = 2N - i and b = 2N - j: if i·j = R/4 - 3c, then q = R - 4c + 2(i + j) +
    // 3 and (a·b + q·N)/R = 2N + 1, where 4c > 2(i + j) + 3.
    const uint64_t quarter = uint64_t{1} << 30, root = uint64_t{1} << 15;
    int found = 0;
    for (uint64_t c = root + 1; found < 3; c += 2) {
        const uint64_t product = quarter - 3 * c;
        uint64_t i = root;
        while (product % i != 0) --i;
        const uint64_t j = product / i, n = quarter + c;
        if (4 * c <= 2 * (i + j) + 3) continue;
        ++found;
        CAPTURE(n);
        const Program program = montgomery_without_subtraction(n);
        eval::Interpreter interpreter(program);
        CHECK(run_all(interpreter, program, {{2 * n - i, 2 * n - j}})[0][0] == 2 * n + 1);
        CHECK_FALSE(is_derived(program));
    }
    check_right(montgomery_without_subtraction(quarter - 1));
}

TEST_CASE("mod_add is proved exactly while a + b fits the limbs") {
    const Program program = whole_programs("mod_add", Width{131}, {})[0];
    check_right(program);
    check_harmless(with_requirement(program, "m", pow2(131) + integer(1)));
    check_harmless(with_requirement(program, "m", pow2(159) + integer(1)));
    check_wrong(with_requirement(program, "m", pow2(159) + integer(2)));  // a = b = 2^159
    check_wrong(with_requirement(program, "m", pow2(160)));
    check_wrong(widened(widened(program, "a"), "b"));  // m + m
    // where the width fills its limbs there is a carry; with one bit all is 0
    check_right(whole_programs("mod_add", Width{160}, {})[0]);
    const Program bit = whole_programs("mod_add", Width{1}, {})[0];
    check_right(bit);
    check_harmless(with_requirement(bit, "a", pow2(1)));
    check_wrong(with_requirement(with_requirement(bit, "a", pow2(1)), "b", pow2(1)));  // 1 + 1 - 1
    const Program full = whole_programs("mod_add", Width{31}, {})[0];
    check_right(full);
    check_wrong(with_requirement(full, "m", pow2(32)));
}

TEST_CASE("mod_sub and mod_neg are proved only for operands below m") {
    for (int bits : {1, 31, 32, 131, 160}) {
        CAPTURE(bits);
        const Program difference = whole_programs("mod_sub", Width{bits}, {})[0];
        check_right(difference);
        check_wrong(widened(difference, "a"));  // m - 0
        check_harmless(widened(difference, "b"));
        check_wrong(widened(difference, "b", 2));  // 0 - (m + 1)
        const Program negative = whole_programs("mod_neg", Width{bits}, {})[0];
        check_right(negative);
        check_harmless(widened(negative, "a"));
        check_wrong(widened(negative, "a", 2));
    }
}

TEST_CASE("sums and differences modulo N are proved only for operands below N") {
    for (const std::string expression : {"97", "@bn254.p", "@secp256k1.p"}) {
        CAPTURE(expression);
        const algorithm::Field field = field_of(parse_modulus(expression), Reduction::montgomery);
        const Program sum = pass::run_pipeline(field.add());
        check_right(sum);
        check_harmless(widened(sum, "a"));
        check_wrong(widened(widened(sum, "a"), "b"));
        const Program difference = pass::run_pipeline(field.sub());
        check_right(difference);
        check_wrong(widened(difference, "a"));
        const Program half = pass::run_pipeline(field.halve());
        check_right(half);
        check_wrong(widened(half, "a"));
        const Program negative = pass::run_pipeline(field.neg());
        check_right(negative);
        check_harmless(widened(negative, "a"));
        check_wrong(widened(negative, "a", 2));
    }
}

TEST_CASE("lazy sums and differences are proved only for operands below K/2·N") {
    for (const std::string expression : {"@bn254.p", "2^130+2*3^40+1"}) {
        CAPTURE(expression);
        const algorithm::Field field = field_of(parse_modulus(expression), Reduction::montgomery);
        const Program difference = pass::run_pipeline(field.sub_lazy());
        check_right(difference);
        check_harmless(widened(difference, "b"));
        check_wrong(widened(difference, "b", 2));  // 0 - (K/2·N + 1) + K/2·N
        const Program sum = pass::run_pipeline(field.add_lazy());
        check_right(sum);
        check_harmless(widened(sum, "a"));
        check_wrong(widened(sum, "a", 2));  // K·N
        check_right(pass::run_pipeline(field.mul_lazy()));
    }
    const algorithm::Field field = field_of(parse_modulus("@bn254.p"), Reduction::montgomery);
    const Program normalize = pass::run_pipeline(field.normalize());
    check_right(normalize);
    check_wrong(widened(normalize, "a"));  // 2N
}

TEST_CASE("products are proved only for operands below 2^bits") {
    for (MulChoice mul : {MulChoice(MulAlgorithm::rows), MulChoice(MulAlgorithm::schoolbook),
                          MulChoice(MulAlgorithm::karatsuba, 1)}) {
        CAPTURE(to_string(mul));
        // twice the width fills the limbs of the product
        const Program program = whole_programs("mul", Width{144}, mul)[0];
        check_right(program);
        check_wrong(widened(widened(program, "a"), "b"));  // 2^288
        check_wrong(with_requirement(with_requirement(program, "a", pow2(160)), "b", pow2(160)));
    }
    check_wrong(widened(whole_programs("sqr", Width{16})[0], "a"));
    // the upper limb is a sum of bits
    for (int bits : {33, 65}) {
        const Program upper = whole_programs("mul_hi", Width{bits})[0];
        check_right(upper);
        check_wrong(with_requirement(upper, "a", pow2(bits + 31)));
    }
}

TEST_CASE("products by a factor of 32 bits are proved, and a wrong factor is refused") {
    // of limbs that are all ones, the upper words of products alone; of one limb, three words of a quotient
    for (const std::string expression : {"@p256.n", "@curve25519.l", "@babybear"}) {
        CAPTURE(expression);
        const algorithm::Field field = field_of(parse_modulus(expression), Reduction::montgomery);
        const Program program = pass::run_pipeline(field.mul_small());
        check_right(program);
        Program wrong = program;
        wrong.contract.right = (var("a") * (var("factor") + integer(1))) % program.contract.right->right;
        check_wrong(wrong);
    }
}

TEST_CASE("reductions are proved only up to the largest number they were built for") {
    const Modulus bn254 = parse_modulus("@bn254.p"), even(power_of_2(130) + 2),
                  prime = parse_modulus("2^255-19");
    const Reduce montgomery = [](ir::Builder& builder, const algorithm::Bounded& t, const Modulus& modulus) {
        return montgomery_reduce(builder, t, algorithm::ModulusWords::constant(modulus));
    };
    // a word more than the largest number needs, which is not read
    struct Case {
        std::string name;
        Reduce reduce;
        const Modulus& modulus;
        Reduction form;
        int words;
    };
    for (const Case& made : {Case{"Montgomery", montgomery, bn254, Reduction::montgomery, 12},
                             Case{"Barrett", algorithm::barrett, even, Reduction::barrett, 9},
                             Case{"Barrett", algorithm::barrett, bn254, Reduction::barrett, 16},
                             Case{"fold", algorithm::fold, prime, Reduction::special, 16}}) {
        CAPTURE(made.name);
        const Program program =
            reduction_of(made.reduce, made.modulus, made.form,
                         power_of_2(static_cast<unsigned>(limb_bits * made.words)) - 1, made.words + 1);
        check_right(program);
        check_wrong(widened(program, "t"));
    }
    // a number that needs only one subtraction
    for (const Modulus& modulus : {bn254, even, prime}) {
        const Program program =
            reduction_of(algorithm::barrett, modulus, Reduction::barrett, modulus.n() - 1, modulus.limbs());
        check_right(program);
        check_wrong(widened(program, "t"));  // N
    }
    const Program twice = reduction_of(algorithm::fold, prime, Reduction::special, 2 * prime.n() - 1, 8);
    check_right(twice);
    check_wrong(widened(twice, "t"));  // 2N
}

TEST_CASE("Montgomery reduction is proved only below N·R + N") {
    for (const std::string expression : {"0xfffffffb", "@bn254.p"}) {
        CAPTURE(expression);
        const Modulus modulus = parse_modulus(expression);
        const Program program = pass::run_pipeline(field_of(modulus, Reduction::montgomery).reduce());
        check_right(program);
        const auto below = [](const mpz_class& value) { return ir::constant("max", value.get_str(16)); };
        const mpz_class end = modulus.n() * modulus.R() + modulus.n();
        check_harmless(with_requirement(program, "t", below(end)));
        check_wrong(with_requirement(program, "t", below(end + 1)));  // 2N is left
    }
}

TEST_CASE("comparisons moved by one are refused") {
    const algorithm::Field field = field_of(parse_modulus("@bn254.p"), Reduction::montgomery);
    Program program = pass::run_pipeline(field.is_canonical());
    check_right(program);
    program.contract.right = less(var("x"), program.contract.right->right + integer(1));
    check_wrong(program);
    Program less_than = whole_programs("lt", Width{131}, {})[0];
    check_right(less_than);
    less_than.contract.right = less(var("a"), var("b") + integer(1));
    check_wrong(less_than);
}

TEST_CASE("a number in two's complement is not the number that its limbs hold") {
    for (int bits : {32, 64, 131}) {
        CAPTURE(bits);
        const Width width{bits};
        for (const std::string op : {"smul", "sshr", "slt"}) {
            const Program signed_one = whole_programs(op, width, MulAlgorithm::rows)[0];
            check_right(signed_one);
            // the sign bit shifted out: the mask of a negative number is zero
            for (size_t i = 0; i < signed_one.body.size(); ++i) {
                for (uint32_t count : {30u, 32u}) {
                    Program wrong = signed_one;
                    ir::Operand& by = wrong.body[i].src[1];
                    if (wrong.body[i].op != ir::Opcode::shr || by != ir::Operand(31u)) continue;
                    by = ir::Operand(count);
                    check_wrong(wrong);
                }
            }
        }
        const std::pair<const char*, const char*> pairs[] = {{"smul", "mul"}, {"sshr", "shr"}, {"slt", "lt"}};
        for (const auto& [is_signed, is_not] : pairs) {
            Program wrong = whole_programs(is_not, Width{width.container_bits()}, MulAlgorithm::rows)[0];
            const Program meant =
                whole_programs(is_signed, Width{width.container_bits()}, MulAlgorithm::rows)[0];
            wrong.contract = meant.contract;
            check_wrong(wrong);
        }
    }
}

TEST_CASE("a contract whose constant N has another value is refused") {
    // the second is 1 modulo 2^30, so that its quotients are negatives
    for (const std::string expression : {"2^255-19", "@p224.p"}) {
        CAPTURE(expression);
        const Modulus modulus = parse_modulus(expression);
        const algorithm::Field field = field_of(modulus, Reduction::montgomery);
        const Spec spec = modular_spec(modulus, Reduction::montgomery, "inv");
        std::vector<Program> programs = plan::divsteps_inverse(spec).programs;
        std::erase_if(programs, [](const Program& program) { return program.name != "divsteps_row_mod"; });
        for (Program program : {field.mul(), field.add(), field.sub(), field.neg()})
            programs.push_back(pass::run_pipeline(std::move(program)));
        for (const Program& program : programs) {
            check_right(program);
            for (const mpz_class& other : {mpz_class(modulus.n() - 2), mpz_class(modulus.n() + 2)}) {
                Program wrong = program;
                wrong.contract.right = with_value(program.contract.right, other);
                check_wrong(wrong);
                wrong = program;
                wrong.contract.left = with_value(program.contract.left, other);
                if (program.contract.left->kind == ir::Expr::Kind::mod) check_wrong(wrong);
                wrong = program;
                for (ir::Bound& bound : wrong.contract.ensures)
                    bound.below = with_value(bound.below, other / 2);
                check_wrong(wrong);
            }
        }
    }
}

TEST_CASE("a limb of a quotient is proved only for a remainder below the divisor") {
    for (int bits : {32, 64, 96, 160}) {
        CAPTURE(bits);
        const Program program = whole_programs("divrem", Width{bits}, {})[2];
        REQUIRE(program.name == "quotient_limb");
        check_right(program);
        check_wrong(widened(program, "r"));  // the quotient would be 2^32 or more
    }
}

}  // namespace limbsmith::test
