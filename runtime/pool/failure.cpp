#include "limbsmith/pool/failure.hpp"

#include "limbsmith/pool/operation.hpp"

namespace limbsmith::pool {

std::string_view to_string(Failure failure) {
    switch (failure) {
        case Failure::none: return "none";
        case Failure::division_by_zero: return "division by zero";
        case Failure::negative_exponent: return "negative exponent";
        case Failure::negative_shift: return "negative shift";
        case Failure::no_inverse: return "no inverse";
        case Failure::not_integer: return "not an integer";
        case Failure::negative: return "negative operand";
        case Failure::no_degree: return "degree of a root below 1";
        case Failure::not_odd: return "Jacobi symbol modulo an even or negative number";
        case Failure::too_long: break;
    }
    static_assert(most_bits == 1u << 30);
    return "longer than 2^30 bits";
}

}  // namespace limbsmith::pool
