// limbsmith verify: every function proved for all inputs, and its printed text tested against GMP.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "catalogue/loops.hpp"
#include "cli/all_lengths.hpp"
#include "cli/command.hpp"
#include "cli/derivations.hpp"
#include "cli/device.hpp"
#include "cli/device_verification.hpp"
#include "cli/loop_report.hpp"
#include "cli/machine_report.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/verification.hpp"
#include "emit/device_source.hpp"
#include "emit/header.hpp"
#include "engine/proof_files.hpp"
#include "ptx/exactness.hpp"
#include "read/header.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::cli {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyOptions {
    SpecOptions spec;
    std::string ops = "all", cases = "1000", seed = "1";
    bool json = false, machine = false;
    std::optional<std::string> device, architectures, compiler, derivation;
};

// A header put to the test.
struct Report {
    Json subject;  // the width, or the modulus and its reduction
    std::vector<Verification> functions;
    std::vector<LoopReport> loops;
};

Json subject(const Spec& spec) {
    if (const auto& digits = spec.digits)
        return {{"radix", digits->radix}, {"digits", digits->count}, {"digit_bound", digits->bound}};
    if (!spec.is_modular()) return {{"bits", spec.width.bits}};
    return {
        {"modulus", spec.expression}, {"bits", spec.width.bits}, {"reduction", to_string(spec.reduction)}};
}

Tests tests(const VerifyOptions& options) {
    return {parse_natural(options.cases, 32, "--cases"), parse_natural(options.seed, 64, "--seed")};
}

// proved, unproved, wrong
std::string verdict(const Verification& function) {
    if (function.is_wrong()) return "wrong";
    return function.is_proved() ? "proved" : "unproved";
}

std::string reason(const Verification& function) {
    return function.is_wrong() ? function.trial.wrong : function.proof.reason;
}

// The programs of kernels on numbers of any length. The kernels that join them are tested, not proved.
Report report(const catalogue::DeviceKernels& kernels, const Tests& by) {
    const std::vector<catalogue::Function> functions = catalogue::functions(kernels);
    engine::ProofCache proofs(engine::cache_folder());
    const std::string source = emit::device_source(kernels, true);
    ptx::require_same(source, functions, ptx::surfaces(Spec{}));
    return {{{"kernels", kernels.name}}, verify(functions, source, by, proofs), {}};
}

std::optional<catalogue::DeviceKernels> kernels_of(const VerifyOptions& options) {
    return kernels_for_width(options.spec, {{options.ops != "all", "--ops"},
                                            {options.machine, "--machine"},
                                            {options.device.has_value(), "--device"}});
}

Report report(const VerifyOptions& options) {
    const Tests by = tests(options);
    if (const auto kernels = kernels_of(options)) return report(*kernels, by);
    const Spec spec = options.spec.spec(options.ops);
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    engine::ProofCache proofs(engine::cache_folder());
    const std::string header = emit::header(spec, functions);
    ptx::require_same(header, functions, ptx::surfaces(spec));
    std::vector<Verification> verified = verify(functions, header, by, proofs);
    const read::Proved described = read::proved(spec, functions);
    const read::Found found = read::require_as_proved(header, described);
    std::vector<LoopReport> loops = report_loops(described.loops, verified, engine::cache_folder());
    try_out(loops, spec, described.loops, found.routines, by);
    return {subject(spec), std::move(verified), std::move(loops)};
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
    constexpr auto columns = "{:<18} {:>12} {:>7} {:>10} {:>7}  {}\n";
    std::string out = fmt::format(columns, "function", "instructions", "steps", "proof", "cases", "verdict");
    for (const Verification& function : report.functions) {
        const std::string why = reason(function);
        out +=
            fmt::format(columns, function.name, function.instructions, function.proof.steps,
                        function.proof.is_cached ? "cached" : fmt::format("{:.3f} s", function.proof.seconds),
                        function.trial.cases, verdict(function) + (why.empty() ? "" : ": " + why));
    }
    if (!report.loops.empty()) out += "\nloops, C++ around functions above:\n" + table(report.loops);
    const Totals sum = totals(report);
    return out +
           fmt::format(
               "\n{}: {} proved, {} unproved, {} wrong; {} proofs from the cache, the others {:.2f} s; {} "
               "cases against GMP\n",
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
                                    {"steps", function.proof.steps},
                                    {"proof_seconds", function.proof.seconds},
                                    {"check_seconds", function.proof.check_seconds},
                                    {"cached", function.proof.is_cached},
                                    {"cases", function.trial.cases},
                                    {"verdict", verdict(function)},
                                    {"reason", reason(function)}});
    }
    out["loops"] = json(report.loops);
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

// Machine code in place of proofs.
void verify_machine(const VerifyOptions& options) {
    const Tests by = tests(options);
    const std::vector<std::string> architectures =
        parse_architectures(options.architectures.value_or("sm_90,sm_120"));
    const Compilers compilers = find_compilers(options.compiler.value_or(""));
    const Spec spec = options.spec.spec(options.ops);
    for (const std::string& it : architectures) {
        const int capability = std::stoi(it.substr(std::string_view("sm_").size()));
        require_gpu_with(spec.width, capability / 10, capability % 10);
    }
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const Header header{spec.name, emit::header(spec, functions), functions,
                        least_capability(spec.width.mapping)};
    const MachineReport made{subject(spec), compilers.assembler.version(),
                             try_machine_code(header, compilers, architectures, by.cases, by.seed)};
    Output("-").write(options.json ? json(made) : table(made));
    require_right(made);
}

// The GPU here in place of proofs.
void verify_device(const VerifyOptions& options) {
    const place where = parse_device(*options.device);
    if (!where.is_gpu() && where != place::device)
        throw usage_error("--device takes 'cuda' or 'cuda:N': proofs need no device");
    const Tests by = tests(options);
    const Spec spec = options.spec.spec(options.ops);
    const runtime::Device device = *choose_device(where);
    require_gpu_with(spec.width, device.major(), device.minor());
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const DeviceReport made =
        verify_on_device(spec.name, functions, emit::header(spec, functions), device, by);
    Output("-").write(options.json ? json(made).dump(2) + "\n" : table(made));
    require_right(made);
}

// Proofs to keep. A check of the printed text is not part of them.
void write_derivations(const VerifyOptions& options) {
    Output output(*options.derivation);
    const Progress progress("proving");
    if (const auto kernels = kernels_of(options))
        return output.write(derivations(catalogue::functions(*kernels), {}));
    const Spec spec = options.spec.spec(options.ops);
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    output.write(derivations(functions, catalogue::loops(spec, functions)));
}

void verify(const VerifyOptions& options) {
    if (options.derivation) return write_derivations(options);
    if (options.machine || options.device) kernels_of(options);  // refuses these options for kernels
    if (options.machine) return verify_machine(options);
    if (options.device) return verify_device(options);
    const Report made = report(options);
    Output("-").write(options.json ? json(made).dump(2) + "\n" : table(made));
    std::vector<std::string> bad;
    for (const Verification& function : made.functions) {
        if (!function.is_good()) bad.push_back(function.name);
    }
    const size_t bad_functions = bad.size();
    for (const LoopReport& loop : made.loops) {
        if (loop.is_wrong()) bad.push_back(loop.name);
    }
    if (bad.empty()) return;
    const std::string what =
        bad_functions ? counted(made.functions.size(), "function") : counted(made.loops.size(), "loop");
    throw Error(Exit::refuted,
                fmt::format("{} of {} not verified: {}", bad.size(), what, fmt::join(bad, ", ")));
}

}  // namespace

void add_verify(CLI::App& app) {
    auto options = std::make_shared<VerifyOptions>();
    CLI::App* command = app.add_subcommand("verify",
                                           "prove every function for all inputs; compare its printed PTX "
                                           "with the proved program, and test it against GMP");
    options->spec.add_to(*command);
    options->spec.add_expression(*command);
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
            ->add_option(
                "--device", options->device,
                "cuda or cuda:N: run each function on the GPU and compare with GMP, in place of proofs")
            ->type_name("DEVICE");
    CLI::Option* derivation =
        command
            ->add_option(
                "--derivation", options->derivation,
                "write the derivations of the operations, step by step, to this file, which `check-proof` "
                "checks; a function without one is refused by name, exit code 3")
            ->type_name("FILE");
    device->excludes(derivation);
    command->add_flag("--json", options->json, "the report as JSON")->excludes(derivation);
    CLI::Option* machine = command->add_flag(
        "--machine", options->machine,
        "compile each function, read the machine code back and test it, in place of proofs; needs no GPU");
    machine->excludes(device);
    machine->excludes(derivation);
    command
        ->add_option("--arch", options->architectures, "with --machine: architectures, separated by commas")
        ->type_name("LIST")
        ->default_str("sm_90,sm_120")
        ->needs(machine);
    command
        ->add_option("--compiler", options->compiler,
                     "with --machine: the nvcc or ptxas to use; default: those of this machine")
        ->type_name("FILE")
        ->needs(machine);
    command->footer(
        "The report has one line for each straight-line function of the header, parts of loops included. "
        "`steps`\n"
        "are those of its derivation, which a small checker has checked (docs/proofs.md).\n"
        "  proved     the program meets its contract for every input that the contract allows; the printed\n"
        "             asm statement is this program, and gives GMP's results on all cases; the rest of the\n"
        "             header is read back and compared, as `check-header` does\n"
        "  unproved   no derivation is found; the reason names each attempt and the step that it lacks\n"
        "  wrong      the printed PTX breaks the contract; the report shows the inputs\n"
        "Loops are C++ around these functions:\n"
        "  proved         the description of the loop meets its contract, and all that it calls is proved;\n"
        "                 `steps` are those of its derivation, as above; `by` names the theorems of others\n"
        "                 that it uses. The C++ is read back and is this description; it is interpreted on\n"
        "                 the cases, as many as half a second allows, and gives GMP's results. `not run`\n"
        "                 says why one is not\n"
        "  parts proved   all functions that it calls are proved, the loop itself is only tested; `no "
        "proof`\n"
        "                 names the goal that is not reached, and the leg of the derivation that is to\n"
        "                 show it; `bound` names the source of the number of turns\n"
        "  wrong          the printed loop breaks its contract; the report shows the inputs\n"
        "With --map tpi:T or tensor the loops are routines over lanes. Their derivations speak of the same "
        "routine in "
        "one\n"
        "thread, on numbers of all limbs (docs/proofs.md).\n"
        "A search for the derivation of a loop may take some ten seconds.\n"
        "--map grid and --map pool, and more bits than other mappings have, mean the programs of the "
        "kernels\n"
        "for numbers of any length; the kernels that join them are tested, not proved.\n"
        "Exit code 4 if a function is unproved or wrong, or a statement is not the program that was proved.\n"
        "Proofs are kept in ~/.cache/limbsmith (`limbsmith cache --help`).\n"
        "--device cuda compiles the functions for the GPU and runs them there. Each is right or wrong; the\n"
        "report names the inputs, the device, its driver and the compiler. Exit code 3 without a GPU.\n"
        "--machine compiles the functions with nvcc and ptxas, disassembles them with nvdisasm, and\n"
        "interprets the machine instructions:\n"
        "  right      the machine code gives GMP's results on all cases\n"
        "  wrong      it does not; the report shows the first inputs; exit code 4\n"
        "limbsmith finds these programs on PATH and in the checkout. LIMBSMITH_NVCC, LIMBSMITH_PTXAS and\n"
        "LIMBSMITH_NVDISASM name others. Exit code 3 if one is missing.\n"
        "Example: limbsmith verify --modulus '2^255-19' --ops mul,inv");
    command->callback([options] { verify(*options); });
}

}  // namespace limbsmith::cli
