// From how many computations on a pool is faster than GMP, in rows of `limbsmith bench --suite pool`.
#include <doctest/doctest.h>

#include "bench/pool/crossovers.hpp"

namespace limbsmith::bench {
namespace {

Json row(int count, double times_gmp, double with_transfers, const char* mapping = "auto",
         double deviation = 2) {
    return {{"suite", "pool"},
            {"operation", "mul"},
            {"mapping", mapping},
            {"mean_words", 8.0},
            {"deviation_words", deviation},
            {"results", double(count)},
            {"times_gmp", times_gmp},
            {"times_gmp_with_transfers", with_transfers}};
}

}  // namespace

TEST_CASE("a pool is faster from the count on after the last at which GMP is") {
    const Json found = pool_crossovers({row(100, 2, 0.1),
                                        row(1000, 0.9, 0.2),
                                        row(5000, 1.5, 0.5),
                                        row(9000, 3, 1),
                                        row(100, 9, 9, "CTT"),
                                        row(1000, 9, 9, "CTT"),
                                        row(5000, 9, 9, "CTT"),
                                        row(100, 9, 9, "auto", 0),
                                        row(1000, 9, 9, "auto", 0),
                                        {{"suite", "grid"}, {"times_gmp", 5}}});
    REQUIRE(found.size() == 1);  // two counts are too few, and CTT does not count
    CHECK(found[0].at("operation") == "mul");
    CHECK(found[0].at("mean_words") == 8);
    CHECK(found[0].at("deviation_words") == 2);
    CHECK(found[0].at("count") == 5000);
    CHECK(found[0].at("words") == 40000);
    CHECK(found[0].at("count_with_transfers").is_null());
    CHECK(found[0].at("words_with_transfers").is_null());
    CHECK(crossover_text(found) ==
          "mul              8 words, sigma 2    from 5000 computations, 40000 words; with transfers never\n");
    CHECK(pool_crossovers(Json::array()).empty());
}

}  // namespace limbsmith::bench
