// Self-checks on the GPU: right kernels pass; kernels broken by hand do not.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <chrono>

#include "cli/device_verification.hpp"
#include "cli/options.hpp"
#include "emit/function_kernels.hpp"
#include "emit/header.hpp"
#include "gpu/device.hpp"
#include "jit/batch.hpp"
#include "limbsmith/error.hpp"
#include "session/device_computation.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

cli::SpecOptions bits(const char* count) {
    cli::SpecOptions options;
    options.bits = count;
    return options;
}

cli::SpecOptions modulus(const char* expression, const char* bits = "") {
    cli::SpecOptions options;
    options.modulus = expression;
    options.bits = bits;
    return options;
}

// Compiles a source for an operation and checks it.
session::DeviceComputation checked(const cli::SpecOptions& options, const std::string& operation,
                                   const session::KernelSource& source) {
    return {options.spec(operation), operation, runtime::device_at(place::device), {}, source};
}

session::KernelSource source(const cli::SpecOptions& options, const std::string& operation) {
    return session::batch_source(options.spec(operation), operation);
}

// The text with the first `what` replaced by `by`.
std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const size_t place = text.find(what);
    REQUIRE(place != std::string::npos);
    return text.replace(place, what.size(), by);
}

}  // namespace

TEST_CASE("kernels of functions compile, with or without a device here") {
    const auto compiles = [](const Spec& spec) {
        const std::vector<catalogue::Function> functions = catalogue::functions(spec);
        const runtime::Header header{"header.cuh", emit::header(spec, functions)};
        CHECK_FALSE(runtime::compile(emit::function_kernels(spec.name, header.name, functions), "f.cu",
                                     {header}, 9, 0)
                        .empty());
    };
    compiles(bits("40").spec("add,shl,divrem,gcd"));
    compiles(modulus("runtime", "40").spec("mul,mul_wide,sub_lazy,inv"));
    compiles(modulus("3^30").spec("mul,inv"));
}

TEST_CASE("a right kernel passes its check, once") {
    if (has_no_device()) return;
    for (const char* operation : {"mul", "inv", "pow", "sqrt", "batch_inv"}) {
        CAPTURE(operation);
        const session::KernelSource own = source(modulus("2^255-19"), operation);
        const auto start = std::chrono::steady_clock::now();
        CHECK_NOTHROW(checked(modulus("2^255-19"), operation, own));
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        MESSAGE(operation << ": compiled and checked in " << 1e3 * seconds << " ms");
        self_check::subject subject = runtime::BatchKernels(own.text, own.headers).subject(own.kernel);
        subject.function = std::string(operation) + " modulo 2^255-19";
        CHECK(!subject.is_due());
    }
}

TEST_CASE("the kernel of another operation does not pass, and off lets it pass") {
    if (has_no_device()) return;
    const session::KernelSource low = source(bits("131"), "mul_lo");
    CHECK_THROWS_WITH_AS(checked(bits("131"), "mul_hi", low),
                         doctest::Contains("mul_hi of 131 bits is wrong on this device: "),
                         runtime::WrongResult);
    CHECK_THROWS_WITH_AS(checked(bits("131"), "mul_hi", low), doctest::Contains("compute capability"),
                         runtime::WrongResult);
    const std::string before = getenv("LIMBSMITH_SELF_CHECK");
    setenv("LIMBSMITH_SELF_CHECK", "off", 1);
    CHECK_NOTHROW(checked(bits("131"), "mul_hi", low));
    setenv("LIMBSMITH_SELF_CHECK", before.c_str(), 1);
}

TEST_CASE("a header whose code for the device was broken by hand is found by both checks") {
    if (has_no_device()) return;
    const Spec spec = modulus("2^255-19").spec("add,to_elem,to_plain", Style::inlined, "field");
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const std::string header = emit::header(spec, functions);
    const std::string broken = replaced(header, "addc.cc.u32", "add.cc.u32");  // loses a carry
    const runtime::Device device = runtime::device_at(place::device);
    const auto right = cli::verify_on_device("field", functions, header, device, {1000, 1});
    for (const cli::DeviceVerification& function : right.functions) CHECK(function.trial.wrong == "");
    const auto wrong = cli::verify_on_device("field", functions, broken, device, {1000, 1});
    CHECK(std::ranges::count_if(wrong.functions,
                                [](auto& function) { return !function.trial.wrong.empty(); }) == 1);

    session::KernelSource code = source(modulus("2^255-19"), "add");
    CHECK_NOTHROW(checked(modulus("2^255-19"), "add", code));
    std::string& own = code.headers.front().text;
    own = replaced(own, "addc.cc.u32", "add.cc.u32");
    CHECK_THROWS_WITH_AS(checked(modulus("2^255-19"), "add", code),
                         doctest::Contains("add modulo 2^255-19 is wrong on this device"),
                         runtime::WrongResult);
}

TEST_CASE("every function of headers agrees with GMP on every GPU of the machine") {
    if (has_no_device()) return;
    const auto check = [](const Spec& spec) {
        const std::vector<catalogue::Function> functions = catalogue::functions(spec);
        for (int ordinal = 0; ordinal < runtime::device_count(); ++ordinal) {
            CAPTURE(ordinal);
            const auto report = cli::verify_on_device(spec.name, functions, emit::header(spec, functions),
                                                      runtime::Device(ordinal), {4096, 1});
            for (const cli::DeviceVerification& function : report.functions) {
                CAPTURE(function.name);
                CHECK(function.trial.wrong == "");
            }
        }
    };
    for (const auto& options : {modulus("@eccp131.p"), modulus("runtime", "96")}) {
        CAPTURE(options.modulus);
        check(options.spec("all", Style::inlined, "field"));
    }
    check(bits("64").spec("all", Style::inlined, "whole"));
}

}  // namespace limbsmith::test
