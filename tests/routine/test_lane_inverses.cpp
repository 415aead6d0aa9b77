// Inverses and greatest common divisors over lanes, of numbers much shorter than the lanes too, against GMP.
#include <doctest/doctest.h>

#include "catalogue/computation.hpp"
#include "eval/samples.hpp"
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Pairs = std::vector<std::pair<mpz_class, mpz_class>>;

// The results of the operation on pairs of numbers.
std::vector<mpz_class> results_of(const Spec& spec, const std::string& name, const Pairs& pairs) {
    const size_t count = pairs.size();
    const auto limbs = static_cast<size_t>(spec.width.limbs());
    Rows first(count, limbs), second(count, limbs), results(count, limbs);
    for (size_t k = 0; k < count; ++k)
        first.set(k, 0, limbs, pairs[k].first), second.set(k, 0, limbs, pairs[k].second);
    catalogue::Computation computation(spec, name);
    const std::vector<eval::Column> columns{first.column(), second.column()};
    computation.run(columns, 0, count, results.words.data(), count);
    std::vector<mpz_class> all;
    for (size_t k = 0; k < count; ++k) all.push_back(results.get(k, 0, limbs));
    return all;
}

}  // namespace

TEST_CASE("inverses over lanes agree with GMP for moduli of every length") {
    eval::Samples samples(test_seed());
    for (const auto& [bits, lanes] : {std::pair{64, 2}, {96, 2}, {128, 4}, {130, 4}, {256, 8}}) {
        CAPTURE(bits);
        std::vector<mpz_class> moduli{
            3, 9, power_of_2(32) - 1, power_of_2(32) + 1, power_of_2(bits) - 1, power_of_2(bits - 1) + 1};
        for (int k = 33; k < bits; k += 17)
            moduli.push_back(power_of_2(k) - 1), moduli.push_back(power_of_2(k) + 1);
        Pairs pairs;
        for (const mpz_class& n : moduli) {
            for (const mpz_class& a : {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(n - 1),
                                       mpz_class(n / 2), mpz_class(n / 3), samples.uniform(n - 1)})
                pairs.emplace_back(a % n, n);
        }
        const Spec spec = modular_spec(Modulus::at_run_time({bits, lanes}), Reduction::montgomery, "inv");
        const std::vector<mpz_class> found = results_of(spec, "inv", pairs);
        for (size_t k = 0; k < pairs.size(); ++k) {
            mpz_class wanted;
            const auto& [a, n] = pairs[k];
            if (mpz_invert(wanted.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) == 0) wanted = 0;
            CAPTURE(a.get_str(16));
            CAPTURE(n.get_str(16));
            REQUIRE(found[k] == wanted);
        }
    }
}

TEST_CASE("greatest common divisors over lanes agree with GMP") {
    eval::Samples samples(test_seed());
    for (const auto& [bits, lanes] : {std::pair{64, 2}, {96, 2}, {128, 4}, {256, 8}}) {
        CAPTURE(bits);
        const mpz_class most = power_of_2(bits) - 1;
        Pairs pairs{{0, 0}, {0, 1}, {most, most}, {most, 0}, {most, most - 1}, {1, most}, {most / 3, most}};
        for (int k = 1; k < bits; k += 13) {
            const mpz_class common = samples.uniform(power_of_2(k)) + 1, rest = most / common;
            pairs.emplace_back(common * samples.uniform(rest), common * samples.uniform(rest));
            pairs.emplace_back(power_of_2(k), 3 * power_of_2(bits / 2));
            pairs.emplace_back(power_of_2(k), 0);
        }
        const std::vector<mpz_class> found = results_of(whole_spec({bits, lanes}, "gcd"), "gcd", pairs);
        for (size_t k = 0; k < pairs.size(); ++k) REQUIRE(found[k] == gcd(pairs[k].first, pairs[k].second));
    }
}

}  // namespace limbsmith::test
