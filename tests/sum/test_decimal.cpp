// Decimal text: read exactly, added and multiplied exactly.
#include <doctest/doctest.h>

#include <string>

#include "sum/decimal.hpp"
#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

mpq_class value_of(const std::string& text) {
    const sum::ParsedDecimal parsed = sum::parse_decimal(text);
    CHECK(parsed.wrong == nullptr);
    sum::DecimalSum sum;
    sum.add(parsed.number);
    return sum.value();
}

double nearest(const std::string& text) { return sum::parse_decimal(text).number.nearest; }

}  // namespace

TEST_CASE("decimal text is read exactly") {
    CHECK(value_of("0.1") == mpq_class(1, 10));
    CHECK(value_of("-12.50") == mpq_class(-25, 2));
    CHECK(value_of("+.5e1") == 5);
    CHECK(value_of("7.") == 7);
    CHECK(value_of("1E+3") == 1000);
    CHECK(value_of("0x1.8p3") == 12);
    CHECK(value_of("-0X.8") == mpq_class(-1, 2));
    CHECK(value_of("0x1p-1074") == exact(least));
    CHECK(value_of("0x1p1000") == mpz_class(1) << 1000);
    CHECK(value_of("123456789012345678901234567890e-31") ==
          mpq_class("12345678901234567890123456789/1000000000000000000000000000000"));
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 10, 999'999);
    CHECK(value_of("3e999999") == 3 * power);
    std::mt19937_64 random(test_seed());
    for (int turn = 0; turn < 200; ++turn) {
        const double x = random_double(random);
        sum::DecimalSum sum;
        sum.add(sum::decimal_of(x));
        CHECK(sum.value() == exact(x));
    }
}

TEST_CASE("decimal text has a nearest double and a nearest float") {
    CHECK(nearest("0.1") == 0.1);
    CHECK(nearest("-2.4703282292062328e-324") == -least);
    CHECK(bits(nearest("-1e-400")) == bits(-0.0));
    CHECK(bits(nearest("-1e-999999")) == bits(-0.0));
    CHECK(nearest("1e400") == infinite);
    CHECK(nearest("0x1.00000000000008p0") == 1.0);  // half-way
    CHECK(nearest("0x1.000000000000080000001p0") == std::nextafter(1, 2));
    CHECK(bits(nearest("-0")) == bits(-0.0));
    CHECK(bits(nearest("0e99999999999999999999")) == bits(0.0));
    CHECK(nearest("-Infinity") == -infinite);
    CHECK(std::isnan(nearest("NaN")));
    CHECK(sum::nearest_float(sum::parse_decimal("0.1").number) == 0.1f);
    // Not by way of the nearest double, which is half-way between two floats.
    CHECK(sum::nearest_float(sum::parse_decimal("1.00000005960464477540").number) ==
          std::nextafter(1.0f, 2.0f));
    CHECK(sum::nearest_float(sum::parse_decimal("1e50").number) == float(infinite));
}

TEST_CASE("text that is no number") {
    const auto refused = [](const std::string& text, size_t place, const std::string& why = "is no number") {
        const sum::ParsedDecimal parsed = sum::parse_decimal(text);
        REQUIRE(parsed.wrong != nullptr);
        CHECK(parsed.wrong == why);
        CHECK(parsed.place == place);
    };
    refused("", 0);
    refused("-", 1);
    refused("abc", 0);
    refused(".", 1);
    refused("1.2.3", 3);
    refused("1e", 2);
    refused("1e+", 3);
    refused("0x", 2);
    refused("1 2", 1);
    refused("--1", 1);
    refused("infinit", 0);
    refused("1e1000001", 9, "has an exponent beyond 1000000");
    refused("0x1p-20001", 10, "has an exponent beyond 20000");
    refused("1e-99999999999999999999", 23, "has an exponent beyond 1000000");
}

TEST_CASE("sums and products of decimals") {
    sum::DecimalSum sum;
    const auto number = [](const char* text) { return sum::parse_decimal(text).number; };
    for (int i = 0; i < 10; ++i) sum.add(number("0.1"));
    CHECK(sum.value() == 1);
    sum.add(number("1e300"));
    sum.add(number("-1e-300"));
    sum.add(number("-1e300"));
    sum.add_product(number("2.5e-150"), number("4e-151"));
    CHECK(sum.value() == 1);
    CHECK(sum::DecimalSum().value() == 0);
    // 8779 for all exponents
    for (int alpha = -30; alpha <= 30; ++alpha) {
        for (int beta = 1; beta <= 21; ++beta) {
            const auto ten = [](int exponent, const char* sign = "") {
                return sum::parse_decimal(sign + ("1e" + std::to_string(exponent))).number;
            };
            sum::DecimalSum dot;
            dot.add_product(ten(alpha), ten(beta));
            dot.add_product(number("1223"), number("2"));
            dot.add_product(ten(alpha - 1), ten(beta + 1, "-"));
            dot.add_product(ten(alpha - 2), ten(beta));
            dot.add_product(number("3"), number("2111"));
            dot.add_product(ten(alpha - 5, "-"), ten(beta + 3));
            CHECK(dot.value() == 8779);
        }
    }
}

}  // namespace limbsmith::test
