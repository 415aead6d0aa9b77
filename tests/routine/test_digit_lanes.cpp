// Numbers in signed digits over lanes, by the interpreter, against GMP: all pairs of digits with all neighbours across the
// border of two lanes, transfers at every place, numbers that leave lanes without digits.
#include <doctest/doctest.h>

#include <random>

#include "algorithm/digit/product.hpp"
#include "catalogue/computation.hpp"
#include "limbsmith/digits_gmp.hpp"
#include "spec/digits.hpp"
#include "spec/error.hpp"

namespace limbsmith::test {
namespace {

using Words = std::vector<uint32_t>;

// Operands of a batch, number by number, and results as columns.
class LaneArithmetic {
  public:
    LaneArithmetic(const SignedDigits& system, Mapping mapping)
        : system_(system), spec_(Spec::in_digits(system, mapping)), rows_(spec_.width.limbs()) {}

    bool has_products() const { return algorithm::digit::why_no_product_over_lanes(system_).empty(); }

    // Compares all operations with GMP.
    void check(const std::vector<Words>& a, const std::vector<Words>& b) {
        const size_t count = a.size();
        const size_t rows = static_cast<size_t>(rows_), digits = static_cast<size_t>(system_.count);
        const Words x = columns(a), y = columns(b);
        const Words sum = run("add", {x, y}, rows + 1), difference = run("sub", {x, y}, rows + 1),
                    minus = run("neg", {x}, rows), sign = run("sign", {x}, 1),
                    order = run("compare", {x, y}, 1);
        const Words product = has_products() ? run("mul", {x, y}, 2 * rows) : Words();
        for (size_t k = 0; k < count; ++k) {
            const mpz_class A = value_of(a[k].data(), system_), B = value_of(b[k].data(), system_);
            CAPTURE(A.get_str());
            CAPTURE(B.get_str());
            const auto transfer = [&](const Words& of) { return static_cast<int32_t>(of[rows * count + k]); };
            REQUIRE(std::abs(transfer(sum)) <= 1);
            REQUIRE(std::abs(transfer(difference)) <= 1);
            REQUIRE(value(sum, k, count, digits, rows) + end() * transfer(sum) == A + B);
            REQUIRE(value(difference, k, count, digits, rows) + end() * transfer(difference) == A - B);
            REQUIRE(value(minus, k, count, digits, rows) == -A);
            REQUIRE(static_cast<int32_t>(sign[k]) == sgn(A));
            const int of_order = cmp(A, B);
            REQUIRE(static_cast<int32_t>(order[k]) == (of_order > 0) - (of_order < 0));
            if (!product.empty()) REQUIRE(value(product, k, count, 2 * digits, 2 * rows) == A * B);
        }
    }

  private:
    mpz_class end() const {
        mpz_class power;
        mpz_ui_pow_ui(power.get_mpz_t(), system_.radix, static_cast<unsigned long>(system_.count));
        return power;
    }
    Words columns(const std::vector<Words>& numbers) const {
        Words all(static_cast<size_t>(rows_) * numbers.size());
        for (size_t k = 0; k < numbers.size(); ++k)
            for (size_t i = 0; i < numbers[k].size(); ++i) all[i * numbers.size() + k] = numbers[k][i];
        return all;
    }
    // The value of number k, whose digits are in the set and 0 from `digits` on.
    mpz_class value(const Words& columns, size_t k, size_t count, size_t digits, size_t rows) const {
        Words number(rows);
        for (size_t i = 0; i < rows; ++i) {
            number[i] = columns[i * count + k];
            REQUIRE(std::abs(int64_t{static_cast<int32_t>(number[i])}) <= (i < digits ? system_.bound : 0));
        }
        return value_of(number.data(), {system_.radix, system_.bound, static_cast<int>(rows)});
    }
    Words run(const char* name, const std::vector<Words>& operands, size_t rows) {
        catalogue::Computation computation(spec_, name);
        const size_t count = operands[0].size() / static_cast<size_t>(rows_);
        std::vector<eval::Column> columns;
        for (const Words& operand : operands) columns.push_back({operand.data(), count});
        Words result(rows * count);
        computation.run(columns, 0, count, result.data(), count);
        return result;
    }

    SignedDigits system_;
    Spec spec_;
    int rows_;
};

Words digits(std::initializer_list<int> of) {
    Words all;
    for (const int digit : of) all.push_back(static_cast<uint32_t>(digit));
    return all;
}

}  // namespace

TEST_CASE("digits over lanes: all pairs of digits with all neighbours at the border of two lanes") {
    for (const SignedDigits system : {SignedDigits{10, 6, 2}, {7, 4, 2}, {4, 3, 2}, {3, 2, 2}}) {
        CAPTURE(system.radix);
        std::vector<Words> a, b;
        const int D = static_cast<int>(system.bound);
        for (int a1 = -D; a1 <= D; ++a1)
            for (int b1 = -D; b1 <= D; ++b1)
                for (int a0 = -D; a0 <= D; ++a0)
                    for (int b0 = -D; b0 <= D; ++b0)
                        a.push_back(digits({a0, a1})), b.push_back(digits({b0, b1}));
        LaneArithmetic(system, 2).check(a, b);
    }
}

TEST_CASE("digits over lanes: transfers at every place, uneven counts, largest digits") {
    std::mt19937_64 engine(1);
    struct Case {
        SignedDigits system;
        int lanes;
    };
    for (const Case& it : {Case{{10, 6, 8}, 4},
                           {{10, 6, 7}, 4},
                           {{10, 6, 33}, 2},
                           {{10, 7, 3}, 8},
                           {{10, 6, 1}, 2},
                           {{7, 4, 31}, 32},
                           {{10'000, 5'001, 20}, 8},
                           {{1000, 501, 128}, 4},
                           {{1u << 12, (1u << 11) + 1, 40}, 32},
                           {{5000, 4995, 70}, 4},
                           {{1u << 15, (1u << 14) + 1, 8}, 4},
                           {{1u << 16, (1u << 15) + 1, 70}, 4},
                           {{23'169, 11'585, 3}, 2},
                           {{1'000'000'000, 500'000'001, 1}, 2},
                           {{1'000'000'000, 500'000'001, 8}, 8},
                           {{1'000'000'000, 500'000'001, 13}, 4},
                           {{1'000'000'000, 500'000'001, 32}, 2},
                           {{(1u << 30) - 1, 1u << 29, 45}, 2},
                           {{1u << 30, (1u << 29) + 1, 70}, 4},
                           {{1'000'000'000, 500'000'001, 37}, 16},
                           {{1u << 30, 715'827'882, 64}, 32},
                           {{SignedDigits::largest_radix, 715'827'882, 9}, 4},
                           {{10, 6, 70}, 64},
                           {{1u << 30, (1u << 29) + 1, 200}, 128},
                           {{1'000'000'000, 500'000'001, 70}, 64}}) {
        CAPTURE(it.system.radix);
        CAPTURE(it.system.count);
        CAPTURE(it.lanes);
        const auto D = static_cast<int64_t>(it.system.bound);
        const int64_t ends[] = {0, 1, -1, D, -D, D - 1, 1 - D, D / 2, -D / 2};
        std::vector<Words> a, b;
        const auto draw = [&](int kind) {
            Words number(static_cast<size_t>(it.system.count));
            const int64_t run = ends[engine() % std::size(ends)];
            for (uint32_t& digit : number) {
                const int64_t any = static_cast<int64_t>(engine() % static_cast<uint64_t>(2 * D + 1)) - D;
                digit = static_cast<uint32_t>(kind == 0   ? run
                                              : kind == 1 ? ends[engine() % std::size(ends)]
                                                          : any);
            }
            return number;
        };
        const auto minus = [](Words number) {
            for (uint32_t& digit : number) digit = 0 - digit;
            return number;
        };
        for (const int64_t x : {D, -D})
            for (const int64_t y : {D, -D})
                a.emplace_back(static_cast<size_t>(it.system.count), static_cast<uint32_t>(x)),
                    b.emplace_back(static_cast<size_t>(it.system.count), static_cast<uint32_t>(y));
        // one digit that makes a transfer, and one that is the sign
        for (int place = 0; place < it.system.count; ++place)
            for (const int64_t sign : {1, -1}) {
                Words x(static_cast<size_t>(it.system.count)), y = x;
                x[static_cast<size_t>(place)] = y[static_cast<size_t>(place)] =
                    static_cast<uint32_t>(sign * D);
                a.push_back(x), b.push_back(y);
                a.push_back(x), b.push_back(minus(y));
            }
        for (int k = 0; k < 40; ++k) {
            const Words x = draw(k % 3), y = draw(k / 3 % 3);
            a.push_back(x), b.push_back(y);
            a.push_back(x), b.push_back(x);
            a.push_back(x), b.push_back(minus(x));
        }
        LaneArithmetic(it.system, it.lanes).check(a, b);
    }
}

TEST_CASE("digits over lanes: the mapping, and the nearest where numbers are too long") {
    const auto refused = [](const SignedDigits& system, Mapping mapping, const char* part) {
        try {
            mapped(system, mapping);
            FAIL("not refused");
        } catch (const Error& error) {
            CHECK(error.code() == Exit::unsupported);
            CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
        }
    };
    CHECK(mapped(SignedDigits{10, 6, 32}, Mapping::automatic()) == Mapping());
    CHECK(mapped(SignedDigits{10, 6, 33}, Mapping::automatic()) == Mapping(2));
    CHECK(mapped(SignedDigits{10, 6, 1024}, Mapping::automatic()) == Mapping(32));
    CHECK(mapped(SignedDigits{10, 6, 10'000}, Mapping::automatic()).is_block());
    refused({10, 6, 33}, Mapping(), "the nearest is --map tpi:2");
    refused({10, 6, 129}, 4, "the nearest is --map tpi:8");
    refused({10, 6, 8}, Mapping::grid(), "the nearest is --map thread");
}

}  // namespace limbsmith::test
