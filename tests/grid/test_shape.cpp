// The sizes by which kernels are launched are those that they are made for.
#include <doctest/doctest.h>

#include "algorithm/grid/sums.hpp"
#include "algorithm/grid/transform.hpp"
#include "algorithm/grid/words.hpp"
#include "algorithm/ntt/tables.hpp"
#include "emit/device_text.hpp"
#include "grid/shape.hpp"
#include "ir/routine.hpp"
#include "limbsmith/grid/arithmetic.hpp"
#include "spec/ntt_primes.hpp"

namespace limbsmith::test {

TEST_CASE("the sizes of the runtime are those of the generator") {
    namespace made = algorithm::grid;
    CHECK(grid::lanes == ir::warp);
    CHECK(grid::threads_of_warps == emit::threads_of_warps);
    CHECK(grid::words_of_tile == made::words_of_tile);
    CHECK(grid::primes == ntt_prime_count);
    CHECK(grid::least_size_bits == made::least_size_bits);
    CHECK(grid::most_size_bits == made::most_size_bits);
    CHECK(grid::most_size_bits == ntt_order_bits);
    CHECK(grid::segment_bits == made::segment_bits);
    CHECK(grid::most_levels == made::most_levels);
    CHECK(grid::threads_of_columns == made::threads_of_columns);
    CHECK(grid::words_of_thread == algorithm::ntt::words_of_lane);
    CHECK(grid::quads_of_column == algorithm::ntt::quads_of_column);
    CHECK(grid::padding_of_columns == algorithm::ntt::padding_of_columns);
    CHECK(grid::most_words == uint32_t{1} << ntt_length_bits);
    CHECK(grid::groups_of_block == made::groups_of_block);
    CHECK(grid::words_of_block == made::words_of_block);
    CHECK(grid::digits_of_group == made::digits_of_group);
}

}  // namespace limbsmith::test
