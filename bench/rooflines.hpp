// What the device can do at most in a second: bytes, products, additions.
//
// Promises: each limit is the most that any of many probes reaches, all in the same run; sums and copies are
// checked. Rows that are faster raise it (row.hpp), so that it is a limit.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "jit/device.hpp"

namespace limbsmith::bench {

using Json = nlohmann::ordered_json;

struct Limit {
    double per_second = 0;  // 0 where it is not known
    std::string by{};       // what reached it

    void raise(double reached, const std::string& what) {
        if (reached > per_second) *this = {reached, what};
    }
};

struct Rooflines {
    Limit memory_bytes;   // of device memory, read and written
    Limit wide_products;  // 32x32+64-bit multiply-adds; a product of which one word is needed counts as half
                          // of one
    Limit additions;      // 32-bit, with carry

    Json json() const;
};

// Throws Error if a sum or copy is wrong.
Rooflines measure_rooflines(runtime::Context& context);

}  // namespace limbsmith::bench
