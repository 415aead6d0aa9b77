// limbsmith-bench: register-resident arithmetic against the wide-multiply roofline of the same run.
//
// Google Benchmark with manual time from CUDA events. Counters: `results` a second; `wide` products a second,
// counted by the cost model on the program that ran; `roofline`, their share of the roofline;
// `rows_roofline`, the results as a share of what the roofline allows by rows, over 1 only for fewer
// products. Every kernel is checked with GMP.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "batch_inverse.hpp"
#include "jit/batch.hpp"
#include "limbsmith/error.hpp"
#include "plan/cost.hpp"
#include "plan/field_plan.hpp"
#include "plan/inverse.hpp"
#include "plan/plan.hpp"
#include "register_field.hpp"
#include "register_mul.hpp"
#include "roofline.hpp"

namespace {

using namespace limbsmith;

struct Subject {
    int bits;
    MulChoice mul;
};

struct FieldSubject {
    const char* modulus;
    FieldOp op;
    Reduction reduction;
    MulChoice mul{};
    InverseChoice inverse = InverseChoice::automatic;
};

// Inverses from memory, `count` a thread.
struct BatchSubject {
    const char* modulus;
    Reduction reduction;
    uint32_t count;
};

// Times and checks a kernel. `wide_of` is what one result costs in wide products, `rows_of` what it costs by
// rows without any saving (0 for operations without products).
template <class Kernel>
void measure(benchmark::State& state, Kernel& kernel, double roofline, double wide_of, double rows_of) {
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
    const double results = kernel.results() * double(state.iterations()) / seconds;
    state.counters["results"] = results;
    state.counters["wide"] = results * wide_of;
    state.counters["roofline"] = results * wide_of / roofline;
    state.counters["rows_roofline"] = results * rows_of / roofline;  // 0 without products
}

void run(benchmark::State& state, runtime::Context& context, double roofline, Subject subject,
         bench::Shape shape) {
    const Width width{subject.bits};
    const double n = width.limbs();
    bench::RegisterMul kernel(context, width, subject.mul, shape);
    measure(state, kernel, roofline,
            plan::cost(plan::functions(Op::mul, width, subject.mul)[0]).product_time(), n * n);
}

void run(benchmark::State& state, runtime::Context& context, double roofline, FieldSubject subject,
         bench::Shape shape) {
    const Modulus modulus = parse_modulus(subject.modulus);
    const double n = modulus.limbs();
    const double rows = subject.op == FieldOp::mul        ? 2 * n * n + n
                        : subject.op == FieldOp::sqr      ? n * (n + 1) / 2 + n * n + n
                        : subject.op == FieldOp::mul_add2 ? 3 * n * n + n
                                                          : 0;
    const FieldSpec spec{modulus,   subject.modulus,   {subject.op}, subject.mul,
                         "subject", subject.reduction, true,         subject.inverse};
    const plan::Cost cost =
        subject.op == FieldOp::inv
            ? plan::inverse_cost(spec)
            : plan::cost(*plan::field_program(subject.op, modulus, subject.reduction, subject.mul));
    bench::RegisterField kernel(context, spec, shape.chains, shape.block, shape.blocks_per_sm);
    measure(state, kernel, roofline, cost.product_time(), rows);
}

void run(benchmark::State& state, runtime::Context& context, double roofline, BatchSubject subject,
         bench::Shape shape) {
    const Modulus modulus = parse_modulus(subject.modulus);
    const FieldSpec spec{modulus, subject.modulus, {FieldOp::inv}, MulChoice(), "subject", subject.reduction};
    const auto mul = plan::field_program(FieldOp::mul, modulus, subject.reduction, MulChoice());
    const double wide_of =
        3 * plan::cost(*mul).product_time() + plan::inverse_cost(spec).product_time() / subject.count;
    bench::BatchInverse kernel(context, modulus, subject.reduction, subject.count, shape.block,
                               shape.blocks_per_sm);
    measure(state, kernel, roofline, wide_of, 0);
}

// Registers `subject` with one chain a thread and up to `most_chains`, and 128 and 256 threads a block.
template <class S>
void add_benchmark(runtime::Context& context, double roofline, const std::string& name, S subject,
                   uint32_t most_chains = 2, uint32_t threads_per_sm = 8 * 256) {
    for (uint32_t chains = 1; chains <= most_chains; ++chains) {
        for (uint32_t block : {128u, 256u}) {
            const bench::Shape shape{chains, block, threads_per_sm / block};
            const auto body = [&context, roofline, subject, shape](benchmark::State& state) {
                run(state, context, roofline, subject, shape);
            };
            benchmark::RegisterBenchmark(fmt::format("{}/chains:{}/block:{}", name, chains, block).c_str(),
                                         body)
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond);
        }
    }
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
    const auto add_mul = [&](int bits, MulChoice mul) {
        add_benchmark(context, roofline, fmt::format("mul/{}/bits:{}", to_string(mul), bits),
                      Subject{bits, mul});
    };
    for (int bits : {131, 256, 512, 1024}) add_mul(bits, MulAlgorithm::rows);
    for (int bits : {131, 256, 512}) add_mul(bits, MulAlgorithm::schoolbook);
    for (int levels : {1, 2}) {
        for (int bits : {512, 768, 1024}) add_mul(bits, {MulAlgorithm::karatsuba, levels});
    }
    // moduli without a form that would save products, from 4 to 16 limbs and at 32 (odd powers of 3 have
    // random-looking limbs); and some with one
    const auto add_field = [&](const char* modulus, Reduction reduction) {
        for (FieldOp op : {FieldOp::mul, FieldOp::sqr, FieldOp::mul_add2, FieldOp::add}) {
            add_benchmark(context, roofline, fmt::format("{}/{}/{}", name(op), modulus, to_string(reduction)),
                          FieldSubject{modulus, op, reduction});
        }
    };
    for (const char* modulus : {"@eccp109.p", "@eccp131.p", "@eccp163.p", "3^141", "@bn254.p", "@eccp359.p",
                                "@bls12_381.p", "3^321", "3^644", "@p256.p", "@p384.p"}) {
        add_field(modulus, Reduction::montgomery);
    }
    for (const char* modulus :
         {"@secp256k1.p", "2^255-19", "@p224.p", "@p256.p", "@p384.p", "@ed448", "2^521-1"})
        add_field(modulus, Reduction::special);
    // a separate reduction after a Karatsuba product
    for (const char* modulus : {"3^321", "3^644"}) {
        for (int levels : {1, 2}) {
            for (FieldOp op : {FieldOp::mul, FieldOp::sqr}) {
                const MulChoice mul{MulAlgorithm::karatsuba, levels};
                add_benchmark(context, roofline,
                              fmt::format("{}/{}/montgomery+{}", name(op), modulus, to_string(mul)),
                              FieldSubject{modulus, op, Reduction::montgomery, mul});
            }
        }
    }
    // inverses: so many threads that the last of them, when the device is no longer full, do not count
    const auto add_inverse = [&](const char* modulus, Reduction reduction, InverseChoice inverse) {
        add_benchmark(context, roofline,
                      fmt::format("inv/{}/{}/{}", to_string(inverse), modulus, to_string(reduction)),
                      FieldSubject{modulus, FieldOp::inv, reduction, {}, inverse}, 1, 32 * 256);
    };
    for (const char* modulus : {"@goldilocks", "@eccp131.p", "@bn254.p", "@bls12_381.p"}) {
        for (InverseChoice inverse : {InverseChoice::divsteps, InverseChoice::fermat})
            add_inverse(modulus, Reduction::montgomery, inverse);
    }
    for (const char* modulus : {"@goldilocks", "@secp256k1.p", "2^255-19"}) {
        for (InverseChoice inverse : {InverseChoice::divsteps, InverseChoice::fermat})
            add_inverse(modulus, Reduction::special, inverse);
    }
    for (const char* composite : {"3^161", "3^321", "3^644"})
        add_inverse(composite, Reduction::montgomery, InverseChoice::divsteps);
    for (uint32_t count : {16u, 64u}) {
        for (const BatchSubject& subject : {BatchSubject{"@bn254.p", Reduction::montgomery, count},
                                            BatchSubject{"@secp256k1.p", Reduction::special, count}}) {
            add_benchmark(context, roofline, fmt::format("batch_inv/{}/count:{}", subject.modulus, count),
                          subject, 1);
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
