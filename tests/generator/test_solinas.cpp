// Solinas reduction: the interpreter against GMP where an estimated quotient, a dropped carry or a sign could
// go wrong, for standard primes and random members of their families.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "algorithm/product.hpp"
#include "algorithm/solinas.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "plan/field.hpp"
#include "spec/named_moduli.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

int words_for(const mpz_class& max) {
    return static_cast<int>((mpz_sizeinbase(max.get_mpz_t(), 2) + limb_bits - 1) / limb_bits);
}

mpz_class power_of_2(int k) { return mpz_class(1) << static_cast<mp_bitcnt_t>(k); }

// The program r = t mod N for every t <= t_max.
ir::Program reduction(const Modulus& modulus, const mpz_class& t_max) {
    ir::Builder builder("reduce");
    const auto t = builder.input("t", repr::wide, words_for(t_max));
    const algorithm::Bounded r =
        algorithm::solinas_reduce(builder, {algorithm::limbs_below(t, t_max), t_max}, modulus);
    CHECK(r.max < modulus.n());
    builder.output("r", repr::elem, algorithm::words_of(r.limbs));
    return pass::run_pipeline(std::move(builder).finish({}));
}

// Values up to t_max: the ends, multiples of N and their neighbours, values around the places at which t is
// split, long runs of ones and zeros, random ones.
std::vector<mpz_class> values(const mpz_class& n, const mpz_class& t_max, eval::Samples& samples) {
    std::vector<mpz_class> centres{0, t_max};
    const mpz_class most = t_max / n;
    for (const mpz_class& q : {mpz_class(1), mpz_class(most / 2), mpz_class(most - 1), most})
        centres.push_back(q * n);
    const int bits = static_cast<int>(mpz_sizeinbase(t_max.get_mpz_t(), 2));
    for (int k = limb_bits; k < bits; k += limb_bits) {
        centres.push_back(power_of_2(k));
        centres.push_back(power_of_2(k) * n);
        centres.push_back(t_max / power_of_2(k) * power_of_2(k));
        centres.push_back(t_max / power_of_2(k) * power_of_2(k) / n * n);
    }
    for (int i = 0; i < 24; ++i) {
        const mpz_class q = i % 2 == 0 ? samples.edge(most + 1) : samples.uniform(most + 1);
        centres.push_back(q * n);
        centres.push_back(samples.edge(t_max + 1));
        centres.push_back(samples.uniform(t_max + 1));
        mpz_class words = 0;  // of words of zeros and ones
        for (int k = 0; k < bits; k += limb_bits) {
            if (samples.below(2)) words += power_of_2(k + limb_bits) - power_of_2(k);
        }
        centres.push_back(words % (t_max + 1));
    }
    std::vector<mpz_class> all;
    for (const mpz_class& centre : centres) {
        for (int step = -1; step <= 1; ++step) {
            const mpz_class t = centre + step;
            if (t >= 0 && t <= t_max) all.push_back(t);
        }
    }
    return all;
}

void check_reduction(const Modulus& modulus, const mpz_class& t_max, eval::Samples& samples) {
    const std::string what =
        fmt::format("t up to {} modulo {}", t_max.get_str(16), to_string(signed_powers(modulus.n())));
    CAPTURE(what);
    const ir::Program program = reduction(modulus, t_max);
    eval::Interpreter interpreter(program);
    for (const mpz_class& t : values(modulus.n(), t_max, samples)) {
        const auto words = eval::to_words(t, program.inputs[0].words.size());
        const mpz_class got = eval::from_words(interpreter.run_one(words)), wanted = t % modulus.n();
        if (got != wanted) FAIL("t = 0x", t.get_str(16), " gives 0x", got.get_str(16));
    }
}

// Checks products, sums of two products, all values of twice as many limbs, and values below 2N.
void check_modulus(const Modulus& modulus, eval::Samples& samples) {
    const mpz_class& n = modulus.n();
    const mpz_class product = (n - 1) * (n - 1);
    for (const mpz_class& t_max : {product, mpz_class(2 * product), mpz_class(modulus.R() * modulus.R() - 1),
                                   mpz_class(2 * n - 1), mpz_class(n + 5), modulus.R()}) {
        check_reduction(modulus, t_max, samples);
    }
}

bool is_solinas(const Modulus& modulus) {
    return std::ranges::count(special_forms(modulus), SpecialForm::solinas) > 0;
}

// 2^top ± 2^a ± 2^b ± 1, with a and b multiples of `step`
mpz_class member(int top, int step, eval::Samples& samples) {
    const auto sign = [&] { return samples.below(2) ? 1 : -1; };
    const auto exponent = [&] { return static_cast<int>(1 + samples.below((top - 1) / step)) * step; };
    const int a = exponent(), b = exponent();
    return power_of_2(top) + sign() * power_of_2(a) + sign() * (a == b ? mpz_class(0) : power_of_2(b)) +
           sign();
}

}  // namespace

TEST_CASE("Solinas reduction modulo the primes of the standards agrees with GMP") {
    eval::Samples samples(test_seed());
    int solinas = 0;
    for (const NamedModulus& named : named_moduli()) {
        const Modulus modulus = parse_modulus("@" + std::string(named.name));
        if (!is_solinas(modulus)) continue;
        check_modulus(modulus, samples);
        ++solinas;
    }
    CHECK(solinas >= 10);
    for (const char* name : {"@p192.p", "@p224.p", "@p256.p", "@p384.p", "@p521.p", "@ed448", "@sm2.p"}) {
        CAPTURE(name);
        CHECK(is_solinas(parse_modulus(name)));
    }
    for (const char* name : {"@p256.n", "@secp256k1.n", "@bn254.p", "@bls12_381.p", "3^141", "3^644"}) {
        CAPTURE(name);
        CHECK_FALSE(is_solinas(parse_modulus(name)));
    }
}

TEST_CASE("Solinas reduction modulo random sums of powers of 2^32 agrees with GMP") {
    eval::Samples samples(test_seed());
    int solinas = 0;
    for (int limbs = 2; limbs <= 16; ++limbs) {
        for (int i = 0; i < 12; ++i) {
            const Modulus modulus(member(limb_bits * limbs, limb_bits, samples));
            if (!is_solinas(modulus)) continue;
            check_modulus(modulus, samples);
            ++solinas;
        }
    }
    CHECK(solinas > 150);
}

TEST_CASE("Solinas reduction modulo random sums of powers of 2 agrees with GMP") {
    eval::Samples samples(test_seed());
    int solinas = 0;
    for (int bits = 40; bits <= 520; bits += 3) {
        const Modulus modulus(member(bits, 1, samples));
        if (!is_solinas(modulus)) continue;
        check_modulus(modulus, samples);
        ++solinas;
    }
    CHECK(solinas > 100);
}

// The reciprocal of 3·2^k is 4/3, the largest number whose sum of powers begins with 1: rounded up it begins with 2.
TEST_CASE(
    "Solinas reduction modulo numbers near three quarters of a power of 2 has shifts for every length") {
    eval::Samples samples(test_seed());
    for (const char* n : {"3*2^126", "2^128-2^126", "3*2^254", "3*2^158", "3*2^187+1", "2^309-2^307+1"}) {
        CAPTURE(n);
        const Modulus modulus = parse_modulus(n);
        CHECK(is_solinas(modulus));
        for (int bits = modulus.bits(); bits < 2 * modulus.bits() + 5; ++bits)
            CHECK(solinas_shifts(modulus, power_of_2(bits) - 1));
        check_modulus(modulus, samples);
        check_reduction(modulus, 8 * modulus.n() * modulus.n(), samples);
    }
}

TEST_CASE("every number below N^2 is reduced modulo small sums of powers of 2") {
    for (const int n : {127, 129, 191, 193, 223, 225, 239, 241, 257, 263, 449, 479, 509, 511, 513, 545}) {
        const Modulus modulus{mpz_class(n)};
        const mpz_class t_max = n * n;
        if (!solinas_shifts(modulus, t_max)) continue;
        CAPTURE(n);
        const ir::Program program = reduction(modulus, t_max);
        eval::Interpreter interpreter(program);
        std::vector<uint32_t> t, r(n * n + 1);
        for (int i = 0; i <= n * n; ++i) t.push_back(static_cast<uint32_t>(i));
        const eval::Column column{t.data(), t.size()};
        interpreter.run({&column, 1}, 0, t.size(), r.data(), r.size());
        const auto is_right = [&](uint32_t i) { return r[i] == i % static_cast<uint32_t>(n); };
        CHECK(std::ranges::all_of(t, is_right));
    }
}

TEST_CASE("the non-adjacent form of a number has its value and no adjacent digits") {
    CHECK(to_string(signed_powers(parse_modulus("@p256.p").n())) == "2^256 - 2^224 + 2^192 + 2^96 - 1");
    CHECK(to_string(signed_powers(7)) == "2^3 - 1");
    CHECK(to_string(signed_powers(1)) == "1");
    CHECK(signed_powers(0).empty());
    eval::Samples samples(test_seed());
    for (int i = 0; i < 200; ++i) {
        const mpz_class x = samples.uniform(power_of_2(300));
        const SignedPowers sum = signed_powers(x);
        CHECK(value(sum) == x);
        for (size_t k = 1; k < sum.size(); ++k) CHECK(sum[k - 1].exponent > sum[k].exponent + 1);
    }
}

TEST_CASE("Solinas reduction has the known costs and is chosen where it is cheaper") {
    const auto cost = [](const char* n, const std::string& op) {
        return plan::cost(*modular_program(op, parse_modulus(n), Reduction::special, MulChoice()));
    };
    CHECK(cost("@p256.p", "mul").wide_products == 64);
    CHECK(cost("@p256.p", "reduce").product_time() == 0);
    CHECK(cost("@p256.p", "reduce").instructions <= 68);
    CHECK(cost("@p384.p", "reduce").instructions <= 90);
    CHECK(cost("@p192.p", "reduce").instructions <= 36);
    for (const char* n : {"@p192.p", "@p224.p", "@p256.p", "@p384.p", "@ed448", "@sm2.p", "@goldilocks"}) {
        CAPTURE(n);
        CHECK(plan::special_form(parse_modulus(n)) == SpecialForm::solinas);
        CHECK(plan::cheapest_reduction(parse_modulus(n)) == Reduction::special);
    }
    CHECK(plan::special_form(parse_modulus("2^255-19")) == SpecialForm::fold);
    CHECK(plan::cheapest_reduction(parse_modulus("2^255-19")) == Reduction::special);
    // the reciprocal is too long a sum
    CHECK(is_solinas(parse_modulus("2^160-2^150-1")));
    CHECK(plan::cheapest_reduction(parse_modulus("2^160-2^150-1")) == Reduction::montgomery);
    CHECK(plan::cheapest_reduction(parse_modulus("3^141")) == Reduction::montgomery);
}

}  // namespace limbsmith::test
