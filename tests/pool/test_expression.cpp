// Expressions of a pool against GMP and Python.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "limbsmith/error.hpp"
#include "limbsmith/pool.hpp"
#include "pool/host.hpp"

namespace limbsmith::test {
namespace {

using pool::Failure;
using pool::Pool;

std::string message_of(Pool& p, const std::string& text) {
    try {
        p(text);
    } catch (const runtime::InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("expressions have Python's values") {
    Pool p(std::make_unique<pool::Host>());
    for (const auto& [text, value] : {
             std::pair{"7", "7"},
             {"2**127 - 1", "170141183460469231731687303715884105727"},
             {" ( 0xff + 1_000 ) * -3 ", "-3765"},
             {"-2**2", "-4"},
             {"2**3**2", "512"},
             {"10-4-3", "3"},
             {"-7//2", "-4"},
             {"-7 % 5", "3"},
             {"7 % -5", "-3"},
             {"2*3**2//4*-1", "-4"},
             {"+-+5", "-5"},
             {"-(7 // 2) ** 2 % 5", "1"},
         }) {
        CAPTURE(text);
        CHECK(p.text(p(text)) == value);
    }
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 3, 5000);
    CHECK(p.value(p("3**5000 * 7 - 11")) == power * 7 - 11);
    CHECK(p.text(p("2**127 - 1") * 3) == "510423550381407695195061911147652317181");
}

TEST_CASE("a value that does not exist is a failure") {
    Pool p(std::make_unique<pool::Host>());
    CHECK(p.failure(p("1 // (3 - 3)")) == pool::Failure::division_by_zero);
    CHECK(p.failure(p("2**-1")) == pool::Failure::negative_exponent);
    CHECK(p.failure(p("2**2**100 + 1")) == pool::Failure::too_long);
}

TEST_CASE("a text that is no expression is refused with the place, and the pool goes on") {
    Pool p(std::make_unique<pool::Host>());
    CHECK(message_of(p, "") == "the expression has the end at byte 0, where a number should be");
    CHECK(message_of(p, "2**") == "the expression has the end at byte 3, where a number should be");
    CHECK(message_of(p, "1 + x") != "");
    CHECK(message_of(p, "(1") == "the expression has the end at byte 2, where a ) should be");
    CHECK(message_of(p, "1 2") == "the expression has '2' at byte 2, where an operator or the end should be");
    CHECK(message_of(p, "3 / 2") ==
          "the expression has '/ 2' at byte 2, where an operator or the end should be");
    CHECK(message_of(p, std::string(100000, '(')) == "the expression is nested more than 256 deep");
    CHECK(message_of(p, std::string(100000, '-')) == "the expression is nested more than 256 deep");
    CHECK(p.text(p("6 * 7")) == "42");
}

}  // namespace limbsmith::test
