// limbsmith verify: proves every function for all inputs, and tests its printed text against GMP.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "catalogue/loops.hpp"
#include "cli/command.hpp"
#include "cli/device_verification.hpp"
#include "cli/machine_report.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/verification.hpp"
#include "emit/header.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    SpecOptions spec;
    std::string ops = "all", cases = "1000", seed = "1";
    bool json = false, machine = false;
    std::optional<std::string> device, architectures, compiler;
};

// The results for a header.
struct Report {
    Json subject;  // the width or modulus, and the options
    std::vector<Verification> functions;
    std::vector<catalogue::Loop> loops;
};

Json subject(const Spec& spec) {
    if (!spec.is_modular()) return {{"bits", spec.width.bits}};
    return {
        {"modulus", spec.expression}, {"bits", spec.width.bits}, {"reduction", to_string(spec.reduction)}};
}

Tests tests(const Options& options) {
    return {parse_natural(options.cases, 32, "--cases"), parse_natural(options.seed, 64, "--seed")};
}

Report report(const Options& options) {
    const Tests by = tests(options);
    const Spec spec = options.spec.spec(options.ops);
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    proof::Cache proofs(proof::cache_folder());
    return {subject(spec), verify(functions, emit::header(spec, functions), by, proofs),
            catalogue::loops(spec)};
}

// `proved`, `unproved` or `wrong`.
std::string verdict(const Verification& function) {
    if (function.is_wrong()) return "wrong";
    return function.is_proved() ? "proved" : "unproved";
}

std::string reason(const Verification& function) {
    return function.is_wrong() ? function.trial.wrong : function.proof.verdict.reason;
}

// The unproved or wrong functions that a loop calls, directly or through another loop.
std::vector<std::string> doubtful(const catalogue::Loop& loop, const Report& report) {
    std::vector<std::string> names;
    for (const std::string& called : loop.calls) {
        const auto inner = std::ranges::find(report.loops, called, &catalogue::Loop::name);
        if (inner != report.loops.end()) {
            for (std::string& name : doubtful(*inner, report)) names.push_back(std::move(name));
        }
        const auto is_bad = [&](const Verification& f) { return f.name == called && !f.is_good(); };
        if (std::ranges::any_of(report.functions, is_bad)) names.push_back(called);
    }
    return names;
}

std::string verdict(const catalogue::Loop& loop, const Report& report) {
    return doubtful(loop, report).empty() ? "parts proved" : "parts unproved";
}

struct Totals {
    size_t functions = 0, proved = 0, unproved = 0, wrong = 0, cached = 0, cases = 0;
    double proof_seconds = 0;
};

Totals totals(const Report& report) {
    Totals sum;
    for (const Verification& function : report.functions) {
        ++sum.functions;
        ++(function.is_wrong() ? sum.wrong : function.is_proved() ? sum.proved : sum.unproved);
        sum.cached += function.proof.is_cached;
        sum.cases += function.trial.cases;
        sum.proof_seconds += function.proof.seconds;
    }
    return sum;
}

std::string table(const Report& report) {
    constexpr auto columns = "{:<18} {:>12} {:>10} {:>7}  {}\n";
    std::string out = fmt::format(columns, "function", "instructions", "proof", "cases", "verdict");
    for (const Verification& function : report.functions) {
        const std::string why = reason(function);
        out +=
            fmt::format(columns, function.name, function.instructions,
                        function.proof.is_cached ? "cached" : fmt::format("{:.3f} s", function.proof.seconds),
                        function.trial.cases, verdict(function) + (why.empty() ? "" : ": " + why));
    }
    if (!report.loops.empty()) out += "\nloops, C++ around functions above:\n";
    for (const catalogue::Loop& loop : report.loops) {
        const std::vector<std::string> bad = doubtful(loop, report);
        out += fmt::format("{:<18} {}{}\n", loop.name, verdict(loop, report),
                           bad.empty() ? "" : fmt::format(": {}", fmt::join(bad, ", ")));
        out += fmt::format("  loop of: {}\n  bound: {}\n", fmt::join(loop.calls, ", "), loop.bound);
    }
    const Totals sum = totals(report);
    return out + fmt::format(
                     "\n{}: {} proved, {} unproved, {} wrong; {} proofs from the cache, the others "
                     "{:.2f} s; {} cases against GMP\n",
                     counted(sum.functions, "function"), sum.proved, sum.unproved, sum.wrong, sum.cached,
                     sum.proof_seconds, sum.cases);
}

Json json(const Report& report) {
    Json out = {{"version", LIMBSMITH_VERSION}};
    out.update(report.subject);
    out["functions"] = Json::array();
    for (const Verification& function : report.functions) {
        out["functions"].push_back({{"name", function.name},
                                    {"instructions", function.instructions},
                                    {"proof_seconds", function.proof.seconds},
                                    {"cached", function.proof.is_cached},
                                    {"cases", function.trial.cases},
                                    {"verdict", verdict(function)},
                                    {"reason", reason(function)}});
    }
    out["loops"] = Json::array();
    for (const catalogue::Loop& loop : report.loops) {
        out["loops"].push_back({{"name", loop.name},
                                {"calls", loop.calls},
                                {"bound", loop.bound},
                                {"verdict", verdict(loop, report)}});
    }
    const Totals sum = totals(report);
    out["totals"] = {{"functions", sum.functions},
                     {"proved", sum.proved},
                     {"unproved", sum.unproved},
                     {"wrong", sum.wrong},
                     {"cached", sum.cached},
                     {"cases", sum.cases},
                     {"proof_seconds", sum.proof_seconds}};
    return out;
}

// Tests machine code instead of proving functions.
void verify_machine(const Options& options) {
    const Tests by = tests(options);
    const std::vector<std::string> architectures =
        parse_architectures(options.architectures.value_or("sm_90,sm_120"));
    const Compilers compilers = find_compilers(options.compiler.value_or(""));
    const Spec spec = options.spec.spec(options.ops);
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const Header header{spec.name, emit::header(spec, functions), functions};
    const MachineReport made{subject(spec), compilers.assembler.version(),
                             try_machine_code(header, compilers, architectures, by.cases, by.seed)};
    Output("-").write(options.json ? json(made) : table(made));
    require_right(made);
}

// Tests the functions on the GPU instead of proving them.
void verify_device(const Options& options) {
    if (options.device != "cuda") throw usage_error("--device takes 'cuda': proofs need no device");
    const Tests by = tests(options);
    const Spec spec = options.spec.spec(options.ops);
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const DeviceReport made = verify_on_device(spec.name, functions, emit::header(spec, functions), by);
    Output("-").write(options.json ? json(made).dump(2) + "\n" : table(made));
    require_right(made);
}

void verify(const Options& options) {
    if (options.machine) return verify_machine(options);
    if (options.device) return verify_device(options);
    const Report made = report(options);
    Output("-").write(options.json ? json(made).dump(2) + "\n" : table(made));
    std::vector<std::string> bad;
    for (const Verification& function : made.functions) {
        if (!function.is_good()) bad.push_back(function.name);
    }
    if (bad.empty()) return;
    throw Error(Exit::refuted, fmt::format("{} of {} not verified: {}", bad.size(),
                                           counted(made.functions.size(), "function"), fmt::join(bad, ", ")));
}

}  // namespace

void add_verify(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "verify", "prove every function for all inputs, then test its printed text against GMP");
    options->spec.add_to(*command);
    command->add_option("--ops", options->ops, "operations, separated by commas (see `limbsmith list`)")
        ->type_name("LIST")
        ->capture_default_str();
    command->add_option("--cases", options->cases, "inputs to test each function on, half of them edges")
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--seed", options->seed, "seed of the inputs; the same on every machine")
        ->type_name("S")
        ->capture_default_str();
    CLI::Option* device =
        command
            ->add_option("--device", options->device,
                         "cuda: instead of proofs, run each function on the GPU and compare with GMP")
            ->type_name("DEVICE");
    command->add_flag("--json", options->json, "the report as JSON");
    CLI::Option* machine = command->add_flag(
        "--machine", options->machine,
        "instead of proofs, compile the header, read the machine code back and test it; no GPU is needed");
    machine->excludes(device);
    command
        ->add_option("--arch", options->architectures, "with --machine: architectures, separated by commas")
        ->type_name("LIST")
        ->default_str("sm_90,sm_120")
        ->needs(machine);
    command
        ->add_option("--compiler", options->compiler,
                     "with --machine: an nvcc or a ptxas; default: those of this machine")
        ->type_name("FILE")
        ->needs(machine);
    command->footer(
        "For each straight-line function of the header that `generate` prints, parts of loops included:\n"
        "  proved     the program meets its contract for every input that the contract allows, and the\n"
        "             printed PTX agreed with the contract, evaluated by GMP, on all cases\n"
        "  unproved   the prover found no proof; the reason names the first gap\n"
        "  wrong      the printed PTX violates the contract, for the inputs shown\n"
        "Loops are C++ around proved functions. `parts proved`: all functions that a loop calls are proved.\n"
        "The number of turns follows from the source that `bound` names; here it is tested, not proved.\n"
        "Exit code 4 if anything is unproved or wrong. Proofs are kept in ~/.cache/limbsmith (or\n"
        "$XDG_CACHE_HOME/limbsmith); LIMBSMITH_PROOF_CACHE=DIR names another folder, off keeps none.\n"
        "--device cuda compiles the header for this machine's GPU and tests each of these functions there:\n"
        "right or wrong, with the inputs, the device, its driver and the compiler; exit code 3 without a "
        "GPU.\n"
        "--machine tests the machine code of the printed text: nvcc and ptxas compile every function,\n"
        "nvdisasm prints its instructions, and an interpreter runs them on the same inputs:\n"
        "  right      the machine code agreed with the contract, evaluated by GMP, on all cases\n"
        "  wrong      it did not, with the first such inputs; exit code 4\n"
        "The compilers are searched on PATH and in the checkout, or named in the environment by\n"
        "LIMBSMITH_NVCC, LIMBSMITH_PTXAS, LIMBSMITH_NVDISASM; exit code 3 if one is missing.");
    command->callback([options] { verify(*options); });
}

}  // namespace limbsmith::cli
