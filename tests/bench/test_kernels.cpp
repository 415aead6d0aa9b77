// The kernels of `limbsmith bench` compile, for the special cases of each kind of subject.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>

#include "bench/suites.hpp"
#include "jit/nvrtc.hpp"
#include "limbsmith/error.hpp"
#include "plan/field.hpp"
#include "support/programs.hpp"

namespace limbsmith::bench {
namespace {

bool has_compiler() {
    try {
        runtime::nvrtc();
        return true;
    } catch (const runtime::NoDevice& error) {
        MESSAGE("skipped: ", error.what());
        return false;
    }
}

void compile_all(Schedule& schedule) {
    schedule.kernels().compile(9, 0, [](double) {});
    for (const Job& job : schedule.jobs()) {
        for (const Job::Candidate& candidate : job.candidates) {
            CHECK_MESSAGE(candidate.kernel->error.empty(), job.row.operation, " ", candidate.kernel->error);
        }
    }
}

Spec spec(const std::string& modulus, const std::string& ops) {
    const Modulus parsed = parse_modulus(modulus);
    const Reduction reduction = plan::cheapest_reduction(parsed);
    return test::modular_spec(parsed, reduction, ops, {}, "subject");
}

}  // namespace

TEST_CASE("kernels of operations compile") {
    if (!has_compiler()) return;
    Schedule schedule;
    // a word and two numbers, two results, numbers of different lengths
    add_operations(schedule, test::whole_spec(Width{64}, "select"), {Layout::interleaved});
    add_operations(schedule, test::whole_spec(Width{64}, "divrem"), {Layout::number_major});
    // an exponent, a wide result
    add_operations(schedule, spec("2^61-1", "pow"), {Layout::limb_major});
    // results that are fed back in full
    add_operations(schedule, spec("2^61-1", "mul_wide"), {});
    add_operations(schedule, test::whole_spec(Width{64}, "sqr"), {});
    const auto portable = std::make_shared<HeaderFunction>(header_function("mul", Spec::of(Width{64})));
    portable->is_portable = true;
    schedule.add_registers("", portable, 1);
    compile_all(schedule);
}

TEST_CASE("kernels of batches with moduli of their own and over lanes compile") {
    if (!has_compiler()) return;
    Schedule schedule;
    for (const int lanes : {1, 2}) {
        Spec spec = Spec::modulo(Modulus::at_run_time({64, lanes}), Reduction::montgomery);
        spec.ops = {"mul"};
        add_operations(schedule, spec, {});
    }
    Spec whole = Spec::of(Width{96, 2});
    whole.ops = {"add", "sqr"};
    add_operations(schedule, whole, {});
    CHECK(schedule.jobs().size() == 2 + 1 + 1 + 2);  // products over lanes in registers, too
    compile_all(schedule);
}

TEST_CASE("kernels of batches of numbers in signed digits compile") {
    if (!has_compiler()) return;
    Schedule schedule;
    for (const Mapping mapping : {Mapping(), Mapping(4), Mapping(64)}) {
        Spec spec = Spec::in_digits({10, 6, 7}, mapping);
        spec.ops = {"add", "mul", "compare"};
        add_operations(schedule, spec, {Layout::limb_major, Layout::number_major});
    }
    CHECK(schedule.jobs().size() == 2 * 3 + 3 + 3);
    compile_all(schedule);
}

TEST_CASE("kernels of batches in tiles compile") {
    if (!has_compiler()) return;
    Schedule schedule;
    for (const auto& [bits, expression] :
         {std::pair{2048, ""}, {4096, "a*b"}, {8192, ""}, {2048, "(a*a+b)*(b*b+b)+a*b"}}) {
        Spec spec = Spec::of(Width{bits, 64});
        spec.ops = {"mul_lo"};
        if (*expression) spec.fused = parse_fused(expression), spec.ops = {"expr"};
        CHECK(batch_kernel(spec.ops[0], spec).tile->numbers == 32);
        add_operations(schedule, spec, {});
    }
    Spec sum = Spec::of(Width{2048, 64});
    sum.fused = parse_fused("a+b");
    CHECK(!batch_kernel("expr", sum).tile);
    CHECK(schedule.jobs().size() == 4);
    compile_all(schedule);
}

TEST_CASE("kernels of rooflines compile") {
    if (!has_compiler()) return;
    for (const char* piece : {"uint32_t", "uint4"}) {
        CHECK_NOTHROW(plain_source("memory.cu",
                                   fmt::format("#define READS 3\n#define EACH 4\n#define PIECE {}\n", piece))
                          .compile(9, 0));
    }
    for (const char* file : {"wide_products.cu", "additions.cu"})
        CHECK_NOTHROW(plain_source(file, "#define CHAINS 2\n").compile(9, 0));
}

// All suites take minutes: LIMBSMITH_BENCH_SUITE selects one.
TEST_CASE("kernels of a suite compile") {
    const char* suite = std::getenv("LIMBSMITH_BENCH_SUITE");
    if (!suite) return;
    Schedule schedule;
    add_suite(schedule, suite);
    MESSAGE(schedule.jobs().size(), " rows, ", schedule.kernels().size(), " kernels");
    compile_all(schedule);
}

}  // namespace limbsmith::bench
