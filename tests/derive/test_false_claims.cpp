// Hand-made attacks: claims that are false, or true and misleading, and contracts that are almost satisfied. An earlier
// prover accepted each of them.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "derive/derived.hpp"
#include "ir/builder.hpp"
#include "pass/pass.hpp"
#include "spec/representations.hpp"

namespace limbsmith::test {
namespace {

using ir::Bound, ir::Builder, ir::Chain, ir::Claim, ir::ClaimSum, ir::ClaimTerm, ir::Contract, ir::integer;
using ir::Opcode, ir::Operand, ir::pow2, ir::var;
using Reading = ClaimTerm::Reading;

ClaimTerm term(const mpz_class& weight, Operand word, Reading reading = Reading::number, int shift = 0) {
    return {weight, {{word, reading, shift}}};
}
ClaimTerm with_sign(const mpz_class& weight, Operand word) {
    return term(weight, word, Reading::in_twos_complement);
}
ClaimTerm constant(const mpz_class& value) { return {value, {}}; }

Claim at_most(ClaimSum number, ClaimSum rest) {
    return {Claim::Kind::at_most, std::move(number), std::move(rest)};
}
Claim equal(ClaimSum number, ClaimSum rest) {
    return {Claim::Kind::equal, std::move(number), std::move(rest)};
}
Claim congruent(ClaimSum number, ClaimSum rest, const mpz_class& modulus) {
    return {Claim::Kind::congruent, std::move(number), std::move(rest), modulus};
}

// r = value, and r below 2^32.
Contract is_value(ir::ExprPtr value) { return {{}, var("r"), std::move(value), {{"r", pow2(32)}}}; }

void check_refused(const ir::Program& program) {
    CHECK_NOTHROW(pass::check_words(program));
    CHECK_NOTHROW(pass::check_flags(program));
    CHECK_FALSE(is_derived(program));
}

void check_refused(Builder builder, Operand r, Contract contract) {
    builder.output("r", repr::num, {r});
    check_refused(std::move(builder).finish(std::move(contract)));
}

// A program with a bit b, which is 1 if the input a is 0, and the mask -b: b is the borrow of a - 1.
struct WithBit {
    Builder builder{"attack"};
    Operand a = builder.input("a", repr::num, 1)[0], mask;

    WithBit() {
        Chain chain(builder);
        chain.sub(a, Operand(1u));
        mask = chain.sub(Operand(0u), Operand(0u));
    }
    Operand masked(uint32_t value) { return builder.emit(Opcode::bit_and, mask, Operand(value)); }
};

}  // namespace

TEST_CASE("false claim: a two's complement number equal to a constant plus a bit") {
    // (1 - b)·2^31 is -2^31 for b = 0, and 0 for b = 1
    WithBit made;
    const Operand b = made.masked(1),
                  top = made.builder.emit(Opcode::bit_xor, made.masked(0x80000000u), Operand(0x80000000u));
    const mpz_class half = mpz_class(1) << 31;
    made.builder.claim(equal({with_sign(1, top)}, {constant(-half), term(-half, b)}));
    check_refused(std::move(made.builder), b, is_value(integer(0)));
}

TEST_CASE("false claim: a bound from the sign of a number that has a constant term") {
    // 5·(1 - b) + 2^32·top, with sign
    WithBit made;
    const Operand top = made.builder.input("top", repr::num, 1)[0],
                  low = made.builder.emit(Opcode::bit_xor, made.masked(5), Operand(5u));
    const mpz_class base = mpz_class(1) << 32;
    const ClaimSum number{term(1, low), with_sign(base, top)};
    made.builder.claim(equal(number, number));
    made.builder.claim(
        at_most({term(5, made.masked(1))}, {term(base, top), term(1, top, Reading::number, 31)}));
    Contract contract = is_value(integer(0));  // 5·b <= 0 for top = 0
    contract.left = if_else(var("top"), integer(0), var("r"));
    check_refused(std::move(made.builder), made.masked(1), contract);
}

TEST_CASE("false claim: a word with a known value taken for a mask") {
    Builder builder("attack");
    builder.input("a", repr::num, 1);
    const Operand five = builder.emit(Opcode::add, Operand(2u), Operand(3u));
    builder.claim(at_most({with_sign(1, five)}, {constant(5)}));
    builder.claim(at_most({with_sign(-1, five)}, {constant(-5)}));
    check_refused(std::move(builder), five, is_value(integer(0)));
}

TEST_CASE("false claim: a range that leaves out the constant term") {
    // -1 - a is not from 0 to -1
    Builder builder("attack");
    const Operand a = builder.input("a", repr::num, 1)[0], negative = builder.emit(Opcode::bit_not, a);
    builder.claim({Claim::Kind::within, {with_sign(1, negative)}, {constant(-1)}});
    Contract contract = is_value(integer(0));  // 0 <= -1 would show anything
    contract.requires_ = {{"a", integer(256)}};
    check_refused(std::move(builder), a, contract);
}

TEST_CASE("false claim: a bound that leaves out the flag beside a signed word") {
    // 2^31·b + 2^31·b has the word 0 and the carry b
    WithBit made;
    const Operand half = made.masked(0x80000000u), top = made.masked(0xfffffffeu);  // -2b
    Chain chain(made.builder);
    const Operand zero = chain.add(half, half);
    chain.add(Operand(0u), Operand(0u));
    made.builder.claim(at_most({with_sign(-1, top), term(-1, zero, Reading::flag)}, {constant(1)}));
    made.builder.claim(at_most({with_sign(1, top)}, {constant(0)}));
    check_refused(std::move(made.builder), top, is_value(integer(0)));
}

TEST_CASE("misleading claim: the largest value of a bit plus a constant") {
    WithBit made;
    const Operand sum = made.builder.emit(Opcode::add, made.masked(1), Operand(1u));
    made.builder.claim(at_most({term(1, sum)}, {constant(2)}));
    Contract contract = is_value(var("r"));
    contract.ensures = {{"r", integer(2)}};
    check_refused(std::move(made.builder), sum, contract);
}

TEST_CASE("misleading claim: a bound of a constant minus a bit") {
    Builder builder("attack");
    const Operand a = builder.input("a", repr::word, 1)[0];
    const Operand r = builder.emit(Opcode::sub, Operand(2u), builder.emit(Opcode::shr, a, Operand(31u)));
    builder.claim(at_most({term(1, r)}, {constant(2)}));
    Contract contract = is_value(integer(0));
    contract.requires_ = {{"a", pow2(32)}};
    contract.ensures = {{"r", integer(1)}};
    check_refused(std::move(builder), r, contract);
}

TEST_CASE("false claim: a sign taken from a word that is not in two's complement") {
    Builder builder("attack");
    const Operand x = builder.input("x", repr::num, 1)[0], u = builder.input("u", repr::factor, 1)[0];
    const ClaimTerm sign = term(1, u, Reading::number, 31);
    const ClaimSum number{term(10, x), term(-1, u, Reading::number, 31)};
    builder.claim(equal(number, number));
    builder.claim(at_most({with_sign(1, u)}, {constant(0)}));
    builder.claim(at_most({with_sign(-1, u)}, {constant(1)}));
    builder.claim(at_most({term(1, x), sign}, {constant(1)}));  // x may be more
    Contract contract = is_value(var("r"));
    contract.ensures = {{"r", integer(2)}};
    contract.requires_ = {{"u", integer(1), integer(0) - integer(1)}, {"u", integer(2)}};
    check_refused(std::move(builder), x, contract);
}

TEST_CASE("false claim: upper bits taken for a residue modulo a power of two") {
    Builder builder("attack");
    const Operand x = builder.input("x", repr::num, 1)[0], w = builder.emit(Opcode::mul_lo, x, Operand(256u));
    builder.claim(congruent({term(1, w, Reading::number, 8)}, {}, 256));
    Contract contract = is_value(integer(0));
    contract.requires_ = {{"x", integer(256)}};
    check_refused(std::move(builder), x, contract);
}

TEST_CASE("false claim: a carry ruled out although a product with it cancels") {
    // s = (b ? n : k) - 1 with n < k: b may be 1, though s <= k - 1 and s = k - 1 + n·b - k·b
    WithBit made;
    Builder& builder = made.builder;
    const std::vector<Operand> n = builder.input("n", repr::num, 2);
    const Operand k[] = {builder.emit(Opcode::add, Operand(3u), Operand(3u)),
                         builder.emit(Opcode::add, Operand(1u), Operand(1u))};
    const Operand chosen[] = {builder.emit(Opcode::select, made.mask, n[0], k[0]),
                              builder.emit(Opcode::select, made.mask, n[1], k[1])};
    Chain chain(builder);
    const Operand s[] = {chain.sub(chosen[0], Operand(1u)), chain.sub(chosen[1], Operand(0u))};
    const mpz_class base = mpz_class(1) << 32;
    builder.claim(
        equal({term(1, s[0]), term(base, s[1])}, {term(1, chosen[0]), term(base, chosen[1]), constant(-1)}));
    builder.claim(at_most({term(1, s[0]), term(base, s[1])}, {constant(2 * base + 6)}));
    Contract contract = is_value(integer(0));
    contract.requires_ = {{"n", pow2(32) + integer(5)}};
    contract.givens = {{"n", var("n") | integer(1), "n odd"}};
    check_refused(std::move(made.builder), made.masked(1), contract);
}

TEST_CASE("false claim: a signed constant taken for an input word") {
    Builder builder("attack");
    const Operand a = builder.input("a", repr::num, 1)[0];
    builder.claim(at_most({with_sign(1, Operand(0u))}, {}));
    builder.claim(at_most({with_sign(-1, Operand(0u))}, {}));
    check_refused(std::move(builder), a, is_value(integer(0)));
}

TEST_CASE("unmet contract: -1/n used to find the lowest bit of n") {
    // t + 1 = x·(n mod 2) + 1 is x + 1, and not 2^32
    Builder builder("attack");
    const Operand n = builder.input("n", repr::num, 1)[0], x = builder.input("x", repr::num, 1)[0],
                  y = builder.input("y", repr::num, 1)[0],
                  bit = builder.emit(Opcode::bit_and, n, Operand(1u)),
                  product = builder.emit(Opcode::mul_lo, x, bit);
    Chain chain(builder);
    chain.add(product, Operand(1u));
    const Operand next = chain.add(y, Operand(0u));
    Contract contract = is_value({});
    contract.left = (var("r") * pow2(32) - var("t")) % pow2(64);
    contract.right = (var("y") * pow2(32) + integer(1)) % pow2(64);
    contract.requires_ = {ir::exactly("x", (integer(0) - ir::inverse(var("n"), pow2(32))) % pow2(32))};
    contract.givens = {{"n", var("n") | integer(1), "n odd"}};
    builder.output("t", repr::num, {product});
    check_refused(std::move(builder), next, contract);
}

TEST_CASE("unmet contract: a residue modulo n taken for one modulo m") {
    Builder builder("attack");
    for (const char* name : {"n", "m", "y"}) builder.input(name, repr::num, 1);
    const Operand x = builder.input("x", repr::num, 1)[0];
    Contract contract = is_value(var("y") % var("m"));
    contract.left = var("r") % var("m");
    contract.requires_ = {
        {"n", pow2(32), integer(1)}, {"m", pow2(32), integer(1)}, ir::exactly("x", var("y") % var("n"))};
    check_refused(std::move(builder), x, contract);
}

TEST_CASE("unmet contract: an unsigned quotient stored in a signed word") {
    Builder builder("attack");
    const std::vector<Operand> x = builder.input("x", repr::num, 2);
    builder.output("r", repr::factor, {x[1]});
    check_refused(std::move(builder).finish({{}, var("r"), var("x") / pow2(32), {}}));
}

TEST_CASE("unmet contract: a nonzero difference taken for a positive one") {
    // [x > y] is not [x - y != 0]
    Builder builder("attack");
    const Operand x = builder.input("x", repr::num, 1)[0], y = builder.input("y", repr::num, 1)[0];
    Chain chain(builder);
    chain.sub(y, x);
    const Operand mask = chain.sub(Operand(0u), Operand(0u)),
                  is_above = builder.emit(Opcode::bit_and, mask, Operand(1u));
    check_refused(std::move(builder), is_above,
                  is_value(if_else(var("x") - var("y"), integer(1), integer(0))));
}

TEST_CASE("unmet contract: signed bitwise operation cut to one word") {
    Builder builder("attack");
    const Operand s = builder.input("s", repr::factor, 1)[0], t = builder.input("t", repr::factor, 1)[0];
    check_refused(std::move(builder), builder.emit(Opcode::bit_and, s, t), is_value(var("s") & var("t")));
}

TEST_CASE("unmet contract: two's complement of 16 bits in words of 32") {
    Builder builder("attack");
    const Operand x = builder.input("x", repr::num, 1)[0], sign = builder.emit(Opcode::shr, x, Operand(31u)),
                  r = builder.emit(Opcode::sub, x, builder.emit(Opcode::shl, sign, Operand(16u)));
    Contract contract = is_value({});
    contract.left = var("r") % pow2(32);
    contract.right = if_else(less(var("x"), pow2(15)), var("x"), var("x") - pow2(16)) % pow2(32);
    check_refused(std::move(builder), r, contract);
}

TEST_CASE("unmet contract: a given fact about an output") {
    // 2^32·a is 0 modulo 2, and so would be a modulo an odd number
    Builder builder("attack");
    const Operand a = builder.input("a", repr::num, 1)[0];
    builder.output("n", repr::num, {Operand(2u)});
    Contract contract = is_value({});
    contract.left = var("r") % var("n");
    contract.right = integer(0) % var("n");
    contract.givens = {{"n", var("n") | integer(1), "n odd"}};
    check_refused(std::move(builder), a, contract);
}

TEST_CASE("contracts that name an unknown variable, an output as input, or a name twice are refused") {
    Builder builder("attack");
    const Operand a = builder.input("a", repr::num, 1)[0];
    builder.output("r", repr::num, {a});
    const ir::Program program = std::move(builder).finish(is_value(var("a")));
    CHECK(is_derived(program));
    ir::Program wrong = program;
    wrong.contract.requires_ = {{"a", var("r") + integer(1)}};  // of an output
    wrong.contract.right = integer(0);
    check_refused(wrong);
    wrong.contract.requires_ = {{"a", var("b") + integer(1)}};  // of nothing
    check_refused(wrong);
    wrong = program;
    wrong.inputs.push_back({"r", repr::num, {ir::Word{wrong.words++}}});
    check_refused(wrong);
}

TEST_CASE("misused half: the second half assumes a fact that the first does not show") {
    const ir::ExprPtr N = ir::constant("N", "100000000");
    // r = a & 7 is a for a below 8 alone; a + b has a carry that the second half would not see
    for (const uint64_t most : {7ul, 8ul, 0xffffffful}) {
        Builder builder("attack");
        const Operand a = builder.input("a", repr::num, 1)[0], t = builder.emit(Opcode::add, a, Operand(0u)),
                      r = builder.emit(Opcode::bit_and, t, Operand(7u));
        builder.middle({{t}, most});
        check_refused(std::move(builder), r, {{}, var("r"), var("a") % N, {{"r", N}}});
    }
    Builder builder("attack");
    const Operand a = builder.input("a", repr::num, 1)[0], b = builder.input("b", repr::num, 1)[0];
    ir::Chain chain(builder);
    const Operand t = chain.add(a, b), carry = chain.add(Operand(0u), Operand(0u)),
                  r = builder.emit(Opcode::add, t, carry);
    builder.middle({{t}, 0xffffffff});
    check_refused(std::move(builder), r, {{}, var("r"), (var("a") + var("b")) % N, {{"r", N}}});
}

}  // namespace limbsmith::test
