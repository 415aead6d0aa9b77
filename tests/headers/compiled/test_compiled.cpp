// Every function of generated headers, compiled by host compilers: its results meet its contract, evaluated by GMP.
//
// The code that calls the functions is generated: the kernels of single functions, and those of `run` for loops and batches. So
// an operation of the catalogue needs no line here.
#include <doctest/doctest.h>

#include <set>

#include "algorithm/loop/on_residues.hpp"
#include "catalogue/loop.hpp"
#include "cli/device_verification.hpp"
#include "emit/function_kernels.hpp"
#include "emit/header.hpp"
#include "emit/run_kernels.hpp"
#include "headers/compiled/host_device.hpp"
#include "session/self_check.hpp"
#include "spec/modulus_expression.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

const std::string gcc = LIMBSMITH_CXX " -std=c++14 -O0", clang = "clang++ -std=c++14 -O0";

using catalogue::BatchFunction;
using Functions = std::map<std::string, BatchFunction>;

// A loop of a header with its own contract, which speaks of residues. Headers over lanes have it with conversions.
BatchFunction function_of_loop(const Spec& spec, const std::string& key) {
    BatchFunction made{{}, catalogue::loops(spec), {}, spec.width.mapping.is_group()};
    const ir::Routine routine = made.loops[key];
    made.callable = catalogue::loop::on_residues(catalogue::residues(spec), key, made.loops.library);
    made.meaning = ir::meaning(std::get<ir::Routine>(made.callable));
    made.meaning.contract = routine.contract;
    const auto is_no_input = [&](const auto& it) {  // members follow from n
        return std::ranges::find(made.meaning.inputs, it.name, &ir::Input::name) == made.meaning.inputs.end();
    };
    std::erase_if(made.meaning.contract.requires_, is_no_input);
    std::erase_if(made.meaning.contract.givens, is_no_input);
    return made;
}

// An array of as many elements as the caller has, which another function of the header gives.
bool has_any_array(const ir::Routine& routine) {
    return std::ranges::any_of(routine.variables, [](const ir::Variable& it) {
        return it.many == ir::Variable::Many::run_time || it.many == ir::Variable::Many::strided;
    });
}

// The functions of all batches, and all other loops of the header; one of them calls each loop that has an
// array.
Functions batches_and_loops(const Spec& spec) {
    Functions all;
    std::set<std::string_view> of_batches;
    for (const std::string& name : spec.ops) {
        const catalogue::Operation& operation = catalogue::operation(spec, name);
        all.emplace(emit::kernel_name(name), catalogue::batch_function(operation, spec));
        of_batches.insert(operation.batch_loop);
    }
    const catalogue::Loops loops = catalogue::loops(spec);
    for (const std::string& key : loops.keys) {
        // over lanes everything is a loop
        if (spec.width.mapping.is_group() && !key.starts_with("pow_")) continue;
        if (!has_any_array(loops[key]) && !of_batches.contains(key))
            all.emplace("loop_" + key, function_of_loop(spec, key));
    }
    return all;
}

// Runs a kernel and compares its results with the meaning of the function.
void check_kernel(const cli::Compute& device, const std::string& kernel, const ir::Program& meaning,
                  size_t cases) {
    CAPTURE(kernel);
    const auto compute = [&](std::span<const eval::Column> operands, size_t count, uint32_t* result) {
        runtime::BatchJob job{kernel, {}, {result, eval::result_words(meaning) * count}, count};
        for (size_t i = 0; i < operands.size(); ++i)
            job.inputs.emplace_back(operands[i].data, meaning.inputs[i].words.size() * count);
        device(job);
    };
    CHECK(session::difference(meaning, compute, {.cases = cases, .seed = test_seed()}) == "");
}

void check(Spec spec, const std::string& compiler) {
    CAPTURE(spec.expression);
    CAPTURE(spec.width.bits);
    spec.proofs = Proofs::skipped;
    spec.name = "arithmetic";
    const runtime::Header header{"arithmetic.cuh", emit::header(spec)};
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const Functions others = batches_and_loops(spec);
    const HostDevice device(compiler, header,
                            emit::function_kernels(spec.name, header.name, functions) +
                                emit::run_kernels(spec.name, header.name, others));
    const cli::Compute compute = [&](const runtime::BatchJob& job) { device.compute(job); };
    for (const auto& [function, trial] : cli::verify_on(compute, functions, {400, test_seed()})) {
        CAPTURE(function);
        CHECK(trial.wrong == "");
    }
    const size_t cases = spec.width.bits > 256 ? 16 : 100;
    for (const auto& [kernel, function] : others) check_kernel(compute, kernel, function.meaning, cases);
}

void check_widths(std::initializer_list<int> widths, const std::string& compiler) {
    for (const int bits : widths) check(whole_spec(Width{bits}), compiler);
}

Spec spec_modulo(const Modulus& modulus, const std::string& expression, Reduction reduction) {
    // the longer a function, the longer g++ takes for each of its lines
    const bool has_sums = modulus.bits() <= 64 && modulus.width().mapping.is_thread();
    Spec spec = modular_spec(modulus, reduction, has_sums ? "all,mul_add3,mul_add8" : "all");
    spec.expression = expression;
    spec.powers = {parse_power("e=65537"), parse_power("ones=2^80-1")};
    return spec;
}

// By the reductions that the modulus has, Barrett's if it is short or even; of a long modulus by one.
std::vector<Reduction> reductions(const Modulus& modulus) {
    std::vector<Reduction> all;
    if (!special_forms(modulus).empty()) all.push_back(Reduction::special);
    if (modulus.is_odd()) all.push_back(Reduction::montgomery);
    if (!modulus.is_odd() || modulus.bits() <= 64) all.push_back(Reduction::barrett);
    if (modulus.bits() > 256) all.resize(1);
    return all;
}

// Inverses are by divsteps with special reductions, by Fermat with Barrett's if they can, else as they are cheapest.
void check_moduli(std::initializer_list<const char*> expressions, const std::string& compiler) {
    for (const char* expression : expressions) {
        const Modulus modulus = parse_modulus(expression);
        for (const Reduction reduction : reductions(modulus)) {
            Spec spec = spec_modulo(modulus, expression, reduction);
            const bool has_fermat = modulus.is_odd() && modulus.is_prime();
            if (modulus.is_odd() && reduction == Reduction::special) spec.inverse = InverseChoice::divsteps;
            if (has_fermat && reduction == Reduction::barrett) spec.inverse = InverseChoice::fermat;
            check(spec, compiler);
        }
    }
}

void check_run_time(std::initializer_list<int> widths) {
    for (const int bits : widths)
        check(spec_modulo(Modulus::at_run_time({bits}), "runtime", Reduction::montgomery), gcc);
}

}  // namespace

TEST_CASE("functions of widths up to 256 bits, compiled by g++, meet their contracts") {
    check_widths({1, 16, 17, 31, 32, 33, 64, 97, 109, 131, 160, 163, 191, 239, 256}, gcc);
}
TEST_CASE("functions of long widths, compiled by g++, meet their contracts") {
    check_widths({257, 384, 521, 1024}, gcc);
}
TEST_CASE("functions compiled by clang++ meet their contracts") {
    check_widths({1, 33, 131, 256}, clang);
    check_moduli({"2^31-1", "2^131-2", "2^255-19"}, clang);
}
TEST_CASE("functions modulo short numbers, compiled by g++, meet their contracts") {
    check_moduli({"2", "3", "10", "15", "2^31-1", "2^32-1", "2^32+15", "2^61-1", "2^61+2^9-2", "2^64",
                  "@goldilocks", "@eccp79.p", "2^127-1"},
                 gcc);
}
TEST_CASE("functions modulo numbers up to 256 bits, compiled by g++, meet their contracts") {
    check_moduli({"3^40*5", "@eccp131.p", "2^131-2", "@secp256k1.p", "@secp256k1.n", "2^255-19", "@p256.p",
                  "2^216-2^108-1"},
                 gcc);
}
TEST_CASE("functions modulo long numbers, compiled by g++, meet their contracts") {
    check_moduli({"@p384.p", "2^521-1", "3^400"}, gcc);
}
TEST_CASE("functions over lanes, compiled by g++ and clang++, meet their contracts") {
    const auto check_lanes = [](Width width, const std::string& compiler) {
        CAPTURE(width.lanes());
        check(whole_spec(width), compiler);
        check(spec_modulo(Modulus::at_run_time(width), "runtime", Reduction::montgomery), compiler);
    };
    for (const auto& [bits, lanes] : {std::pair{64, 2}, {161, 4}, {257, 8}}) check_lanes({bits, lanes}, gcc);
    check_lanes({130, 2}, clang);
    const auto check_known = [](const char* expression, int lanes, const std::string& compiler) {
        const Modulus modulus(parse_modulus_expression(expression), lanes);
        check(spec_modulo(modulus, expression, Reduction::montgomery), compiler);
    };
    check_known("2^64-2^32+1", 2, gcc);
    check_known("2^255-19", 4, clang);
}
TEST_CASE("functions modulo numbers at run time, compiled by g++, meet their contracts") {
    check_run_time({2, 31, 32, 64, 131, 256});
}

}  // namespace limbsmith::test
