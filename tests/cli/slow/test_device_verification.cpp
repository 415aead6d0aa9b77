// Functions on a device compared with GMP; the interpreter plays the device.
#include <doctest/doctest.h>

#include "cli/device_verification.hpp"
#include "cli/expect.hpp"
#include "cli/options.hpp"
#include "emit/function_kernels.hpp"
#include "eval/eval.hpp"
#include "spec/error.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

// A fake device that computes functions, and corrupts the highest result word of one of them.
cli::Compute device(const std::vector<catalogue::Function>& functions, size_t spoilt) {
    return [&functions, spoilt](const runtime::BatchJob& job) {
        size_t index = 0;
        while (emit::function_kernel(index) != job.kernel) ++index;
        eval::Interpreter function(functions[index].program);
        const size_t words = job.inputs.at(0).size() / job.count;
        for (size_t k = 0; k < job.count; ++k) {
            const auto result = function.run_one(job.inputs[0].subspan(k * words, words));
            std::ranges::copy(result, job.result.begin() + static_cast<ptrdiff_t>(k * result.size()));
        }
        if (index == spoilt) job.result.back() += 1;  // of the last case
    };
}

Spec field(const std::string& modulus, const std::string& ops) {
    cli::SpecOptions options;
    options.modulus = modulus;
    return options.spec(ops, Style::inlined, "field");
}

}  // namespace

TEST_CASE("functions on a device are compared with GMP, parts of loops included") {
    for (const auto& [modulus, ops] :
         {std::pair{"@eccp131.p", "mul,inv,sub_lazy,to_elem"}, {"3^80", "inv"}}) {
        const std::vector<catalogue::Function> functions = catalogue::functions(field(modulus, ops));
        const auto right = cli::verify_on(device(functions, functions.size()), functions, {100, 1});
        REQUIRE(right.size() == functions.size());
        for (const cli::DeviceVerification& function : right) {
            CAPTURE(function.name);
            CHECK(function.trial.wrong == "");
            CHECK(function.trial.cases == 100);
        }
        for (size_t spoilt = 0; spoilt < functions.size(); ++spoilt) {
            const auto found = cli::verify_on(device(functions, spoilt), functions, {100, 1});
            for (size_t i = 0; i < functions.size(); ++i)
                CHECK(found[i].trial.wrong.empty() == (i != spoilt));
        }
    }
}

TEST_CASE("a function that is wrong on a device is reported as an error") {
    const self_check::subject machine{"field", "image", "NVIDIA H200, compute capability 9.0",
                                      "580.95.05, CUDA 13.0", "NVRTC 13.0"};
    cli::require_right({machine, {{"add", {10, ""}}}});
    const cli::DeviceReport report{machine, {{"add", {10, ""}}, {"mul", {10, "r is not a*b for a = 0x1"}}}};
    CHECK_THROWS_WITH_AS(
        cli::require_right(report),
        "1 of 2 functions are wrong on this device; mul: r is not a*b for a = 0x1 (device: NVIDIA "
        "H200, compute capability 9.0, driver: 580.95.05, CUDA 13.0, compiler: NVRTC 13.0)",
        Error);
    CHECK(contains(cli::table(report), "add                     10  right\n"));
    CHECK(contains(cli::table(report), "wrong: r is not a*b for a = 0x1\n"));
    CHECK(cli::json(report)["functions"][1]["verdict"] == "wrong");
}

TEST_CASE("verify --device takes cuda, and needs a device") {
    const TempFolder folder;
    refused(folder, {"verify", "--bits", "64", "--device", "tpu"}, exit_usage, {"--device", "cuda"});
    if (runtime::has_device()) {
        const std::string report =
            done(folder, {"verify", "--bits", "64", "--ops", "add", "--device", "cuda"});
        CHECK(contains(report, "2 functions: 0 wrong on this device"));
    } else {
        refused(folder, {"verify", "--bits", "64", "--device", "cuda"}, exit_unsupported, {"no CUDA device"});
    }
}

}  // namespace limbsmith::test
