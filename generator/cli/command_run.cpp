// limbsmith run: computes a batch of numbers with the generated code.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/command.hpp"
#include "cli/device.hpp"
#include "cli/execute.hpp"
#include "cli/grid.hpp"
#include "cli/launch_shape.hpp"
#include "cli/line_chunks.hpp"
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
    bool has_progress = false;
};

// The sums over all chunks.
struct Total {
    size_t count = 0;
    double seconds = 0;
    std::vector<std::string> devices;  // in the order of their first chunk
    std::string device() const { return fmt::format("{}", fmt::join(devices, ", then ")); }
};

std::string report(const RunOptions& options, int bits, const Total& done) {
    nlohmann::ordered_json all = {
        {"operation", options.op},
        {"bits", bits},
        {"device", done.device()},
        {"count", done.count},
        {"seconds", done.seconds},
        {"results_per_second", done.seconds > 0 ? double(done.count) / done.seconds : 0}};
    const session::LaunchShape shape = options.shape.parsed();
    if (shape.grid) all["grid"] = *shape.grid;
    if (shape.block) all["block"] = *shape.block;
    return all.dump(2) + "\n";
}

// The operands of a task in chunks, and their results.
class BatchRun {
  public:
    BatchRun(const RunOptions& options, Task task, Means means)
        : shape_(options.shape.parsed()),
          executor_(means, shape_),
          reader_(task, options.format, options.operands),
          batch_{std::move(task), options.operands} {
        {
            const Progress progress("reading");
            const auto read = [this](size_t most) {
                reader_.read(batch_, most);
                return LineChunks::Lines{batch_.count, &batch_.operands};
            };
            chunks_.emplace(
                read, [this] { return reader_.progress(); }, most_lines(), executor_.gpus());
        }
        if (options.spec.map.is_automatic() && executor_.has_gpu()) take_fastest_lanes(options);
        const bool is_longer = shape_.grid && !chunks_->is_one_block();
        session::require_shape(
            shape_, batch_.task.spec.width,
            is_longer ? reader_.count_to_end() - options.format.parsed_range().skip : batch_.count);
    }

    const Task& task() const { return batch_.task; }
    void compile() { executor_.compile(batch_.task); }
    // Gives the results of all lines to `drain`, in order. If there are no lines, there is one chunk.
    void run(Progress& progress, const session::Drain& drain) {
        executor_.run(
            batch_.task, chunks_->lines_of_chunk(), chunks_->stages(), progress,
            [this](session::Chunk& chunk) { return chunks_->fill(chunk); }, drain);
    }

  private:
    // A grid that is given computes all lines in one launch. One line more shows that they are too many.
    size_t most_lines() const {
        if (const auto threads = shape_.threads()) return *threads + 1;
        return executor_.lines_of_chunk(batch_.task);
    }

    // Over the lanes that are fastest for as many numbers as a GPU has at a time, where the mapping is left open. Files look
    // the same for all such mappings.
    void take_fastest_lanes(const RunOptions& options) {
        SpecOptions spec = options.spec;
        spec.batch = std::max<uint64_t>(chunks_->lines_of_chunk(), 1);
        spec.prefers_tensor_cores = executor_.has_tensor_cores();
        try {
            batch_.task = parse_task(spec, options.op, options.format);
        } catch (const Error& error) {  // an operation that several lanes do not have
            if (error.code() != Exit::unsupported) throw;
        }
    }

    session::LaunchShape shape_;
    Executor executor_;
    BatchReader reader_;
    Batch batch_;
    std::optional<LineChunks> chunks_;
};

// Writes the results of all chunks. The files are opened before the first one is computed.
template <class Run>
void write(const RunOptions& options, int bits, const Results& results, Run& run) {
    ResultFiles files(options.out, results, options.format.parsed_layout(), options.format.radix());
    if (options.report && files.have(*options.report))
        throw usage_error(fmt::format("results and report cannot both go to {}", *options.report));
    std::optional<Output> report_file;
    if (options.report) report_file.emplace(*options.report);
    Total total;
    run.compile();
    {
        Progress progress("computing " + options.op, options.has_progress);
        run.run(progress, [&](session::Chunk& chunk) {
            files.append(columns(chunk.results[0].words, chunk.count, results));
            progress.add_lines(chunk.count);
            total.count += chunk.count;
            total.seconds += chunk.done.seconds;
            if (std::ranges::find(total.devices, chunk.done.by) == total.devices.end())
                total.devices.push_back(chunk.done.by);
        });
    }
    files.finish();
    if (report_file) report_file->write(report(options, bits, total));
    fmt::print(
        stderr, "{} on {} in {}{}\n", counted(total.count, "result"), total.device(), duration(total.seconds),
        total.seconds > 0 ? fmt::format(" ({})", quantity(double(total.count) / total.seconds, "/s")) : "");
}

// A search for a proof may take longer than GMP for all lines: above so many bits of a modulus GMP computes at once.
constexpr int most_searched_bits = 512;

Task task_of(RunOptions& options, const Means& means) {
    SpecOptions& spec = options.spec;
    if (spec.has_modulus() && !means.interprets && spec.number_width().bits > most_searched_bits &&
        choose_devices(means.where).empty()) {
        spec.use = SpecOptions::Use::compared;
        Task task = parse_task(spec, options.op, options.format);
        if (task.host.use_gmp()) return task;
    }
    spec.use = SpecOptions::Use::run;
    return parse_task(spec, options.op, options.format);
}

void run(RunOptions& options) {
    options.op = options.spec.operation(options.op);
    const Means means = parse_means(options.device);
    const FormatOptions& format = options.format;
    const session::LaunchShape shape = options.shape.parsed();
    if (const auto task = parse_grid_task(options.spec, format, options.op)) {
        if (shape.is_given())
            throw usage_error("--grid and --block are not for --map grid, which has launches of its own");
        GridRun grid(*task, format, options.operands, means);
        return write(options, task->bits, task->results, grid);
    }
    Task task = task_of(options, means);
    if (task.results[0].form.is_bytes && format.decimal)
        throw usage_error(fmt::format("--decimal is for numbers, and {} gives bytes", options.op));
    BatchRun batch(options, std::move(task), means);
    write(options, batch.task().spec.width.bits, batch.task().results, batch);
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
    command->add_flag(
        "--progress", options->has_progress,
        "write lines done, their rate and an estimate of the rest to stderr each second, though it is no "
        "terminal");
    options->format.add_range(*command);
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
        "Before its first use with this GPU, driver and compiler, run compares a kernel with GMP, in\n"
        "milliseconds; exit code 4 if they differ. Success is remembered in\n"
        "~/.cache/limbsmith/self-check (or $XDG_CACHE_HOME); LIMBSMITH_SELF_CHECK=DIR names another\n"
        "folder, off disables the check.\n"
        "--map grid computes numbers up to 33554432 bits, each with all of the GPU: add, sub, mul, sqr,\n"
        "mul_lo, mul_hi, divrem, sqrt, mul_mod, pow_mod, shl, shr, lt, eq, bit_length, and_, or_, xor_,\n"
        "not_, and expressions (--expr); without a GPU by GMP.\n"
        "Compiled kernels are kept in ~/.cache/limbsmith/images (or $XDG_CACHE_HOME);\n"
        "LIMBSMITH_IMAGE_CACHE=DIR names another folder, off keeps none.\n"
        "Example: limbsmith run --bits 131 --op mul a.txt b.txt -o c.txt\n"
        "Example: limbsmith run --bits 1000000 --map grid --op divrem =2^999999-1 =2^499999+1\n"
        "Example: limbsmith run --bits 32768 --map block --expr '(a*a+b)*(b*b+b)+a*b' a.txt b.txt");
    command->callback([options] { run(*options); });
}

}  // namespace limbsmith::cli
