// The families of code that ptxas translates wrongly: the interpreter finds their machine code wrong exactly
// where a GPU did.
#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "sass/compilers.hpp"
#include "sass/interpreter.hpp"
#include "sass/process.hpp"

namespace limbsmith::test {
namespace {

using Words = std::vector<uint32_t>;

constexpr int never = 9999;

struct Family {
    std::string kernel;
    size_t inputs;
    std::function<Words(const Words&)> right;      // by 64-bit integers
    std::function<bool(const Words&)> goes_wrong;  // where a GPU gave another result
    int repaired;                                  // first right release, as 1304 for CUDA 13.4; or never
};

Words pair(uint64_t value) { return {static_cast<uint32_t>(value), static_cast<uint32_t>(value >> 32)}; }

// The borrow of a - b.
uint32_t borrow(uint32_t a, uint32_t b) { return a < b; }

const std::vector<Family>& families() {
    static const std::vector<Family> all = {
        {"family_1_add", 2, [](const Words& i) { return pair(uint64_t{i[1]} + ((0 - i[0]) << 30)); },
         [](const Words& i) { return i[0] << 30 == 0; }, 1304},
        {"family_1_sub", 2, [](const Words& i) { return pair(uint64_t{i[1]} - ((0 - i[0]) << 30)); },
         [](const Words& i) { return i[0] << 30 == 0; }, 1304},
        {"family_2", 3, [](const Words& i) { return pair((uint64_t{i[0]} * i[1] >> 32) - i[2]); },
         [](const Words& i) { return i[2] == 0; }, never},
        {"family_3", 1, [](const Words& i) { return Words{((0 - i[0]) >> 25) + 0x1234567}; },
         [](const Words& i) { return i[0] != 0; }, 1304},
        {"family_4", 5,
         [](const Words& i) {
             const uint64_t sum = uint64_t{i[2]} + i[3];
             const uint32_t n = borrow(i[0], i[1]);
             return Words{i[0] - i[1], pair(sum)[0], n + i[4] + pair(sum)[1]};
         },
         [](const Words& i) { return i[0] >= i[1]; }, never},
        {"family_5", 5,
         [](const Words& i) {
             const uint32_t n = borrow(i[0], i[1]);
             return Words{i[0] - i[1], i[2] - i[3], n - i[4] - borrow(i[2], i[3])};
         },
         [](const Words& i) { return i[0] >= i[1]; }, never},
        {"family_6", 2, [](const Words&) { return Words{0}; },
         [](const Words& i) { return (i[0] ^ (i[1] & i[0])) != 0; }, 1304},
        {"family_7", 3,
         [](const Words& i) {
             const auto wide = static_cast<unsigned __int128>(i[0]) * i[1] + (uint64_t{i[2]} << 32 | i[2]);
             return Words{static_cast<uint32_t>(wide), static_cast<uint32_t>(wide >> 64)};
         },
         [](const Words& i) {
             const uint64_t wide = uint64_t{i[0]} * i[1] + (uint64_t{i[2]} << 32 | i[2]);
             return static_cast<uint32_t>(wide) != static_cast<uint32_t>(wide >> 32);
         },
         1209},
        {"family_8", 1, [](const Words& i) { return pair(0xfffffe00u - uint64_t{i[0] * 0xa6ab1bcf}); },
         [](const Words& i) { return i[0] == 0; }, 1304},
    };
    return all;
}

uint32_t draw(std::mt19937& random) {
    const uint32_t bit = 1u << random() % 32;
    const uint32_t values[] = {0, 1, bit, 0 - bit, 0xffffffff, static_cast<uint32_t>(random())};
    return values[random() % std::size(values)];
}

void check_families(const sass::Assembler& assembler, int release) {
    const std::string ptx = sass::read_file(checkout() / "tests/sass/families.ptx");
    for (const std::string architecture : {"sm_80", "sm_90", "sm_120"}) {
        const auto functions = assembler.functions(ptx, architecture);
        for (const Family& family : families()) {
            const sass::Kernel kernel(sass::find(functions, family.kernel));
            std::mt19937 random(1);
            for (int turn = 0; turn < 500; ++turn) {
                Words input(family.inputs);
                for (uint32_t& word : input) word = draw(random);
                const Words want = family.right(input);
                const bool is_right = kernel.run(input, want.size()) == want;
                const bool expected = release >= family.repaired || !family.goes_wrong(input);
                INFO(family.kernel, " for ", architecture, " by ptxas ", assembler.version());
                REQUIRE(is_right == expected);
            }
        }
    }
}

}  // namespace

TEST_CASE("families of wrong code, CUDA 12.8") {
    if (const auto assembler = required_assembler("12.8")) check_families(*assembler, 1208);
}

TEST_CASE("families of wrong code, CUDA 12.9") {
    if (const auto assembler = required_assembler("12.9")) check_families(*assembler, 1209);
}

TEST_CASE("families of wrong code, CUDA 13.5") {
    if (const auto assembler = required_assembler("13.5")) check_families(*assembler, 1305);
}

TEST_CASE("families of wrong code, the machine's own compiler") {
    const sass::Assembler& own = own_assembler();
    if (own.version().starts_with("13.0.")) {
        check_families(own, 1300);
    } else {
        MESSAGE("skipped: it is not known which families CUDA ", own.version(), " has");
    }
}

}  // namespace limbsmith::test
