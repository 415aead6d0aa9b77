// Operations on numbers over several lanes: their kernels compile; on a GPU they agree with GMP, by their contracts.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "catalogue/catalogue.hpp"
#include "choice/lanes.hpp"
#include "emit/header.hpp"
#include "emit/run_kernels.hpp"
#include "eval/samples.hpp"
#include "jit/batch.hpp"
#include "jit/compiler.hpp"
#include "plan/kernel_block.hpp"
#include "routine/columns.hpp"
#include "session/device_computation.hpp"
#include "session/self_check.hpp"
#include "spec/mapping.hpp"
#include "spec/modulus_expression.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

std::vector<Spec> specs(Width width) {
    if (width.mapping.is_block()) return {whole_spec(width, "all")};
    return {whole_spec(width, "all"),
            modular_spec(Modulus::at_run_time(width), Reduction::montgomery, "all")};
}

void check_on_gpu(const std::vector<Spec>& all) {
    std::string why_not;
    if (!runtime::has_device(&why_not)) {
        MESSAGE("skipped: " << why_not);
        return;
    }
    for (const Spec& spec : all) {
        for (const std::string& operation : spec.ops) {
            CAPTURE(operation);
            session::DeviceComputation computation(spec, operation, runtime::device_at(place::device));
            const auto compute = [&](auto operands, size_t count, uint32_t* result) {
                computation.compute(operands, count, result);
            };
            const ir::Program meaning = catalogue::meaning(catalogue::operation(spec, operation), spec);
            CHECK(session::difference(meaning, compute) == "");
        }
    }
}

void check_on_gpu(Width width) { check_on_gpu(specs(width)); }

// A batch for which a warp computes 16 numbers, and a number more, so that the last warp has few. Sets of operands, of which the
// first ones are at the ends, come by turns.
void check_large_batch(const char* modulus, const std::string& operation) {
    CAPTURE(modulus);
    CAPTURE(operation);
    const runtime::Device device = runtime::device_at(place::device);
    const mpz_class n = parse_modulus_expression(modulus);
    const Spec spec = modular_spec(Modulus(n, Mapping::tensor()), Reduction::montgomery, operation);
    session::DeviceComputation computation(spec, operation, device);
    const auto words = static_cast<size_t>(spec.width.limbs());
    const mpz_class all = mpz_class(1) << static_cast<unsigned>(limb_bits * words);
    const bool is_power = operation.starts_with("pow");
    eval::Samples samples(test_seed());
    std::vector<mpz_class> a{n - 1, 0, 1}, b{is_power ? mpz_class(all - 1) : mpz_class(n - 1), 0, 1}, r;
    constexpr size_t sets = 61;
    while (a.size() < sets) {
        a.push_back(a.size() % 2 ? samples.edge(n) % n : samples.uniform(n));
        b.push_back(samples.uniform(is_power ? all : n));
    }
    for (size_t k = 0; k < sets; ++k) {
        mpz_class value = operation == "mul" ? a[k] * b[k] % n : a[k] * a[k] % n;
        if (is_power) mpz_powm(value.get_mpz_t(), a[k].get_mpz_t(), b[k].get_mpz_t(), n.get_mpz_t());
        r.push_back(value);
    }
    const size_t count =
        choice::least_tensor_batch(static_cast<uint64_t>(device.multiprocessors()), spec.width.bits, true) +
        1;
    Rows in1(count, words), in2(count, words), out(count, words), expected(count, words);
    for (size_t k = 0; k < count; ++k) {
        in1.set(k, 0, words, a[k % sets]), in2.set(k, 0, words, b[k % sets]);
        expected.set(k, 0, words, r[k % sets]);
    }
    std::vector<eval::Column> operands{in1.column(), in2.column()};
    if (operation == "sqr") operands.pop_back();
    computation.compute(operands, count, out.words.data());
    CHECK(out.words == expected.words);
}

// For this compute capability.
std::vector<char> compiled(const Spec& spec, int major, int minor) {
    const runtime::Header header{"subject.cuh", emit::header(spec, catalogue::functions(spec))};
    return runtime::compile(emit::run_kernels(spec, header.name), "batch.cu", {header}, major, minor);
}

}  // namespace

TEST_CASE("the kernels of every operation over lanes compile, with or without a device here") {
    std::vector<Spec> all = specs({40, 2});
    all.push_back(whole_spec({3000, 64}, "add,sub,lt,mul,shl"));
    all.push_back(modular_spec(Modulus(parse_modulus_expression("2^61-1"), 2), Reduction::montgomery, "all"));
    all.push_back(whole_spec({3000, Mapping::tensor()}, "add,mul,mul_lo,mul_hi,sqr,smul"));
    for (const Spec& spec : all) CHECK_FALSE(compiled(spec, 9, 0).empty());
}

TEST_CASE("products on tensor cores do not compile for a device without them, and it is said why") {
    const Spec spec = whole_spec({1500, Mapping::tensor()}, "mul");
    CHECK_FALSE(compiled(spec, 8, 0).empty());
    std::string said;
    try {
        compiled(spec, 7, 5);
    } catch (const std::exception& error) {
        said = error.what();
    }
    CHECK(said.find("(--map tensor) need a GPU of compute capability 8.0 or later") != said.npos);
}

TEST_CASE("blocks are no larger than kernels are compiled for") {
    CHECK(runtime::BatchJob{}.block <= plan::kernel_block(Mapping()));
}

// Limbs that are no multiple of the lanes; more lanes than limbs; all lanes of a warp; the most limbs of a lane.
TEST_CASE("every operation over lanes on the GPU agrees with GMP: 33 bits, 2 lanes") {
    check_on_gpu({33, 2});
}
TEST_CASE("every operation over lanes on the GPU agrees with GMP: 130 bits, 4 lanes") {
    check_on_gpu({130, 4});
}
TEST_CASE("every operation over lanes on the GPU agrees with GMP: 1000 bits, 32 lanes") {
    check_on_gpu({1000, 32});
}
TEST_CASE("every operation over lanes on the GPU agrees with GMP: 2048 bits, 2 lanes") {
    check_on_gpu({2048, 2});
}

// Tensor cores: one limb a lane, an odd number of limbs, the most limbs. The products alone run under more tools, too.
TEST_CASE("every operation over lanes on the GPU agrees with GMP: 1000 bits, tensor") {
    check_on_gpu({1000, Mapping::tensor()});
}
TEST_CASE("products on tensor cores agree with GMP: 3000 bits") {
    check_on_gpu({whole_spec({3000, Mapping::tensor()}, "mul,mul_lo,mul_hi,sqr,smul")});
}
TEST_CASE("products on tensor cores agree with GMP: powers of 1500 bits") {
    check_on_gpu({modular_spec(Modulus::at_run_time({1500, Mapping::tensor()}), Reduction::montgomery,
                               "pow,pow_secret")});
}
TEST_CASE("products on tensor cores agree with GMP: powers of 4096 bits") {
    check_on_gpu(
        {modular_spec(Modulus::at_run_time({4096, Mapping::tensor()}), Reduction::montgomery, "pow")});
}
// A lane has nine limbs, of which the width fills some, or as many as there are.
TEST_CASE("products on tensor cores agree with GMP: powers of 9000 and 16384 bits") {
    for (const int bits : {9000, max_tensor_power_bits})
        check_on_gpu(
            {modular_spec(Modulus::at_run_time({bits, Mapping::tensor()}), Reduction::montgomery, "pow")});
}
TEST_CASE("products on tensor cores agree with GMP: 8192 bits") {
    check_on_gpu({whole_spec({8192, Mapping::tensor()}, "mul,mul_lo,mul_hi,sqr,smul")});
}
TEST_CASE("products on tensor cores agree with GMP: 20000 bits") {
    check_on_gpu({whole_spec({20000, Mapping::tensor()}, "mul,mul_lo")});
}

// Blocks: two warps, whose limbs the width does not fill; shared memory that a kernel cannot declare; the most threads of
// a product.
TEST_CASE("large batches modulo one known number agree with GMP") {
    std::string why_not;
    if (!runtime::has_device(&why_not)) {
        MESSAGE("skipped: " << why_not);
        return;
    }
    for (const char* modulus : {"2^1024-1", "2^1500+1", "2^2048-2^1024+1", "2^3071+1", "2^4096-2^32-1"})
        for (const char* operation : {"mul", "sqr", "pow"}) check_large_batch(modulus, operation);
    for (const char* operation : {"mul", "sqr"}) check_large_batch("2^8192-1", operation);
}

TEST_CASE("every operation over a block on the GPU agrees with GMP: 33 bits, 64 threads") {
    check_on_gpu({33, 64});
}
TEST_CASE("every operation over a block on the GPU agrees with GMP: 9001 bits, 64 threads") {
    check_on_gpu({9001, 64});
}
TEST_CASE("every operation over a block on the GPU agrees with GMP: 16384 bits, 64 threads") {
    check_on_gpu({16384, 64});
}
TEST_CASE("every operation over a block on the GPU agrees with GMP: 65536 bits, 128 threads") {
    check_on_gpu({65536, 128});
}
TEST_CASE("every operation over a block on the GPU agrees with GMP: 262144 bits, 512 threads") {
    check_on_gpu({1 << 18, 512});
}

}  // namespace limbsmith::test
