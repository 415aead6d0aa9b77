// The limits of the device per second: bytes, products, additions.
//
// Promises: a limit is the highest rate of many probes in the same run; sums and copies are checked. Faster
// rows raise it (row.hpp), so that it is a limit.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "device/stream.hpp"

namespace limbsmith::bench {

using Json = nlohmann::ordered_json;

struct Limit {
    double per_second = 0;  // 0 if unknown
    std::string by{};       // the probe or row that reached it

    void raise(double reached, const std::string& what) {
        if (reached > per_second) *this = {reached, what};
    }
};

struct Rooflines {
    Limit memory_bytes;   // of device memory, read and written
    Limit wide_products;  // 32x32+64-bit multiply-adds; a product with one word needed counts half
    Limit additions;      // 32-bit, with carry

    Json json() const;
};

// Throws Error if a sum or a copy is wrong.
Rooflines measure_rooflines(runtime::Stream& on);

}  // namespace limbsmith::bench
