// Executes the text of generated headers: every asm statement, at many widths, against GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "emit/header.hpp"
#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "ptx/emitted_function.hpp"
#include "support/oracle.hpp"
#include "support/programs.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"
#include "support/widths.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t edges = 24, randoms = 8;

// The name of a function in the text, and the spelling of its words.
struct Surface {
    std::string function;
    ptx::Spelling spelling;
};

Surface inlined(const ir::Program& program) { return {program.name, ptx::in_struct}; }

// add_loc, add_carry_glo, and_loc, add_m_glo for the functions add (both), and_ and mod_add.
Surface macro(const ir::Program& program, bool global) {
    const std::string suffix = global ? "_glo" : "_loc";
    std::string name = program.name;
    if (name.ends_with('_')) name.pop_back();
    if (name.starts_with("mod_")) name = name.substr(4) + "_m";
    if (name == "add" || name == "sub") {
        if (program.outputs.size() == 2) name += "_" + program.outputs[1].name;
    }
    return {name + suffix,
            [=](const std::string& parameter, const ir::Representation& representation, size_t index) {
                const std::string array = "(" + (parameter == "r" ? "c" : parameter) + suffix + ")";
                if (global) return array + "[COAL_IDX(" + std::to_string(index) + ", tid)]";
                return representation.is_word() ? array : array + "[" + std::to_string(index) + "]";
            }};
}

// Samples of a program, some of them adjusted: shift counts beyond a limb, equal operands, sums that equal
// the modulus.
class Inputs {
  public:
    Inputs(const ir::Program& program, int bits, eval::Samples& samples)
        : program_(program), names_(eval::names(program)), bits_(bits), samples_(samples) {}

    std::vector<mpz_class> draw(size_t k) {
        std::vector<mpz_class> values = samples_.inputs(program_, k < edges);
        const auto find = [&](std::string_view name) -> mpz_class* {
            const size_t i = std::ranges::find(names_, name) - names_.begin();
            return i < values.size() ? &values[i] : nullptr;
        };
        mpz_class *const a = find("a"), *const b = find("b"), *const m = find("m"),
                         *const count = find("count");
        if (count && k % 2 == 0) *count = samples_.below(static_cast<uint64_t>(bits_) + 64);
        if (a && b && k % 8 == 1) *b = *a;
        if (a && b && m && k % 8 == 2) *b = (*m - *a) % *m;
        return values;
    }

  private:
    const ir::Program& program_;
    std::vector<std::string> names_;
    int bits_;
    eval::Samples& samples_;
};

void check_function(const ptx::AsmStatement& statement, const ir::Program& program, const Surface& surface,
                    int bits, eval::Samples& samples) {
    CAPTURE(surface.function);
    REQUIRE(statement.function == surface.function);
    const ptx::EmittedFunction function(statement, program, surface.spelling);
    CHECK(function.lost_flags() == 0);
    CHECK(function.mixed_flags() == 0);
    eval::ContractEvaluator contract(program);
    Inputs inputs(program, bits, samples);
    for (size_t k = 0; k < edges + randoms; ++k) {
        const std::vector<mpz_class> values = inputs.draw(k);
        REQUIRE(contract.broken_requirement(values) == nullptr);
        const std::vector<mpz_class> wanted = expected(program.name, bits, values, program.outputs.size());
        const std::vector<mpz_class> got = function.run(values);
        if (got == wanted) continue;
        FAIL_CHECK("inputs", hex(values), " give", hex(got), ", GMP says", hex(wanted));
        return;  // one failure a function is enough
    }
}

// Checks the header of one width: exactly one statement for each straight-line function.
void check_header(const Spec& spec) {
    const int bits = spec.width.bits;
    const uint64_t seed = test_seed();
    const std::string command = catalogue::command(spec);
    CAPTURE(seed);
    CAPTURE(command);
    eval::Samples samples(seed + static_cast<uint64_t>(bits));
    const std::vector<ptx::AsmStatement> statements = ptx::parse_asm_statements(emit::header(spec));
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const size_t surfaces = spec.style == Style::macro ? 2 : 1;
    REQUIRE(statements.size() == functions.size() * surfaces);
    for (size_t k = 0; k < statements.size(); ++k) {
        const ir::Program& program = functions[k / surfaces].program;
        const Surface surface = spec.style == Style::macro ? macro(program, k % 2 == 1) : inlined(program);
        check_function(statements[k], program, surface, bits, samples);
    }
}

void check_headers(const std::vector<int>& widths, MulChoice mul, Style style = Style::inlined) {
    for (const int bits : widths) {
        Spec spec = Spec::of(Width{bits});
        spec.mul = mul;
        spec.style = style;
        spec.name = default_name(spec);
        spec = catalogue::with_all(spec);
        check_header(spec);
    }
}

// The tested widths from `first` to `last`.
std::vector<int> widths_between(int first, int last) {
    std::vector<int> widths = all_widths();
    std::erase_if(widths, [=](int bits) { return bits < first || bits > last; });
    return widths;
}

}  // namespace

TEST_CASE("the text of headers computes what GMP does: 1 to 40 bits") {
    check_headers(widths_between(1, 40), MulAlgorithm::rows);
}
TEST_CASE("the text of headers computes what GMP does: 41 to 80 bits") {
    check_headers(widths_between(41, 80), MulAlgorithm::rows);
}
TEST_CASE("the text of headers computes what GMP does: 81 to 120 bits") {
    check_headers(widths_between(81, 120), MulAlgorithm::rows);
}
TEST_CASE("the text of headers computes what GMP does: 121 to 160 bits") {
    check_headers(widths_between(121, 160), MulAlgorithm::rows);
}
TEST_CASE("the text of headers computes what GMP does: 161 to 520 bits") {
    check_headers(widths_between(161, 520), MulAlgorithm::rows);
}
TEST_CASE("the text of headers computes what GMP does: 521 to 1024 bits") {
    check_headers(widths_between(521, 1024), MulAlgorithm::rows);
}
TEST_CASE("the text of headers computes what GMP does: products by columns") {
    check_headers({1, 5, 31, 32, 33, 64, 97, 131, 160, 239, 256, 521, 1024}, MulAlgorithm::schoolbook);
}
TEST_CASE("the text of headers computes what GMP does: products by Karatsuba") {
    check_headers({33, 64, 97, 131, 256, 521}, {MulAlgorithm::karatsuba, 1});
    check_headers({97, 131, 239, 512}, {MulAlgorithm::karatsuba, 2});
    check_headers({239, 1024}, {MulAlgorithm::karatsuba, 3});
}
TEST_CASE("the text of headers computes what GMP does: macros") {
    check_headers({32, 131, 256}, MulAlgorithm::rows, Style::macro);
}

}  // namespace limbsmith::test
