#include "derive/loops/feasible.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace limbsmith::derive::loops {
namespace {

// The columns that may be used: a row without a target whose entries all have the same sign allows none of its own.
std::vector<size_t> usable(const std::vector<Column>& columns, const Column& target, size_t rows) {
    struct Signs {
        std::vector<size_t> columns{};
        size_t above = 0, below = 0;
    };
    std::vector<Signs> all(rows);
    for (size_t j = 0; j < columns.size(); ++j) {
        for (const auto& [row, entry] : columns[j]) {
            if (entry == 0) continue;
            all[row].columns.push_back(j);
            ++(entry > 0 ? all[row].above : all[row].below);
        }
    }
    std::vector<bool> is_gone(columns.size());
    std::vector<size_t> open(rows);
    std::iota(open.begin(), open.end(), 0);
    while (!open.empty()) {
        const Signs& row = all[open.back()];
        const bool has_target =
            std::ranges::find(target, open.back(), &Column::value_type::first) != target.end();
        open.pop_back();
        if (has_target || (row.above > 0 && row.below > 0)) continue;
        for (size_t j : row.columns) {
            if (is_gone[j]) continue;
            is_gone[j] = true;
            for (const auto& [other, entry] : columns[j]) {
                if (entry == 0) continue;
                --(entry > 0 ? all[other].above : all[other].below);
                open.push_back(other);
            }
        }
    }
    std::vector<size_t> result;
    for (size_t j = 0; j < columns.size(); ++j)
        if (!is_gone[j]) result.push_back(j);
    return result;
}

// A column in the rows that are left.
using Entries = std::vector<std::pair<size_t, const mpz_class*>>;

// A row of the table: integers, that is the numbers of the method times some positive factor. Only their signs, and ratios
// within a row, decide.
template <class Number>
using Row = std::vector<Number>;

// The type of the entries: words while they fit, which most do, else integers of any length.
struct Overflow {};

using Word = int64_t;
__extension__ using DoubleWord = __int128;

Word number(const mpz_class& value, Word) {
    if (!value.fits_slong_p() || value == INT64_MIN) throw Overflow();
    return value.get_si();
}
mpz_class number(const mpz_class& value, const mpz_class&) { return value; }

bool is_below(Word p, Word q, Word r, Word s) { return DoubleWord(p) * s < DoubleWord(r) * q; }
bool is_below(const mpz_class& p, const mpz_class& q, const mpz_class& r, const mpz_class& s) {
    return p * s < r * q;
}

void divide(Word& x, Word by) { x /= by; }
void divide(mpz_class& x, const mpz_class& by) { mpz_divexact(x.get_mpz_t(), x.get_mpz_t(), by.get_mpz_t()); }

// x = a·x - b·y
void combine(Word& x, Word a, Word b, Word y) {
    Word scaled, taken;
    if (__builtin_mul_overflow(a, x, &scaled) || __builtin_mul_overflow(b, y, &taken) ||
        __builtin_sub_overflow(scaled, taken, &x) || x == INT64_MIN)
        throw Overflow();
}
void combine(mpz_class& x, const mpz_class& a, const mpz_class& b, const mpz_class& y) {
    if (x != 0 && a != 1) x *= a;
    if (y == 0) return;
    if (b == 1)
        x -= y;
    else
        mpz_submul(x.get_mpz_t(), b.get_mpz_t(), y.get_mpz_t());
}

Word gcd_of(Word x, Word y) { return std::gcd(x, y); }
mpz_class gcd_of(const mpz_class& x, const mpz_class& y) { return gcd(x, y); }
void take_gcd(Word& common, Word entry) { common = std::gcd(common, entry); }
void take_gcd(mpz_class& common, const mpz_class& entry) {
    mpz_gcd(common.get_mpz_t(), common.get_mpz_t(), entry.get_mpz_t());
}

template <class Number>
void shorten(Row<Number>& row) {
    // most rows have an entry that settles it without a division
    for (const Number& entry : row)
        if (entry == 1 || entry == -1) return;
    Number common = 0;
    for (const Number& entry : row) {
        if (entry == 0) continue;
        take_gcd(common, entry);
        if (common == 1) return;
    }
    if (common == 0) return;
    for (Number& entry : row)
        if (entry != 0) divide(entry, common);
}

// The first phase of the simplex method: a row begins with a variable of its own, and the sum of these is made as small
// as it can be. Bland's rule after many steps, so that it ends. Throws Overflow.
template <class Number>
std::optional<std::vector<mpq_class>> by_simplex(const std::vector<Entries>& columns, const Entries& target,
                                                 size_t rows, size_t& work) {
    const size_t count = columns.size();
    std::vector<Row<Number>> table(rows);
    for (Row<Number>& row : table) row.resize(count + 1);  // a copy of a row would take memory for each 0
    for (size_t j = 0; j < count; ++j)
        for (const auto& [row, entry] : columns[j]) table[row][j] = number(*entry, Number());
    for (const auto& [row, entry] : target) table[row][count] = number(*entry, Number());
    Row<Number> gain(count + 1);  // the decrease of the sum for a unit of the variable
    for (Row<Number>& row : table) {
        if (row[count] < 0)
            for (Number& entry : row)
                if (entry != 0) entry = -entry;
        for (size_t j = 0; j <= count; ++j)
            if (row[j] != 0) combine(gain[j], 1, -1, row[j]);
    }
    std::vector<size_t> basic(rows, count);
    for (size_t step = 0; gain[count] != 0; ++step) {
        if (step > 3000) return std::nullopt;
        std::optional<size_t> entering, leaving;
        for (size_t j = 0; j < count; ++j)
            if (gain[j] > 0 && (!entering || (step < 200 && gain[j] > gain[*entering]))) entering = j;
        if (!entering) return std::nullopt;
        for (size_t i = 0; i < rows; ++i) {
            const Number &p = table[i][count], &q = table[i][*entering];
            if (q <= 0) continue;
            const auto is_first = [&](size_t other) {
                const Number &r = table[other][count], &s = table[other][*entering];
                return is_below(p, q, r, s) || (!is_below(r, s, p, q) && basic[i] < basic[other]);
            };
            if (!leaving || is_first(*leaving)) leaving = i;
        }
        if (!leaving) return std::nullopt;
        const Row<Number>& pivot = table[*leaving];
        const auto eliminate = [&](Row<Number>& row) {
            if (row[*entering] == 0) return;
            work += count;
            const Number common = gcd_of(pivot[*entering], row[*entering]), own = pivot[*entering] / common,
                         other = row[*entering] / common;
            for (size_t j = 0; j <= count; ++j)
                if (row[j] != 0 || pivot[j] != 0) combine(row[j], own, other, pivot[j]);
            shorten(row);
        };
        for (size_t i = 0; i < rows; ++i)
            if (i != *leaving) eliminate(table[i]);
        // The variable of the row itself has gone, and so has its gain.
        eliminate(gain);
        basic[*leaving] = *entering;
    }
    std::vector<mpq_class> result(count);
    for (size_t i = 0; i < rows; ++i) {
        if (basic[i] == count) continue;
        result[basic[i]] = mpq_class(mpz_class(table[i][count]), mpz_class(table[i][basic[i]]));
        result[basic[i]].canonicalize();
    }
    return result;
}

}  // namespace

std::optional<std::vector<mpq_class>> feasible(const std::vector<Column>& columns, const Column& target,
                                               size_t rows, size_t& work) {
    const std::vector<size_t> used = usable(columns, target, rows);
    for (const Column& column : columns) work += column.size();
    std::vector<size_t> row_of(rows, SIZE_MAX);  // those that are left
    size_t rows_left = 0;
    std::vector<Entries> left;
    const auto moved = [&](const Column& column) {
        Entries result;
        result.reserve(column.size());
        for (const auto& [row, entry] : column) {
            if (entry == 0) continue;
            if (row_of[row] == SIZE_MAX) row_of[row] = rows_left++;
            result.emplace_back(row_of[row], &entry);
        }
        return result;
    };
    for (size_t j : used) left.push_back(moved(columns[j]));
    const Entries aim = moved(target);
    work += rows_left * left.size();
    const size_t work_before = work;
    std::optional<std::vector<mpq_class>> found;
    try {
        found = by_simplex<Word>(left, aim, rows_left, work);
    } catch (Overflow) {
        work = work_before;
        found = by_simplex<mpz_class>(left, aim, rows_left, work);
    }
    if (!found) return std::nullopt;
    std::vector<mpq_class> result(columns.size());
    for (size_t k = 0; k < used.size(); ++k) result[used[k]] = (*found)[k];
    return result;
}

}  // namespace limbsmith::derive::loops
