// Compilation for a device, and the messages where there is none.
#include <doctest/doctest.h>

#include "jit/batch.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::test {
namespace {

using namespace runtime;

constexpr const char* kernel = R"(
#include "value.h"
extern "C" __global__ void fill(unsigned* r, const unsigned* in, unsigned long long count) {
    const unsigned long long k = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) r[k] = in[k] + VALUE;
}
)";

}  // namespace

TEST_CASE("NVRTC compiles for a device that is not here") {
    try {
        compiler_version();
    } catch (const NoDevice& none) {
        MESSAGE("skipped: " << none.what());
        return;
    }
    const std::vector<char> image = compile(kernel, "fill.cu", {{"value.h", "#define VALUE 3\n"}}, 9, 0);
    CHECK(std::string(image.data() + 1, 3) == "ELF");
    try {
        compile("nonsense", "bad.cu", {}, 9, 0);
        FAIL("nonsense was compiled");
    } catch (const Error& error) {
        CHECK(std::string(error.what()).find("bad.cu") != std::string::npos);
    }
}

TEST_CASE("a machine without a device says so") {
    std::string why_not;
    if (has_device(&why_not)) return;
    CHECK(why_not.starts_with("no CUDA device"));
    CHECK_THROWS_AS(BatchKernels("", {}), NoDevice);
}

TEST_CASE("batches on the GPU") {
    std::string why_not;
    if (!has_device(&why_not)) {
        MESSAGE("skipped: " << why_not);
        return;
    }
    BatchKernels kernels(kernel, {{"value.h", "#define VALUE 3\n"}});
    for (size_t count : {0, 1, 255, 256, 257, 100000}) {
        std::vector<uint32_t> in(count), out(count);
        for (size_t k = 0; k < count; ++k) in[k] = static_cast<uint32_t>(k * k);
        kernels.compute({"fill", {in}, out, count});
        for (uint32_t& word : in) word += 3;
        CHECK(in == out);
    }
    std::vector<uint32_t> in(3), out(2);
    CHECK_THROWS_AS(kernels.compute({"fill", {in}, out, 2}), Error);
    CHECK_THROWS_AS(kernels.compute({"none", {in}, in, 3}), Error);
}

}  // namespace limbsmith::test
