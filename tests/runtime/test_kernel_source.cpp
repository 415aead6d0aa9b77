// Kernels that are compiled one by one. Needs NVRTC and no GPU.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "grid/kernels.hpp"
#include "jit/compiler.hpp"
#include "jit/kernel_source.hpp"
#include "limbsmith/error.hpp"
#include "pool/kernels.hpp"
#include "sum/gpu/kernels.hpp"

namespace limbsmith::test {
namespace {

using runtime::KernelSource;

size_t count(std::string_view text, std::string_view of) {
    size_t found = 0;
    for (size_t at = text.find(of); at != text.npos; at = text.find(of, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("a source without all kernels but one has the text before and after them") {
    const std::string
        before = "int f();\n",
        after = "#endif\n",
        a = "\nextern \"C\" __global__ void __launch_bounds__(128) a(int* r) {\n    if (r) {\n    }\n}\n",
        b = "\n__constant__ unsigned b_shared_bytes = 7;\nextern \"C\" __global__ void b() {\n}\n";
    const std::string text = before + a + b + after, other = before + b + a + after;
    for (const std::string* of : {&text, &other}) {
        const KernelSource source(*of);
        REQUIRE(source.kernels().size() == 2);
        CHECK(source.with("a") == before + a + after);
        CHECK(source.with("b") == before + b + after);
        CHECK_THROWS_AS((void)source.with("f"), runtime::Error);
    }
    CHECK(KernelSource("int f();\n").kernels().empty());
    CHECK_THROWS_AS(KernelSource("\nextern \"C\" __global__ void a() {\n"), runtime::Error);
}

TEST_CASE("every kernel of the grid and of pools is found, and some of each compile by themselves") {
    for (const std::string* text : {&grid::kernels_source(), &pool::kernels_source()}) {
        const KernelSource source(*text);
        CHECK(source.kernels().size() == count(*text, "__global__"));
        for (const auto& [name, kernel] : source.kernels()) {
            CAPTURE(name);
            CHECK(count(source.with(name), "__global__") == 1);
            CHECK(count(kernel, name + "(") == 1);
            // the constants for the launch are with the kernel, and not with others
            CHECK(count(source.with(name), "_shared_bytes = ") == count(*text, name + "_shared_bytes = "));
        }
    }
    try {
        runtime::compiler_version();
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << none.what());
        return;
    }
    CHECK(!runtime::compile(KernelSource(grid::kernels_source()).with("grid_add"), "a.cu", {}, 9, 0).empty());
    CHECK(
        !runtime::compile(KernelSource(pool::kernels_source()).with("pool_add_8"), "a.cu", {}, 9, 0).empty());
    for (const auto& [name, major] : {std::pair("arrays.cu", 8), {"segments.cu", 9}})
        CHECK(!runtime::compile(sum::kernels_source(name), name, sum::kernels_headers(major == 8 ? 5 : 12),
                                major, 0)
                   .empty());
}

}  // namespace limbsmith::test
