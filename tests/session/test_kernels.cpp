// The kernels of sessions compile for a GPU, with or without one here.
#include <doctest/doctest.h>

#include <string>

#include "jit/compiler.hpp"
#include "limbsmith/error.hpp"
#include "session/request.hpp"
#include "session/source.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::test {
namespace {

using enum CallPlace;

struct Case {
    session::Request request;
    std::string operation;
    session::Places places;
};

session::Request of_bits(const char* bits, const char* map = "auto") {
    session::Request made;
    made.bits = bits, made.map = parse_mapping(map);
    return made;
}
session::Request of_digits(const char* digits, const char* map) {
    session::Request made;
    made.radix = "10", made.digits = digits, made.map = parse_mapping(map);
    return made;
}
session::Request modulo(const char* modulus, const char* map = "auto") {
    session::Request made;
    made.modulus = modulus, made.map = parse_mapping(map);
    return made;
}

}  // namespace

TEST_CASE("kernels of every shape compile") {
    try {
        runtime::compiler_version();
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
        return;
    }
    session::Request expression = modulo("@secp256k1.p");
    expression.expr = "a*b + c";
    const Case cases[] = {
        {modulo("2^255-19"), "mul", {{limb_major}, {limb_major, limb_major}}},
        {modulo("2^255-19"), "mul", {{limb_major}, {limb_major, one_for_all}}},
        {modulo("2^61-1"), "to_elem", {{number_major}, {limb_major}}},
        {expression, "expr", {{limb_major}, {limb_major, limb_major, one_for_all}}},
        {of_bits("131"), "mul", {{number_major}, {number_major, limb_major}}},
        {of_bits("64"), "divrem", {{limb_major, number_major}, {limb_major, limb_major}}},
        {of_bits("64"), "add_carry", {{limb_major, limb_major}, {limb_major, limb_major}}},
        {of_bits("1056", "tpi:4"), "divrem", {{limb_major, limb_major}, {limb_major, limb_major}}},
        {of_bits("2048", "tpi:2"), "mul", {{number_major}, {number_major, number_major}}},
        {of_bits("1500", "tensor"), "mul", {{number_major}, {number_major, limb_major}}},
        {modulo("2^1279-1"), "mul", {{limb_major}, {limb_major, limb_major}}},
        {of_digits("8", "thread"), "compare", {{limb_major}, {limb_major, one_for_all}}},
        {of_digits("7", "tpi:4"), "add", {{limb_major}, {limb_major, number_major}}},
        {modulo("2^2048-1", "tensor"), "pow", {{limb_major}, {limb_major, limb_major}}},
        {modulo("2^2048-1", "tensor"), "pow", {{limb_major}, {number_major, one_for_all}, true}},
        {modulo("2^1500-1", "tensor"), "mul", {{number_major}, {limb_major, limb_major}, true}},
        {of_digits("70", "block:64"), "mul", {{number_major}, {number_major, number_major}}},
    };
    for (const Case& it : cases) {
        CAPTURE(it.operation);
        CAPTURE(it.request.bits);
        const std::string listed = it.operation == "add_carry" ? "add" : it.operation;
        const auto [text, headers, kernel, tiles] = session::call_source(
            it.request.spec(listed, Style::inlined, "number"), it.operation, it.places, 227 << 10);
        CHECK(!tiles);
        const std::vector<char> image = runtime::compile(text, "call.cu", headers, 9, 0);
        const std::string all(image.begin(), image.end());
        for (const char* name : {"", "_block", "_numbers"})
            CHECK(all.find(kernel + name) != std::string::npos);
    }
}

TEST_CASE("kernels of batches of numbers in signed digits compile") {
    try {
        runtime::compiler_version();
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
        return;
    }
    for (const char* map : {"thread", "tpi:4", "block:64"})
        for (const char* operation : {"add", "mul", "sign"}) {
            CAPTURE(map);
            CAPTURE(operation);
            const Spec spec = of_digits("7", map).spec(operation, Style::inlined, "number");
            const session::KernelSource made = session::batch_source(spec, operation);
            CHECK(!runtime::compile(made.text, "batch.cu", made.headers, 9, 0).empty());
        }
}

TEST_CASE("batches modulo one known number have a second kernel for many numbers") {
    for (const char* operation : {"mul", "sqr", "pow"}) {
        CAPTURE(operation);
        const Spec spec = modulo("2^2048-1", "tensor").spec(operation, Style::inlined, "number");
        const session::KernelSource made = session::batch_source(spec, operation);
        REQUIRE(made.tiles);
        CHECK(made.tiles->kernel == made.kernel + "_by_tiles");
        CHECK(made.text.find(made.tiles->kernel + "(uint32_t* words_out") != std::string::npos);
        CHECK(made.tiles->numbers == 64);
        // a launch with blocks of another size has the usual kernel
        CHECK(!session::batch_source(spec, operation, 64).tiles);
        try {
            runtime::compiler_version();
        } catch (const runtime::NoDevice& none) {
            MESSAGE("not compiled: " << std::string(none.what()));
            continue;
        }
        CHECK(!runtime::compile(made.text, "batch.cu", made.headers, 8, 0).empty());
    }
    for (const char* operation : {"add", "pow_secret"}) {
        const Spec others = modulo("2^2048-1", "tensor").spec(operation, Style::inlined, "number");
        CHECK(!session::batch_source(others, operation).tiles);
    }
}

}  // namespace limbsmith::test
