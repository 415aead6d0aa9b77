// A hash that distinguishes generated texts.
#pragma once

#include <cstdint>
#include <string_view>

namespace limbsmith::emit {

// The 64-bit FNV-1a hash. It is the same on every machine, and not collision-resistant.
constexpr uint64_t digest(std::string_view text) {
    uint64_t hash = 0xcbf29ce484222325;
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

}  // namespace limbsmith::emit
