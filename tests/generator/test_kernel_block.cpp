// How many blocks of a kernel a multiprocessor is to run at once, as they were fastest on an H200.
#include <doctest/doctest.h>

#include "catalogue/lanes.hpp"
#include "emit/group.hpp"
#include "plan/kernel_block.hpp"
#include "spec/mapping.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

uint32_t blocks_of(const Spec& spec, const std::string& name) {
    const catalogue::Loops all = catalogue::lane_routines(spec);
    const auto& routine = std::get<ir::Routine>(all.library[name]);
    return plan::least_blocks(routine, all.library, emit::shared_bytes(routine, all.library));
}

uint32_t blocks_of(const char* mapping, int bits, const char* op) {
    return blocks_of(whole_spec({bits, parse_mapping(mapping)}, op), op);
}

}  // namespace

TEST_CASE("products by matrices have as many blocks as there are registers for their sums and shapes") {
    CHECK(blocks_of("tensor", 2048, "mul") == 9);
    CHECK(blocks_of("tensor", 3072, "mul") == 7);
    CHECK(blocks_of("tensor", 4096, "mul") == 6);
    CHECK(blocks_of("tensor", 8192, "mul") == 3);
    CHECK(blocks_of("tensor", 8192, "mul_lo") == 4);
    CHECK(blocks_of("tensor", 16384, "mul") == 2);
    CHECK(blocks_of("tensor", 32768, "mul") == 1);
}

TEST_CASE("powers by matrices, each modulo its own number, have so many blocks as well") {
    for (const auto& [bits, blocks] :
         {std::pair(2048, 5u), {3072, 4u}, {4096, 5u}, {8192, 3u}, {16384, 3u}}) {
        CAPTURE(bits);
        const Modulus modulus = Modulus::at_run_time({bits, Mapping::tensor()});
        CHECK(blocks_of(modular_spec(modulus, Reduction::montgomery, "pow"), "pow") == blocks);
    }
}

TEST_CASE("a kernel of several operations has the fewest blocks of those with shared memory") {
    const auto blocks = [](const std::vector<plan::BlockNeeds>& all) {
        return plan::needs_of_all(all).blocks;
    };
    CHECK(blocks({{0, 1}, {32576, 3}, {18432, 4}}) == 3);
    CHECK(blocks({{0, 1}}) == 1);
    CHECK(blocks({{0, 2}, {0, 1}}) == 1);
    CHECK(plan::needs_of_all({{0, 1}, {32576, 3}, {18432, 4}}).shared_bytes == 32576);
}

TEST_CASE("other warps ask for no number of blocks, or for three") {
    CHECK(blocks_of("tpi:4", 2048, "mul") == 1);
    CHECK(blocks_of("tpi:32", 16384, "mul") == 3);
    CHECK(blocks_of("block:64", 32768, "mul") == 8);
    CHECK(blocks_of("block:512", 262144, "add") == 1);
    CHECK(blocks_of("block:1024", 131072, "add") == 2);
}

}  // namespace limbsmith::test
