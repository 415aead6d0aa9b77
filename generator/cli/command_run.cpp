// limbsmith run: computes a batch of numbers with the generated code.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/device.hpp"
#include "cli/execute.hpp"
#include "cli/grid.hpp"
#include "cli/launch_shape.hpp"
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
    ShapeOptions shape;
    std::string op, out = "-", device = "auto";
    std::optional<std::string> report;
    std::vector<std::string> operands;
};

std::string report(const RunOptions& options, int bits, const Execution& done) {
    const size_t count = done.results.count;
    nlohmann::ordered_json all = {
        {"operation", options.op},
        {"bits", bits},
        {"device", done.device},
        {"count", count},
        {"seconds", done.seconds},
        {"results_per_second", done.seconds > 0 ? double(count) / done.seconds : 0}};
    const LaunchShape shape = options.shape.parsed();
    if (shape.grid) all["grid"] = *shape.grid;
    if (shape.block) all["block"] = *shape.block;
    return all.dump(2) + "\n";
}

// Over the lanes that are fastest for as many numbers, where the mapping is left open. Files look the same for all
// such mappings.
Batch over_fastest_lanes(Batch batch, SpecOptions spec, const FormatOptions& format,
                         const std::string& operation, std::optional<uint32_t> block) {
    spec.batch = fmt::format("{}", batch.count);
    try {
        batch.task = parse_task(spec, operation, format, block);
    } catch (const Error& error) {  // an operation that several lanes do not have
        if (error.code() != Exit::unsupported) throw;
    }
    return batch;
}

// Writes what `compute` gives. The files are opened before it.
void write(const RunOptions& options, int bits, const Results& results,
           const std::function<Execution()>& compute) {
    ResultFiles files(options.out, results);
    if (options.report && files.have(*options.report))
        throw usage_error(fmt::format("results and report cannot both go to {}", *options.report));
    std::optional<Output> report_file;
    if (options.report) report_file.emplace(*options.report);
    const Execution done = compute();
    files.write(columns(done.results, results), options.format.parsed_layout(), options.format.radix());
    if (report_file) report_file->write(report(options, bits, done));
    const auto count = double(done.results.count);
    fmt::print(stderr, "{} on {} in {}{}\n", counted(done.results.count, "result"), done.device,
               duration(done.seconds),
               done.seconds > 0 ? fmt::format(" ({})", quantity(count / done.seconds, "/s")) : "");
}

void run(RunOptions& options) {
    options.op = options.spec.operation(options.op);
    const Means means = parse_means(options.device);
    const FormatOptions& format = options.format;
    const LaunchShape shape = options.shape.parsed();
    if (const auto task = parse_grid_task(options.spec, format, options.op)) {
        if (shape.is_given())
            throw usage_error("--grid and --block are not for --map grid, which has launches of its own");
        return write(options, task->bits, task->results,
                     [&] { return run_grid(*task, format, options.operands, means); });
    }
    Task task = parse_task(options.spec, options.op, format, shape.block);
    if (task.results[0].form.is_bytes && format.decimal)
        throw usage_error(fmt::format("--decimal is for numbers, and {} gives bytes", options.op));
    Batch batch = read_batch(std::move(task), format, options.operands);
    if (options.spec.map == "auto" && choose_device(means.where))
        batch = over_fastest_lanes(std::move(batch), options.spec, format, options.op, shape.block);
    require_shape(shape, batch.task.width, batch.count);
    write(options, batch.task.width.bits, batch.task.results, [&] { return execute(batch, means, shape); });
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
        ->add_option(
            "-o,--output", options->out,
            "file for the results; default: stdout; .bin for raw limbs; several results: one file for "
            "all, or one for each, q.txt,r.txt")
        ->type_name("FILE");
    options->shape.add_to(*command);
    command->add_option("--device", options->device, means_help)->type_name("DEVICE")->capture_default_str();
    command
        ->add_option("--report", options->report,
                     "write device, time and rate to this file as JSON; - for stdout")
        ->type_name("FILE");
    options->format.add_layout(*command);
    options->format.add_radix(*command);
    options->format.add_numbers(*command);
    command->footer(
        "Files are text, one number a line, decimal or 0x..., # before a comment; or .bin, little-endian\n"
        "32-bit limbs. The results are those of the generated function, but for add, which prints the\n"
        "exact sum. Two results are two columns: quotient and remainder of divrem, the two numbers of\n"
        "cswap, root and exists of sqrt; -o q.txt,r.txt writes two files. Results are modulo\n"
        "2^(32*ceil(bits/32)), whatever the mapping. Operands of slt, sshr and smul may be negative, or use\n"
        "all bits of ceil(bits/32) limbs; --signed prints results as signed numbers.\n"
        "Modulo a number, from_bytes takes and to_bytes prints strings of bytes: two hexadecimal digits a\n"
        "byte, the least significant byte first, no 0x; 32 bytes modulo 2^255-19. from_bytes prints x and\n"
        "ok; a string that is not below N gives 0 and 0. batch_inv inverts up to 16 lines by one call and\n"
        "prints 0 where there is no inverse. make_modulus prints the members n, one, r2, n0inv of the\n"
        "modulus object, then ok.\n"
        "Without a GPU, the interpreter runs the program that `generate` prints, on all cores. Where it "
        "would take\n"
        "more than about a second, GMP computes from the contract of the operation, as `check` does; the "
        "last\n"
        "line on stderr says which. --device interpreter asks for the interpreter, however long it takes.\n"
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
