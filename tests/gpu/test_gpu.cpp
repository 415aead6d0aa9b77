// Every operation on the GPU, every result checked with GMP: the widths of the demonstration and twenty more.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>

#include "emit/header.hpp"
#include "emit/run_kernels.hpp"
#include "engine/parallel.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "files/numbers.hpp"
#include "gpu/device.hpp"
#include "gpu/draw.hpp"
#include "jit/batch.hpp"
#include "support/oracle.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using runtime::Numbers;

// The operands of all operations at one width, by role.
struct Operands {
    Operands(int bits, size_t count, uint64_t seed)
        : x(draw(bits, seed, count)),
          y(draw(bits, seed + 1, count)),
          m(draw(bits, seed + 2, count, nullptr, true)),
          a(draw(bits, seed + 3, count, &m)),
          b(draw(bits, seed + 4, count, &m)),
          any_x(draw(Width{bits}.container_bits(), seed + 7, count)),
          any_y(draw(Width{bits}.container_bits(), seed + 8, count)),
          shift(draw(11, seed + 5, count)),
          condition(draw(1, seed + 6, count)),
          limb(draw(limb_bits, seed + 9, count)) {}

    // Products take numbers of the width, signed operations and divisions whatever the limbs hold.
    const Numbers& of(const ir::Program& program, const std::string& input) const {
        const bool modular = program.name.starts_with("mod_");
        const ir::Bound& bound = program.contract.requires_.at(0);
        const bool any = bound.below->kind == ir::Expr::Kind::pow2 &&
                         bound.below->number == limb_bits * program.inputs[0].words.size();
        if (input == "a") return modular ? a : any ? any_x : x;
        if (input == "b") return modular ? b : any ? any_y : y;
        if (input == "e") return any_y;
        if (input == "m") return m;
        if (input == "d") return limb;
        return input == "count" ? shift : condition;
    }

    Numbers x, y, m, a, b, any_x, any_y, shift, condition, limb;
};

runtime::BatchKernels kernels_of(const Spec& spec) {
    return {emit::run_kernels(spec, "u.cuh"), {{"u.cuh", emit::header(spec)}}};
}

// Runs the kernel of an operation. The index of the first number whose result differs from GMP's.
std::optional<size_t> first_wrong(runtime::BatchKernels& kernels, const ir::Program& program, int bits,
                                  const std::vector<const Numbers*>& inputs) {
    Numbers results(eval::result_words(program), inputs[0]->count);
    runtime::BatchJob job{emit::kernel_name(program.name), {}, results.words, results.count};
    for (const Numbers* input : inputs) job.inputs.emplace_back(input->words);
    kernels.compute(job);
    std::mutex mutex;
    std::optional<size_t> wrong;
    engine::parallel_ranges(results.count, block, [&] {
        return [&](size_t first, size_t last) {
            std::vector<mpz_class> values(inputs.size());
            for (size_t k = first; k < last; ++k) {
                for (size_t i = 0; i < inputs.size(); ++i) values[i] = eval::from_words(inputs[i]->number(k));
                const auto wanted = expected(program.name, bits, values, program.outputs.size());
                std::vector<uint32_t> words;
                for (size_t o = 0; o < wanted.size(); ++o) {
                    const auto limbs = eval::to_words(wanted[o], program.outputs[o].words.size());
                    words.insert(words.end(), limbs.begin(), limbs.end());
                }
                if (words == results.number(k)) continue;
                const std::lock_guard lock(mutex);
                wrong = std::min(k, wrong.value_or(k));
                return;
            }
        };
    });
    return wrong;
}

void check_width(int bits, MulChoice mul, const char* ops) {
    const auto start = std::chrono::steady_clock::now();
    const size_t count = batch_size();
    const Spec spec = whole_spec(Width{bits}, ops, mul);
    runtime::BatchKernels kernels = kernels_of(spec);
    const Operands operands(bits, count, test_seed() + bits);
    int functions = 0;
    for (const std::string& op : spec.ops) {
        for (const ir::Program& program : {catalogue::meaning(catalogue::operation(spec, op), spec)}) {
            std::vector<const Numbers*> inputs;
            for (const ir::Input& input : program.inputs) inputs.push_back(&operands.of(program, input.name));
            if (const auto wrong = first_wrong(kernels, program, bits, inputs))
                FAIL_CHECK(op, " at ", bits, " bits is wrong for number ", *wrong);
            ++functions;
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("gpu: {:>4} bits, {} functions, {} numbers each: checked in {:.1f} s\n", bits, functions,
               count, seconds);
    std::fflush(stdout);
}

// Divisors of all lengths, half of them next to a power of two; dividends q·d - 1, q·d and q·d + d - 1.
void check_divisors(int bits) {
    const size_t count = batch_size() / 4;
    const Width width{bits};
    const unsigned all = static_cast<unsigned>(width.container_bits());
    const ir::Program program = whole_meaning("divrem", width);
    Numbers dividends(width.limbs(), count), divisors(width.limbs(), count);
    eval::Samples samples(test_seed() + bits);
    for (size_t k = 0; k < count; ++k) {
        const mpz_class length = mpz_class(1) << static_cast<unsigned>(samples.below(all));
        const mpz_class d = length + (k % 2 == 0 ? samples.uniform(length) : samples.edge(length));
        const mpz_class quotients = ((mpz_class(1) << all) - 1) / d;
        const mpz_class q = samples.uniform(quotients) + 1;
        const mpz_class a = q * d - (k % 3 == 0   ? mpz_class(1)
                                     : k % 3 == 1 ? mpz_class(0)
                                                  : mpz_class(1 - d));
        const mpz_class most = (mpz_class(1) << all) - 1;
        const std::vector<uint32_t> x = eval::to_words(a < most ? a : most, width.limbs());
        const std::vector<uint32_t> y = eval::to_words(d, width.limbs());
        for (int i = 0; i < width.limbs(); ++i) {
            dividends.words[i * count + k] = x[i];
            divisors.words[i * count + k] = y[i];
        }
    }
    runtime::BatchKernels kernels = kernels_of(whole_spec(width, "divrem"));
    const std::optional<size_t> wrong = first_wrong(kernels, program, bits, {&dividends, &divisors});
    if (wrong) FAIL_CHECK("divrem at ", bits, " bits is wrong for number ", *wrong);
}

// Multiples of divisors of all lengths, powers of two among them.
void check_common_divisors(int bits) {
    const size_t count = batch_size() / 4;
    const Width width{bits};
    const mpz_class all = mpz_class(1) << static_cast<unsigned>(width.container_bits());
    const ir::Program program = whole_meaning("gcd", width);
    Numbers x(width.limbs(), count), y(width.limbs(), count);
    eval::Samples samples(test_seed() + bits);
    for (size_t k = 0; k < count; ++k) {
        const mpz_class length = mpz_class(1) << static_cast<unsigned>(samples.below(width.container_bits()));
        const mpz_class divisor = k % 8 == 0 ? length : mpz_class(length + samples.uniform(length));
        const mpz_class most = (all - 1) / divisor + 1;
        for (Numbers* number : {&x, &y}) {
            const auto words = eval::to_words(divisor * samples.uniform(most), width.limbs());
            for (int i = 0; i < width.limbs(); ++i) number->words[i * count + k] = words[i];
        }
    }
    runtime::BatchKernels kernels = kernels_of(whole_spec(width, "gcd"));
    const std::optional<size_t> wrong = first_wrong(kernels, program, bits, {&x, &y});
    if (wrong) FAIL_CHECK("gcd at ", bits, " bits is wrong for number ", *wrong);
}

// Widths in turn, those of the Certicom curves among them.
void check_widths(std::initializer_list<int> widths) {
    if (has_no_device()) return;
    for (int bits : widths) check_width(bits, MulAlgorithm::rows, "all");
}

}  // namespace

TEST_CASE("the kernels of every operation compile, with or without a device here") {
    std::vector<Spec> specs;
    for (int bits : {1, 32, 131, 256}) specs.push_back(whole_spec(Width{bits}, "all", MulAlgorithm::rows));
    for (const Modulus& modulus : {parse_modulus("7"), parse_modulus("2^61-1"), Modulus::at_run_time({40})})
        specs.push_back(modular_spec(modulus, Reduction::montgomery, "all,mul_add3"));
    for (const Spec& spec : specs) {
        const runtime::Header header{"subject.cuh", emit::header(spec)};
        CHECK_FALSE(
            runtime::compile(emit::run_kernels(spec, header.name), "batch.cu", {header}, 9, 0).empty());
    }
}

// Cases of their own, so that processes may share them out: the compilation of kernels takes most of the time.
TEST_CASE("every operation on the GPU agrees with GMP: 1 to 65 bits") {
    check_widths({1, 2, 16, 17, 31, 32, 33, 63, 64, 65});
}
TEST_CASE("every operation on the GPU agrees with GMP: 79 to 131 bits") {
    check_widths({79, 89, 96, 97, 109, 128, 131});
}
TEST_CASE("every operation on the GPU agrees with GMP: 160 to 257 bits") {
    check_widths({160, 163, 191, 192, 239, 256, 257});
}
TEST_CASE("every operation on the GPU agrees with GMP: 359 to 521 bits") { check_widths({359, 384, 521}); }
TEST_CASE("every operation on the GPU agrees with GMP: 768 bits") { check_widths({768}); }
TEST_CASE("every operation on the GPU agrees with GMP: 1023 and 1024 bits") { check_widths({1023, 1024}); }

TEST_CASE("divisors of every length on the GPU agree with GMP") {
    if (has_no_device()) return;
    for (int bits : {33, 131, 256, 1024}) check_divisors(bits);
}

TEST_CASE("greatest common divisors on the GPU agree with GMP") {
    if (has_no_device()) return;
    for (int bits : {1, 32, 64, 131, 160, 256, 521, 1024}) check_common_divisors(bits);
}

TEST_CASE("products by columns on the GPU agree with GMP") {
    if (has_no_device()) return;
    for (int bits : {32, 131, 239, 512}) check_width(bits, MulAlgorithm::schoolbook, "mul,sqr,mul_lo,mul_hi");
}

TEST_CASE("products by Karatsuba on the GPU agree with GMP") {
    if (has_no_device()) return;
    for (int bits : {131, 512, 1024}) {
        for (int levels : {1, 2})
            check_width(bits, {MulAlgorithm::karatsuba, levels}, "mul,sqr,mul_lo,mul_hi");
    }
}

}  // namespace limbsmith::test
