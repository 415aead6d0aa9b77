// Derivations written by hand: on bits, on powers of two, and with lemmas. These rules refuse wrong ones.
#include <doctest/doctest.h>

#include <functional>
#include <sstream>

#include "check/checker.hpp"
#include "check/meaning.hpp"
#include "proof_text/read.hpp"
#include "proof_text/write.hpp"
#include "small_words.hpp"

namespace limbsmith::test {
namespace {

using namespace check;
using ir::Opcode, ir::var;

const Polynomial one = 1;

Polynomial x(Variable variable) { return Polynomial::of(variable); }
Fact zero(const Polynomial& p) { return {Fact::Kind::zero, p}; }
Fact bound(const Polynomial& p) { return {Fact::Kind::nonnegative, p}; }

// The verdict, after a way through a file.
std::string verdict(const Derivation& derivation) {
    std::ostringstream out;
    proof_text::write(out, derivation);
    std::istringstream in(out.str());
    const auto refusal = check::check(proof_text::read(in).at(0));
    return refusal ? refusal->place + ": " + refusal->reason : "";
}

// A derivation in the making: steps and how many facts they have stated.
struct Proof {
    Derivation derivation;
    std::shared_ptr<Variables> variables = std::make_shared<Variables>();
    const Meaning meaning;
    Id facts = 0;

    explicit Proof(const ir::Program& program, int word_bits)
        : derivation{program, word_bits, {}}, meaning(derivation.program, word_bits, *variables) {}

    // The id of the last fact that the step states.
    Id add(decltype(Step::rule) rule, size_t stated = 1) {
        derivation.steps.push_back({std::move(rule)});
        return (facts += stated) - 1;
    }
    Id given(size_t instruction, size_t which) {
        return add(Given{Given::Of::instruction, instruction, which});
    }
    Id contract(size_t which) { return add(Given{Given::Of::contract, 0, which}); }
    // The fact of the contract or of an instruction that reads so.
    Id find(const Fact& fact) {
        for (size_t k = 0; k < meaning.contract().size(); ++k)
            if (meaning.contract()[k] == fact) return contract(k);
        for (size_t i = 0; i < meaning.instructions().size(); ++i)
            for (size_t k = 0; k < meaning.instructions()[i].size(); ++k)
                if (meaning.instructions()[i][k] == fact) return given(i, k);
        FAIL("there is no such fact");
        return 0;
    }
};

// Words a, b and those of the instructions, the last of which is r; r = right.
ir::Program program_of(const std::vector<ir::Instruction>& body, const ir::ExprPtr& right) {
    ir::Program program;
    program.name = "small";
    program.inputs = {{"a", ir::number, {{0}}}, {"b", ir::number, {{1}}}};
    program.body = body;
    program.words = 2 + static_cast<uint32_t>(body.size());
    program.outputs = {{"r", ir::number, {ir::Word{program.words - 1}}}};
    program.contract.left = var("r");
    program.contract.right = right;
    return program;
}

// (a and b) or a = a, for words of two bits.
Proof absorption() {
    const ir::Word a{0}, b{1}, both{2};
    Proof proof(
        program_of({{Opcode::bit_and, both, {a, b}, {}, {}}, {Opcode::bit_or, {3}, {both, a}, {}, {}}},
                   var("a")),
        2);
    const Variable first = 4, second = 5;  // the common bits of a and b, then those of both and a
    const Id of_a = proof.add(Bits{proof.contract(0), proof.contract(1)}, 7);
    const Id of_b = proof.add(Bits{proof.contract(2), proof.contract(3)}, 7);
    const Variable a0 = proof.meaning.variables().next(), b0 = a0 + 2;
    const auto bit = [](Id sum, Id i) { return std::pair<Id, Id>(sum - 6 + 3 * i, sum - 5 + 3 * i); };
    const Id is_first = proof.add(
        CommonBits{first, {of_a, {bit(of_a, 0), bit(of_a, 1)}}, {of_b, {bit(of_b, 0), bit(of_b, 1)}}});
    // the bits of the first word are a_i·b_i
    const Id equation = proof.given(0, 0);
    const Polynomial products = x(a0) * x(b0) + 2 * x(a0 + 1) * x(b0 + 1);
    const Id sum = proof.add(Sum{x(2) - products, {{equation, one}, {is_first, one}}});
    std::vector<std::pair<Id, Id>> bits;
    for (Variable i : {0u, 1u}) {
        const auto [a_least, a_most] = bit(of_a, i);
        const auto [b_least, b_most] = bit(of_b, i);
        const Polynomial product = x(a0 + i) * x(b0 + i);
        const Id least = proof.add(Bound{product, {{1, {a_least, b_least}}}, {}});
        bits.emplace_back(least,
                          proof.add(Bound{one - product, {{1, {a_most}}, {1, {a_least, b_most}}}, {}}));
    }
    const Polynomial again = x(a0) * x(a0) * x(b0) + 2 * x(a0 + 1) * x(a0 + 1) * x(b0 + 1);
    const Id is_second = proof.add(CommonBits{second, {sum, bits}, {of_a, {bit(of_a, 0), bit(of_a, 1)}}});
    // r = both + a - second, and second = both, since a_i·a_i = a_i
    proof.add(Sum{x(3) - x(0),
                  {{proof.given(1, 0), one},
                   {is_second, -1},
                   {sum, 1},
                   {of_a - 4, Polynomial() - x(b0)},
                   {of_a - 1, -2 * x(b0 + 1)}}});
    return proof;
}

// r = a·2^b modulo 16, for words of four bits and b < 4
Proof shift_to_the_left() {
    const ir::ExprPtr size = ir::integer(16);
    ir::Program program = program_of({{Opcode::shl, {2}, {ir::Word{0}, ir::Word{1}}, {}, {}}},
                                     (var("a") * ir::exp2(var("b"))) % size);
    program.contract.requires_ = {{"b", ir::integer(4)}};
    Proof proof(program, 4);
    const Polynomial a = x(0), b = x(1), r = x(2), multiple = x(3), rest = x(4), fits = x(6);
    const Variable power = 5, high = 7, wanted = 8, quotient = 9, value = 10;
    // b = 4·multiple + rest < 4: multiple = 0, so fits = 1
    const Id amount = proof.find(zero(b - 4 * multiple - rest));
    const Id less = proof.add(Bound{3 - 4 * multiple,
                                    {{1, {proof.find(bound(3 - b))}}, {1, {proof.find(bound(rest))}}},
                                    {{amount, one}}});
    const Id none = proof.add(Both{proof.find(bound(multiple)), proof.add(Round{less, 4})});
    const Id above = proof.add(Bound{fits - 1,
                                     {{1, {proof.find(bound((1 - fits) * (multiple * multiple - 1)))}}},
                                     {{none, (fits - 1) * multiple}}});
    const Id is_one = proof.add(Both{above, proof.find(bound(1 - fits))});
    // so 2^b is the power
    const Id exponents = proof.add(Sum{b - rest, {{amount, one}, {none, 4}}});
    const Id same = proof.add(Powers{exponents, {wanted}, {power}});
    // 16·(high - quotient) = value - r
    const Polynomial difference = x(high) - x(quotient);
    const Id product = proof.find(zero(a * x(wanted) - 16 * x(quotient) - x(value)));
    const std::vector<Multiple> up{
        {proof.given(0, 0), one}, {product, one}, {same, Polynomial() - a}, {is_one, a * x(power)}};
    const Id both = proof.add(Sum{16 * difference + r - x(value), up});
    const Id low = proof.add(Bound{15 + 16 * difference,
                                   {{1, {proof.find(bound(x(value)))}}, {1, {proof.find(bound(15 - r))}}},
                                   {{both, one}}});
    const Id top = proof.add(Bound{15 - 16 * difference,
                                   {{1, {proof.find(bound(15 - x(value)))}}, {1, {proof.find(bound(r))}}},
                                   {{both, -1}}});
    const Id equal = proof.add(Both{proof.add(Round{low, 16}), proof.add(Round{top, 16})});
    proof.add(Sum{r - x(value), {{both, one}, {equal, -16}}});
    return proof;
}

// Changes one number of the rule in one of some ways.
void change(Given& rule, int by) { rule.which += by; }
void change(Sum& rule, int by) {
    if (!rule.zeros.empty()) rule.zeros[0].fact += by;
}
void change(Bound& rule, int by) { rule.claim += Polynomial(by); }
void change(Round& rule, int by) { rule.divisor += by; }
void change(Both& rule, int by) { rule.opposite += by; }
void change(Divide& rule, int by) { rule.divisor += by; }
void change(Cases& rule, int by) { rule.split += Polynomial(by); }
void change(Bits& rule, int by) { rule.most += by; }
void change(CommonBits& rule, int by) { rule.value += static_cast<Variable>(by); }
void change(Power& rule, int by) { rule.exponent += by; }
void change(Powers& rule, int by) { rule.right[0] += static_cast<Variable>(by); }
void change(SameEntry& rule, int by) { rule.indices += by; }
void change(Fermat& rule, int by) { rule.prime += by; }
void change(Split& rule, int by) { rule.power += Polynomial(by); }
void change(Run& rule, int by) { rule.odd += by; }
void change(Batch& rule, int by) { rule.eta += by; }
void change(End& rule, int by) { rule.count += by; }
void change(Apply& rule, int by) { rule.values[0] += Polynomial(by); }

// Tries the derivation, and changed ones, on programs with another instruction or source. An accepted one is right
// for all inputs; `wanted` has the value for words a and b, or none where they are not legal.
void accept_nothing_false(const Derivation& right,
                          const std::function<std::optional<uint32_t>(uint32_t, uint32_t)>& wanted) {
    const auto is_right = [&](const ir::Program& program) {
        for (uint32_t input = 0; input < 1u << (2 * right.word_bits); ++input) {
            const uint32_t a = input % (1u << right.word_bits), b = input >> right.word_bits;
            const auto value = wanted(a, b);
            if (value && SmallRun(program, right.word_bits, {a, b}).word(program.words - 1) != *value)
                return false;
        }
        return true;
    };
    size_t accepted = 0, refused = 0;
    const auto attempt = [&](const Derivation& derivation, bool is_true) {
        const bool holds = !check::check(derivation);
        if (holds && !is_true) FAIL_CHECK("a false claim is accepted: ", ir::dump(derivation.program));
        ++(holds ? accepted : refused);
    };
    const auto attempt_all = [&](const ir::Program& program) {
        const bool is_true = is_right(program);
        Derivation changed{program, right.word_bits, right.steps, right.lemmas};
        attempt(changed, is_true);
        for (size_t k = 0; k < right.steps.size(); ++k) {
            for (int by : {-1, 1}) {
                std::visit([&](auto& rule) { change(rule, by); }, changed.steps[k].rule);
                attempt(changed, is_true);
                changed.steps[k] = right.steps[k];
            }
            if (k > 0) {
                std::swap(changed.steps[k - 1], changed.steps[k]);
                attempt(changed, is_true);
                std::swap(changed.steps[k - 1], changed.steps[k]);
            }
            changed.steps.erase(changed.steps.begin() + static_cast<std::ptrdiff_t>(k));
            attempt(changed, is_true);
            changed.steps.insert(changed.steps.begin() + static_cast<std::ptrdiff_t>(k), right.steps[k]);
        }
    };
    ir::Program program = right.program;
    for (ir::Instruction& in : program.body) {
        const ir::Instruction own = in;
        for (Opcode op : {Opcode::add, Opcode::sub, Opcode::mul_lo, Opcode::bit_and, Opcode::bit_or,
                          Opcode::bit_xor, Opcode::shl, Opcode::shr, Opcode::sar}) {
            in.op = op;
            attempt_all(program);
        }
        in = own;
        for (int source : {0, 1}) {
            for (ir::Operand other : {ir::Operand(ir::Word{0}), ir::Operand(ir::Word{1}), ir::Operand(1u)}) {
                in.src[source] = other;
                attempt_all(program);
                in = own;
            }
        }
    }
    MESSAGE(accepted, " derivations are accepted, ", refused, " are refused");
    CHECK(accepted > 1);
    CHECK(refused > 500);
}

}  // namespace

TEST_CASE("bits of words show the results of bitwise operations") {
    const Proof right = absorption();
    CHECK(verdict(right.derivation) == "");
    const auto changed = [&](size_t k, auto change) {
        Derivation result = right.derivation;
        change(result.steps[k].rule);
        return verdict(result);
    };
    const auto& steps = right.derivation.steps;
    for (size_t k = 0; k < steps.size(); ++k) {
        if (std::holds_alternative<Bits>(steps[k].rule)) {
            CHECK(changed(k, [](auto& rule) {
                      std::get<Bits>(rule).least = 0, std::get<Bits>(rule).most = 0;
                  }).find("the facts are not the ends of 0 to 2^k - 1") != std::string::npos);
        }
        if (!std::holds_alternative<CommonBits>(steps[k].rule)) continue;
        const auto refused = [&](auto change, const char* reason) {
            const std::string found = changed(k, [&](auto& rule) { change(std::get<CommonBits>(rule)); });
            CHECK(found == "step " + std::to_string(k) + ": " + reason);
        };
        refused([](CommonBits& rule) { std::swap(rule.first, rule.second); },
                "the zero is not a number less its bits");
        refused([](CommonBits& rule) { std::swap(rule.first.bits[0], rule.first.bits[1]); },
                "the zero is not a number less its bits");
        refused([](CommonBits& rule) { rule.first.bits[0].second = rule.first.bits[0].first; },
                "the facts are not those of a bit");
        refused([](CommonBits& rule) { rule.first.bits.pop_back(); },
                "the zero is not a number less its bits");
        refused([](CommonBits& rule) { rule.value = 3; }, "the value is not the common bits of two numbers");
    }
}

TEST_CASE("powers of two show the results of shifts by amounts known at run time") {
    const Proof right = shift_to_the_left();
    CHECK(verdict(right.derivation) == "");
    size_t place = 0;
    while (!std::holds_alternative<Powers>(right.derivation.steps[place].rule)) ++place;
    const Powers right_rule = std::get<Powers>(right.derivation.steps[place].rule);
    const Variable wanted = right_rule.left[0], power = right_rule.right[0];
    const auto refused = [&](const Powers& rule) {
        Derivation changed = right.derivation;
        changed.steps[place].rule = rule;
        return verdict(changed).substr(std::string("step 00: ").size());
    };
    CHECK(refused({right_rule.exponents, {wanted}, {7}}) == "a value is not a power");
    CHECK(refused({right_rule.exponents, {wanted}, {}}) == "the zero is not that of the exponents");
    CHECK(refused({right_rule.exponents, {power}, {wanted}}) == "the zero is not that of the exponents");
    CHECK(refused({right_rule.exponents, {}, {}}) == "the zero is not that of the exponents");
    CHECK(refused({1, {wanted}, {power}}) == "it uses a fact of the other kind");
}

TEST_CASE("changed derivations on bits and powers show nothing false") {
    accept_nothing_false(absorption().derivation, [](uint32_t a, uint32_t) { return std::optional(a); });
    accept_nothing_false(shift_to_the_left().derivation, [](uint32_t a, uint32_t b) {
        return b < 4 ? std::optional(a << b & 15) : std::nullopt;
    });
}

TEST_CASE("powers are made, multiplied and compared with constants") {
    // 2^(a+3) = 8·2^a, and 2^5 = 32; their exponents are not negative
    Proof proof(program_of({}, var("b")), 4);
    const Id least = proof.contract(0);
    const Id more = proof.add(Bound{x(0) + 3, {{1, {least}}, {3, {}}}, {}});
    const Id five = proof.add(Bound{5, {{5, {}}}, {}});
    const Variable first = proof.meaning.variables().next(), second = first + 1, third = first + 2;
    for (Id exponent : {least, more, five}) proof.add(Power{exponent});
    const Id nothing = proof.add(Sum{0, {}});
    const Id eightfold = proof.add(Powers{nothing, {second}, {first}});
    proof.add(Sum{x(second) - 8 * x(first), {{eightfold, one}}});
    const Id other_way = proof.add(Powers{nothing, {first}, {second}});
    proof.add(Sum{8 * x(first) - x(second), {{other_way, one}}});
    const Id constant = proof.add(Powers{nothing, {third, third}, {}});
    proof.add(Sum{x(third) * x(third) - 1024, {{constant, one}}});
    CHECK(verdict(proof.derivation) == "");  // the output is the input b
    Derivation changed = proof.derivation;
    changed.steps[3].rule = Power{99};
    CHECK(verdict(changed) == "step 3: it uses a fact that is not there");
}

TEST_CASE("Fermat's theorem gives inverses modulo primes") {
    Proof proof(program_of({}, var("b")), 4);
    const Variable power = proof.meaning.variables().next(), divides = power + 1, quotient = power + 2,
                   part = power + 3;
    proof.add(Fermat{13, x(0)}, 4);
    proof.add(Bound{x(divides), {{1, {0}}}, {}});
    proof.add(Bound{1 - x(divides), {{1, {1}}}, {}});
    proof.add(Sum{x(0) * x(power) - 1 + x(divides) - 13 * x(quotient), {{2, one}}});
    proof.add(Sum{x(divides) * x(0) - 13 * x(part), {{3, one}}});
    // the power is a^11
    const Id eleven = proof.add(Bound{11, {{11, {}}}, {}});
    proof.add(Power{eleven, x(0)}, 0);
    const Variable own = part + 1;
    const Id same = proof.add(Powers{proof.add(Sum{0, {}}), {power}, {own}});
    proof.add(Sum{x(power) - x(own), {{same, one}}});
    CHECK(verdict(proof.derivation) == "");

    const auto changed = [&](const Fermat& rule) {
        Derivation result = proof.derivation;
        result.steps[0].rule = rule;
        return verdict(result);
    };
    for (const char* n : {"-13", "0", "1", "4", "9", "15", "561", "2047", "1194649", "3215031751",
                          "3825123056546413051", "318665857834031151167461"})
        CHECK(changed({mpz_class(n), x(0)}) == "step 0: it is no prime");
    CHECK(changed({11, x(0)}) == "step 3: the claim is not this sum of zeros");
    CHECK(changed({13, x(1)}) == "step 3: the claim is not this sum of zeros");
    CHECK(changed({13, x(own)}) == "step 0: it names a value that is not there");
    // a^10 is another power
    Derivation other = proof.derivation;
    other.steps[5].rule = Bound{10, {{10, {}}}, {}};
    CHECK(verdict(other) == "step 9: the claim is not this sum of zeros");
}

TEST_CASE("lemmas are shown once and applied with values") {
    // b·b = b for a bit
    Lemma bit{"bit", 1, {bound(x(0)), bound(1 - x(0))}, {zero(x(0) * x(0) - x(0))}, {}};
    const Fact goal = bit.shown[0];
    bit.steps = {{Cases{x(0) - 1,
                        goal,
                        {{Both{2, 1}}, {Sum{goal.polynomial, {{3, x(0)}}}}},
                        {{Both{0, 2}}, {Sum{goal.polynomial, {{3, x(0) - 1}}}}}}}};
    // the same for two bits, by the first lemma
    Lemma two{"two", 2, {}, {zero(x(0) * x(0) - x(0)), zero(x(1) * x(1) - x(1))}, {}};
    for (Variable v : {0u, 1u}) {
        two.given.push_back(bound(x(v)));
        two.given.push_back(bound(1 - x(v)));
        two.steps.push_back({Apply{0, {x(v)}, {2 * v, 2 * v + 1}}});
    }
    // a + b = r + 16·carry
    ir::Program program = program_of({{Opcode::add, {2}, {ir::Word{0}, ir::Word{1}}, {}, {}}},
                                     (var("a") + var("b")) % ir::integer(16));
    program.contract.right = var("r");
    Proof proof(program, 4);
    const Id least = proof.given(0, 1), most = proof.given(0, 2);
    proof.add(Apply{1, {x(3), one - x(3)}, {least, most, most, least}}, 2);
    proof.add(Sum{x(3) * x(3) - x(3), {{2, one}}});
    proof.add(Sum{x(3) * x(3) - x(3), {{3, one}}});
    proof.add(Sum{0, {}});
    proof.derivation.lemmas = {bit, two};
    const Derivation& right = proof.derivation;
    // the second fact of `two` speaks of 1 - carry
    CHECK(verdict(right) == "");

    const auto changed = [&](auto change) {
        Derivation result = right;
        change(result);
        return verdict(result);
    };
    const auto apply = [](Step& step) -> Apply& { return std::get<Apply>(step.rule); };
    CHECK(changed([&](Derivation& d) { apply(d.steps[2]).lemma = 2; }) ==
          "step 2: there is no such lemma before it");
    CHECK(changed([&](Derivation& d) { apply(d.steps[2]).values.pop_back(); }) ==
          "step 2: a wrong number of values");
    CHECK(changed([&](Derivation& d) { apply(d.steps[2]).facts.pop_back(); }) ==
          "step 2: a wrong number of facts");
    CHECK(changed([&](Derivation& d) { apply(d.steps[2]).facts[0] = 1; }) ==
          "step 2: a fact is not the one that the lemma is given");
    CHECK(changed([&](Derivation& d) {
              apply(d.steps[2]).values[0] = x(99);
          }).find("step 2: it names a value") == 0);
    CHECK(changed([&](Derivation& d) { apply(d.lemmas[1].steps[0]).lemma = 1; }) ==
          "lemma 1 step 0: there is no such lemma before it");
    CHECK(changed([&](Derivation& d) { d.lemmas[0].steps.clear(); }) == "lemma 0 goal 0: it is not reached");
    CHECK(changed([&](Derivation& d) {
              std::swap(d.lemmas[0], d.lemmas[1]);
          }).find("lemma 0 step 0: there is no such lemma") == 0);
    CHECK(changed([&](Derivation& d) {
              d.lemmas[0].steps = {{Given{Given::Of::contract, 0, 0}}};
          }) == "lemma 0 step 0: there is no program");
    CHECK(changed([&](Derivation& d) { d.lemmas[0].given.push_back(bound(x(1))); }) ==
          "lemma 0: it names a value that is not there");
    CHECK(changed([&](Derivation& d) { d.lemmas[0].shown.push_back(bound(x(1))); }) ==
          "lemma 0: it names a value that is not there");
    // a false lemma
    CHECK(changed([&](Derivation& d) { d.lemmas[0].given.pop_back(); }) != "");
}

}  // namespace limbsmith::test
