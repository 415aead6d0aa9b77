// The host and the kernels of pools agree on how numbers and computations lie in memory.
#include <doctest/doctest.h>

#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "algorithm/pool/power_scratch.hpp"
#include "algorithm/pool/scratch_digits.hpp"
#include "algorithm/pool/shape.hpp"
#include "limbsmith/pool/engine.hpp"
#include "pool/shape.hpp"

namespace limbsmith::test {

namespace kernels = algorithm::pool;
namespace host = pool::shape;

static_assert(host::unit_words == kernels::unit_words && host::unit_bits == kernels::unit_bits);
static_assert(host::entry_words == kernels::entry_words && host::no_slot == kernels::no_slot);
static_assert(host::negative == kernels::negative && host::failure_shift == kernels::failure_shift);
static_assert(offsetof(host::Entry, unit) == 4 * kernels::first_unit &&
              offsetof(host::Entry, bits) == 4 * kernels::bit_count &&
              offsetof(host::Entry, flags) == 4 * kernels::flags &&
              sizeof(host::Entry) == 4 * kernels::entry_words);
static_assert(host::computation_words == kernels::computation_words);
static_assert(offsetof(pool::Computation, operation) == 4 * kernels::operation &&
              offsetof(pool::Computation, operands) == 4 * kernels::operands &&
              offsetof(pool::Computation, result) == 4 * kernels::result);
static_assert(host::plan_words == kernels::plan_words && offsetof(host::Plan, bin) == 4 * kernels::bin &&
              offsetof(host::Plan, rank) == 4 * kernels::rank &&
              offsetof(host::Plan, result_unit) == 4 * kernels::result_unit);
static_assert(host::sizes == kernels::sizes && host::bins == kernels::bins &&
              host::kernel_operations == kernels::Op::of_kernels);
static_assert(host::numbers_of_power == kernels::PowerScratch::numbers);
static_assert(host::numbers_of_power_over_lanes == kernels::numbers_of_power_over_lanes);
static_assert(host::digits_of_block == kernels::ScratchDigits::block_digits &&
              host::bits_of_digit == digit_bits);
static_assert(host::sum_of_units == kernels::sum_of_units && host::many_units == kernels::many_units &&
              host::unordered == kernels::unordered && host::first_bin == kernels::first_bin);
static_assert(host::units_shift == kernels::units_shift && pool::most_bits == kernels::most_bits);

TEST_CASE("operations and failures have the same numbers for the host and for kernels of pools") {
    const std::pair<std::string_view, int> operations[] = {{"add", kernels::Op::add},
                                                           {"sub", kernels::Op::sub},
                                                           {"mul", kernels::Op::mul},
                                                           {"sqr", kernels::Op::sqr},
                                                           {"neg", kernels::Op::neg},
                                                           {"abs", kernels::Op::abs},
                                                           {"compare", kernels::Op::compare},
                                                           {"min", kernels::Op::min},
                                                           {"max", kernels::Op::max},
                                                           {"select", kernels::Op::select},
                                                           {"shl", kernels::Op::shl},
                                                           {"shr", kernels::Op::shr},
                                                           {"div_floor", kernels::Op::div_floor},
                                                           {"div_truncate", kernels::Op::div_truncate},
                                                           {"div_exact", kernels::Op::div_exact},
                                                           {"gcd", kernels::Op::gcd},
                                                           {"xgcd", kernels::Op::xgcd},
                                                           {"lcm", kernels::Op::lcm},
                                                           {"pow", kernels::Op::pow},
                                                           {"pow_mod", kernels::Op::pow_mod},
                                                           {"and_", kernels::Op::and_},
                                                           {"or_", kernels::Op::or_},
                                                           {"xor_", kernels::Op::xor_},
                                                           {"root", kernels::Op::root},
                                                           {"jacobi", kernels::Op::jacobi},
                                                           {"bit_length", kernels::Op::bit_length},
                                                           {"is_prime", kernels::Op::is_prime},
                                                           {"factorial", kernels::Op::factorial}};
    CHECK(std::size(operations) == kernels::Op::count);
    for (const auto& [name, number] : operations)
        CHECK(pool::signature(static_cast<pool::Operation>(number)).name == name);
    CHECK(static_cast<uint32_t>(pool::Failure::division_by_zero) == kernels::Failure::division_by_zero);
    CHECK(static_cast<uint32_t>(pool::Failure::negative_shift) == kernels::Failure::negative_shift);
    CHECK(static_cast<uint32_t>(pool::Failure::not_integer) == kernels::Failure::not_integer);
    CHECK(static_cast<uint32_t>(pool::Failure::too_long) == kernels::Failure::too_long);
}

TEST_CASE("bins of sizes are half-octaves, one after the other") {
    uint32_t last = 0;
    for (uint32_t bin = 2; bin < 40; ++bin) {
        CHECK(host::least_units(bin) > last);
        CHECK(host::most_units(bin - 1) + 1 == host::least_units(bin));
        last = host::least_units(bin);
    }
    CHECK(host::least_units(1) == 0);
    CHECK(host::least_units(3) == 2);
    CHECK(host::least_units(64 + 3) == 2);
    CHECK(host::least_units(6) == 6);
}

}  // namespace limbsmith::test
