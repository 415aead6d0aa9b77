// limbsmith run: computes a batch of numbers with the generated code.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/device.hpp"
#include "cli/execute.hpp"
#include "cli/grid.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/quantity.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct RunOptions {
    SpecOptions spec;
    FormatOptions format;
    std::string op, out = "-", device = "auto";
    std::optional<std::string> report;
    std::vector<std::string> operands;
};

std::string report(const RunOptions& options, int bits, const Execution& done) {
    const size_t count = done.results.count;
    return nlohmann::ordered_json(
               {{"operation", options.op},
                {"bits", bits},
                {"device", done.device},
                {"count", count},
                {"seconds", done.seconds},
                {"results_per_second", done.seconds > 0 ? double(count) / done.seconds : 0}})
               .dump(2) +
           "\n";
}

std::string encoded(const RunOptions& options, const runtime::Numbers& results, runtime::Form form) {
    if (options.out.ends_with(".bin")) return to_bytes(results, options.format.parsed_layout());
    Progress progress("writing");
    const auto report = [&](double done) { progress.report(done); };
    return form.is_bytes ? to_byte_text(results, form.bits / 8, report)
                         : to_text(results, options.format.radix(), report);
}

// Over the lanes that are fastest for as many numbers, where the mapping is left open. Files look the same for all
// such mappings.
Batch over_fastest_lanes(Batch batch, SpecOptions spec, const std::string& operation) {
    spec.batch = fmt::format("{}", batch.count);
    try {
        batch.task = parse_task(spec, operation);
    } catch (const Error& error) {  // an operation that several lanes do not have
        if (error.code() != Exit::unsupported) throw;
    }
    return batch;
}

// Writes what `compute` gives. The files are opened before it.
void write(const RunOptions& options, int bits, runtime::Form form,
           const std::function<Execution()>& compute) {
    if (options.report == options.out)
        throw usage_error(fmt::format("results and report cannot both go to {}", options.out));
    Output output(options.out);
    std::optional<Output> report_file;
    if (options.report) report_file.emplace(*options.report);
    const Execution done = compute();
    output.write(encoded(options, done.results, form));
    if (report_file) report_file->write(report(options, bits, done));
    const auto count = double(done.results.count);
    fmt::print(stderr, "{} on {} in {}{}\n", counted(done.results.count, "result"), done.device,
               duration(done.seconds),
               done.seconds > 0 ? fmt::format(" ({})", quantity(count / done.seconds, "/s")) : "");
}

void run(RunOptions& options) {
    options.op = options.spec.operation(options.op);
    const place where = parse_device(options.device);
    const runtime::Layout layout = options.format.parsed_layout();
    if (const auto task = parse_grid_task(options.spec, options.op))
        return write(options, task->bits, {task->bits},
                     [&] { return run_grid(*task, options.operands, layout, where); });
    Task task = parse_task(options.spec, options.op);
    if (result_form(task).is_bytes && options.format.decimal)
        throw usage_error(fmt::format("--decimal is for numbers, and {} gives bytes", options.op));
    Batch batch = read_batch(std::move(task), options.operands, layout);
    if (options.spec.map == "auto" && choose_device(where))
        batch = over_fastest_lanes(std::move(batch), options.spec, options.op);
    write(options, batch.task.width.bits, result_form(batch.task), [&] { return execute(batch, where); });
}

}  // namespace

void add_run(CLI::App& app) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command =
        app.add_subcommand("run", "run an operation on files of numbers, on a GPU or the CPU");
    options->spec.add_to(*command);
    command->add_option("--op", options->op, "operation (see `limbsmith list`)")->type_name("OP");
    options->spec.add_expression(*command);
    command
        ->add_option("operands", options->operands,
                     "operand files, or =VALUE for the same number on every line, such as =7 or =2^31-1")
        ->type_name("FILE")
        ->required();
    command
        ->add_option("-o,--output", options->out, "file for the results; default: stdout; .bin for raw limbs")
        ->type_name("FILE");
    command->add_option("--device", options->device, device_help)->type_name("DEVICE")->capture_default_str();
    command
        ->add_option("--report", options->report,
                     "write device, time and rate to this file as JSON; - for stdout")
        ->type_name("FILE");
    options->format.add_layout(*command);
    options->format.add_radix(*command);
    command->footer(
        "Files are text, one number a line, decimal or 0x..., # before a comment; or .bin, little-endian\n"
        "32-bit limbs. The results are those of the generated function, but for add, which prints the\n"
        "exact sum. Two results are printed as one number, first + 2^(32*limbs)*second: quotient and\n"
        "remainder of divrem, the two numbers of cswap. Operands of signed operations may use all bits of\n"
        "their limbs.\n"
        "Modulo a number, from_bytes takes and to_bytes prints strings of bytes: two hexadecimal digits a\n"
        "byte, the least significant byte first, no 0x; 32 bytes modulo 2^255-19. from_bytes prints\n"
        "x + 2^(32*limbs)*ok; a string that is not below N gives 0. batch_inv inverts up to 16 lines by one\n"
        "call and prints 0 where there is no inverse. make_modulus prints the members n, one, r2, n0inv of\n"
        "the modulus object, then ok, as one number.\n"
        "Before its first use with this GPU, driver and compiler, run compares a kernel with the\n"
        "interpreter, in milliseconds; exit code 4 if they differ. Success is remembered in\n"
        "~/.cache/limbsmith/self-check (or $XDG_CACHE_HOME); LIMBSMITH_SELF_CHECK=DIR names another\n"
        "folder, off disables the check.\n"
        "--map grid computes numbers up to 33554432 bits, each with all of the GPU: add, sub, mul, sqr,\n"
        "mul_lo, mul_hi, divrem, sqrt, mul_mod, pow_mod, shl, shr, lt, eq, bit_length; without a GPU by "
        "GMP.\n"
        "Its compiled kernels are kept in ~/.cache/limbsmith/images (or $XDG_CACHE_HOME);\n"
        "LIMBSMITH_IMAGE_CACHE=DIR names another folder, off keeps none.\n"
        "Example: limbsmith run --bits 131 --op mul a.txt b.txt -o c.txt\n"
        "Example: limbsmith run --bits 1000000 --map grid --op divrem =2^999999-1 =2^499999+1\n"
        "Example: limbsmith run --bits 32768 --map block --expr '(a*a+b)*(b*b+b)+a*b' a.txt b.txt");
    command->callback([options] { run(*options); });
}

}  // namespace limbsmith::cli
