#include "induction/simplex.hpp"

#include <optional>

namespace limbsmith::induction {
namespace {

constexpr int most_steps = 200;  // before Bland's rule

}  // namespace

void Inequalities::Row::negate() {
    for (mpz_class& entry : entries) mpz_neg(entry.get_mpz_t(), entry.get_mpz_t());
    limit = -limit;
    epsilon = -epsilon;
    own = -own;
}

void Inequalities::Row::reduce() {
    mpz_class common = own;
    const auto take = [&](const mpz_class& it) {
        if (common != 1 && it != 0) mpz_gcd(common.get_mpz_t(), common.get_mpz_t(), it.get_mpz_t());
    };
    take(limit);
    take(epsilon);
    for (const mpz_class& entry : entries) take(entry);
    if (common == 1) return;
    const auto divide = [&](mpz_class& it) {
        if (it != 0) mpz_divexact(it.get_mpz_t(), it.get_mpz_t(), common.get_mpz_t());
    };
    divide(own);
    divide(limit);
    divide(epsilon);
    for (mpz_class& entry : entries) divide(entry);
}

void Inequalities::Row::eliminate(size_t column, const Row& other) {
    if (entries[column] == 0) return;
    const mpz_class common = gcd(entries[column], other.own);
    const mpz_class factor = entries[column] / common, scale = other.own / common;
    entries[column] = 0;
    const auto subtract = [&](mpz_class& it, const mpz_class& from) {
        if (scale != 1 && it != 0) it *= scale;
        if (from != 0) mpz_submul(it.get_mpz_t(), factor.get_mpz_t(), from.get_mpz_t());
    };
    own *= scale;
    subtract(limit, other.limit);
    subtract(epsilon, other.epsilon);
    for (size_t j = 0; j < entries.size(); ++j) subtract(entries[j], other.entries[j]);
    reduce();
}

size_t Inequalities::add_row(Kind kind, const mpz_class& limit) {
    const size_t variable = is_fixed_.size();
    is_fixed_.push_back(kind == Kind::zero);
    rows_.push_back(
        {std::vector<mpz_class>(free_.size()), limit, kind == Kind::positive ? -1 : 0, 1, variable});
    return variable;
}

// x in a row lets what the row leaves, wherever it stands, grow by entry·x.
void Inequalities::add_unknown(const std::map<size_t, mpz_class>& entries) {
    for (Row& row : rows_) {
        mpz_class sum = 0;
        if (const auto own = entries.find(row.basic); own != entries.end()) sum = row.own * own->second;
        for (size_t j = 0; j < free_.size(); ++j) {
            if (row.entries[j] == 0) continue;
            if (const auto it = entries.find(free_[j]); it != entries.end())
                sum += row.entries[j] * it->second;
        }
        row.entries.push_back(sum);
    }
    costs_.entries.push_back(costs_.own);
    free_.push_back(is_fixed_.size());
    is_fixed_.push_back(false);
}

int Inequalities::want(const Row& row) const {
    const int sign = row.sign();
    return sign < 0 || is_fixed(row.basic) ? -sign : 0;
}

bool Inequalities::can_help(const Row& row, size_t column, int want) const {
    return sgn(row.entries[column]) == -want && !is_fixed(free_[column]);
}

void Inequalities::pivot(size_t row, size_t column) {
    Row& own = rows_[row];
    std::swap(own.own, own.entries[column]);
    std::swap(own.basic, free_[column]);
    if (own.own < 0) own.negate();
    for (size_t i = 0; i < rows_.size(); ++i) {
        if (i != row) rows_[i].eliminate(column, own);
    }
    costs_.eliminate(column, own);
}

// The row that the fewest variables can help goes first; after many steps, Bland's rule: the least number, so that no
// cycle occurs.
bool Inequalities::are_solvable() {
    for (int step = 0;; ++step) {
        std::optional<size_t> leaving;
        size_t fewest = 0;
        for (size_t i = 0; i < rows_.size(); ++i) {
            const int want = this->want(rows_[i]);
            if (want == 0) continue;
            size_t helpers = 0;
            for (size_t j = 0; j < free_.size(); ++j) helpers += can_help(rows_[i], j, want);
            if (helpers == 0) return false;
            const bool is_better =
                !leaving || (step < most_steps ? helpers < fewest : rows_[i].basic < rows_[*leaving].basic);
            if (is_better) leaving = i, fewest = helpers;
        }
        if (!leaving) return true;
        const Row& row = rows_[*leaving];
        const int want = this->want(row);
        std::optional<size_t> entering;
        for (size_t j = 0; j < free_.size(); ++j) {
            if (!can_help(row, j, want)) continue;
            // the least cost for what it helps
            const int order = entering ? cmp(abs(costs_.entries[j] * row.entries[*entering]),
                                             abs(costs_.entries[*entering] * row.entries[j]))
                                       : -1;
            if (order < 0 || (order == 0 && free_[j] < free_[*entering])) entering = j;
        }
        pivot(*leaving, *entering);
    }
}

}  // namespace limbsmith::induction
