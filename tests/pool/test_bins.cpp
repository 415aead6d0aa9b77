// The bins by which the computations of a level are ordered.
#include <doctest/doctest.h>

#include "operation/device_pool.hpp"

namespace limbsmith::test {

TEST_CASE("bins of sizes are half-octaves, one after the other") {
    uint32_t last = 0;
    for (uint32_t bin = 2; bin < 40; ++bin) {
        CHECK(pool::shape::least_units(bin) > last);
        CHECK(pool::shape::most_units(bin - 1) + 1 == pool::shape::least_units(bin));
        last = pool::shape::least_units(bin);
    }
    CHECK(pool::shape::least_units(1) == 0);
    CHECK(pool::shape::least_units(3) == 2);
    CHECK(pool::shape::least_units(64 + 3) == 2);
    CHECK(pool::shape::least_units(6) == 6);
}

}  // namespace limbsmith::test
