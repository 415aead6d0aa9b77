// One line of the results: what was measured, how fast it was, and what stands beside it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "subject.hpp"

namespace limbsmith::bench {

using Json = nlohmann::ordered_json;

// What the device does in a second, measured in the same run.
struct Rooflines {
    double copy_bytes = 0;     // read and written by a copy of device memory
    double wide_products = 0;  // 32x32+64-bit multiply-adds
    double additions = 0;      // 32-bit, with carry
};

struct Row {
    // Fills in what follows from the subject.
    Row(std::string suite, const Subject& subject);

    std::string suite, operation, modulus, algorithm;
    int bits, limbs;
    std::string code;    // PTX, portable C++, interpreter, GMP
    std::string place;   // registers, memory, `memory, every call`, host
    std::string layout;  // of a batch in memory
    uint64_t grid = 0;
    uint32_t block = 0, chains = 0, calls = 0;  // calls: of one launch, one after the other
    int registers = 0, spilled_bytes = 0;       // of a thread

    // of a launch: median, fastest, slowest; what one launch computes, how often it was timed
    double seconds = 0, fastest = 0, slowest = 0, results = 0;
    size_t launches = 0;
    uint64_t checked = 0;                      // results that were compared with GMP's
    double bytes = 0;                          // of device memory, read or written once for each result
    double wide = 0, additions = 0, rows = 0;  // pipe time in wide products, additions, products by rows
    int sm_mhz = 0, memory_mhz = 0;            // clocks right after, 0 where they are not known
    double gmp = 0;                            // results a second of GMP on all cores of the host
    std::string error;                         // why there is no result

    double rate() const { return seconds > 0 ? results / seconds : 0; }
    // With the limits that the rooflines set: the lowest of them bounds the speed.
    Json json(const Rooflines& rooflines) const;
};

}  // namespace limbsmith::bench
