// Every program of the project has a derivation for a small set of widths and moduli.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "derive/catalog.hpp"
#include "derive/derived.hpp"

namespace limbsmith::test {
namespace {

void check_proved(const std::vector<Entry>& entries) {
    std::string unproved;
    size_t count = 0;
    for (const Entry& entry : entries) {
        const std::string lacks = missing(entry.program);
        if (lacks.empty()) continue;
        unproved += fmt::format("  {}: {}\n", title(entry), lacks);
        ++count;
    }
    const size_t proved = entries.size() - count;
    MESSAGE(proved, " of ", entries.size(), " programs are proved");
    if (count > 0) FAIL_CHECK("not proved:\n", unproved);
}

}  // namespace

TEST_CASE("every program on whole numbers is proved") { check_proved(number_programs()); }

TEST_CASE("every program modulo N is proved, by every reduction") { check_proved(field_programs()); }

TEST_CASE("every program modulo 2^k ± c is proved") { check_proved(special_programs()); }

TEST_CASE("every program modulo a sum of powers of two is proved") { check_proved(solinas_programs()); }

TEST_CASE("every program for inverses by divsteps is proved") { check_proved(inverse_programs()); }

TEST_CASE("every program of the lanes of a group is proved") { check_proved(group_programs()); }

TEST_CASE("every program of transforms is proved") { check_proved(ntt_programs()); }
TEST_CASE("every program of tiles is proved") { check_proved(tile_programs()); }

}  // namespace limbsmith::test
