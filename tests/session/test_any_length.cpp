// Pools and the grid of a session.
#include <doctest/doctest.h>

#include <string>

#include "limbsmith/limbsmith.hpp"

namespace limbsmith::test {

TEST_CASE("a pool at the place of the session") {
    auto p = Session(place::host).pool();
    const auto x = p("2**127 - 1") * 3;
    CHECK(p.text(x) == "510423550381407695195061911147652317181");
    CHECK(p.device().rfind("host", 0) == 0);
}

TEST_CASE("no grid on the host") {
    const Session s(place::host);
    CHECK_THROWS_WITH_AS(s.grid(),
                         "the grid computes on a GPU, not on the host; a pool computes there as well",
                         runtime::NoDevice);
}

TEST_CASE("a pool and the grid on a GPU") {
    try {
        const Session s(place::device);
        auto p = s.pool();
        CHECK(p.text(p("3**200 // 7") * 7 + p("3**200 % 7")) == p.text(p("3**200")));
        auto big = s.grid();
        const grid::Numbers x = from_decimal(big, "340282366920938463463374607431768211455");
        const grid::Numbers r = big.make(2 * x.length, 1);
        big.multiply(r, x, x, 1);
        CHECK(to_decimal(big, r) ==
              "115792089237316195423570985008687907852589419931798687112530834793049593217025");
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
    }
}

}  // namespace limbsmith::test
