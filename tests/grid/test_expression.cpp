// Expressions whose transforms are kept, as interpreted, against GMP.
#include <doctest/doctest.h>

#include "grid/numbers.hpp"
#include "grid/plan.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/grid/expression.hpp"
#include "machine/interpreting_machine.hpp"
#include "spec/ntt_primes.hpp"

namespace limbsmith::test {
namespace {

using grid::Arithmetic, grid::Numbers, grid::Step, grid::View;
using Order = grid::InterpretingMachine::Order;
using enum Step::Kind;

struct Subject {
    const char* text;
    uint32_t inputs;
    std::vector<Step> steps;
};

const Subject polynomial{"(a*a + b)*(b*b + b) + a*b",
                         2,
                         {{multiply, 0, 0},
                          {add, 2, 1},
                          {multiply, 1, 1},
                          {add, 4, 1},
                          {multiply, 3, 5},
                          {multiply, 0, 1},
                          {add, 6, 7}}};

const Subject subjects[] = {
    polynomial,
    {"a*b", 2, {{multiply, 0, 1}}},
    {"a*a", 1, {{multiply, 0, 0}}},
    {"a + b - c", 3, {{add, 0, 1}, {subtract, 3, 2}}},
    {"a - a*b, whose negative sum is its only one", 2, {{multiply, 0, 1}, {subtract, 0, 2}}},
    {"b - (a + c*c): a is no factor", 3, {{multiply, 2, 2}, {add, 0, 3}, {subtract, 1, 4}}},
    {"a*b - (b*c - a*c)",
     3,
     {{multiply, 0, 1}, {multiply, 1, 2}, {multiply, 0, 2}, {subtract, 4, 5}, {subtract, 3, 6}}},
    {"a*b + c*d: four factors, two of which are transformed before",
     4,
     {{multiply, 0, 1}, {multiply, 2, 3}, {add, 4, 5}}},
    {"s + (s + a*a) of a sum s = a*b + c: no factor is new at the last level",
     3,
     {{multiply, 0, 1}, {add, 3, 2}, {multiply, 0, 0}, {add, 4, 5}, {add, 4, 6}}},
    {"(a + b)*(a - b), factors without products", 2, {{add, 0, 1}, {subtract, 0, 1}, {multiply, 2, 3}}},
    {"a^8 + a^4*b: a power that is a factor and a term",
     2,
     {{multiply, 0, 0}, {multiply, 2, 2}, {multiply, 3, 3}, {multiply, 3, 1}, {add, 4, 5}}},
    {"a value that nobody needs", 2, {{multiply, 0, 0}, {multiply, 1, 1}}}};

Values expected(const Subject& of, const std::vector<Values>& inputs, const mpz_class& all) {
    Values made;
    for (size_t k = 0; k < inputs[0].size(); ++k) {
        Values values;
        for (const Values& it : inputs) values.push_back(it[k]);
        for (const auto& [kind, left, right] : of.steps) {
            const mpz_class &a = values[left], &b = values[right];
            mpz_class r = kind == add        ? mpz_class(a + b)
                          : kind == subtract ? mpz_class(a - b)
                                             : mpz_class(a * b);
            mpz_fdiv_r(r.get_mpz_t(), r.get_mpz_t(), all.get_mpz_t());
            values.push_back(r);
        }
        made.push_back(values.back());
    }
    return made;
}

void check(Arithmetic& arithmetic, const Subject& of, const std::vector<Values>& inputs, uint32_t length) {
    CAPTURE(std::string(of.text));
    CAPTURE(length);
    const auto count = static_cast<uint32_t>(inputs[0].size());
    std::vector<Numbers> numbers;
    for (const Values& it : inputs) numbers.push_back(on_machine(arithmetic, it, length));
    const std::vector<View> views(numbers.begin(), numbers.end());
    const Numbers r = arithmetic.make(length, count);
    grid::Expression(arithmetic, of.inputs, of.steps, length).compute(r, views, count);
    CHECK(values(arithmetic, r) == expected(of, inputs, power_of_2(32 * length)));
}

}  // namespace

TEST_CASE("expressions: one number and several, of structured words") {
    for (const Order order : {Order::upwards, Order::downwards}) {
        grid::InterpretingMachine machine(order);
        Arithmetic arithmetic(machine);
        eval::Samples samples(test_seed());
        for (const Subject& subject : subjects) {
            const auto draw = [&](uint32_t length, size_t count, size_t more) {
                std::vector<Values> inputs;
                for (uint32_t i = 0; i < subject.inputs; ++i) {
                    Values& own = inputs.emplace_back(edge_values(length, samples));
                    std::ranges::rotate(
                        own, own.begin() + static_cast<std::ptrdiff_t>((2 + more * i) % own.size()));
                    own.resize(count);
                }
                return inputs;
            };
            check(arithmetic, subject, draw(1, 10, 1), 1);
            check(arithmetic, subject, draw(40, 3, 3), 40);
            if (order == Order::upwards) check(arithmetic, subject, draw(1025, 1, 0), 1025);  // all ones
        }
    }
}

TEST_CASE("expressions of all ones, in two passes before the segments") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    constexpr uint32_t length = 1u << 15;
    const mpz_class ones = power_of_2(32 * length) - 1;
    check(arithmetic, polynomial, {{ones}, {ones}}, length);
}

TEST_CASE("kept transforms: (a*a + b)*(b*b + b) + a*b has seven, and one for all of a level") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    const Values ones{power_of_2(32 * 100) - 1};
    check(arithmetic, polynomial, {ones, ones}, 100);
    const auto launches = [&](const char* kernel) {
        const auto found = machine.launches().find(kernel);
        return found == machine.launches().end() ? 0 : found->second;
    };
    // factors of a level: a and b; then a*a + b and b*b + b
    CHECK(launches("grid_first_1") == 2);
    CHECK(launches("grid_sums_2") == 2);
    CHECK(launches("grid_inverse_1") == 2);
    CHECK(launches("grid_resolve") == 2);
    CHECK(launches("grid_add") == 0);
    CHECK(launches("grid_product") + launches("grid_square") + launches("grid_transform") == 0);
}

TEST_CASE("sums of products are exact: their digits are below the product of the primes") {
    const auto& [first, second, third] = ntt_primes();
    const mpz_class all = mpz_class(first.p) * second.p * third.p, word = power_of_2(32) - 1;
    CHECK(all > power_of_2(grid::product_bits));
    for (const uint32_t words : {1u, 40u, 1u << 13, (1u << 20) - 1, 1u << 20}) {
        CAPTURE(words);
        CHECK(grid::most_terms(words) >= 32);
        CHECK(grid::most_terms(words) * words * word * word < all);
    }
}

TEST_CASE("sums of more products than are exact become several") {
    // a*b + b*c + a*c + a*a - ..., sums of four terms
    const std::vector<Step> steps{{multiply, 0, 1}, {multiply, 1, 2}, {multiply, 0, 2}, {multiply, 0, 0},
                                  {multiply, 1, 1}, {add, 3, 4},      {add, 8, 5},      {add, 9, 6},
                                  {add, 10, 7},     {add, 11, 0},     {subtract, 12, 4}};
    const auto sums = [&](uint32_t most) {
        const grid::Plan plan(3, steps, most);
        REQUIRE(plan.levels.size() == 1);
        const auto& made = plan.levels[0];
        size_t terms = 0;
        for (const auto& it : made.sums) {
            CHECK(it.size() <= 2 * size_t{most});
            terms += it.size() / 2;
        }
        CHECK(terms == 7);  // a alone is one, since it has a transform
        CHECK(made.values[0].negative_sums.size() == 1);
        return made.values[0].sums.size();
    };
    CHECK(sums(6) == 1);
    CHECK(sums(5) == 2);
    CHECK(sums(2) == 3);
    CHECK(sums(1) == 6);
}

TEST_CASE("expressions refuse lengths and numbers of transforms that there are not") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    CHECK_THROWS_WITH_AS(grid::Expression(arithmetic, 2, polynomial.steps, grid::most_words + 1),
                         doctest::Contains("1048577 words"), runtime::InputError);
    CHECK_THROWS_AS(grid::Expression(arithmetic, 2, polynomial.steps, 0), runtime::InputError);
    std::vector<Step> steps;
    for (uint32_t k = 0; k < 700; ++k) steps.push_back({multiply, k, 0});
    grid::Expression powers(arithmetic, 1, steps, grid::most_words);
    const Numbers one = arithmetic.zeros(1, 1);
    CHECK_THROWS_WITH_AS(powers.compute(one, std::vector<View>{one}, 1), doctest::Contains("transforms"),
                         runtime::InputError);
}

}  // namespace limbsmith::test
