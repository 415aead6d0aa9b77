// Moduli c·2^a ± 2^b ± 1: each has a header by every reduction that suits it, and its functions agree with GMP.
//
// By default a part of them, where forms begin and end; LIMBSMITH_SWEEP=all takes every width up to 1,024 bits, for hours.
#include <doctest/doctest.h>

#include <cstdlib>
#include <set>

#include "catalogue/catalogue.hpp"
#include "engine/engine.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

bool is_full() {
    const char* wanted = std::getenv("LIMBSMITH_SWEEP");
    return wanted && std::string(wanted) == "all";
}

// The numbers with c·2^a of `bits` bits.
std::set<mpz_class> structured(int bits) {
    std::set<mpz_class> all;
    for (const int c : {1, 3, 5, 7, 9, 11, 13, 15}) {
        const int a = bits - static_cast<int>(mpz_sizeinbase(mpz_class(c).get_mpz_t(), 2));
        if (a < 1 || (!is_full() && bits > 32 && c > 5)) continue;
        std::set<int> seconds{1, 2, a / 2, a - 2, a - 1};
        if (is_full())
            for (int b = 1; b < a; ++b) seconds.insert(b);
        for (const int b : seconds) {
            if (b < 1) continue;
            for (const int first : {-1, 0, 1}) {
                for (const int last : {-1, 0, 1}) {
                    const mpz_class n = c * (mpz_class(1) << a) + first * (mpz_class(1) << b) + last;
                    if (n > 1 && mpz_sizeinbase(n.get_mpz_t(), 2) <= static_cast<size_t>(max_bits))
                        all.insert(n);
                }
            }
        }
    }
    return all;
}

std::vector<Reduction> reductions_of(const Modulus& modulus) {
    std::vector<Reduction> all;
    if (!special_forms(modulus).empty()) all.push_back(Reduction::special);
    if (modulus.is_odd()) all.push_back(Reduction::montgomery);
    all.push_back(Reduction::barrett);
    return all;
}

void check_functions(const Spec& spec, eval::Samples& samples) {
    for (const catalogue::Function& function : catalogue::functions(spec)) {
        if (function.is_part) continue;  // signed digits
        const ir::Program& program = function.program;
        CAPTURE(program.name);
        eval::Interpreter interpreter(program);
        eval::ContractEvaluator contract(program);
        for (int k = 0; k < 3; ++k) {
            std::vector<mpz_class> values = samples.inputs(program, k < 2);
            std::vector<uint32_t> words;
            for (size_t i = 0; i < values.size(); ++i) {
                const auto limbs = eval::to_words(values[i], program.inputs[i].words.size());
                words.insert(words.end(), limbs.begin(), limbs.end());
            }
            const std::vector<uint32_t> result = interpreter.run_one(words);
            std::span<const uint32_t> rest = result;
            for (const ir::Output& output : program.outputs) {
                values.push_back(eval::from_words(rest.first(output.words.size())));
                rest = rest.subspan(output.words.size());
            }
            REQUIRE(contract.claimed(values) == contract.expected(values));
            REQUIRE(contract.broken_promise(values) == nullptr);
        }
    }
}

}  // namespace

TEST_CASE("moduli that are sums of two powers of 2 and a unit have headers that agree with GMP") {
    eval::Samples samples(test_seed());
    std::set<int> widths{5, 31, 32, 33, 63, 64, 65, 96, 126, 128, 256};
    if (is_full())
        for (int bits = 2; bits <= max_bits; ++bits) widths.insert(bits);
    for (const int bits : widths) {
        for (const mpz_class& n : structured(bits)) {
            const Modulus modulus(n);
            const std::string text = "0x" + n.get_str(16);
            CAPTURE(text);
            for (const Reduction reduction : reductions_of(modulus)) {
                if (!is_full() && bits > 32 && reduction != reductions_of(modulus)[0]) continue;
                Spec spec = Spec::modulo(modulus, reduction);
                CAPTURE(to_string(reduction));
                spec.expression = text;
                spec.name = "m";
                spec.ops = catalogue::all(spec);
                for (const char* longer : {"mul_add3", "mul_add4", "mul_add6", "mul_add8"})
                    if (bits <= 300) spec.ops.emplace_back(longer);
                check_functions(spec, samples);
                CHECK_FALSE(engine::header(spec).empty());
            }
        }
    }
}

// Wider numbers take longer: those that broke, and similar ones.
TEST_CASE(
    "moduli near three quarters of a power of 2 have headers by their special reduction at every width") {
    eval::Samples samples(test_seed());
    for (int limbs = 4; limbs <= 32; limbs *= 2) {
        for (const int step : {-1, 0, 1}) {
            const Modulus modulus(3 * (mpz_class(1) << (32 * limbs - 2)) + step);
            const std::string text = "0x" + modulus.n().get_str(16);
            CAPTURE(text);
            const std::vector<Reduction> all = reductions_of(modulus);
            Spec spec = Spec::modulo(modulus, all[0]);
            spec.expression = text;
            spec.name = "m";
            spec.ops = {"mul", "mul_add8", "reduce", "to_plain"};
            check_functions(spec, samples);
            CHECK_FALSE(engine::header(spec).empty());
        }
    }
}

}  // namespace limbsmith::test
