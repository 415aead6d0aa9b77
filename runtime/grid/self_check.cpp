#include "grid/self_check.hpp"

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <string_view>
#include <vector>

#include "grid/kernels.hpp"
#include "grid/operations.hpp"
#include "jit/compiler.hpp"
#include "limbsmith/grid/expression.hpp"
#include "limbsmith/subject.hpp"

namespace limbsmith::grid {
namespace {

// Lengths whose products are transforms with one, with three, and with six levels before the last ten.
constexpr uint32_t lengths[] = {40, 3000, 1 << 15};

// All ones; a single bit; ones and zeros in turn, which differ between the operands.
std::vector<mpz_class> operands(uint32_t words, size_t which) {
    const mpz_class all = mpz_class(1) << (32 * mp_bitcnt_t{words});
    return {all - 1, all / 2, all / (which == 0 ? 3 : 5)};
}

Numbers on_device(Arithmetic& arithmetic, const std::vector<mpz_class>& values, uint32_t words) {
    std::vector<uint32_t> all(values.size() * words);
    for (size_t k = 0; k < values.size(); ++k)
        mpz_export(all.data() + k * words, nullptr, -1, sizeof(uint32_t), 0, 0, values[k].get_mpz_t());
    return arithmetic.numbers(all, words);
}

mpz_class number_at(const std::vector<uint32_t>& words, uint32_t length, size_t k) {
    mpz_class found;
    mpz_import(found.get_mpz_t(), length, -1, sizeof(uint32_t), 0, 0, words.data() + k * length);
    return found;
}

// v + (v + a*a) for v = (a*a + b)*b - a: levels with two new factors, with one, and with none.
std::string difference_of_expression(Arithmetic& arithmetic, uint32_t words) {
    using enum Step::Kind;
    const Step steps[] = {{multiply, 0, 0}, {add, 2, 1}, {multiply, 3, 1},
                          {subtract, 4, 0}, {add, 5, 2}, {add, 5, 6}};
    const std::vector<mpz_class> a = operands(words, 0), b = operands(words, 1);
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers given[] = {on_device(arithmetic, a, words), on_device(arithmetic, b, words)},
                  r = arithmetic.make(words, count);
    const std::vector<View> inputs(std::begin(given), std::end(given));
    Expression(arithmetic, 2, steps, words).compute(r, inputs, count);
    const std::vector<uint32_t> made = arithmetic.words(r);
    for (size_t k = 0; k < count; ++k) {
        mpz_class expected = 2 * ((a[k] * a[k] + b[k]) * b[k] - a[k]) + a[k] * a[k];
        mpz_fdiv_r_2exp(expected.get_mpz_t(), expected.get_mpz_t(), 32 * mp_bitcnt_t{words});
        if (number_at(made, words, k) != expected)
            return fmt::format("an expression of numbers of {} words, case {}, differs from GMP's", words, k);
    }
    return {};
}

std::string difference(Arithmetic& arithmetic) {
    for (const uint32_t words : lengths) {
        if (std::string found = difference_of_expression(arithmetic, words); !found.empty()) return found;
        for (const char* name : {"mul", "sqr", "sub", "divrem", "sqrt", "xor_"}) {
            const Operation& operation = *find_operation(name);
            std::vector<std::vector<mpz_class>> values;
            std::vector<Numbers> given;
            for (size_t i = 0; i < operation.operands().size(); ++i) {
                values.push_back(operands(words, i));
                given.push_back(on_device(arithmetic, values[i], words));
            }
            const auto count = static_cast<uint32_t>(values[0].size());
            const Numbers r = arithmetic.make(operation.result_words(words), count);
            operation.on_machine(arithmetic, r, given);
            const std::vector<uint32_t> made = arithmetic.words(r);
            for (size_t k = 0; k < count; ++k) {
                std::vector<mpz_class> own;
                for (const std::vector<mpz_class>& all : values) own.push_back(all[k]);
                if (number_at(made, r.length, k) != operation.by_gmp(own, words))
                    return fmt::format("{} of numbers of {} words, case {}, differs from GMP's", name, words,
                                       k);
            }
        }
    }
    return {};
}

}  // namespace

void self_check(Gpu& gpu) {
    const size_t digest = std::hash<std::string_view>{}(kernels_source());
    const self_check::subject subject{"arithmetic with numbers of any length",
                                      fmt::format("source {:016x}", digest), gpu.device().description(),
                                      runtime::driver_version(), runtime::compiler_version()};
    if (!subject.is_due()) return;
    gpu.compile_all();
    Arithmetic arithmetic(gpu);
    subject.conclude(difference(arithmetic));
}

}  // namespace limbsmith::grid
