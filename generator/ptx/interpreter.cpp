// The effect of each operation on 32-bit words; decode has made all checks.
#include "ptx/interpreter.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace limbsmith::ptx {
namespace {

// lop3: bit i of the result is bit 4·x_i + 2·y_i + z_i of the table, as a union of minterms.
uint32_t lookup(uint8_t table, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t result = 0;
    for (int term = 0; term < 8; ++term) {
        if ((table >> term & 1) == 0) continue;
        result |= (term & 4 ? x : ~x) & (term & 2 ? y : ~y) & (term & 1 ? z : ~z);
    }
    return result;
}

// The result in the low word; for add, sub and mad the carry or borrow in bit 32.
uint64_t compute(const Step& step, uint64_t x, uint64_t y, uint64_t z, uint64_t flag) {
    const auto as_signed = [](uint64_t word) { return int64_t{static_cast<int32_t>(word)}; };
    const auto signed_high = [&] { return static_cast<uint32_t>(as_signed(x) * as_signed(y) >> 32); };
    const auto low = [](uint64_t value) { return value & 0xffffffff; };
    switch (step.operation) {
        case Operation::add: return x + y + flag;
        case Operation::sub: return x - y - flag;
        case Operation::mul_lo: return x * y;
        case Operation::mul_hi: return x * y >> 32;
        case Operation::mul_hi_signed: return signed_high();
        case Operation::mad_hi_signed: return signed_high() + z + flag;
        case Operation::mad_lo: return low(x * y) + z + flag;
        case Operation::mad_hi: return (x * y >> 32) + z + flag;
        case Operation::bit_and: return x & y;
        case Operation::bit_or: return x | y;
        case Operation::bit_xor: return x ^ y;
        case Operation::bit_not: return ~x;
        case Operation::shl: return y > 31 ? 0 : x << y;
        case Operation::shr: return y > 31 ? 0 : x >> y;
        case Operation::shr_signed: return static_cast<uint32_t>(as_signed(x) >> (y > 31 ? 31 : y));
        case Operation::shf_l: return (y << 32 | x) << (z & 31) >> 32;
        case Operation::shf_r: return (y << 32 | x) >> (z & 31);
        case Operation::lop3:
            return lookup(step.table, static_cast<uint32_t>(x), static_cast<uint32_t>(y),
                          static_cast<uint32_t>(z));
        case Operation::min: return std::min(x, y);
        case Operation::mov: return x;
    }
    throw std::logic_error("an operation without meaning");
}

}  // namespace

std::vector<uint32_t> Statement::run(std::span<const uint32_t> inputs) const {
    if (inputs.size() != code_.inputs) {
        throw std::runtime_error(std::to_string(inputs.size()) + " inputs given to a statement that takes " +
                                 std::to_string(code_.inputs));
    }
    std::vector<uint32_t> slots = code_.slots;
    std::ranges::copy(inputs, slots.begin() + static_cast<std::ptrdiff_t>(code_.outputs));
    uint64_t flag = 0;
    for (const Step& step : code_.steps) {
        const auto& [x, y, z] = step.source;
        const uint64_t result = compute(step, slots[x], slots[y], slots[z], flag & step.flag_mask);
        slots[step.target] = static_cast<uint32_t>(result);
        if (step.sets_flag) flag = result >> 32 & 1;
    }
    slots.resize(code_.outputs);
    return slots;
}

}  // namespace limbsmith::ptx
