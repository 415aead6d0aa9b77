// Arithmetic modulo a number on the GPU, every result checked with GMP.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <mutex>
#include <optional>

#include "emit/function_kernels.hpp"
#include "emit/header.hpp"
#include "emit/run_kernels.hpp"
#include "eval/eval.hpp"
#include "gpu/device.hpp"
#include "gpu/draw.hpp"
#include "jit/batch.hpp"
#include "spec/representations.hpp"
#include "support/field_oracle.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using runtime::Numbers;

// The results of `op` for residues, from its definition, one after the other in limbs.
std::vector<uint32_t> expected(const ir::Program& meaning, const mpz_class& n, std::span<const mpz_class> x) {
    const size_t operands = x.size() - (meaning.inputs.back().representation == repr::member);
    const bool is_object = meaning.name == "make_modulus";  // of the operand n; it depends on R
    const size_t bits = 32 * meaning.outputs[0].words.size();
    const mpz_class R = is_object ? mpz_class(1) << bits : mpz_class(1);
    const auto values =
        expected_field(meaning.name, is_object ? x[0] : n, R, 1, x.first(is_object ? 0 : operands));
    std::vector<uint32_t> words;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto own = eval::to_words(values[i], meaning.outputs[i].words.size());
        words.insert(words.end(), own.begin(), own.end());
    }
    return words;
}

// Whether the words of the results are right. A square root is one of two; the word after it says if there is one.
bool is_right(const ir::Program& meaning, const mpz_class& n, std::span<const mpz_class> x,
              const std::vector<uint32_t>& results) {
    if (meaning.name != "sqrt") return results == expected(meaning, n, x);
    const bool exists = mpz_legendre(x[0].get_mpz_t(), n.get_mpz_t()) >= 0;
    const mpz_class root = eval::from_words(std::span(results).first(results.size() - 1));
    return results.back() == uint32_t{exists} && root < n && (exists ? root * root % n == x[0] : root == 0);
}

// `moduli` has the modulus of each number.
std::optional<size_t> first_wrong(const ir::Program& meaning, const Numbers& moduli,
                                  const std::vector<const Numbers*>& inputs, const Numbers& results) {
    std::mutex mutex;
    std::optional<size_t> wrong;
    engine::parallel_ranges(results.count, block, [&] {
        return [&](size_t first, size_t last) {
            std::vector<mpz_class> values(inputs.size());
            for (size_t k = first; k < last; ++k) {
                for (size_t i = 0; i < inputs.size(); ++i) values[i] = eval::from_words(inputs[i]->number(k));
                if (is_right(meaning, eval::from_words(moduli.number(k)), values, results.number(k)))
                    continue;
                const std::lock_guard lock(mutex);
                wrong = std::min(k, wrong.value_or(k));
                return;
            }
        };
    });
    return wrong;
}

// Checks the operations of `spec`, each in its own kernel, for numbers modulo those of `moduli`.
void check_operations(const Spec& spec, const Numbers& moduli) {
    runtime::BatchKernels kernels(emit::run_kernels(spec, "field.cuh"), {{"field.cuh", emit::header(spec)}});
    const int bits = spec.width.container_bits();
    std::vector<Numbers> drawn;
    for (uint64_t i = 0; i < 8; ++i) drawn.push_back(draw(bits, test_seed() + i, moduli.count, &moduli));
    const Numbers exponents = draw(bits, test_seed() + 8, moduli.count);
    const Numbers words = draw(limb_bits, test_seed() + 9, moduli.count);
    const Numbers strings = draw(8 * spec.width.bytes(), test_seed() + 11, moduli.count);
    const Numbers counts = draw(ir::drawn_count_bits, test_seed() + 10, moduli.count);
    const auto operand_of = [&](const ir::Input& input, size_t i) {
        if (input.representation == repr::word) return &words;
        if (input.representation == repr::count) return &counts;
        if (input.representation == repr::bytes) return &strings;
        if (input.representation == repr::exponent) return &exponents;
        if (input.representation == repr::member) return &moduli;
        return static_cast<const Numbers*>(&drawn[i]);
    };
    int operations = 0;
    for (const std::string& op : spec.ops) {
        const catalogue::Operation& operation = catalogue::operation(spec, op);
        if (!operation.meaning) continue;  // test_gpu_field_functions tests its function
        const ir::Program meaning = catalogue::meaning(operation, spec);
        std::vector<const Numbers*> inputs;
        for (size_t i = 0; i < meaning.inputs.size(); ++i) inputs.push_back(operand_of(meaning.inputs[i], i));
        Numbers results(eval::result_words(meaning), moduli.count);
        runtime::BatchJob job{emit::kernel_name(op), {}, results.words, moduli.count};
        for (const Numbers* input : inputs) job.inputs.emplace_back(input->words);
        kernels.compute(job);
        const auto wrong = first_wrong(meaning, moduli, inputs, results);
        if (wrong) FAIL_CHECK(op, " modulo ", spec.expression, " is wrong for number ", *wrong);
        ++operations;
    }
    fmt::print("gpu: {} ({}), {} operations, {} numbers each: checked\n", spec.expression,
               to_string(spec.reduction), operations, moduli.count);
    std::fflush(stdout);
}

Spec spec_of(const Modulus& modulus, const std::string& expression, Reduction reduction,
             const char* ops = "all,mul_add3,mul_add4", InverseChoice inverse = InverseChoice::automatic) {
    Spec spec = modular_spec(modulus, reduction, ops);
    spec.expression = expression;
    spec.inverse = inverse;
    return spec;
}

void check_modulus(const char* expression, Reduction reduction, const char* ops = "all,mul_add3,mul_add4",
                   InverseChoice inverse = InverseChoice::automatic) {
    const Modulus modulus = parse_modulus(expression);
    Numbers moduli(modulus.limbs(), batch_size());
    const std::vector<uint32_t> limbs = eval::to_words(modulus.n(), modulus.limbs());
    for (size_t i = 0; i < limbs.size(); ++i)
        std::fill_n(moduli.words.begin() + i * moduli.count, moduli.count, limbs[i]);
    check_operations(spec_of(modulus, expression, reduction, ops, inverse), moduli);
}

// A different odd modulus for every number.
void check_run_time(int bits) {
    const size_t count = batch_size() / 16;  // each thread runs make_modulus
    Numbers moduli = draw(bits, test_seed(), count);
    for (size_t k = 0; k < count; ++k) moduli.words[k] |= 3;  // odd, and not 1
    const Modulus modulus = Modulus::at_run_time({bits});
    check_operations(spec_of(modulus, fmt::format("{} bits at run time", bits), Reduction::montgomery),
                     moduli);
}

// By Montgomery's reduction, and by that of the modulus' own form if it has one.
void check_odd_moduli(std::initializer_list<const char*> moduli) {
    if (has_no_device()) return;
    for (const char* modulus : moduli) {
        check_modulus(modulus, Reduction::montgomery);
        if (!special_forms(parse_modulus(modulus)).empty()) check_modulus(modulus, Reduction::special);
    }
}

}  // namespace

// Cases of their own, so that processes may share them out.
TEST_CASE("arithmetic modulo a number on the GPU agrees with GMP: to 127 bits") {
    check_odd_moduli({"3", "2^31-1", "2^32-1", "@goldilocks", "@eccp79.p", "@mersenne127"});
}
TEST_CASE("arithmetic modulo a number on the GPU agrees with GMP: 131 to 224 bits") {
    check_odd_moduli({"@eccp131.p", "@eccp163.p", "3^141", "@p192.p", "2^216-2^108-1", "@p224.p"});
}
TEST_CASE("arithmetic modulo a number on the GPU agrees with GMP: 254 to 256 bits") {
    check_odd_moduli({"@secp256k1.p", "2^255-19", "@p256.p", "@bn254.p"});
}
TEST_CASE("arithmetic modulo a number on the GPU agrees with GMP: 381 to 521 bits") {
    check_odd_moduli({"@p384.p", "@ed448", "@bls12_381.p", "2^521-1"});
}
TEST_CASE("arithmetic modulo numbers of each instance on the GPU agrees with GMP") {
    if (has_no_device()) return;
    for (int bits : {17, 32, 131, 256}) check_run_time(bits);
}
TEST_CASE("arithmetic by Barrett's reduction on the GPU agrees with GMP") {
    if (has_no_device()) return;
    for (const char* modulus : {"6", "2^64", "2^131-2", "3^141", "2^256-2"})
        check_modulus(modulus, Reduction::barrett);
}

TEST_CASE("inverses on the GPU agree with GMP, however they are made") {
    if (has_no_device()) return;
    const char* ops = "inv,to_elem,to_plain";
    for (const char* composite :
         {"9", "3*5*7*11*13", "2^64-1", "3^80", "105*(2^120-1)", "2^256-1", "3^200*5", "2^1024-1"}) {
        check_modulus(composite, Reduction::montgomery, ops);
    }
    for (const char* prime : {"3", "@goldilocks", "@eccp131.p", "2^255-19", "@bn254.p", "2^521-1"}) {
        for (InverseChoice inverse : {InverseChoice::divsteps, InverseChoice::fermat}) {
            check_modulus(prime, Reduction::montgomery, ops, inverse);
            if (!special_forms(parse_modulus(prime)).empty())
                check_modulus(prime, Reduction::special, ops, inverse);
        }
    }
}

}  // namespace limbsmith::test
