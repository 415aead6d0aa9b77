// Conditions that functions of numbers in signed digits check.
#pragma once

#include <cstdint>
#include <string>

#include "limbsmith/digits.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/span.hpp"

namespace limbsmith::sum {

inline std::string set_text(const SignedDigits& system) {
    return "from -" + std::to_string(system.bound) + " to " + std::to_string(system.bound);
}

// Errors: runtime::InputError unless numbers have digits, and their sums are of the same kind.
inline void require_system(const SignedDigits& system) {
    if (system.count < 1)
        throw runtime::InputError("digits: numbers of " + std::to_string(system.count) + " digits");
    if (!system.is_closed())
        throw runtime::InputError("digits: sums of digits " + set_text(system) + " to the radix " +
                                  std::to_string(system.radix) +
                                  " are not such digits; 2*bound is above the radix, the bound is below it");
}

// Errors: runtime::InputError for a digit outside the set.
inline void require_digits(span<const std::int32_t> digits, const SignedDigits& system) {
    for (std::size_t i = 0; i < digits.size(); ++i)
        if (digits[i] > std::int64_t{system.bound} || digits[i] < -std::int64_t{system.bound})
            throw runtime::InputError("digits: digit " + std::to_string(i) + ", " +
                                      std::to_string(digits[i]) + ", is not " + set_text(system));
}

}  // namespace limbsmith::sum
