// generate() gives the text that the command prints, and it compiles at run time together with the views.
#include <doctest/doctest.h>

#include <string>

#include "jit/compiler.hpp"
#include "limbsmith/generate.hpp"
#include "limbsmith/session.hpp"

namespace limbsmith::test {
namespace {

HeaderRequest field(const char* modulus, const char* ops) {
    HeaderRequest made;
    made.modulus = modulus, made.ops = ops, made.name = "made";
    return made;
}

}  // namespace

TEST_CASE("headers say the command that prints them") {
    const std::string text = generate(field("2^61-1", "mul"));
    CHECK(text.find("//     limbsmith generate --modulus '2^61-1' --ops mul --name made\n") !=
          std::string::npos);
    CHECK(text.find("namespace made") != std::string::npos);
    HeaderRequest of;
    of.bits = "131", of.expr = "a*b + 1", of.map = "tpi:2";
    CHECK(generate(of).find("--bits 131 --ops expr --expr 'a*b+1' --map tpi:2\n") != std::string::npos);
}

TEST_CASE("options that do not fit are refused") {
    CHECK_THROWS_WITH_AS(generate({}), doctest::Contains("--bits is missing"), const runtime::InputError&);
    CHECK_THROWS_WITH_AS(generate(field("97", "mull")), doctest::Contains("mull"),
                         const runtime::InputError&);
    HeaderRequest of = field("97", "mul");
    of.style = "macro";
    CHECK_THROWS_WITH_AS(generate(of), doctest::Contains("--style inline"), const Unsupported&);
    of = {};
    of.bits = "64", of.powers = {"five=5"};
    CHECK_THROWS_WITH_AS(generate(of), doctest::Contains("--power goes with --modulus"),
                         const runtime::InputError&);
    of.powers = {}, of.map = "grid";
    CHECK_THROWS_WITH_AS(generate(of), doctest::Contains("no header"), const Unsupported&);
}

TEST_CASE("a kernel with a header and its views compiles at run time") {
    try {
        runtime::compiler_version();
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
        return;
    }
    HeaderRequest of = field("2^255-19", "mul");
    of.has_views = true;
    const std::string kernel = R"(
extern "C" __global__ void square(uint32_t* r, uint32_t* a, unsigned long long row, unsigned long long n) {
    const unsigned long long t = blockIdx.x * 128ull + threadIdx.x;
    using numbers = limbsmith::view<made::plain, limbsmith::limb_major>;
    if (t >= n) return;
    const made::elem x = made::to_elem(numbers{a, row}.load(t));
    numbers{r, row}.store(t, made::to_plain(made::mul(x, x)));
})";
    for (const int major : {8, 9})
        CHECK(!runtime::compile(generate(of) + kernel, "square.cu", {}, major, 0).empty());
}

}  // namespace limbsmith::test
