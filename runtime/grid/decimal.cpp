#include "limbsmith/grid/decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "limbsmith/error.hpp"
#include "limbsmith/grid/division.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::grid {
namespace {

// Words that a number of so many digits has at most. log2(10) < 3.3219281.
uint32_t words_of(uint64_t digits) { return static_cast<uint32_t>(digits * 33219281 / 10000000 / 32 + 1); }

// 10^(128·2^i) for i < count.
std::vector<Numbers> powers(Arithmetic& arithmetic, size_t count) {
    std::vector<Numbers> all;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0) {
            all.push_back(power_of_ten(arithmetic, digits_of_block));
            continue;
        }
        all.push_back(arithmetic.make(words_of((uint64_t{digits_of_block} << i) + 1), 1));
        arithmetic.multiply(all[i], all[i - 1], all[i - 1], 1);
    }
    return all;
}

View for_all(const Numbers& one) { return {one.memory.get(), 0, one.length}; }

// Numbers 0, 2, 4 ... or 1, 3, 5 ...
View every_second(const Numbers& of, uint32_t first) {
    return {of.memory.get() + size_t{first} * of.length, 2 * uint64_t{of.length}, of.length};
}

}  // namespace

Numbers power_of_ten(Arithmetic& arithmetic, uint32_t exponent) {
    const Numbers ten = arithmetic.numbers(std::vector<uint32_t>{10}, 1);
    Numbers power = arithmetic.numbers(std::vector<uint32_t>{1}, 1);
    for (int bit = std::bit_width(exponent); bit-- > 0;) {
        const uint32_t now = exponent >> bit;
        const Numbers square = arithmetic.make(words_of(uint64_t{now} + 1), 1);
        arithmetic.multiply(square, power, power, 1);
        power = square;
        if ((now & 1) == 0) continue;
        power = arithmetic.make(square.length, 1);
        arithmetic.multiply(power, square, ten, 1);
    }
    return power;
}

// A level divides numbers below 10^(2n) by 10^n.
std::string to_decimal(Arithmetic& arithmetic, const View& a) {
    const Numbers bits = arithmetic.make(1, 1), up = arithmetic.make(1, 1);
    arithmetic.bit_length(bits, up, a, 1);
    // as many digits as the largest number of the length, or one more
    const uint64_t digits = uint64_t{arithmetic.words(bits)[0]} * 30103 / 100000 + 1;
    size_t levels = 0;
    while ((uint64_t{digits_of_block} << levels) < digits) ++levels;
    const std::vector<Numbers> power = powers(arithmetic, levels);
    Numbers now = arithmetic.make(words_of(uint64_t{digits_of_block} << levels), 1);
    arithmetic.copy(now, a, 1);
    for (size_t i = levels; i-- > 0;) {
        const Numbers next = arithmetic.make(words_of(uint64_t{digits_of_block} << i), 2 * now.count);
        const Divisor by = divisor(arithmetic, for_all(power[i]), 1, now.length);
        divide(arithmetic, every_second(next, 1), every_second(next, 0), now, by, now.count);
        now = next;
    }
    const Numbers groups = arithmetic.make(groups_of_block, now.count);
    arithmetic.machine().launch(
        "grid_to_decimal", (now.count + lanes - 1) / lanes, 1,
        std::array<Argument, 4>{Array{now.memory.get(), 0}, Array{groups.memory.get(), 0}, now.count,
                                now.length});
    std::string text;
    const std::vector<uint32_t> all = arithmetic.words(groups);
    text.reserve(all.size() * digits_of_group);
    for (size_t i = all.size(); i-- > 0;)
        for (uint32_t unit = 1000; unit > 0; unit /= 10) text += static_cast<char>('0' + all[i] / unit % 10);
    const size_t first = text.find_first_not_of('0');
    return first == std::string::npos ? "0" : text.substr(first);
}

// A level makes high·10^n + low of two numbers below 10^n.
Numbers from_decimal(Arithmetic& arithmetic, std::string_view digits) {
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
        throw runtime::InputError("a number in decimal has digits and nothing else");
    if (words_of(digits.size()) > most_words)
        throw runtime::InputError("a number of " + std::to_string(digits.size()) +
                                  " digits is longer than the longest, 2^25 bits");
    size_t levels = 0;
    while ((uint64_t{digits_of_block} << levels) < digits.size()) ++levels;
    std::vector<uint32_t> all(size_t{groups_of_block} << levels);
    for (size_t i = 0; i < digits.size(); ++i) {
        const size_t place = digits.size() - 1 - i;  // from the lowest digit on
        uint32_t& group = all[place / digits_of_group];
        group = group * 10 + static_cast<uint32_t>(digits[i] - '0');
    }
    const std::vector<Numbers> power = powers(arithmetic, levels);
    const Numbers groups = arithmetic.numbers(all, groups_of_block);
    Numbers now = arithmetic.make(words_of_block, groups.count);
    arithmetic.machine().launch("grid_from_decimal", (now.count + lanes - 1) / lanes, 1,
                                std::array<Argument, 4>{Array{groups.memory.get(), 0},
                                                        Array{now.memory.get(), 0}, now.count, now.length});
    for (size_t i = 0; i < levels; ++i) {
        const Numbers next = arithmetic.make(words_of(uint64_t{digits_of_block} << (i + 1)), now.count / 2);
        arithmetic.multiply(next, every_second(now, 1), for_all(power[i]), next.count);
        arithmetic.add(next, next, every_second(now, 0), next.count);
        now = next;
    }
    return now;
}

}  // namespace limbsmith::grid
