// Ranges used in contracts.
#pragma once

#include <string>
#include <vector>

#include "ir/contract.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

// 2^(32·limbs), the modulus of wrapping arithmetic.
inline ir::ExprPtr container(Width width) { return ir::pow2(width.container_bits()); }
// The sum of numbers[i]·2^(32·limbs·i): several numbers of the width in one relation.
inline ir::ExprPtr packed(Width width, const std::vector<ir::ExprPtr>& numbers) {
    ir::ExprPtr sum = numbers.at(0);
    for (size_t i = 1; i < numbers.size(); ++i) sum = sum + ir::pow2(width.container_bits() * i) * numbers[i];
    return sum;
}
// name < 2^(32·limbs): any value of the limbs.
inline ir::Bound any_num(Width width, std::string name) { return {std::move(name), container(width)}; }
// The two's complement value of the limbs of x.
inline ir::ExprPtr signed_value(Width width, const ir::ExprPtr& x) {
    return if_else(less(x, ir::pow2(width.container_bits() - 1)), x, x - container(width));
}
// name < 2^bits.
inline ir::Bound in_width(Width width, std::string name) { return {std::move(name), ir::pow2(width.bits)}; }
inline ir::Bound any_word(std::string name) { return {std::move(name), ir::pow2(limb_bits)}; }
// name is 0 or 1.
inline ir::Bound one_bit(std::string name) { return {std::move(name), ir::integer(2)}; }

// name is odd and greater than 1, as a modulus given at run time must be.
inline ir::Given given_modulus(const std::string& name) {
    const ir::ExprPtr odd = ir::var(name) | ir::integer(1);
    return {name, if_else(less(ir::integer(1), odd), odd, ir::integer(3)), name + " odd, " + name + " > 1"};
}

}  // namespace limbsmith::algorithm
