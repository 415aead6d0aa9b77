#include "algorithm/digit/long_columns.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace limbsmith::algorithm::digit {
namespace {

using ir::Chain, ir::Opcode, ir::Operand;
using Wide = unsigned __int128;

Operand low_word(uint64_t value) { return Operand(static_cast<uint32_t>(value)); }

}  // namespace

bool LongDivision::is_shift() const { return std::has_single_bit(radix); }

uint32_t LongDivision::shift() const { return static_cast<uint32_t>(std::bit_width(radix)) - 1; }

uint64_t LongDivision::reciprocal() const {
    return static_cast<uint64_t>((Wide{1} << (2 * limb_bits + shift())) / radix + 1);
}

// A reciprocal is (2^(64 + shift) + error) / radix; rests are not negative for error·sum < 2^(64 + shift).
uint64_t LongDivision::limit() const {
    if (is_shift()) return UINT64_MAX;
    const Wide unit = Wide{1} << (2 * limb_bits + shift());
    const auto error = static_cast<uint64_t>(Wide{reciprocal()} * radix - unit);
    return static_cast<uint64_t>(std::min((unit - 1) / error, Wide{UINT64_MAX}));
}

LongColumns::Pair LongColumns::constant(uint64_t value) {
    return {low_word(value), low_word(value >> limb_bits)};
}

LongColumns::Pair LongColumns::sum(const Pair& x, const Pair& y) {
    Chain chain(builder_);
    const Operand low = chain.add(x.low, y.low);
    return {low, chain.add(x.high, y.high)};
}

// The carry, the addends and the offset.
LongColumns::Pair LongColumns::start(std::span<const Operand> addends, uint64_t offset) {
    std::optional<Pair> made;
    const auto add = [&](const Pair& x) { made = made ? sum(*made, x) : x; };
    std::ranges::for_each(quotients_, add);
    if (!addends.empty()) {
        Operand digits = addends[0];
        for (const Operand digit : addends.subspan(1)) digits = builder_.emit(Opcode::add, digits, digit);
        // not negative
        const uint64_t most = addends.size() * digits_.bound;
        add({builder_.emit(Opcode::add, digits, low_word(most)), Operand(0u)});
        offset -= most;
    }
    add(constant(offset - multiple_));
    return *made;
}

// The word below the upper two is made for its carry.
LongColumns::Pair LongColumns::times_reciprocal(const Pair& x) {
    const Pair c = constant(division_.reciprocal());
    const Operand low = builder_.emit(Opcode::mul_lo, x.low, c.high),
                  middle = builder_.emit(Opcode::mul_hi, x.low, c.high);
    Chain chain(builder_), upper(builder_);
    chain.emit(Opcode::mad_lo, x.high, c.low, low);
    const Operand above = chain.emit(Opcode::mad_hi, x.high, c.low, middle),
                  top = chain.emit(Opcode::mad_hi, x.high, c.high, Operand(0u));
    const Operand result = upper.emit(Opcode::mad_lo, x.high, c.high, above);
    return {result, upper.add(top, Operand(0u))};
}

LongColumns::Part LongColumns::divide(const Pair& sum) {
    const Operand places(division_.shift());
    const Pair from = division_.is_shift() ? sum : times_reciprocal(sum);
    const Operand low = builder_.emit(Opcode::shf_r, from.low, from.high, places),
                  high = builder_.emit(Opcode::shr, from.high, places);
    return {builder_.emit(Opcode::mad_lo, low, low_word(0 - uint64_t{digits_.radix}), sum.low), {low, high}};
}

Operand LongColumns::next(std::span<const Factors> products, std::span<const Operand> addends) {
    const uint64_t radix = digits_.radix, middle = division_.middle(),
                   square = uint64_t{digits_.bound} * digits_.bound;
    const auto multiples = [&](uint64_t most) { return (most + radix - 1) / radix; };
    std::vector<Pair> quotients;
    uint64_t multiple = 0, most_quotient = 0;
    std::optional<Operand> rest;
    do {
        uint64_t most = rest ? 0 : most_carry_ + addends.size() * digits_.bound;
        const uint64_t more = rest ? division_.largest_rest() : middle;  // beside a multiple of the radix
        const auto largest = [&](uint64_t of) { return Wide{of} + Wide{multiples(of)} * radix + more; };
        size_t count = 0;
        while (count < products.size() && largest(most + square) <= division_.limit()) {
            most += square;
            ++count;
        }
        const uint64_t offset = multiples(most) * radix + (rest ? 0 : middle);
        Pair column = rest ? sum({*rest, Operand(0u)}, constant(offset)) : start(addends, offset);
        for (const auto& [x, y] : products.first(count)) {
            Chain chain(builder_);
            const Operand low = chain.emit(Opcode::mad_lo, x, y, column.low);
            column = {low, chain.emit(Opcode::mad_his, x, y, column.high)};
        }
        products = products.subspan(count);
        const Part part = divide(column);
        rest = part.rest;
        quotients.push_back(part.quotient);
        multiple += multiples(most);
        most_quotient += static_cast<uint64_t>(largest(most) / radix);
    } while (!products.empty());
    quotients_ = std::move(quotients);
    multiple_ = multiple;
    most_carry_ = std::max(multiple, most_quotient - multiple);
    return builder_.emit(Opcode::add, *rest, low_word(0 - middle));
}

Operand LongColumns::carry() {
    Operand all = low_word(0 - multiple_);
    for (const Pair& quotient : quotients_) all = builder_.emit(Opcode::add, quotient.low, all);
    return all;
}

}  // namespace limbsmith::algorithm::digit
