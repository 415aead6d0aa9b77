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

}  // namespace limbsmith::test
