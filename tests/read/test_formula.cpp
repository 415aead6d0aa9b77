#include <doctest/doctest.h>

#include <string>

#include "ir/contract_text.hpp"
#include "read/formula.hpp"

namespace limbsmith::test {
namespace {

using namespace ir;

const ExprPtr a = var("a"), b = var("b"), N = constant("N", "61"), two = integer(2);

// Whether the text says left = r.
bool says(const std::string& text, const ExprPtr& left) {
    return read::says(text + " = r", Contract{{}, left, var("r"), {}});
}

TEST_CASE("formulas read as the expressions that they were printed from") {
    for (const ExprPtr& expr : {a + b,
                                (a + b) * N,
                                a - (b - N),
                                (a - b) - N,
                                (a * b) % N,
                                a / (b + two),
                                (a / b) % pow2(32),
                                exp2(a),
                                exp2(a + two),
                                power(a, b, N),
                                pow2(32) * (a & b),
                                a | (b ^ N),
                                equal(a, b),
                                less(a, b) * N,
                                if_else(less(a, b), a, b),
                                if_else(a, b + N, pow2(7)),
                                magnitude(a - b),
                                gcd(a, b) + N,
                                inverse(a, N),
                                at("e", a - two),
                                pow2(5) - two}) {
        CAPTURE(to_string(*expr));
        CHECK(says(to_string(*expr), expr));
        CHECK_FALSE(says(to_string(*expr), expr + two));
    }
}

TEST_CASE("a formula with other brackets, signs or names is another one") {
    CHECK(says("(a + b) mod N", (a + b) % N));
    for (const char* text :
         {"a + (b mod N)", "(a - b) mod N", "(b + a) mod N", "(a + b) mod M", "(a + b) mod N + 1", "(a + b)",
          "", "(a + b) mod", "((((((", "a b", "(a + b] mod N"}) {
        CAPTURE(text);
        CHECK_FALSE(says(text, (a + b) % N));
    }
    CHECK_FALSE(says(std::string(1 << 20, '('), a));
}

TEST_CASE("ranges: of several names, with a lower end, of magnitudes, with a residue, in words") {
    const std::vector<Bound> bounds{
        {"a", N}, {"b", N}, {"m", pow2(32), integer(1)}, congruent({"f", pow2(8)}, 1, 2)};
    const std::vector<Given> givens{{"m", var("m"), "m is odd"}};
    const auto says = [&](const std::string& text) {
        return read::says(text, bounds, givens, [](const Bound& bound) { return bound.name == "b"; });
    };
    CHECK(says("a, |b| < N; 1 <= m < 2^32; f < 2^8; f mod 2 = 1; m is odd"));
    CHECK(says("|b|, a < N; m is odd; f < 2^8; f mod 2 = 1; 1 <= m < 2^32"));
    for (const char* text :
         {"a, b < N; 1 <= m < 2^32; f < 2^8; f mod 2 = 1; m is odd",
          "a, |b| < N; 1 <= m < 2^32; f < 2^8; m is odd",
          "a, |b| < N; m < 2^32; f < 2^8; f mod 2 = 1; m is odd",
          "a < N; 1 <= m < 2^32; f < 2^8; f mod 2 = 1; m is odd",
          "a, |b| <= N; 1 <= m < 2^32; f < 2^8; f mod 2 = 1; m is odd",
          "a, a, |b| < N; 1 <= m < 2^32; f < 2^8; f mod 2 = 1; m is odd", "a, |b| < N; m is odd; m is odd"}) {
        CAPTURE(text);
        CHECK_FALSE(says(text));
    }
    CHECK(read::says("r = a", {exactly("r", a)}, {}, {}));
    CHECK_FALSE(read::says("r = a", {{"r", a}}, {}, {}));
}

TEST_CASE("invariants: relations, for a range of an index, and steps") {
    static const Function divsteps{"divsteps", nullptr};
    Invariant invariant{{{at("r", var("j")), a, "j", integer(0), var("i")}, {(a * b) % N, var("x")}},
                        {{"i", N}},
                        Steps{&divsteps, {"f", "g"}, integer(30) * var("i")}};
    const std::string text =
        "i < N; r[j] = a for 0 <= j < i; (a*b) mod N = x; f, g are as after 30*i divsteps";
    CHECK(text == relations(invariant));
    CHECK(read::says(text, invariant, {}));
    for (const char* other :
         {"i < N; r[j] = a for 0 <= j < i + 1; (a*b) mod N = x; f, g are as after 30*i divsteps",
          "i < N; r[j] = a; (a*b) mod N = x; f, g are as after 30*i divsteps",
          "i < N; r[j] = a for 0 <= j < i; (a*b) mod N = x; f are as after 30*i divsteps",
          "i < N; r[j] = a for 0 <= j < i; (a*b) mod N = x; f, g are as after 30*i steps",
          "i < N; r[j] = a for 0 <= j < i; (a*b) mod N = x"}) {
        CAPTURE(other);
        CHECK_FALSE(read::says(other, invariant, {}));
    }
}

}  // namespace
}  // namespace limbsmith::test
