// Systems of linear inequalities, against all corners of what they allow.
#include <doctest/doctest.h>

#include "eval/samples.hpp"
#include "induction/simplex.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Kind = induction::Inequalities::Kind;

// limit - x·x_entry - y·y_entry, which is to be as the kind says.
struct Row {
    Kind kind;
    mpq_class limit, x_entry, y_entry;
    mpq_class at(const mpq_class& x, const mpq_class& y) const { return limit - x * x_entry - y * y_entry; }
};

// By the points where two of the lines meet, axes among them. requires: rows that bound x and y, and at most one
// that has to be positive: such a row is so somewhere if it is so in a corner.
bool has_solution(std::vector<Row> rows) {
    rows.push_back({Kind::not_negative, 0, -1, 0});
    rows.push_back({Kind::not_negative, 0, 0, -1});
    for (const Row& one : rows) {
        for (const Row& other : rows) {
            const mpq_class determinant = one.x_entry * other.y_entry - one.y_entry * other.x_entry;
            if (determinant == 0) continue;
            const mpq_class x = (one.limit * other.y_entry - one.y_entry * other.limit) / determinant;
            const mpq_class y = (one.x_entry * other.limit - one.limit * other.x_entry) / determinant;
            if (std::ranges::all_of(rows, [&](const Row& row) {
                    const mpq_class rest = row.at(x, y);
                    return row.kind == Kind::zero       ? rest == 0
                           : row.kind == Kind::positive ? rest > 0
                                                        : rest >= 0;
                }))
                return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("inequalities have a solution where a corner is one") {
    eval::Samples samples(test_seed());
    const auto small = [&] { return static_cast<int>(samples.below(9)) - 4; };
    int solvable = 0, by_the_second = 0;
    constexpr int systems = 4000;
    for (int k = 0; k < systems; ++k) {
        std::vector<Row> rows{{Kind::not_negative, 50, 1, 1}};
        if (samples.below(2) == 0) rows.push_back({Kind::positive, small(), small(), small()});
        while (rows.size() < 5)
            rows.push_back(
                {samples.below(5) == 0 ? Kind::zero : Kind::not_negative, small(), small(), small()});
        induction::Inequalities system;
        std::map<size_t, mpz_class> x, y;
        std::vector<Row> without_y = rows;
        for (Row& row : without_y) {
            const size_t number = system.add_row(row.kind, mpz_class(row.limit));
            x[number] = mpz_class(row.x_entry), y[number] = mpz_class(row.y_entry);
            row.y_entry = 0;
        }
        without_y.push_back({Kind::zero, 0, 0, 1});
        system.add_unknown(x);
        const bool is_by_first = has_solution(without_y);
        REQUIRE(system.are_solvable() == is_by_first);
        system.add_unknown(y);
        const bool is_by_both = has_solution(rows);
        REQUIRE(system.are_solvable() == is_by_both);
        solvable += is_by_both, by_the_second += is_by_both && !is_by_first;
    }
    CHECK(solvable > systems / 10);
    CHECK(solvable < systems * 9 / 10);
    CHECK(by_the_second > systems / 20);
}

}  // namespace limbsmith::test
