// The checker of derivations accepts correct steps and refuses all others.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <random>
#include <sstream>

#include "catalogue/catalogue.hpp"
#include "check/checker.hpp"
#include "derive/find.hpp"
#include "ir/builder.hpp"
#include "proof_text/read.hpp"
#include "proof_text/write.hpp"
#include "small_words.hpp"
#include "spec/modulus.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"
#include "support/widths.hpp"

namespace limbsmith::test {
namespace {

using check::Derivation;
using check::Fact;
using check::Polynomial;
using ir::Opcode;

std::string text_of(const Derivation& derivation) {
    std::ostringstream out;
    proof_text::write(out, derivation);
    return out.str();
}

std::vector<Derivation> read(const std::string& text) {
    std::istringstream in(text);
    return proof_text::read(in);
}

std::string verdict(const Derivation& derivation) {
    const auto refusal = check::check(derivation);
    return refusal ? refusal->place + ": " + refusal->reason : "";
}

Derivation derivation_of(const ir::Program& program) {
    auto found = derive::find(program).derivation;
    REQUIRE(found);
    return *found;
}

// r = a + b modulo 2^64
Derivation sum_of_64_bits() { return derivation_of(whole_programs("add", Width{64})[0]); }

// A random program of a few instructions on two words of 4 bits; its last word is the output.
ir::Program random_program(std::mt19937& random, int instructions) {
    const auto below = [&](uint32_t n) { return random() % n; };
    ir::Program program;
    program.name = "random";
    program.inputs = {{"a", ir::number, {{0}}}, {"b", ir::number, {{1}}}};
    program.words = 2;
    std::optional<ir::Flag> flag;
    bool is_borrow = false;
    constexpr Opcode opcodes[] = {Opcode::add,     Opcode::sub,     Opcode::mul_lo,  Opcode::mul_hi,
                                  Opcode::mad_lo,  Opcode::mad_hi,  Opcode::bit_and, Opcode::bit_or,
                                  Opcode::bit_xor, Opcode::bit_not, Opcode::select,  Opcode::shl,
                                  Opcode::shr,     Opcode::shf_l,   Opcode::shf_r,   Opcode::min};
    for (int k = 0; k < instructions; ++k) {
        ir::Instruction in{opcodes[below(std::size(opcodes))], {program.words}, {}, {}, {}};
        for (int s = 0; s < ir::arity(in.op); ++s) {
            in.src[s] = below(4) == 0 ? ir::Operand(static_cast<uint32_t>(below(16)))
                                      : ir::Operand(ir::Word{static_cast<uint32_t>(below(program.words))});
        }
        if (in.op == Opcode::shl || in.op == Opcode::shr)
            in.src[1] = ir::Operand(static_cast<uint32_t>(below(4)));
        if (in.op == Opcode::shf_l || in.op == Opcode::shf_r)
            in.src[2] = ir::Operand(static_cast<uint32_t>(below(16)));
        const ir::FlagKind kind = ir::flag_kind(in.op);
        if (kind != ir::FlagKind::none) {
            if (flag && is_borrow == (kind == ir::FlagKind::borrow) && below(2) == 0) in.flag_in = flag;
            flag.reset();
            if (below(2) == 0)
                flag = in.flag_out = ir::Flag{program.flags++}, is_borrow = kind == ir::FlagKind::borrow;
        }
        program.body.push_back(in);
        ++program.words;
    }
    program.outputs = {{"r", ir::number, {ir::Word{program.words - 1}}}};
    for (const char* name : {"a", "b"}) program.contract.requires_.push_back({name, ir::integer(16)});
    program.contract.ensures.push_back({"r", ir::integer(16)});
    return program;
}

}  // namespace

TEST_CASE("sums, products, comparisons and selections of whole numbers have derivations that hold") {
    for (int bits : {1, 31, 32, 33, 64, 131, 163, 256, 384}) {
        for (const std::string operation : {"add", "sub", "neg", "cneg", "mul", "sqr", "mul_lo", "lt",
                                            "select", "cswap", "min", "max", "not_"}) {
            for (const ir::Program& program : whole_programs(operation, Width{bits})) {
                CAPTURE(bits);
                CAPTURE(operation);
                const Derivation found = derivation_of(program);
                CHECK(verdict(found) == "");
                const std::string text = text_of(found);
                const std::vector<Derivation> again = read(text);
                REQUIRE(again.size() == 1);
                CHECK(text_of(again[0]) == text);
                CHECK(verdict(again[0]) == "");
            }
        }
    }
}

TEST_CASE("sums, differences and selections modulo N have derivations that hold") {
    for (const std::string modulus :
         {"3", "2^32-1", "2^61-1", "3^141", "2^255-19", "2^256-2^32-977", "2^521-1"}) {
        for (const std::string operation : {"add", "sub", "dbl", "select", "is_canonical"}) {
            CAPTURE(modulus);
            CAPTURE(operation);
            const auto program = modular_program(operation, parse_modulus(modulus), Reduction::montgomery);
            REQUIRE(program);
            CHECK(verdict(derivation_of(*program)) == "");
        }
    }
}

TEST_CASE("facts that are derived of a small program are true for all inputs, and true sums are derived") {
    std::mt19937 random(static_cast<unsigned>(test_seed()) + 1);
    const ir::ExprPtr a = ir::var("a"), b = ir::var("b");
    const std::vector<std::pair<ir::ExprPtr, std::function<uint32_t(uint32_t, uint32_t)>>> claims = {
        {(a + b) % ir::integer(16), [](uint32_t x, uint32_t y) { return (x + y) % 16; }},
        {(a - b) % ir::integer(16), [](uint32_t x, uint32_t y) { return (x - y) % 16; }},
        {(a * b) % ir::integer(16), [](uint32_t x, uint32_t y) { return x * y % 16; }},
        {(a * b) / ir::integer(16), [](uint32_t x, uint32_t y) { return x * y / 16; }},
        {a + b, [](uint32_t x, uint32_t y) { return x + y; }},
        {a, [](uint32_t x, uint32_t) { return x; }},
        {ir::less(a, b), [](uint32_t x, uint32_t y) { return uint32_t(x < y); }},
        {ir::if_else(a, b, ir::integer(0)), [](uint32_t x, uint32_t y) { return x ? y : 0; }},
        {ir::if_else(ir::less(a, b), a, b), [](uint32_t x, uint32_t y) { return x < y ? x : y; }},
        {ir::integer(0), [](uint32_t, uint32_t) { return 0u; }}};
    size_t derived = 0, missed = 0;
    for (int round = 0; round < 6000; ++round) {
        ir::Program program = random_program(random, 1 + round % 3);
        for (const auto& [claim, wanted] : claims) {
            program.contract.left = ir::var("r");
            program.contract.right = claim;
            bool is_true = true;
            for (uint32_t input = 0; input < 256 && is_true; ++input) {
                const SmallRun run(program, 4, {input % 16, input / 16});
                is_true = run.word(program.words - 1) == wanted(input % 16, input / 16);
            }
            const auto found = derive::find(program, 4).derivation;
            const bool is_derived = found && verdict(*found).empty();
            if (is_derived && !is_true)
                FAIL_CHECK("a false claim was derived: ", ir::dump(program), ir::to_string(*claim));
            derived += is_derived;
            missed += is_true && !is_derived;
        }
    }
    MESSAGE(derived, " true claims were derived, ", missed, " were not");
    CHECK(derived > 200);
}

TEST_CASE("a derivation of another program, and steps that are changed, are refused or do no harm") {
    const Derivation right = sum_of_64_bits();
    for (const char* operation : {"sub", "mul_lo", "mul"}) {
        Derivation other{whole_programs(operation, Width{64})[0], 32, right.steps};
        CHECK(verdict(other) != "");
    }
    size_t refused = 0, harmless = 0;
    const auto count = [&](const Derivation& changed) { verdict(changed).empty() ? ++harmless : ++refused; };
    for (size_t k = 0; k < right.steps.size(); ++k) {
        Derivation changed = right;
        changed.steps.erase(changed.steps.begin() + static_cast<long>(k));
        count(changed);
        for (size_t other = k + 1; other < right.steps.size(); ++other) {
            changed = right;
            std::swap(changed.steps[k], changed.steps[other]);
            count(changed);
        }
        for (const mpz_class& by : {mpz_class(1), mpz_class(-1), mpz_class(mpz_class(1) << 32)}) {
            changed = right;
            std::visit(
                [&](auto& rule) {
                    using Rule = std::decay_t<decltype(rule)>;
                    if constexpr (std::is_same_v<Rule, check::Sum> || std::is_same_v<Rule, check::Bound>)
                        rule.claim += Polynomial(by);
                    if constexpr (std::is_same_v<Rule, check::Round>) rule.divisor += by;
                    if constexpr (std::is_same_v<Rule, check::Both>) std::swap(rule.fact, rule.opposite);
                    if constexpr (std::is_same_v<Rule, check::Given>) ++rule.which;
                },
                changed.steps[k].rule);
            count(changed);
        }
    }
    MESSAGE(refused, " changed derivations are refused, ", harmless, " still hold");
    CHECK(refused > 2 * harmless);
    // whatever the steps are, no derivation shows a false contract
    Derivation wrong = right;
    wrong.program.contract.right = ir::var("a") + ir::var("b");  // without the modulus
    CHECK(verdict(wrong) != "");
}

TEST_CASE("the checker names the first step that does not follow") {
    const Derivation right = sum_of_64_bits();
    const auto changed = [&](check::Step step) {
        Derivation result = right;
        result.steps.insert(result.steps.begin() + 2, std::move(step));
        return verdict(result);
    };
    using namespace check;
    const Polynomial w0 = Polynomial::of(0), one = mpz_class(1);
    const Given least{Given::Of::contract, 0, 0};  // w0 >= 0
    CHECK(changed({Given{Given::Of::instruction, 9, 0}}) ==
          "step 2: there is no such instruction or quotient");
    CHECK(changed({Given{Given::Of::contract, 0, 999}}) == "step 2: there is no such fact");
    CHECK(changed({Sum{w0, {{0, one}}}}) == "step 2: it uses a fact of the other kind");
    CHECK(changed({Sum{w0, {}}}) == "step 2: the claim is not this sum of zeros");
    CHECK(changed({Bound{w0 - one, {{1, {0}}}, {}}}) == "step 2: the claim is not this sum of products");
    CHECK(changed({Bound{Polynomial(mpz_class(-1)) * w0, {{-1, {0}}}, {}}}) == "step 2: a scale is negative");
    CHECK(changed({Bound{w0, {{1, {2}}}, {}}}) == "step 2: it uses a fact that is not there");
    CHECK(changed({Round{0, 2}}) == "step 2: a coefficient is not a multiple of the divisor");
    CHECK(changed({Round{0, 0}}) == "step 2: the divisor is not positive");
    Polynomial twice =
        w0 + w0 - Polynomial(mpz_class(3));  // 2·w0 - 3 >= 0 would give w0 - 2 >= 0, not w0 - 1 >= 0
    CHECK(changed({Cases{twice, {Fact::Kind::nonnegative, w0 - one}, {{Round{2, 2}}}, {}}}) ==
          "step 2: a case does not reach the goal");
    CHECK(changed({Sum{Polynomial(), {{2, Polynomial::of(999)}}}}).find("step 2: it names a value") == 0);
    CHECK(changed({Both{0, 1}}) == "step 2: the facts are not opposite");
    CHECK(changed({Divide{w0, 0}}) == "step 2: the divisor is not positive");
    const Fact goal{Fact::Kind::nonnegative, one};
    CHECK(changed({Cases{w0, goal, {{Bound{one, {{1, {}}}, {}}}}, {}}}) ==
          "step 2: a case does not reach the goal");
    CHECK(changed({Cases{w0, goal, {{least}, {Sum{w0, {}}}}, {}}}) ==
          "step 2.0.1: the claim is not this sum of zeros");
    // The second case is impossible; its facts are forgotten afterwards.
    const Fact same{Fact::Kind::nonnegative, w0};
    CHECK(changed({Cases{w0, same, {}, {}}}) != "");  // later ids are shifted by one
}

TEST_CASE("programs and contracts that the rules do not cover are refused by name") {
    const auto reason = [](const ir::Program& program) { return verdict({program, 32, {}}); };
    ir::Program program = whole_programs("add", Width{64})[0];
    program.contract.requires_.push_back({"r", ir::integer(1)});
    CHECK(reason(program) == "program: the contract names r, which is no input or output there");
    program = whole_programs("add", Width{64})[0];
    program.contract.right = ir::var("a") % ir::integer(0);
    CHECK(reason(program) == "program: the contract divides by a constant below 1");
    program = whole_programs("add", Width{64})[0];
    program.contract.right = (ir::var("a") + ir::var("b")) & ir::integer(5);
    CHECK(reason(program) == "program: the rules do not cover the contract's (a + b) & 5");
    program.contract.right = ir::exp2(ir::var("a") - ir::integer(1));
    CHECK(reason(program) == "program: an exponent may be negative");
    program.contract.right = ir::inverse(ir::var("a"), ir::integer(0));
    CHECK(reason(program) == "program: the contract divides by a constant below 1");
    program = whole_programs("mul", Width{64})[0];
    program.body[0].flag_out = ir::Flag{program.flags++};  // mul_lo has no carry
    CHECK(reason(program) == "program: an instruction without carry reads or writes a flag");
    program = whole_programs("add", Width{64})[0];
    program.body[1].src[0] = ir::Word{program.words - 1};
    CHECK(reason(program) == "program: a word is read before it is defined");
    program = whole_programs("add", Width{64})[0];
    program.body[1].dst = program.body[0].dst;
    CHECK(reason(program) == "program: a word is defined twice");
}

TEST_CASE("the rules cover every straight-line function") {
    for (const Spec& spec :
         {Spec::of(Width{64}), Spec::modulo(parse_modulus("2^255-19"), Reduction::montgomery),
          Spec::modulo(parse_modulus("2^255-19"), Reduction::special),
          Spec::modulo(Modulus::at_run_time(Width{64}), Reduction::montgomery)}) {
        for (const catalogue::Function& function : catalogue::functions(catalogue::with_all(spec))) {
            CAPTURE(function.label);
            // as it is read again
            const auto refusal = check::check(read(text_of({function.program, 32, {}})).at(0));
            REQUIRE(refusal);
            CHECK(refusal->place == "goal 0");
        }
    }
}

TEST_CASE("texts that are no derivations are refused, with the line") {
    const std::string right = text_of(sum_of_64_bits());
    const auto refused = [](const std::string& text) {
        try {
            read(text);
        } catch (const proof_text::Unreadable& error) {
            return std::string(error.what());
        }
        return std::string("it is read");
    };
    const auto replaced = [&](const std::string& from, const std::string& to) {
        std::string text = right;
        const size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    CHECK(refused("") == "line 0: there is no derivation");
    CHECK(refused("{}\n") == "line 1: the head is missing");
    CHECK(refused("{\"derivation\": 1, \"word_bits\": 32, \"routine\": \"f\"}\n"
                  "{\"variable\": \"a\", \"kind\": \"word\", \"role\": \"input\", \"count\": 2, \"length\": "
                  "\"n\"}\n") == "line 2: an array has a count or a length");
    CHECK(refused("[1\n") == "line 1: not a JSON value");
    CHECK(refused(right.substr(right.find('\n') + 1)) == "line 1: the head is missing");
    CHECK(refused(replaced("\"derivation\":1", "\"derivation\":2")).find("another version") !=
          std::string::npos);
    CHECK(refused(replaced("\"word_bits\":32", "\"word_bits\":33")).find("word_bits") != std::string::npos);
    CHECK(refused(replaced("\"flags\":", "\"more\":1,\"flags\":")).find("unknown") != std::string::npos);
    CHECK(refused(replaced("\"r\":4", "\"r\":-4")).find("not an index") != std::string::npos);
    CHECK(refused(replaced("\"add\",\"r\"", "\"addd\",\"r\"")).find("no such instruction") !=
          std::string::npos);
    CHECK(refused(replaced("[\"w0\",\"w2\"]", "[\"w0\"]")).find("sources") != std::string::npos);
    CHECK(refused(replaced("[\"w0\",\"w2\"]", "[\"w0\",\"02\"]")).find("decimal") != std::string::npos);
    CHECK(refused(replaced("\"step\":\"given\"", "\"step\":\"taken\"")).find("no such rule") !=
          std::string::npos);
    CHECK(refused(replaced("\"of\":\"contract\"", "\"of\":\"hearsay\"")).find("origin") != std::string::npos);
    const size_t relation = right.find("{\"left\"");
    const std::string line = right.substr(relation, right.find('\n', relation) + 1 - relation);
    CHECK(refused(right.substr(0, relation) + line + line).find("out of order") != std::string::npos);
    CHECK(refused(right.substr(0, relation)).find("relation is missing") != std::string::npos);
    CHECK(refused(right + right) == "it is read");  // two derivations
}

}  // namespace limbsmith::test
