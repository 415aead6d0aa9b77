// Bytes of two words by a selector, as the interpreter and routines with the same operation on other words have them.
#include <doctest/doctest.h>

#include <random>
#include <stdexcept>

#include "eval/routine.hpp"
#include "ir/routine_builder.hpp"
#include "read/scalar.hpp"
#include "spec/representations.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr uint32_t selectors = 8 * 8 * 8 * 8;
constexpr size_t bytes_of_word = 4;

// The selector with these four octal digits.
uint32_t selector_of(uint32_t octal) {
    return (octal & 7) | (octal >> 3 & 7) << 4 | (octal >> 6 & 7) << 8 | (octal >> 9 & 7) << 12;
}

// PTX ISA 9.0, prmt.b32 in its default mode: {b, a} = {{b7, b6, b5, b4}, {b3, b2, b1, b0}}.
uint32_t by_definition(uint32_t a, uint32_t b, uint32_t selector) {
    uint8_t from[2 * bytes_of_word], to[bytes_of_word];
    for (size_t i = 0; i < bytes_of_word; ++i) {
        from[i] = static_cast<uint8_t>(a >> 8 * i);
        from[bytes_of_word + i] = static_cast<uint8_t>(b >> 8 * i);
    }
    for (uint8_t& byte : to) {
        byte = from[selector % 16];
        selector /= 16;
    }
    return to[0] | uint32_t{to[1]} << 8 | uint32_t{to[2]} << 16 | uint32_t{to[3]} << 24;
}

// r = the bytes of x and y that the selector names, and those of x and a constant.
ir::Routine permuting(const ir::Library& library, uint32_t selector, uint32_t constant) {
    ir::RoutineBuilder builder("permuting", library);
    const ir::Place x = builder.input(ir::number_named("x", repr::num, 1)),
                    y = builder.input(ir::number_named("y", repr::num, 1)),
                    r = builder.result(ir::number_named("r", repr::num, 2));
    builder.assign(r.limb(0), permute_bytes(x.limb(0), y.limb(0), selector));
    builder.assign(r.limb(1), permute_bytes(x.limb(0), constant, selector));
    return std::move(builder).finish();
}

}  // namespace

TEST_CASE("the interpreter takes the bytes that a selector names") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::vector<uint32_t> x{0x03020100, 0, UINT32_MAX, 0xff, 0xff000000, 0x80000000, 1},
        y{0x07060504, UINT32_MAX, 0, 0xff000000, 0xff, 1, 0x80000000};
    for (int k = 0; k < 5; ++k) {
        x.push_back(static_cast<uint32_t>(random()));
        y.push_back(static_cast<uint32_t>(random()));
    }
    const size_t count = x.size();
    const std::vector<eval::Column> inputs{{x.data(), count}, {y.data(), count}};
    const ir::Library library;
    for (uint32_t octal = 0; octal < selectors; ++octal) {
        const uint32_t selector = selector_of(octal), constant = y[octal % count];
        CAPTURE(selector);
        std::vector<uint32_t> r(2 * count);
        const ir::Routine routine = permuting(library, selector, constant);
        eval::RoutineInterpreter(routine, library).run(inputs, 0, count, r.data(), count);
        for (size_t k = 0; k < count; ++k) {
            REQUIRE(r[k] == by_definition(x[k], y[k], selector));
            REQUIRE(r[count + k] == by_definition(x[k], constant, selector));
        }
    }
}

TEST_CASE("a selector names bytes of two words alone") {
    for (const uint32_t selector : {0x0008u, 0x0080u, 0x0800u, 0x8000u, 0xffffu, 0x10000u, 0x80000000u})
        CHECK_THROWS_AS(ir::permute_bytes(1, 2, selector), std::logic_error);
    CHECK_NOTHROW(ir::permute_bytes(1, 2, 0x7777));
}

TEST_CASE("bytes of other words keep their selector, and another selector is another operation") {
    const ir::Scalar one = permute_bytes(ir::lane(), 5, 0x0123), same = on_operands(one, ir::lane(), 5);
    CHECK(read::is_same(one, same));
    CHECK(read::is_same(on_operands(ir::lane() + 1, 2, 3), ir::Scalar(2) + 3));
    CHECK_FALSE(read::is_same(one, on_operands(one, 5, ir::lane())));
    for (uint32_t octal = 0; octal < selectors; ++octal)
        CHECK(read::is_same(one, permute_bytes(ir::lane(), 5, selector_of(octal))) ==
              (selector_of(octal) == 0x0123));
}

}  // namespace limbsmith::test
