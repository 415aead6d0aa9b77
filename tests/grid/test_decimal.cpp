// Decimal text of numbers of any length, as interpreted, against GMP.
#include <doctest/doctest.h>

#include "grid/numbers.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/grid/decimal.hpp"
#include "machine/interpreting_machine.hpp"

namespace limbsmith::test {

TEST_CASE("decimal text and back") {
    grid::InterpretingMachine machine;
    grid::Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    Values all{0, 1, 9999, 10000};
    // next to the ends of a block, of two, and of three, which take two levels
    for (const unsigned digits : {128u, 256u, 300u}) {
        mpz_class power;
        mpz_ui_pow_ui(power.get_mpz_t(), 10, digits);
        all.push_back(power - 1), all.push_back(power), all.push_back(samples.uniform(power));
    }
    for (const mpz_class& value : all) {
        const std::string text = value.get_str();
        CAPTURE(text);
        const auto length = static_cast<uint32_t>(mpz_sizeinbase(value.get_mpz_t(), 2) / 32 + 1);
        CHECK(grid::to_decimal(arithmetic, on_machine(arithmetic, {value}, length)) == text);
        CHECK(values(arithmetic, grid::from_decimal(arithmetic, text)) == Values{value});
    }
    CHECK_THROWS_AS(grid::from_decimal(arithmetic, "12a"), runtime::InputError);
    CHECK_THROWS_AS(grid::from_decimal(arithmetic, ""), runtime::InputError);
    CHECK_THROWS_AS(grid::from_decimal(arithmetic, std::string(11000000, '1')), runtime::InputError);
}

TEST_CASE("powers of ten") {
    grid::InterpretingMachine machine;
    grid::Arithmetic arithmetic(machine);
    for (const uint32_t exponent : {0u, 1u, 9u, 10u, 100u, 1233u}) {
        mpz_class power;
        mpz_ui_pow_ui(power.get_mpz_t(), 10, exponent);
        CHECK(values(arithmetic, grid::power_of_ten(arithmetic, exponent)) == Values{power});
    }
}

}  // namespace limbsmith::test
