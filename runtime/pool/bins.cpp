#include "pool/bins.hpp"

#include <algorithm>
#include <bit>

#include "operation/device_pool.hpp"

namespace limbsmith::pool {
namespace {

// The size that determines the time, in units; 0 if the kernel does not compute it, or it has no size.
uint32_t size_of(Operation operation, const std::array<Shape, most_operands>& operands) {
    const auto& [a, b, c] = operands;
    const uint32_t longer = std::max(a.bits, b.bits);
    switch (kernel_operation(operation)) {
        case Operation::add: return shape::units_of(longer ? longer + 1 : 0);
        case Operation::mul: {
            const uint32_t second = operation == Operation::sqr ? a.bits : b.bits;
            return shape::units_of(a.bits && second ? a.bits + second : 0);
        }
        case Operation::gcd:
        case Operation::compare: return shape::units_of(longer);
        case Operation::shl: {
            const uint64_t distance = operation == Operation::shl && b.is_short() ? b.low : 0;
            return shape::units_of(
                static_cast<uint32_t>(a.bits ? std::min<uint64_t>(a.bits + distance, most_bits) : 0));
        }
        case Operation::div_floor: return shape::units_of(longer) + shape::units_of(b.bits);
        case Operation::pow_mod: {
            const bool has_kernel = !a.is_negative && !b.is_negative && !c.is_negative && c.bits > 1 &&
                                    (c.low & 1) && shape::units_of(a.bits) <= shape::units_of(c.bits);
            return has_kernel ? shape::units_of(c.bits) : 0;
        }
        default: return 0;
    }
}

}  // namespace

Operation kernel_operation(Operation operation) {
    switch (operation) {
        case Operation::sub: return Operation::add;
        case Operation::sqr: return Operation::mul;
        case Operation::min:
        case Operation::max: return Operation::compare;
        case Operation::shr: return Operation::shl;
        case Operation::div_truncate:
        case Operation::div_exact: return Operation::div_floor;
        default: return operation > last_of_devices ? Operation::xgcd : operation;
    }
}

uint32_t bin_of(Operation operation, const std::array<Shape, most_operands>& operands) {
    if (operation == Operation::neg || operation == Operation::abs || operation == Operation::select)
        return 0;
    const uint32_t size = size_of(operation, operands);
    const auto length = static_cast<uint32_t>(std::bit_width(size));
    const uint32_t of_size = size < 2 ? size : 2 * length - 2 + ((size >> (length - 2)) & 1);
    return static_cast<uint32_t>(kernel_operation(operation)) * shape::sizes + of_size + 1;
}

Shape shape_of(const shape::Entry& entry) { return {1, entry.bits, (entry.flags & shape::negative) != 0}; }

Weighed weighed(Operation operation, const std::array<Shape, most_operands>& operands) {
    const Plan planned = plan(operation, operands);
    const bool fails = planned.failure != Failure::none;
    return {fails ? 0 : bin_of(operation, operands), planned.cost / 1000};
}

}  // namespace limbsmith::pool
