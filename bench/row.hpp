// One row of results names its subject, and has its speed and figures for comparison.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "limbsmith/digits.hpp"
#include "rooflines.hpp"
#include "subject.hpp"

namespace limbsmith::bench {

inline constexpr const char* one_number = "one number";

struct Row {
    // Fills in the fields that follow from the subject.
    Row(std::string suite, const Subject& subject);

    std::string suite, operation, modulus, algorithm;
    int bits, limbs;
    std::optional<SignedDigits> digits{};  // of numbers in signed digits
    std::string code;                      // PTX, portable C++, interpreter, GMP
    std::string place;                     // registers, memory, `memory, every call`, host
    std::string layout;                    // of a batch in memory, or one_number
    std::string mapping;                   // the threads that compute a number, if that is a choice
    uint64_t grid = 0;
    uint32_t block = 0, chains = 0, calls = 0;  // calls: of one launch, one after the other
    int registers = 0, spilled_bytes = 0;       // of a thread

    // of a launch: median, fastest, slowest; its results; number of timed launches
    double seconds = 0, fastest = 0, slowest = 0, results = 0;
    size_t launches = 0;
    double seconds_with_transfers = 0;  // the median of launches from the host and to the host, if measured
    double mean_words = 0, deviation_words = 0;  // the lengths of operands of a pool
    uint64_t checked = 0;                        // results that were compared with GMP's
    double bytes = 0;                            // of device memory, read or written once for each result
    double wide = 0, additions = 0, rows = 0;    // pipe time in wide products, additions, products by rows
    int instructions = 0;                        // of PTX for one result, of numbers in signed digits
    int sm_mhz = 0, memory_mhz = 0;              // clocks right after, 0 where they are not known
    double gmp = 0;                              // results a second of GMP on the host
    unsigned gmp_cores = 0;                      // on so many cores; 0: on all
    double host_code = 0;                        // results a second of our own code on the host
    std::string error;                           // why there is no result

    // One of several measurements of the same thing, at least one: medians, the fastest and the slowest launch of all, sums
    // of launches and of checks. A measurement that failed is the result.
    static Row median_of(std::vector<Row> rows);

    double rate() const { return seconds > 0 ? results / seconds : 0; }
    // The row without figures: suite, operation, algorithm, place ...
    Json labels() const;
    // Raises each limit to the rate that this row shows, by at most 5 % above the highest probe.
    void raise(Rooflines& rooflines, const Rooflines& probed) const;
    // `of_limit`: the share of the lowest limit that is reached, at most 1 once all rows have raised the
    // limits. `times_counted` replaces it if the share is above 1: the device did not have to do all the
    // counted work. `times_rows`: the rate relative to the limit of products by rows; Karatsuba may exceed
    // it.
    Json json(const Rooflines& rooflines) const;
};

}  // namespace limbsmith::bench
