// Arguments in the memory of a GPU.
#pragma once

#include <cstdint>
#include <string>

#include "limbsmith/error.hpp"

namespace limbsmith::sum {

// Errors: runtime::InputError for a null address or one that is not aligned as its type is.
template <class T>
void require(const T* x, const char* name) {
    if (!x) throw runtime::InputError(std::string(name) + " is a null address");
    if (reinterpret_cast<std::uintptr_t>(x) % alignof(T) != 0)
        throw runtime::InputError(std::string(name) + " is an address that is not aligned");
}

}  // namespace limbsmith::sum
