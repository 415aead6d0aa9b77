// Requests, and the refusal of those that cannot be served.
#include <doctest/doctest.h>

#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/spec.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::test {
namespace {

template <class Call>
Exit code_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    return Exit::done;
}

}  // namespace

TEST_CASE("widths") {
    CHECK(parse_width("1").bits == 1);
    CHECK(parse_width("1024").bits == 1024);
    for (const char* text : {"0", "-1", "", "abc", "13x", " 5", "1.5", "-99999999999999999999"}) {
        CAPTURE(text);
        CHECK(code_of([&] { parse_width(text); }) == Exit::usage);
    }
    for (const char* text : {"1025", "99999999999999999999"}) {
        CHECK(code_of([&] { parse_width(text); }) == Exit::unsupported);
    }
}

TEST_CASE("limbs and spare bits follow from the width") {
    CHECK(Width{131}.limbs() == 5);
    CHECK(Width{131}.wide_limbs() == 9);
    CHECK(Width{131}.limb_max(4) == 7);
    CHECK(Width{131}.limb_max(3) == UINT32_MAX);
    CHECK(Width{32}.limbs() == 1);
    CHECK(Width{32}.is_full());
    CHECK_FALSE(Width{131}.is_full());
    CHECK(Width{1}.wide_limbs() == 1);
}

TEST_CASE("a misspelled word gets the nearest suggestion, or none") {
    CHECK(suggestion("karatsubo", {"rows", "karatsuba"}) == "; did you mean 'karatsuba'?");
    CHECK(suggestion("MUL", {"rows", "mul"}) == "; did you mean 'mul'?");
    CHECK(suggestion("invert", {"sqrt", "inv"}) == "; did you mean 'inv'?");
    CHECK(suggestion("--bitz", {"--ops", "--bits", "--bit"}) == "; did you mean '--bits'?");
    for (const char* far : {"", "xyzzy", "frobnicate", "q"})
        CHECK(suggestion(far, {"rows", "karatsuba", "mul"}) == "");
    CHECK(suggestion("rows", {}) == "");
    CHECK(nearest("p256", {"p256.n", "p384.p", "p256.p", "bn254.p"}, 2) ==
          std::vector<std::string>{"p256.n", "p256.p"});
}

TEST_CASE("a GPU without the instructions of a mapping is refused, and the nearest mapping is named") {
    const Width tensor{2048, Mapping::tensor()}, lanes{2048, 32};
    for (const auto& [major, minor] : {std::pair{8, 0}, {8, 9}, {9, 0}, {12, 1}})
        CHECK_NOTHROW(require_gpu_with(tensor, major, minor));
    CHECK_NOTHROW(require_gpu_with(lanes, 7, 5));
    try {
        require_gpu_with(tensor, 7, 5);
        FAIL("a GPU without such instructions is not refused");
    } catch (const Error& error) {
        CHECK(error.code() == Exit::unsupported);
        CHECK(error.what() ==
              std::string("--map tensor multiplies on tensor cores of compute capability 8.0 or later, not "
                          "7.5; the nearest is --map tpi:2"));
    }
}

TEST_CASE("options") {
    CHECK(parse_mul("rows", Width{1}) == MulAlgorithm::rows);
    CHECK(code_of([] { parse_mul("row", Width{131}); }) == Exit::usage);
    CHECK(code_of([] { parse_style("makro"); }) == Exit::usage);
    CHECK(parse_name("fe25519") == "fe25519");
    for (const char* name :
         {"",        "1a",     "a-b",   "_a",        "a__b",     "class",    "std",    "typeof",
          "linux",   "NULL",   "errno", "I",         "unix",     "assert",   "stdin",  "EOF",
          "ENOENT",  "SIGINT", "M_PI",  "INT_MAX",   "PATH_MAX", "UINT32_C", "PRIx64", "SCNdPTR",
          "int32_t", "va_arg", "isnan", "threadIdx", "limbsmith"}) {
        CAPTURE(name);
        CHECK(code_of([&] { parse_name(name); }) == Exit::usage);
    }
    for (const char* name : {"ED25519", "E521", "FP_25519", "PRIME", "SCN", "null", "linux64", "M", "P256"}) {
        CAPTURE(name);
        CHECK(parse_name(name) == name);
    }
}

TEST_CASE("Karatsuba is refused for more levels than the limbs allow") {
    CHECK(parse_mul("karatsuba", Width{131}) == MulChoice(MulAlgorithm::karatsuba, 1));
    CHECK(parse_mul("karatsuba:2", Width{131}) == MulChoice(MulAlgorithm::karatsuba, 2));
    for (const auto& [bits, most] : {std::pair{32, 0}, {33, 1}, {96, 1}, {97, 2}, {256, 3}, {1024, 5}}) {
        CAPTURE(bits);
        const auto parse = [bits = bits](int levels) {
            return parse_mul("karatsuba:" + std::to_string(levels), Width{bits});
        };
        CHECK(most_levels(Width{bits}) == most);
        if (most > 0) CHECK(parse(most).levels == most);
        CHECK(code_of([&] { parse(most + 1); }) == Exit::unsupported);
    }
    CHECK(code_of([] { parse_mul("karatsuba:99999999999", Width{131}); }) == Exit::unsupported);
    for (const char* text : {"karatsuba:", "karatsuba:0", "karatsuba:-1", "karatsuba:x", "karatsuba:1x",
                             "karatsuba: 1", "karatsuba:1:2", "karatsuba1", "rows:1"}) {
        CAPTURE(text);
        CHECK(code_of([&] { parse_mul(text, Width{1024}); }) == Exit::usage);
    }
}

}  // namespace limbsmith::test
