// limbsmith-bench: register-resident products against the wide-multiply roofline of the same run.
//
// Google Benchmark with manual time from CUDA events. Counters: `results` a second; `wide` products a second,
// counted by the cost model on the program that ran; `roofline`, their share of the roofline; `of_rows`, the
// results as a share of what the roofline allows by rows, over 1 only for fewer products. Every kernel is
// checked with GMP.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "jit/batch.hpp"
#include "limbsmith/error.hpp"
#include "plan/cost.hpp"
#include "plan/plan.hpp"
#include "register_mul.hpp"
#include "roofline.hpp"

namespace {

using namespace limbsmith;

struct Subject {
    int bits;
    MulChoice mul;
};

void run(benchmark::State& state, runtime::Context& context, double roofline, Subject subject,
         bench::Shape shape) {
    const Width width{subject.bits};
    bench::RegisterMul kernel(context, width, subject.mul, shape);
    kernel.seconds();  // warm-up
    double seconds = 0;
    for (auto _ : state) {
        const double once = kernel.seconds();
        state.SetIterationTime(once);
        seconds += once;
    }
    try {
        kernel.check();
    } catch (const runtime::Error& wrong) {
        state.SkipWithError(wrong.what());
        return;
    }
    const double results = kernel.products() * double(state.iterations()) / seconds;
    const auto products = [&](MulChoice mul) {
        return plan::cost(plan::functions(Op::mul, width, mul)[0]).product_time();
    };
    const double wide = results * products(subject.mul);
    state.counters["results"] = results;
    state.counters["wide"] = wide;
    state.counters["roofline"] = wide / roofline;
    state.counters["of_rows"] = results * products(MulAlgorithm::rows) / roofline;
}

int run_all() {
    std::string why_not;
    if (!runtime::has_device(&why_not)) {
        fmt::print("skipped: {}\n", why_not);
        return 0;
    }
    runtime::Context context;
    const double roofline = bench::measure_wide_products(context);
    fmt::print("{}, {} multiprocessors: {:.4g} wide products/s\n", context.name(), context.multiprocessors(),
               roofline);
    std::vector<Subject> subjects;
    for (int bits : {131, 256, 512, 1024}) subjects.push_back({bits, MulAlgorithm::rows});
    for (int bits : {131, 256, 512}) subjects.push_back({bits, MulAlgorithm::schoolbook});
    for (int levels : {1, 2}) {
        for (int bits : {512, 1024}) subjects.push_back({bits, {MulAlgorithm::karatsuba, levels}});
    }
    for (const Subject& subject : subjects) {
        for (uint32_t chains : {1u, 2u}) {
            for (uint32_t block : {128u, 256u}) {
                const bench::Shape shape{chains, block, 8 * 256 / block};
                const std::string name = fmt::format("register_mul/{}/bits:{}/chains:{}/block:{}",
                                                     to_string(subject.mul), subject.bits, chains, block);
                benchmark::RegisterBenchmark(name.c_str(),
                                             [&context, roofline, subject, shape](benchmark::State& state) {
                                                 run(state, context, roofline, subject, shape);
                                             })
                    ->UseManualTime()
                    ->Unit(benchmark::kMillisecond);
            }
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    try {
        return run_all();
    } catch (const std::exception& error) {
        fmt::print(stderr, "limbsmith-bench: {}\n", error.what());
        return 1;
    }
}
