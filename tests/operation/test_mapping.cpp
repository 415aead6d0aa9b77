// Mappings: parsed, printed, and asked.
#include <doctest/doctest.h>

#include <bit>

#include "operation/mapping.hpp"

namespace limbsmith::test {

TEST_CASE("a mapping is printed as it is parsed") {
    for (const char* text :
         {"auto", "thread", "tpi:2", "tpi:4", "tpi:8", "tpi:16", "tpi:32", "tensor", "block", "block:64",
          "block:128", "block:256", "block:512", "block:1024", "grid", "pool"}) {
        CAPTURE(text);
        const auto parsed = Mapping::parse(text);
        REQUIRE(parsed);
        CHECK(to_string(*parsed) == text);
        const int answers = parsed->is_automatic() + parsed->is_thread() + parsed->is_group() +
                            parsed->is_grid() + parsed->is_pool();
        CHECK(answers == 1);
        CHECK(Mapping(*parsed) == *parsed);
    }
    for (const char* text :
         {"",        "Thread",     "tpi",       "tpi:",       "tpi:1",  "tpi:3",  "tpi:64",          "tpi:2x",
          "tpi:-2",  "block:32",   "block:96",  "block:2048", "block:", "grid:2", "tpi:99999999999", "warp",
          "cluster", "cluster:32", "tensor:32", "tensor:"})
        CHECK_MESSAGE(!Mapping::parse(text), text);
}

TEST_CASE("a number of threads is a mapping") {
    static_assert(Mapping() == Mapping(1) && Mapping().is_thread() && Mapping().lanes() == 1);
    static_assert(Mapping(2).is_group() && Mapping(2).is_part_of_warp() && !Mapping(2).is_block());
    static_assert(Mapping(32).is_one_warp() && !Mapping(16).is_one_warp() && !Mapping(64).is_one_warp());
    static_assert(Mapping(64).is_block() && Mapping::block().is_block() && Mapping(64) != Mapping::block());
    static_assert(!Mapping::grid().is_group() && Mapping::grid() != Mapping(32) &&
                  Mapping::grid().lanes() == 32);
    static_assert(Mapping::tensor().is_tensor() && Mapping::tensor().is_one_warp() &&
                  !Mapping(32).is_tensor() && Mapping::tensor() != Mapping(32));
    for (int lanes = 1; lanes <= Mapping::most_of_block; lanes *= 2) CHECK(Mapping(lanes).lanes() == lanes);
}

// mapping/cluster.cpp is all of it.
TEST_CASE("a mapping is added by a file") {
    const auto cluster = Mapping::parse("cluster:4");
    REQUIRE(cluster);
    CHECK(to_string(*cluster) == "cluster:4");
    CHECK(texts(cluster->form()) == "cluster:2 to cluster:16");
    CHECK(cluster->lanes() == 4);
    CHECK(*cluster != Mapping(4));
    // no code takes it for one that it knows
    CHECK(!cluster->is_automatic());
    CHECK(!cluster->is_thread());
    CHECK(!cluster->is_group());
    CHECK(!cluster->is_grid());
    CHECK(!cluster->is_pool());
}

}  // namespace limbsmith::test
