// Sums of columns are integers, so that cores add parts of the numbers and merge their columns in any order.
#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <string>

#include "limbsmith/cores.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/sum/digits.hpp"
#include "sum/digit_conditions.hpp"

namespace limbsmith::sum {
namespace {

using Wide = __int128;
using Columns = std::vector<Wide>;
using Digits = std::vector<int32_t>;

constexpr uint64_t most_numbers = uint64_t{1} << 31;

// The least e with radix^e >= count.
int places_for(uint32_t radix, uint64_t count) {
    int e = 0;
    for (Wide power = 1; power < Wide(count); power *= radix) ++e;
    return e;
}

void require_numbers(const SignedDigits& system, span<const int32_t> numbers) {
    require_system(system);
    const auto d = static_cast<std::size_t>(system.count);
    if (numbers.size() % d != 0)
        throw runtime::InputError("digits: " + std::to_string(numbers.size()) + " are no numbers of " +
                                  std::to_string(d) + " digits");
    if (numbers.size() / d > most_numbers) throw runtime::InputError("digits: more than 2^31 numbers");
    std::mutex mutex;
    std::size_t first = numbers.size();
    on_all_cores(static_cast<index64>(numbers.size()), [&](index64 from, index64 to) {
        const auto wrong = std::find_if(numbers.begin() + from, numbers.begin() + to, [&](int32_t digit) {
            return std::abs(int64_t{digit}) > system.bound;
        });
        if (wrong == numbers.begin() + to) return;
        const std::lock_guard lock(mutex);
        first = std::min(first, static_cast<std::size_t>(wrong - numbers.begin()));
    });
    if (first < numbers.size())
        throw runtime::InputError("digits: " + std::to_string(numbers[first]) + ", digit " +
                                  std::to_string(first % d) + " of number " + std::to_string(first / d) +
                                  ", is not " + set_text(system));
}

// sum += row, at places from `place` on, by one transfer at each place; no loop depends on a turn before.
void add_row(const SignedDigits& system, Digits& sum, const Digits& row, std::size_t place) {
    const auto bound = static_cast<int32_t>(system.bound), radix = static_cast<int32_t>(system.radix);
    const std::size_t n = sum.size();
    Digits transfer(n + 1);
    for (std::size_t i = place; i < n; ++i) {
        const int32_t s = sum[i] + (i - place < row.size() ? row[i - place] : 0);
        transfer[i + 1] = (s >= bound) - (s <= -bound);
        sum[i] = s - radix * transfer[i + 1];
    }
    for (std::size_t i = place; i < n; ++i) sum[i] += transfer[i];
    if (transfer[n] != 0) sum.push_back(transfer[n]);  // to the radix 3 small numbers may have long forms
}

// A digit from -floor(radix/2) on; the quotient goes to the next place.
int32_t balanced(Wide& value, uint32_t radix) {
    const Wide half = radix / 2, q = radix;
    const Wide rest = ((value + half) % q + q) % q - half;
    value = (value - rest) / q;
    return static_cast<int32_t>(rest);
}

GroupSum by_rows(const SignedDigits& system, Columns columns, int digits) {
    GroupSum made{Digits(static_cast<std::size_t>(digits)), 0};
    const auto is_zero = [](Wide value) { return value == 0; };
    for (std::size_t place = 0; !std::all_of(columns.begin(), columns.end(), is_zero); ++place) {
        Digits row;
        for (Wide& column : columns) row.push_back(balanced(column, system.radix));
        if (place == 0) {
            std::copy(row.begin(), row.end(), made.digits.begin());
            continue;
        }
        add_row(system, made.digits, row, place);
        ++made.steps;
    }
    return made;
}

GroupSum by_carries(const SignedDigits& system, const Columns& columns, int digits) {
    GroupSum made;
    Wide carry = 0;
    for (int i = 0; i < digits; ++i) {
        if (i < static_cast<int>(columns.size())) carry += columns[static_cast<std::size_t>(i)];
        made.digits.push_back(i + 1 < digits ? balanced(carry, system.radix) : static_cast<int32_t>(carry));
    }
    return made;
}

GroupSum of_columns(const SignedDigits& system, const Columns& columns, int digits, GroupMethod method) {
    return method == GroupMethod::columns ? by_rows(system, columns, digits)
                                          : by_carries(system, columns, digits);
}

// The sums over all numbers of what add(number, columns) adds to `count` columns, each at most `largest` in magnitude.
template <class Add>
Columns summed(std::size_t numbers, std::size_t count, Wide largest, const Add& add) {
    Columns all(count);
    std::mutex mutex;
    // so many that 64 bits hold their sum
    const auto most =
        static_cast<std::size_t>(std::max<Wide>(1, std::min<Wide>(1 << 20, (Wide(1) << 62) / largest)));
    on_all_cores(static_cast<index64>(numbers), [&](index64 first, index64 last) {
        Columns own(count);
        std::vector<int64_t> part(count);
        for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last);) {
            std::fill(part.begin(), part.end(), 0);
            for (const std::size_t end = std::min(k + most, static_cast<std::size_t>(last)); k < end; ++k)
                add(k, part.data());
            for (std::size_t i = 0; i < count; ++i) own[i] += part[i];
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < count; ++i) all[i] += own[i];
    });
    return all;
}

}  // namespace

// |sum| <= count·(the largest number of d digits) < radix^(d + e).
int digits_of_sum(const SignedDigits& system, uint64_t count) {
    return system.count + places_for(system.radix, count) + 2;
}

int digits_of_dot(const SignedDigits& system, uint64_t count) {
    return 2 * system.count + places_for(system.radix, count) + 2;
}

GroupSum group_sum(const SignedDigits& system, span<const int32_t> numbers, GroupMethod method) {
    require_numbers(system, numbers);
    const auto d = static_cast<std::size_t>(system.count);
    const std::size_t k = numbers.size() / d;
    const int digits = digits_of_sum(system, k);
    if (method == GroupMethod::automatic) method = k <= 2 ? GroupMethod::successive : GroupMethod::wide;
    if (method != GroupMethod::successive) {
        const Columns columns = summed(k, d, system.bound, [&](std::size_t number, int64_t* to) {
            for (std::size_t i = 0; i < d; ++i) to[i] += numbers[number * d + i];
        });
        return of_columns(system, columns, digits, method);
    }
    GroupSum made{Digits(static_cast<std::size_t>(digits)), 0};
    for (std::size_t number = 0; number < k; ++number) {
        const Digits row(numbers.begin() + number * d, numbers.begin() + (number + 1) * d);
        if (number == 0) {
            std::copy(row.begin(), row.end(), made.digits.begin());
            continue;
        }
        add_row(system, made.digits, row, 0);
        ++made.steps;
    }
    return made;
}

GroupSum group_dot(const SignedDigits& system, span<const int32_t> x, span<const int32_t> y,
                   GroupMethod method) {
    if (x.size() != y.size())
        throw runtime::InputError("group_dot: " + std::to_string(x.size()) + " and " +
                                  std::to_string(y.size()) + " digits");
    if (method == GroupMethod::successive)
        throw runtime::InputError("group_dot: products are added by columns, not one after the other");
    require_numbers(system, x);
    require_numbers(system, y);
    const auto d = static_cast<std::size_t>(system.count);
    const std::size_t k = x.size() / d;
    if (Wide(d) * system.bound * system.bound >= Wide(1)
                                                     << 62) {  // not even one product's columns have 64 bits
        Columns all(2 * d - 1);
        for (std::size_t number = 0; number < k; ++number)
            for (std::size_t p = 0; p < d; ++p)
                for (std::size_t q = 0; q < d; ++q) all[p + q] += Wide(x[number * d + p]) * y[number * d + q];
        return of_columns(system, all, digits_of_dot(system, k), method);
    }
    const Columns columns =
        summed(k, 2 * d - 1, Wide(d) * system.bound * system.bound, [&](std::size_t number, int64_t* to) {
            const int32_t *a = x.data() + number * d, *b = y.data() + number * d;
            for (std::size_t p = 0; p < d; ++p)
                for (std::size_t q = 0; q < d; ++q) to[p + q] += int64_t{a[p]} * b[q];
        });
    return of_columns(system, columns, digits_of_dot(system, k), method);
}

}  // namespace limbsmith::sum
