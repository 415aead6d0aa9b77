// Every straight-line function of headers for well-known moduli on the GPU, with the named reduction.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "emit/function_kernels.hpp"
#include "emit/header.hpp"
#include "gpu/field_trial.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t numbers = 4096;

void check_modulus(const char* expression, const char* wanted) {
    const Modulus modulus = parse_modulus(expression);
    const Reduction reduction = parse_reduction(wanted, modulus).value();
    const Spec spec = modular_spec(modulus, reduction, "all,mul_add3,mul_add4");
    const std::vector<catalogue::Function> all = straight_functions(spec);
    runtime::BatchKernels kernels(emit::function_kernels(spec.name, "field.cuh", all),
                                  {{"field.cuh", emit::header(spec)}});
    for (const catalogue::Function& function : all) {
        const auto wrong = first_wrong(spec, function.program, numbers, on_device(kernels, all));
        if (wrong) FAIL_CHECK(function.label, " modulo ", expression, " is wrong for number ", *wrong);
    }
    fmt::print("gpu: {} ({}), {} functions at their limits: checked\n", expression, to_string(reduction),
               all.size());
    std::fflush(stdout);
}

}  // namespace

TEST_CASE("every function modulo a number on the GPU keeps its contract") {
    std::string why_not;
    if (!runtime::has_device(&why_not)) {
        MESSAGE("skipped: " << why_not);
        return;
    }
    for (const char* modulus : {"3", "2^32-1", "@eccp131.p", "3^141", "@bn254.p", "2^521-1"}) {
        check_modulus(modulus, "montgomery");
    }
    for (const char* modulus : {"@goldilocks", "@secp256k1.p", "2^255-19", "@p256.p", "@p384.p"})
        check_modulus(modulus, "special");
    for (const char* modulus : {"2", "2^64", "2^131-2", "3^141", "2^256-2"})
        check_modulus(modulus, "barrett");
}

}  // namespace limbsmith::test
