// Divisions whose estimated quotient limb is too large or too small by one, and the loop of divisions.
#include <doctest/doctest.h>

#include <map>

#include "algorithm/division.hpp"
#include "catalogue/computation.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "support/oracle.hpp"
#include "support/programs.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Numbers = std::vector<mpz_class>;
using Lines = std::vector<Numbers>;

const std::vector<int> widths = {1, 31, 32, 33, 64, 65, 96, 131, 239, 256, 1024};

ir::Program part(const char* name, Width width) {
    for (ir::Program& program : whole_programs("divrem", width, {})) {
        if (program.name == name) return std::move(program);
    }
    FAIL("no part ", name);
    return {};
}

mpz_class power(unsigned exponent) { return mpz_class(1) << exponent; }

// Numbers of `bits` bits with the top bit set for which estimates go wrong: the rest of the top limb is all
// zeros or all ones, and so are other limbs.
Numbers normalized(unsigned bits, eval::Samples& samples) {
    const mpz_class half = power(bits - 1), all = power(bits);
    Numbers values = {half, half + 1, all - 1, all - 2, half + half / 2};
    if (bits > 32) {
        for (const mpz_class& top : Numbers{power(31), power(32) - 1, power(31) + 1, power(32) - 2}) {
            const mpz_class low = power(bits - 32);
            for (const mpz_class& rest : Numbers{0, 1, low - 1, samples.uniform(low)})
                values.push_back(top * low + rest);
        }
    }
    for (int i = 0; i < 20; ++i) {
        values.push_back(half + samples.uniform(half));
        values.push_back(half + samples.edge(half));
        values.push_back(half + samples.uniform(power(1 + samples.below(bits - 1))));
    }
    return values;
}

const mpz_class B = power(32);

Numbers quotients(eval::Samples& samples) {
    return {0, 1, 2, B - 1, B - 2, B / 2, B / 2 - 1, samples.uniform(B), samples.uniform(B), samples.edge(B)};
}

// Operands of quotient_limb with r·B + low = u. requires: u < d·B.
Numbers step(const mpz_class& u, const mpz_class& d, Width width) {
    const mpz_class v = expected("divisor", width.bits, std::vector{d}, 3)[2];
    return {u / B, u % B, d, power(width.container_bits()) - d, v};
}

void check(const ir::Program& program, int bits, const Lines& inputs) {
    CAPTURE(bits);
    CAPTURE(program.name);
    eval::Interpreter interpreter(program);
    eval::ContractEvaluator contract(program);
    const auto results = run_all(interpreter, program, inputs);
    for (size_t k = 0; k < inputs.size(); ++k) {
        REQUIRE(contract.broken_requirement(inputs[k]) == nullptr);
        const auto wanted = expected(program.name, bits, inputs[k], program.outputs.size());
        if (results[k] != wanted)
            FAIL("inputs", hex(inputs[k]), " give", hex(results[k]), ", GMP says", hex(wanted));
    }
}

// The corrections of the estimate of u/d by algorithms 4 and 5 of the paper, for d of `words` words: 0 none,
// 1 one less, 2 one more, 3 both.
int corrections(const mpz_class& u, const mpz_class& d, const mpz_class& v, unsigned words) {
    const mpz_class modulus = power(32 * words), top = u >> (32 * words), next = u >> 32 * (words - 1);
    const mpz_class q = v * top + next, q1 = q / B % B, q0 = q % B;
    mpz_class r = u - (q1 + 1) * d;
    mpz_fdiv_r(r.get_mpz_t(), r.get_mpz_t(), modulus.get_mpz_t());
    const bool less = r >> 32 * (words - 1) >= q0;
    if (less) r = (r + d) % modulus;
    return (less ? 1 : 0) + (r >= d ? 2 : 0);
}

}  // namespace

TEST_CASE("reciprocals of words are right: all top halves, all runs of ones and zeros") {
    Lines inputs;
    for (uint32_t high = 0x8000; high <= 0xffff; ++high) {
        for (uint32_t low : {0x0000u, 0x0001u, 0xfffeu, 0xffffu, (high * 40503u) & 0xffff})
            inputs.push_back({high << 16 | low});
    }
    for (int bit = 0; bit < 32; ++bit) {
        for (uint32_t b : {1u << bit, (1u << bit) - 1, (1u << bit) + 1, 0u - (1u << bit)})
            inputs.push_back({b});
    }
    check(part("divisor", Width{32}), 32, inputs);
}

TEST_CASE("every correction of the estimate is made, and the limb of the quotient is right") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    for (const unsigned words : {1u, 2u}) {
        CAPTURE(words);
        eval::Samples samples(seed + words);
        const Width width{static_cast<int>(32 * words)};
        Lines inputs;
        std::map<int, int> seen;
        for (const mpz_class& d : normalized(32 * words, samples)) {
            for (const mpz_class& q : quotients(samples)) {
                Numbers remainders = {0, 1, d - 1};
                for (int i = 0; i < 8; ++i) {
                    const mpz_class near = samples.uniform(power(1 + samples.below(32 * words - 1)));
                    remainders.insert(remainders.end(), {near, d - 1 - near, samples.uniform(d)});
                }
                for (const mpz_class& r : remainders) {
                    inputs.push_back(step(q * d + r, d, width));
                    ++seen[corrections(q * d + r, d, inputs.back()[4], words)];
                }
            }
        }
        for (int kind : {0, 1, 2, 3}) CHECK(seen[kind] > 0);
        check(part("quotient_limb", width), width.bits, inputs);
    }
}

TEST_CASE("quotients of the top words that are one too large are put right") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    for (const int bits : {96, 128, 160, 256, 1024}) {
        eval::Samples samples(seed + bits);
        const Width width{bits};
        const mpz_class low = power(bits - 64);  // of the number below the top two words
        Lines inputs;
        int too_large = 0, saturated = 0;
        for (const mpz_class& top : normalized(64, samples)) {
            for (const mpz_class& rest : Numbers{low - 1, 1, samples.uniform(low)}) {
                const mpz_class d = top * low + rest;
                for (const mpz_class& q : quotients(samples)) {
                    // the top words divide without remainder; the lower words decrease the quotient
                    for (const mpz_class& below : Numbers{0, q * rest - 1, q * rest}) {
                        const mpz_class u = q * top * low + below;
                        if (below < 0 || u >= B * d) continue;
                        inputs.push_back(step(u, d, width));
                        too_large += u / d != u / low / top;
                    }
                }
                // the top words of the remainder are those of the divisor
                for (const mpz_class& under : Numbers{1, rest, samples.uniform(rest) + 1}) {
                    for (const mpz_class& word : Numbers{0, B - 1, samples.uniform(B)}) {
                        inputs.push_back(step((d - under) * B + word, d, width));
                        saturated += (d - under) / low == top;
                    }
                }
            }
        }
        CHECK(too_large > 100);
        CHECK(saturated > 100);
        check(part("quotient_limb", width), bits, inputs);
    }
}

TEST_CASE("division by a number and by a limb agrees with GMP") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    for (const int bits : widths) {
        eval::Samples samples(seed + bits);
        const Width width{bits};
        const unsigned container_bits = static_cast<unsigned>(width.container_bits());
        const mpz_class all = power(container_bits);
        Numbers divisors = {0, 1, 2, 3, all - 1, all - 2, power(bits) - 1};
        for (unsigned length = 1; length <= container_bits; length += length % 32 == 31 ? 1 : 15)
            for (int i = 0; i < 3; ++i)
                divisors.push_back(power(length - 1) + samples.edge(power(length - 1)));
        for (unsigned words = 1; 32 * words <= container_bits; ++words) {
            for (const mpz_class& top : Numbers{power(31), power(32) - 1})
                divisors.push_back((top << 32 * (words - 1)) + samples.edge(power(32 * (words - 1))));
        }
        Lines by_number, by_limb;
        for (const mpz_class& d : divisors) {
            const mpz_class most = d == 0 ? mpz_class(1) : mpz_class(all / d);
            for (const mpz_class& q : Numbers{1, most, samples.uniform(most) + 1, samples.edge(most)}) {
                for (const mpz_class& a :
                     Numbers{q * d - 1, q * d, all - 1, samples.uniform(all), samples.edge(all)}) {
                    if (a < 0 || a >= all) continue;
                    by_number.push_back({a, d});
                    if (d < B) by_limb.push_back({a, d});
                }
            }
        }
        check(whole_programs("divrem1", width, {})[0], bits, by_limb);

        catalogue::Computation loop(whole_spec(width, "divrem"), "divrem");
        const ir::Program& meaning = loop.meaning();
        eval::ContractEvaluator contract(meaning);
        const auto results = run_all(loop, meaning, by_number);
        for (size_t k = 0; k < by_number.size(); ++k) {
            Numbers values = by_number[k];
            const auto wanted = expected("divrem", bits, values, 2);
            if (results[k] != wanted)
                FAIL(bits, " bits, inputs", hex(values), " give", hex(results[k]), ", GMP says", hex(wanted));
            values.insert(values.end(), results[k].begin(), results[k].end());
            REQUIRE(contract.claimed(values) == contract.expected(values));
            REQUIRE(contract.broken_promise(values) == nullptr);
        }
    }
}

}  // namespace limbsmith::test
