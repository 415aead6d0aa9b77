// Sums and dot products of numbers in signed digits, and their conversions: the seed's examples, GMP.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <cmath>
#include <limits>
#include <random>

#include "limbsmith/error.hpp"
#include "limbsmith/sum/digits.hpp"

namespace limbsmith::test {
namespace {

using namespace sum;
using Digits = std::vector<int32_t>;

mpz_class value(const Digits& digits, const SignedDigits& system) {
    mpz_class all = 0;
    for (size_t i = digits.size(); i-- > 0;) all = all * system.radix + digits[i];
    return all;
}

void check_digits(const Digits& digits, const SignedDigits& system) {
    for (const int32_t digit : digits) REQUIRE(std::abs(int64_t{digit}) <= system.bound);
}

// The numbers one after the other.
Digits joined(const std::vector<std::string>& texts, const SignedDigits& system, int exponent) {
    Digits all;
    for (const std::string& text : texts) {
        const Digits own = digits_from_text(text, system, exponent);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

// The least exponent of the numbers, and as many digits as hold all.
Places common(const std::vector<std::string>& texts, const SignedDigits& system) {
    int first = 1 << 20, end = -(1 << 20);
    for (const std::string& text : texts) {
        const Places own = places_of_text(text, system);
        first = std::min(first, own.exponent);
        end = std::max(end, own.exponent + own.count);
    }
    return {first, end - first};
}

constexpr GroupMethod methods[] = {GroupMethod::automatic, GroupMethod::successive, GroupMethod::columns,
                                   GroupMethod::wide};

}  // namespace

TEST_CASE("groups: 556 + 179 + 979 by every method") {
    const SignedDigits system{10, 6, 4};
    const Digits numbers{-4, 6, 5, 0, -1, -2, 2, 0, -1, -2, 0, 1};  // the seed's; a text has other digits
    CHECK(joined({"556", "179", "979"}, system, 0) == Digits{6, 5, 5, 0, -1, -2, 2, 0, -1, -2, 0, 1});
    for (const GroupMethod method : methods) {
        const GroupSum sum = group_sum(system, numbers, method);
        check_digits(sum.digits, system);
        CHECK(digits_to_text(sum.digits, system) == "1714");
    }
    CHECK(group_sum(system, numbers, GroupMethod::successive).steps == 2);
    // the columns 24, 19, 15 of digits 0 to 9 have two digits; those of signed digits, -6, 2, 7 and 1, one transfer
    CHECK(group_sum(system, numbers, GroupMethod::columns).steps == 1);
}

TEST_CASE("groups: 1024·768 by digits") {
    const SignedDigits system{10, 6, 4};
    const GroupSum product = group_dot(system, joined({"1024"}, system, 0), joined({"768"}, system, 0));
    check_digits(product.digits, system);
    CHECK(digits_to_text(product.digits, system) == "786432");
}

// x = (10^a, 1223, 10^(a-1), 10^(a-2), 3, -10^(a-5)), y = (10^b, 2, -10^(b+1), 10^b, 2111, 10^(b+3)).
TEST_CASE("groups: the dot product 8779 for every alpha and beta") {
    const auto power = [](int exponent) { return "1e" + std::to_string(exponent); };
    for (const uint32_t radix : {10u, 1'000'000'000u}) {
        SignedDigits system{radix, SignedDigits::least_bound(radix), 1};
        for (int a = 0; a <= 24; a += 3) {
            for (int b = 0; b <= 24; ++b) {
                const std::vector<std::string> x{power(a),     "1223", power(a - 1),
                                                 power(a - 2), "3",    "-" + power(a - 5)},
                    y{power(b), "2", "-" + power(b + 1), power(b), "2111", power(b + 3)};
                const Places of_x = common(x, system), of_y = common(y, system);
                system.count = std::max(of_x.count, of_y.count);
                for (const GroupMethod method : {GroupMethod::columns, GroupMethod::wide}) {
                    const GroupSum dot = group_dot(system, joined(x, system, of_x.exponent),
                                                   joined(y, system, of_y.exponent), method);
                    REQUIRE(digits_to_text(dot.digits, system, of_x.exponent + of_y.exponent) == "8779");
                    REQUIRE(digits_to_double(dot.digits, system, of_x.exponent + of_y.exponent) == 8779);
                }
            }
        }
    }
}

TEST_CASE("groups: random numbers against GMP") {
    std::mt19937_64 engine(7);
    for (const SignedDigits system : {SignedDigits{10, 6, 50},
                                      {10, 9, 7},
                                      {3, 2, 9},
                                      {16, 9, 20},
                                      {1'000'000'000, 500'000'001, 6},
                                      {1u << 30, 715'827'882, 3}}) {
        const auto D = static_cast<int64_t>(system.bound);
        for (const size_t k : {size_t{0}, size_t{1}, size_t{2}, size_t{17}, size_t{3000}}) {
            CAPTURE(system.radix);
            CAPTURE(k);
            Digits x, y;
            mpz_class sum = 0, dot = 0;
            for (size_t number = 0; number < k; ++number) {
                Digits a, b;
                for (int i = 0; i < system.count; ++i) {
                    const int64_t any = static_cast<int64_t>(engine() % static_cast<uint64_t>(2 * D + 1)) - D;
                    a.push_back(static_cast<int32_t>(k == 17 ? D : any));
                    b.push_back(static_cast<int32_t>(k == 17 ? -D : -any));
                }
                sum += value(a, system);
                dot += value(a, system) * value(b, system);
                x.insert(x.end(), a.begin(), a.end());
                y.insert(y.end(), b.begin(), b.end());
            }
            for (const GroupMethod method : methods) {
                const GroupSum made = group_sum(system, x, method);
                check_digits(made.digits, system);
                CHECK(value(made.digits, system) == sum);
                if (method == GroupMethod::successive) continue;
                const GroupSum product = group_dot(system, x, y, method);
                check_digits(product.digits, system);
                CHECK(value(product.digits, system) == dot);
            }
            if (k == 3000 && system.radix == 10) CHECK(group_sum(system, x, GroupMethod::columns).steps < 6);
        }
    }
}

TEST_CASE("groups: digits from and to text, integers and doubles") {
    const SignedDigits decimal{10, 6, 30}, large{1'000'000'000, 500'000'001, 8},
        binary{1u << 30, (1u << 29) + 1, 40}, octal{8, 5, 40};
    for (const char* text : {"0", "1", "-1", "6", "-66", "12345678901234567890", "-999999999999999999999"}) {
        CHECK(digits_to_text(digits_from_text(text, decimal), decimal) == text);
        CHECK(digits_to_text(digits_from_text(text, large), large) == text);
    }
    CHECK(digits_to_text(digits_from_text("-12.5e-3", decimal, -5), decimal, -5) == "-0.0125");
    CHECK(digits_to_text(digits_from_text("+.25", large, -1), large, -1) == "0.25");
    CHECK(digits_to_text(digits_from_text("3e12", decimal, 4), decimal, 4) == "3000000000000");
    CHECK(digits_to_double(digits_from_text("0.1", large, -2), large, -2) == 0.1);
    for (const int64_t value : {INT64_MIN, int64_t{-1}, int64_t{0}, int64_t{6}, INT64_MAX}) {
        CHECK(digits_to_text(digits_from_integer(value, decimal), decimal) == std::to_string(value));
        CHECK(digits_to_text(digits_from_integer(value, large), large) == std::to_string(value));
    }
    for (const double value : {0.0, 1.0, -1.5, 0.1, -1e100, 5e-324, 1e-300, 1.7976931348623157e308}) {
        for (const SignedDigits& system : {binary, octal}) {
            const int m = system.radix == 8 ? 3 : 30,
                      exponent = (std::ilogb(value == 0 ? 1 : value) - 60) / m - 1;
            const Digits digits = digits_from_double(value, system, exponent);
            check_digits(digits, system);
            CHECK(digits_to_double(digits, system, exponent) == value);
        }
    }
}

TEST_CASE("groups: the nearest doubles of numbers of any size") {
    const SignedDigits decimal{10, 6, 3}, binary{1 << 30, 1 << 29 | 1, 40};
    CHECK(digits_to_double(Digits{1, 2, 1}, decimal, -400) == 0);
    CHECK(std::signbit(digits_to_double(Digits{-1}, decimal, -400)));
    CHECK(digits_to_double(Digits{1, 2, 1}, decimal, 309) == HUGE_VAL);
    CHECK(digits_to_double(Digits{-1}, decimal, 309) == -HUGE_VAL);
    CHECK(digits_to_double(Digits{5}, decimal, -324) == 0x1p-1074);
    Digits wide(40);
    const auto value_of = [&](int exponent) { return digits_to_double(wide, binary, exponent); };
    wide[0] = 1, wide[39] = 1;
    CHECK(value_of(-64) == 0x1p-750);  // with 2^-1920
    CHECK(value_of(-39) == 1);
    CHECK(value_of(1) == HUGE_VAL);
    CHECK(value_of(std::numeric_limits<int>::max()) == HUGE_VAL);
    CHECK(value_of(std::numeric_limits<int>::min()) == 0);
    // half-way between two doubles, but for the lowest digit
    wide[37] = 1 << 7;
    for (const int low : {-1, 0, 1}) {
        CAPTURE(low);
        wide[0] = low;
        CHECK(value_of(-39) == (low > 0 ? 1 + 0x1p-52 : 1));
        for (int32_t& digit : wide) digit = -digit;
        CHECK(value_of(-39) == (low > 0 ? -1 - 0x1p-52 : -1));
        for (int32_t& digit : wide) digit = -digit;
    }
}

TEST_CASE("groups: products whose columns have more than 64 bits") {
    const SignedDigits system{1'000'000'000, 500'000'001, 40};
    const Digits most(3 * 40, 500'000'001), least(3 * 40, -500'000'001);
    const mpz_class one = value(Digits(40, 500'000'001), system);
    for (const GroupMethod method : {GroupMethod::columns, GroupMethod::wide}) {
        CHECK(value(group_dot(system, most, most, method).digits, system) == 3 * one * one);
        CHECK(value(group_dot(system, most, least, method).digits, system) == -3 * one * one);
    }
}

TEST_CASE("groups: bad input is named") {
    const SignedDigits system{10, 6, 3};
    const auto refuses = [](const auto& call, const char* part) {
        try {
            call();
            FAIL("not refused");
        } catch (const runtime::InputError& error) {
            CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
        }
    };
    refuses(
        [&] {
            group_sum(system, Digits{1, 2, 3, 4, 7, 5});
        },
        "7, digit 1 of number 1, is not from -6 to 6");
    refuses([&] { group_sum(system, Digits{1, 2}); }, "no numbers of 3 digits");
    refuses([&] { group_dot(system, Digits{1, 2, 3}, Digits{}); }, "3 and 0");
    refuses([&] { group_dot(system, Digits{}, Digits{}, GroupMethod::successive); }, "by columns");
    for (const char* text :
         {"", "-", ".", "1e", "1e+", "1 ", "0x1", "1.2.3", "inf", "1e2000000", "--1", "1e 2"})
        refuses([&] { digits_from_text(text, system); }, "digits: ");
    refuses([&] { digits_from_text("1000", system); }, "other places");
    refuses([&] { digits_from_text("700", system); }, "more than 3 digits");
    CHECK(digits_from_text("-666", system) == Digits{-6, -6, -6});
    refuses([&] { digits_from_text("667", system); }, "more than 3 digits from -6 to 6 to");
    for (const char* text : {"1e-99999999999999999999", "1e99999999999999999999", "1e-1000001", "1e1000001"})
        refuses([&] { digits_from_text(text, system); }, "is beyond 1000000");
    refuses([&] { digits_to_text(Digits{-25, 1}, system); }, "digit 0, -25, is not from -6 to 6");
    refuses([&] { digits_to_double(Digits{0, 7}, system); }, "digit 1, 7, is not from -6 to 6");
    refuses([&] { digits_to_text(Digits{1}, system, 1'000'001); }, "beyond 1000000");
    for (const SignedDigits& wrong : {SignedDigits{10, 6, 0}, {10, 6, -1}})
        refuses([&] { group_sum(wrong, Digits{1}); }, " digits");
    for (const SignedDigits& open : {SignedDigits{10, 5, 2}, {10, 10, 2}, {2, 1, 2}}) {
        refuses([&] { group_sum(open, Digits{1, 1}); }, "are not such digits");
        refuses([&] { group_dot(open, Digits{1, 1}, Digits{1, 1}); }, "are not such digits");
        refuses([&] { digits_from_integer(1, open); }, "are not such digits");
    }
    refuses([&] { group_sum(system, Digits{0, -7, 0}); }, "-7, digit 1 of number 0");
    refuses([&] { digits_from_text("1", {16, 9, 3}); }, "radix 10^m");
    refuses([&] { digits_from_double(1, system); }, "radix 2^m");
    refuses([&] { digits_from_double(HUGE_VAL, {16, 9, 3}); }, "infinities");
    refuses([&] { digits_from_integer(100'000, system); }, "more than 3 digits");
    refuses([&] { digits_to_double(Digits{1}, {7, 4, 1}); }, "10^m or 2^m");
}

}  // namespace limbsmith::test
