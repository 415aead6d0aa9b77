// Arrays that belong together: their sizes, offsets into them and keys. Whoever finds one that does not fit says so here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "limbsmith/error.hpp"

namespace limbsmith::sum {

inline void require_equal_sizes(const char* function, std::size_t x, std::size_t y) {
    if (x != y)
        throw runtime::InputError(std::string(function) + ": " + std::to_string(x) + " numbers and " +
                                  std::to_string(y));
}

// Offset k is negative, less than the one before it, or beyond the end of `size` numbers.
[[noreturn]] inline void refuse_offset(std::size_t k, std::int64_t offset, std::int64_t before,
                                       std::size_t size) {
    throw runtime::InputError("offset " + std::to_string(k) + ", " + std::to_string(offset) + ", is " +
                              (offset < 0        ? "negative"
                               : offset < before ? "less than the one before it, " + std::to_string(before)
                                                 : "beyond the end of " + std::to_string(size) + " numbers"));
}

// So many zeros. Errors: runtime::OutOfMemory.
template <class T>
std::vector<T> zeros(const char* function, std::size_t count) {
    try {
        return std::vector<T>(count);
    } catch (const std::exception&) {  // std::bad_alloc, std::length_error
        throw runtime::OutOfMemory(std::string(function) + ": no memory for " + std::to_string(count) +
                                   " numbers");
    }
}

[[noreturn]] inline void refuse_key(std::size_t i, std::int64_t key, std::uint64_t count) {
    throw runtime::InputError(
        "key " + std::to_string(i) + ", " + std::to_string(key) + ", is not " +
        (count == 0 ? "there: there are no keys" : "from 0 to " + std::to_string(count - 1)));
}

}  // namespace limbsmith::sum
