// Numbers in signed digits: the seed's example, all pairs of digits with all neighbours, long runs, and GMP.
#include <doctest/doctest.h>

#include <random>

#include "algorithm/digit/product.hpp"
#include "algorithm/digit/signed_digits.hpp"
#include "eval/eval.hpp"
#include "eval/words.hpp"
#include "limbsmith/digits_gmp.hpp"
#include "pass/pass.hpp"
#include "spec/digits.hpp"
#include "spec/error.hpp"

namespace limbsmith::test {
namespace {

using algorithm::FlagOut;
using Words = std::vector<uint32_t>;
using Digits = std::vector<int>;  // the most significant first, as in papers

Words words(const Digits& digits) {
    Words all;
    for (size_t i = digits.size(); i-- > 0;) all.push_back(static_cast<uint32_t>(digits[i]));
    return all;
}

Words digits_of(const mpz_class& value, const SignedDigits& system) {
    Words digits(static_cast<size_t>(system.count));
    REQUIRE(to_digits(value, system, digits.data()));
    return digits;
}

bool are_digits(std::span<const uint32_t> words, const SignedDigits& system) {
    return std::ranges::all_of(
        words, [&](uint32_t word) { return std::abs(int64_t{static_cast<int32_t>(word)}) <= system.bound; });
}

// The operations of a system, on words.
class Arithmetic {
  public:
    explicit Arithmetic(const SignedDigits& system) : system_(system) {}

    Words add(const Words& a, const Words& b) { return run(add_, a, b); }
    Words sub(const Words& a, const Words& b) { return run(sub_, a, b); }
    Words neg(const Words& a) { return run(neg_, a, {}); }
    int sign(const Words& a) { return static_cast<int32_t>(run(sign_, a, {})[0]); }
    int compare(const Words& a, const Words& b) { return static_cast<int32_t>(run(compare_, a, b)[0]); }

    // Compares with GMP.
    void check(const Words& a, const Words& b) {
        const mpz_class x = value_of(a.data(), system_), y = value_of(b.data(), system_);
        check_sum(add(a, b), x + y);
        check_sum(sub(a, b), x - y);
        REQUIRE(value_of(neg(a).data(), system_) == -x);
        REQUIRE(sign(a) == sgn(x));
        const int order = cmp(x, y);
        REQUIRE(compare(a, b) == (order > 0) - (order < 0));
    }
    // Digits and the transfer, a digit on top of them.
    void check_sum(const Words& sum, const mpz_class& value) const {
        SignedDigits longer = system_;
        ++longer.count;
        REQUIRE(are_digits(std::span(sum).first(sum.size() - 1), system_));
        REQUIRE(std::abs(static_cast<int32_t>(sum.back())) <= 1);
        REQUIRE(value_of(sum.data(), longer) == value);
    }

  private:
    struct Machine {
        explicit Machine(ir::Program made)
            : program(pass::run_pipeline(std::move(made))), interpreter(program) {}
        ir::Program program;
        eval::Interpreter interpreter;
    };
    static Words run(Machine& machine, Words a, const Words& b) {
        a.insert(a.end(), b.begin(), b.end());
        return machine.interpreter.run_one(a);
    }

    SignedDigits system_;
    Machine add_{algorithm::digit::add(system_, FlagOut::yes)},
        sub_{algorithm::digit::sub(system_, FlagOut::yes)}, neg_{algorithm::digit::neg(system_)},
        sign_{algorithm::digit::sign(system_)}, compare_{algorithm::digit::compare(system_)};
};

}  // namespace

TEST_CASE("signed digits: 556 + 179 + 979") {
    const SignedDigits system{10, 6, 4};
    CHECK(digits_of(556, system) == words({0, 5, 6, -4}));
    CHECK(digits_of(179, system) == words({0, 2, -2, -1}));
    CHECK(digits_of(979, system) == words({1, 0, -2, -1}));
    Arithmetic arithmetic(system);
    Words sum = arithmetic.add(digits_of(556, system), digits_of(179, system));
    sum.pop_back();
    sum = arithmetic.add(sum, digits_of(979, system));
    CHECK(sum.back() == 0);
    sum.pop_back();
    CHECK(sum == words({2, -3, 1, 4}));
    CHECK(value_of(sum.data(), system) == 1714);
}

TEST_CASE("signed digits: every number of three digits has digits") {
    for (const SignedDigits system :
         {SignedDigits{10, 6, 3}, {10, 9, 3}, {3, 2, 3}, {16, 11, 3}, {10, 5, 3}, {13, 6, 3}, {3, 1, 3}}) {
        const mpz_class most = largest(system);
        Words digits(3);
        for (mpz_class value = -most; value <= most; ++value) {
            REQUIRE(to_digits(value, system, digits.data()));
            REQUIRE(are_digits(digits, system));
            REQUIRE(value_of(digits.data(), system) == value);
        }
        CHECK_FALSE(to_digits(most + 1, system, digits.data()));
        CHECK_FALSE(to_digits(-most - 1, system, digits.data()));
    }
}

TEST_CASE("signed digits: all pairs of digits with all neighbours") {
    for (const SignedDigits system :
         {SignedDigits{10, 6, 2}, {10, 7, 2}, {10, 9, 2}, {3, 2, 2}, {4, 3, 2}, {16, 9, 2}}) {
        CAPTURE(system.radix);
        CAPTURE(system.bound);
        Arithmetic arithmetic(system);
        const int D = static_cast<int>(system.bound);
        for (int a1 = -D; a1 <= D; ++a1)
            for (int b1 = -D; b1 <= D; ++b1)
                for (int a0 = -D; a0 <= D; ++a0)
                    for (int b0 = -D; b0 <= D; b0 += system.radix > 10 ? 3 : 1)
                        arithmetic.check(words({a1, a0}), words({b1, b0}));
    }
}

TEST_CASE("signed digits: long runs and random numbers") {
    std::mt19937_64 engine(1);
    for (const SignedDigits system : {SignedDigits{10, 6, 32},
                                      {10, 9, 17},
                                      {1'000'000'000, 500'000'001, 32},
                                      {1u << 30, (1u << 29) + 1, 32},
                                      {1u << 30, 715'827'882, 5},
                                      {SignedDigits::largest_radix, 715'827'882, 7},
                                      {3, 2, 1}}) {
        REQUIRE(system.is_closed());
        Arithmetic arithmetic(system);
        const auto D = static_cast<int64_t>(system.bound);
        const int64_t ends[] = {0, 1, -1, D, -D, D - 1, 1 - D, D / 2, -D / 2};
        const auto draw = [&](int kind) {
            Words number(static_cast<size_t>(system.count));
            const int64_t run = ends[engine() % std::size(ends)];
            for (uint32_t& digit : number) {
                const int64_t any = static_cast<int64_t>(engine() % static_cast<uint64_t>(2 * D + 1)) - D;
                const int64_t value = kind == 0 ? run : kind == 1 ? ends[engine() % std::size(ends)] : any;
                digit = static_cast<uint32_t>(value);
            }
            return number;
        };
        for (int k = 0; k < 300; ++k) {
            const Words a = draw(k % 3), b = draw(k / 3 % 3);
            arithmetic.check(a, b);
            arithmetic.check(a, a);
            arithmetic.check(a, arithmetic.neg(a));
        }
    }
}

TEST_CASE("signed digits: products") {
    const auto product = [](const SignedDigits& system, Words a, const Words& b) {
        const ir::Program program = pass::run_pipeline(algorithm::digit::mul(system));
        a.insert(a.end(), b.begin(), b.end());
        return eval::Interpreter(program).run_one(a);
    };
    const SignedDigits ten{10, 6, 4};
    CHECK(product(ten, digits_of(1024, ten), digits_of(768, ten)) == words({0, 1, -2, -1, -4, 4, 3, 2}));
    std::mt19937_64 engine(2);
    for (const SignedDigits system : {SignedDigits{10, 6, 32},
                                      {10, 7, 5},
                                      {10'000, 5'001, 32},
                                      {1u << 13, (1u << 12) + 1, 9},
                                      {16, 9, 3},
                                      {10, 6, 1},
                                      {1000, 997, 32},
                                      // sums of columns in two words, some of them in parts
                                      {1u << 15, (1u << 14) + 1, 32},
                                      {23'169, 11'585, 8},
                                      {1u << 16, (1u << 15) + 1, 7},
                                      {1'000'000'000, 500'000'001, 1},
                                      {1'000'000'000, 500'000'001, 2},
                                      {1'000'000'000, 715'827'882, 32},
                                      {1'000'000'000, 500'000'001, 32},
                                      {1u << 30, (1u << 29) + 1, 8},
                                      {1u << 30, (1u << 29) + 1, 32},
                                      {1u << 30, 715'827'882, 32},
                                      {(1u << 30) - 1, 1u << 29, 32},
                                      {715'827'885, 715'827'882, 31},
                                      {SignedDigits::largest_radix, 715'827'882, 32}}) {
        CAPTURE(system.radix);
        CAPTURE(system.count);
        REQUIRE(algorithm::digit::why_no_product(system).empty());
        const ir::Program program = pass::run_pipeline(algorithm::digit::mul(system));
        eval::Interpreter interpreter(program);
        const auto D = static_cast<int64_t>(system.bound);
        SignedDigits wide = system;
        wide.count *= 2;
        const auto check = [&](const auto& digit) {
            Words both(static_cast<size_t>(2 * system.count));
            for (size_t i = 0; i < both.size(); ++i) both[i] = static_cast<uint32_t>(digit(i));
            const Words r = interpreter.run_one(both);
            REQUIRE(are_digits(r, system));
            REQUIRE(value_of(r.data(), wide) ==
                    value_of(both.data(), system) * value_of(both.data() + system.count, system));
        };
        // all largest, with both signs; alternating; few digits that are not 0
        const auto count = static_cast<size_t>(system.count);
        for (const int64_t x : {D, -D})
            for (const int64_t y : {D, -D, D - 1, D / 2, int64_t{1}}) {
                check([&](size_t i) { return i < count ? x : y; });
                check([&](size_t i) { return i < count ? x : i % 2 == 0 ? y : -y; });
                check([&](size_t i) { return i % 2 == 0 ? x : -y; });
                check([&](size_t i) { return i % count == count - 1 ? x : i % 3 == 0 ? y : 0; });
            }
        for (int k = 0; k < 100; ++k)
            check([&](size_t) {
                const int64_t any = static_cast<int64_t>(engine() % static_cast<uint64_t>(2 * D + 1)) - D;
                return k % 5 == 2 ? any % 2 * D : any;
            });
    }
}

TEST_CASE("signed digits: where a product may be too long, the nearest that works is named") {
    const auto refused = [](const SignedDigits& system, const char* part) {
        const std::string why = algorithm::digit::why_no_product(system);
        CHECK_MESSAGE(why.find(part) != std::string::npos, why);
        CHECK(algorithm::digit::why_no_product_over_lanes(system).find(part) != std::string::npos);
    };
    refused({10, 9, 8},
            "--digit-bound 9: a product may leave twice as many digits; the nearest is --digit-bound 7");
    for (const SignedDigits& system : {SignedDigits{3, 2, 8}, {4, 3, 8}, {6, 5, 8}})
        refused(system, "a product may leave twice as many digits; the nearest is --radix 7 --digit-bound 4");
    CHECK(algorithm::digit::why_no_product({10, 7, 8}).empty());
    CHECK_FALSE(algorithm::digit::why_no_product({10, 8, 8}).empty());
    CHECK(algorithm::digit::why_no_product({7, 4, 8}).empty());
    CHECK_FALSE(algorithm::digit::why_no_product({6, 4, 8}).empty());
    // over lanes, where columns need more than 32 bits, two numbers are added to each product
    CHECK(algorithm::digit::why_no_product({5'000, 4'997, 70}).empty());
    CHECK(algorithm::digit::why_no_product_over_lanes({5'000, 4'997, 70})
              .find("the nearest is --digit-bound 4995") != std::string::npos);
    CHECK(algorithm::digit::why_no_product_over_lanes({5'000, 4'995, 70}).empty());
    CHECK(algorithm::digit::why_no_product_over_lanes({5'000, 4'997, 40}).empty());
}

TEST_CASE("signed digits: a request that is not closed names the rule and the nearest that works") {
    const auto refused = [](const char* radix, const char* count, const char* bound, Exit code,
                            const char* part) {
        try {
            parse_digits(radix, count, bound);
            FAIL("not refused");
        } catch (const Error& error) {
            CHECK(error.code() == code);
            CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
        }
    };
    refused("10", "8", "5", Exit::usage,
            "2*D >= radix + 1 and D < radix: D from 6 to 9; the nearest is --digit-bound 6");
    refused("10", "8", "10", Exit::usage, "the nearest is --digit-bound 9");
    refused("2", "8", "", Exit::usage, "the nearest is --radix 3");
    refused("10", "0", "", Exit::usage, "not positive");
    refused("10", "32769", "", Exit::unsupported, "the nearest is --digits 32768");
    refused("2^31", "8", "", Exit::unsupported, "2^30");
    refused("10", "", "", Exit::usage, "--digits is missing");
    refused("", "8", "", Exit::usage, "--radix is missing");
    CHECK(parse_digits("10", "8", "") == SignedDigits{10, 6, 8});
    CHECK(parse_digits("2^30", "4", "") == SignedDigits{1u << 30, (1u << 29) + 1, 4});
    for (uint32_t q = 3; q < 100; ++q) {
        for (uint32_t D = 1; D < 2 * q; ++D) {
            // closed: for all s and transfers from below, by the definition
            bool is_closed = true;
            const auto bound = static_cast<int64_t>(D), radix = static_cast<int64_t>(q);
            for (int64_t s = -2 * bound; s <= 2 * bound; ++s) {
                const int64_t u = s - radix * ((s >= bound) - (s <= -bound));
                is_closed = is_closed && std::abs(u) + 1 <= bound;
            }
            REQUIRE(SignedDigits{q, D, 1}.is_closed() == is_closed);
        }
    }
}

}  // namespace limbsmith::test
