// exact_solve: its checks find wrong results, and the pool is left as it was.
#include <doctest/doctest.h>

#include "exact_solve/checks.hpp"
#include "exact_solve/flint.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using namespace exact_solve;

struct Solved {
    System system;
    Solution solution;
};

// One of each kind.
std::vector<Solved> solved(size_t size) {
    gmp_randclass random(gmp_randinit_default);
    random.seed(test_seed());
    std::vector<System> systems;
    for (int kind = 0; kind < kinds; ++kind) systems.push_back(make_system(Kind(kind), size, 40, random));
    pool::Pool pool;
    const std::vector<Solution> solutions = solve(pool, systems);
    CHECK(pool.bytes() == 0);
    std::vector<Solved> all;
    for (size_t i = 0; i < systems.size(); ++i) all.push_back({systems[i], solutions[i]});
    return all;
}

// Whether the program's checks find a mistake; FLINT finds the same ones if it is there.
bool is_wrong(const System& system, const Solution& solution) {
    const uint64_t primes[] = {4294967291, 4294967279};
    const bool found = !mistake_of(system, solution, primes).empty();
    if (const auto flint = compare_with_flint(std::span(&system, 1), std::span(&solution, 1)))
        CHECK(!flint->mistake.empty() == found);
    return found;
}

}  // namespace

TEST_CASE("wrong determinants and solutions are found") {
    for (const size_t size : {1, 2, 3, 7}) {
        for (const auto& [system, right] : solved(size)) {
            CAPTURE(size);
            CAPTURE(static_cast<int>(system.kind));
            CHECK(!is_wrong(system, right));
            CHECK(right.is_singular == (system.kind == Kind::singular));
            Solution wrong = right;
            wrong.determinant += 1;
            CHECK(is_wrong(system, wrong));
            if (right.is_singular) continue;
            wrong.determinant = -right.determinant;
            CHECK(is_wrong(system, wrong));
            for (size_t i = 0; i < size; ++i) {
                wrong = right;
                wrong.values[i] += mpq_class(1, 1000003);
                CHECK(is_wrong(system, wrong));
            }
            wrong = right;
            wrong.values.pop_back();
            CHECK(is_wrong(system, wrong));
            wrong = {true, 0, 0, {}};
            CHECK(is_wrong(system, wrong));
        }
    }
}

TEST_CASE("numbers that are not in lowest terms are found") {
    const Solved& it = solved(4)[0];
    Solution wrong = it.solution;
    for (mpz_class* const part : {&wrong.values[0].get_num(), &wrong.values[0].get_den()}) *part *= 3;
    const uint64_t prime = 4294967291;
    CHECK(mistake_of(it.system, wrong, std::span(&prime, 1)) == "a number is not in lowest terms");
}

TEST_CASE("systems of different sizes at once") {
    gmp_randclass random(gmp_randinit_default);
    random.seed(test_seed());
    std::vector<System> systems;
    for (const size_t size : {5, 1, 9, 2, 5}) {
        systems.push_back(make_system(Kind::fractions, size, 10, random));
        systems.push_back(make_system(Kind::singular, size, 10, random));
    }
    pool::Pool pool;
    const std::vector<Solution> solutions = solve(pool, systems);
    for (size_t i = 0; i < systems.size(); ++i) CHECK(!is_wrong(systems[i], solutions[i]));
}

}  // namespace limbsmith::test
