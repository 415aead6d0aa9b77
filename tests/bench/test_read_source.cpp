// The sources of kernels that `limbsmith bench` compiles are read back; changed ones are refused.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "bench/lanes/read_source.hpp"
#include "bench/lanes/source.hpp"
#include "bench/thread/read_source.hpp"
#include "bench/thread/source.hpp"
#include "catalogue/catalogue.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "support/programs.hpp"

namespace limbsmith::bench {
namespace {

using Read = std::function<void(const std::string&)>;

// The text is read; and refused with the first place of each `from` changed.
void check_changes(const std::string& text, const Read& read,
                   std::initializer_list<std::pair<const char*, const char*>> changes) {
    CHECK_NOTHROW(read(text));
    for (const auto& [from, to] : changes) {
        CAPTURE(from);
        const size_t at = text.find(from);
        REQUIRE(at != text.npos);
        CHECK_THROWS_AS(read(std::string(text).replace(at, std::string(from).size(), to)), Error);
    }
    CHECK_THROWS_AS(read(text + "int more;\n"), Error);
    CHECK_THROWS_AS(read(text.substr(0, text.size() / 2)), Error);
}

}  // namespace

TEST_CASE("sources of kernels around a function are read back") {
    const HeaderFunction sub = header_function("sub", Spec::of(Width{64}));
    for (const Layout layout : {Layout::limb_major, Layout::number_major, Layout::interleaved})
        check_changes(batch_source(sub, layout).text,
                      [&](const std::string& text) { require_batch(text, sub, layout); },
                      {{"subject::sub(a, b)", "subject::sub(b, a)"},
                       {"subject::sub(", "subject::add("},
                       {"operand_words = 4", "operand_words = 3"},
                       {"of(in + 0", "of(in + 1"}});
    check_changes(register_source(sub, 2, 128).text,
                  [&](const std::string& text) { require_registers(text, sub, 2, 128); },
                  {{"copy_words<2>(&b, x + 2)", "copy_words<2>(&b, x + 0)"},
                   {"operation()(a, b)", "operation()(a, a)"},
                   {"#define CHAINS 2", "#define CHAINS 1"}});
    check_changes(host_source(sub).text, [&](const std::string& text) { require_host(text, sub); },
                  {{"#define __forceinline__ inline", "#define __forceinline__"}});
}

TEST_CASE("sources of kernels around all operations are read back") {
    const Spec whole = Spec::of(Width{64}),
               residues = test::modular_spec(Modulus((mpz_class(1) << 61) - 1), Reduction::montgomery, "mul",
                                             {}, "subject");
    for (const Spec* spec : {&whole, &residues}) {
        for (const std::string& name : catalogue::parse_operations("all", *spec)) {
            if (!is_measurable(name, *spec)) continue;
            CAPTURE(name);
            const HeaderFunction function = header_function(name, *spec);
            CHECK_NOTHROW(batch_source(function, Layout::interleaved));
            CHECK_NOTHROW(register_source(function, 1, 256));
        }
    }
}

TEST_CASE("sources of kernels over lanes are read back") {
    const BatchKernel sum = batch_kernel("add", Spec::of({200, parse_mapping("tpi:4")})),
                      product = batch_kernel("mul", Spec::of({200, parse_mapping("tpi:4")}));
    check_changes(lane_batch_source(sum).text,
                  [&](const std::string& text) { require_lane_batch(text, sum); },
                  {{"in + 8 * numbers", "in + 0 * numbers"},
                   {"ops::add", "ops::sub"},
                   {"#define BLOCK ", "#define BLOCK 1"}});
    check_changes(lane_calls_source(product).text,
                  [&](const std::string& text) { require_lane_calls(text, product); },
                  {{"mul(x, y)", "mul(x, x)"}, {"operand[1]", "operand[0]"}, {"LANES 4", "LANES 2"}});
}

TEST_CASE("products over lanes have kernels of calls, unless the modulus is known") {
    const auto of = [](const Modulus& modulus) {
        Spec spec = Spec::modulo(modulus, Reduction::montgomery);
        if (!spec.is_runtime()) spec.expression = "2^1024-105";
        return batch_kernel("mul", spec);
    };
    CHECK(has_lane_calls(of(Modulus::at_run_time({1024, Mapping::tensor()}))));
    CHECK(has_lane_calls(batch_kernel("sqr", Spec::of({1024, Mapping::warp}))));
    CHECK_FALSE(has_lane_calls(batch_kernel("add", Spec::of({1024, Mapping::warp}))));
    CHECK_FALSE(has_lane_calls(of(Modulus((mpz_class(1) << 1024) - 105, Mapping::tensor()))));
}

}  // namespace limbsmith::bench
