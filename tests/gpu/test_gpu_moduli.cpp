// Functions modulo constructed moduli: those of the class that compilers got wrong, and random ones.
//
// A few by default. LIMBSMITH_GPU_TEST_MODULI=500 takes 500 structured moduli and a fifth as many random
// ones, on all cores; LIMBSMITH_GPU_TEST_BITS=512 takes wider ones; LIMBSMITH_GPU_TEST_SLICE=3/16 takes every
// sixteenth of them from the third on: most of the time is spent in NVRTC, and several processes can share
// it. Without a GPU the interpreter runs most of them, which checks the functions but not the compiler.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

#include "emit/function_kernels.hpp"
#include "emit/header.hpp"
#include "engine/parallel.hpp"
#include "gpu/field_trial.hpp"
#include "plan/field.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"
#include "support/structured_moduli.hpp"

namespace limbsmith::test {
namespace {

// A number from the environment.
size_t chosen(const char* name, size_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 0) : otherwise;
}

struct Slice {
    size_t first = 0, step = 1;
};

Slice slice() {
    const char* text = std::getenv("LIMBSMITH_GPU_TEST_SLICE");
    if (!text) return {};
    char* end = nullptr;
    const size_t first = std::strtoull(text, &end, 10);
    REQUIRE(*end == '/');
    const size_t step = std::strtoull(end + 1, nullptr, 10);
    REQUIRE(first < step);
    return {first, step};
}

// Each modulus with the cheapest reduction, and with Montgomery reduction if that is another one.
std::vector<Spec> all_specs() {
    const size_t structured = chosen("LIMBSMITH_GPU_TEST_MODULI", 10);
    const int bits = static_cast<int>(chosen("LIMBSMITH_GPU_TEST_BITS", 384));
    std::vector<mpz_class> moduli = structured_moduli(structured, bits, test_seed());
    std::ranges::copy(random_moduli(structured / 5, bits, test_seed()), std::back_inserter(moduli));
    const Slice own = slice();
    std::vector<Spec> specs;
    for (size_t k = own.first; k < moduli.size(); k += own.step) {
        const Modulus modulus(moduli[k]);
        std::vector<Reduction> reductions{plan::cheapest_reduction(modulus)};
        if (reductions[0] != Reduction::montgomery) reductions.push_back(Reduction::montgomery);
        for (Reduction reduction : reductions) {
            specs.push_back(modular_spec(modulus, reduction, "all,mul_add3,mul_add4"));
        }
    }
    return specs;
}

// Returns the errors, one line for each function.
std::vector<std::string> check(const Spec& spec, size_t count, bool has_device) {
    const std::vector<catalogue::Function> all = straight_functions(spec);
    std::optional<runtime::BatchKernels> kernels;
    if (has_device)
        kernels.emplace(emit::function_kernels(spec.name, "field.cuh", all),
                        std::vector{runtime::Header{"field.cuh", emit::header(spec)}});
    const Machine machine = kernels ? on_device(*kernels, all) : interpreted();
    std::vector<std::string> wrong;
    for (const catalogue::Function& function : all) {
        if (const auto number = first_wrong(spec, function.program, count, machine))
            wrong.push_back(fmt::format("{} modulo {} ({}) is wrong for number {}", function.label,
                                        spec.expression, to_string(spec.reduction), *number));
    }
    return wrong;
}

}  // namespace

TEST_CASE("every function modulo structured and random moduli keeps its contract") {
    const bool has_device = runtime::has_device();
    const size_t count = has_device ? 4096 : 128;
    const std::vector<Spec> specs = all_specs();
    std::mutex mutex;
    std::vector<std::string> wrong;
    std::atomic<size_t> finished = 0;
    engine::parallel_ranges(specs.size(), 1, [&] {
        return [&](size_t k, size_t) {
            const std::vector<std::string> found = check(specs[k], count, has_device);
            const std::lock_guard lock(mutex);
            wrong.insert(wrong.end(), found.begin(), found.end());
            if (++finished % 50 == 0 || finished == specs.size()) {
                fmt::print("{}: {} of {} headers, {} operands a function, {} functions wrong\n",
                           has_device ? "gpu" : "interpreter", finished.load(), specs.size(), count,
                           wrong.size());
                std::fflush(stdout);
            }
        };
    });
    for (const std::string& line : wrong) FAIL_CHECK(line);
    CHECK(finished == specs.size());
}

}  // namespace limbsmith::test
