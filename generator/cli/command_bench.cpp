// limbsmith bench: measures the generated code here, against the rooflines of the device and against GMP.
#include <fmt/ranges.h>

#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/filter.hpp"
#include "bench/runner.hpp"
#include "bench/suites.hpp"
#include "bench/thread/launch_suite.hpp"
#include "cli/bench_table.hpp"
#include "cli/command.hpp"
#include "cli/device.hpp"
#include "cli/grid.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

struct BenchOptions {
    SpecOptions spec;
    std::string suite, ops = "all", counts, deviations, layouts = "limb-major,number-major,interleaved",
                       device = "auto", out = "-";
    double min_seconds = 0.05, stop_after = 0;
    bool json = false, is_dry = false;
};

std::vector<bench::Layout> layouts(const BenchOptions& options) {
    std::vector<bench::Layout> all;
    for (const std::string_view layout : split(options.layouts))
        all.push_back(bench::parse_layout(std::string(layout)));
    return all;
}

// The spec with the requested operations, or with all that can be measured.
Spec measured_spec(const BenchOptions& options) {
    Spec spec = options.spec.spec(options.ops);
    if (bench::needs_batch_kernel(spec)) return spec;
    if (options.ops == "all")
        std::erase_if(spec.ops, [&](const std::string& name) { return !bench::is_measurable(name, spec); });
    return spec;
}

// Adds each width of the list to the schedule.
void add_widths(bench::Schedule& schedule, const BenchOptions& options) {
    for (const std::string_view bits : split(options.spec.bits)) {
        SpecOptions one = options.spec;
        one.bits = bits;
        bench::add_operations(schedule, one.spec(options.ops), layouts(options));
    }
}

std::vector<std::string> list(const std::string& text) {
    const auto parts = split(text);
    return text.empty() ? std::vector<std::string>() : std::vector<std::string>(parts.begin(), parts.end());
}

double parse_deviation(const std::string& text) {
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{} || end != text.data() + text.size() || !(value >= 0))
        throw usage_error(fmt::format("--sigma {}: not a number of words", text));
    return value;
}

bench::Filter parse_filter(const BenchOptions& options) {
    bench::Filter filter;
    if (options.ops != "all") filter.operations = list(options.ops);
    for (const std::string& bits : list(options.spec.bits))
        filter.bits.push_back(parse_width(bits, max_grid_bits).bits);
    for (const std::string& count : list(options.counts))
        filter.counts.push_back(parse_natural(count, 64, "--count"));
    for (const std::string& deviation : list(options.deviations))
        filter.deviations.push_back(parse_deviation(deviation));
    return filter;
}

// For the suite `launch`, --ops and --bits name the operations to measure; for others they choose rows.
void add_suites(bench::Schedule& schedule, const BenchOptions& options) {
    const bench::Filter filter = parse_filter(options);
    for (const std::string& suite : list(options.suite)) {
        if (suite != "launch" || (filter.operations.empty() && filter.bits.empty())) {
            bench::add_suite(schedule, suite);
            continue;
        }
        for (const int bits : filter.bits.empty() ? std::vector{131, 239} : filter.bits) {
            if (bits > max_bits)
                throw unsupported(
                    fmt::format("--suite launch is of numbers in one thread: {} bits are not supported; the "
                                "widest are {}",
                                bits, max_bits));
            for (const std::string& operation : filter.operations.empty()
                                                    ? std::vector<std::string>{"add", "mod_add", "mul"}
                                                    : filter.operations)
                bench::add_launch(schedule, operation, bits, parse_mul(options.spec.mul, {bits}));
        }
    }
    bench::keep(schedule, filter);
}

bench::Schedule parse_schedule(const BenchOptions& options) {
    bench::Schedule schedule;
    if (!options.suite.empty())
        add_suites(schedule, options);
    else if (options.spec.has_modulus() || options.spec.has_digits())
        bench::add_operations(schedule, measured_spec(options), layouts(options));
    else
        add_widths(schedule, options);
    return schedule;
}

// Refuses options that --suite decides itself.
void require_suite_options(const BenchOptions& options) {
    const SpecOptions usual;
    const auto refuse = [](bool is_given, const char* option) {
        if (is_given)
            throw usage_error(
                fmt::format("--suite chooses the measurements; leave out {}, or the suite", option));
    };
    refuse(options.spec.has_modulus(), "--modulus");
    refuse(options.spec.has_digits(), "--radix");
    refuse(options.spec.map != usual.map, "--map");
    refuse(options.spec.reduction != usual.reduction, "--reduction");
    refuse(options.spec.inverse != usual.inverse, "--inverse");
    refuse(options.spec.expr.has_value(), "--expr");
    refuse(options.layouts != BenchOptions().layouts, "--layout");
    refuse(options.spec.mul != usual.mul && options.suite != "launch", "--mul");
}

// The command line, with options in a fixed order and without defaults.
std::string command(const BenchOptions& options) {
    std::string text = "limbsmith bench";
    const auto add = [&](const char* option, const std::string& value, const std::string& usual) {
        if (value != usual) text += fmt::format(" {} {}", option, value);
    };
    add("--suite", options.suite, "");
    add("--bits", options.spec.bits, "");
    add("--modulus", options.spec.modulus.empty() ? "" : "'" + options.spec.modulus + "'", "");
    add("--radix", options.spec.radix, "");
    add("--digits", options.spec.digits, "");
    add("--digit-bound", options.spec.digit_bound, "");
    add("--mul", options.spec.mul, "auto");
    add("--reduction", options.spec.reduction, "auto");
    add("--inverse", options.spec.inverse, "auto");
    add("--map", to_string(options.spec.map), "auto");
    if (options.spec.expr) add("--expr", "'" + *options.spec.expr + "'", "");
    add("--ops", options.ops, "all");
    add("--count", options.counts, "");
    add("--sigma", options.deviations, "");
    add("--layout", options.layouts, BenchOptions().layouts);
    add("--device", options.device, "auto");
    add("--stop-after", fmt::format("{}", options.stop_after), "0");
    add("--min-time", fmt::format("{}", options.min_seconds), fmt::format("{}", BenchOptions().min_seconds));
    return text;
}

bench::Json scheduled(bench::Schedule& schedule, const std::string& command) {
    bench::Json rows = bench::Json::array();
    for (const bench::Job& job : schedule.jobs()) rows.push_back(job.row.labels());
    return {{"command", command}, {"kernels", schedule.kernels().size()}, {"rows", std::move(rows)}};
}

void run(BenchOptions& options) {
    const bool is_custom =
        options.spec.has_modulus() || options.spec.has_digits() || !options.spec.bits.empty();
    if (!is_custom && options.suite.empty()) options.suite = "headline";
    if (!options.suite.empty())
        require_suite_options(options);
    else if (!options.counts.empty() || !options.deviations.empty())
        throw usage_error("--count and --sigma go with --suite pool or rationals");
    if (!(options.min_seconds > 0 && options.min_seconds <= 60))
        throw usage_error("--min-time is a number of seconds above 0, 60 at most");
    if (!(options.stop_after >= 0)) throw usage_error("--stop-after is a number of seconds, not below 0");
    const place where = parse_device(options.device);
    bench::Schedule schedule = parse_schedule(options);
    if (options.is_dry) {
        const bench::Json rows = scheduled(schedule, command(options));
        Output(options.out).write(options.json ? rows.dump(1) + "\n" : bench_rows(rows));
        return;
    }
    std::string why_not;
    const std::optional<runtime::Device> device = choose_device(where, &why_not);
    if (!why_not.empty()) fmt::print(stderr, "{}: the host alone\n", why_not);

    Output output(options.out);
    BenchProgress progress;
    const bench::Json results =
        bench::run(schedule, {device, options.min_seconds, options.stop_after, command(options)},
                   {[&](const std::string& stage, double done) { progress.stage(stage, done); },
                    [&](const bench::Json& row) { progress.finished(row); }});
    output.write(options.json ? results.dump(1) + "\n" : bench_table(results));
    if (const size_t bad = failures(results))
        throw Error(Exit::refuted,
                    fmt::format("{} of {} measurements failed", bad, results.at("rows").size()));
}

}  // namespace

void add_bench(CLI::App& app) {
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command = app.add_subcommand(
        "bench",
        "measure operations, check the results, and compare with GMP and with the limits of the device");
    std::string names;
    for (const bench::Suite& suite : bench::suites())
        names += fmt::format("  {:<10} {}\n", suite.name, suite.summary);
    command
        ->add_option("--suite", options->suite,
                     "suites of measurements, separated by commas, or `all`; default: headline")
        ->type_name("NAME");
    options->spec.add_to(*command);
    options->spec.add_expression(*command);
    command
        ->add_option("--ops", options->ops,
                     "operations, separated by commas; with a suite, its rows of these")
        ->type_name("LIST")
        ->capture_default_str();
    command
        ->add_option("--count", options->counts,
                     "with the suites pool and rationals: rows of so many computations, separated by commas")
        ->type_name("LIST");
    command
        ->add_option(
            "--sigma", options->deviations,
            "with these suites: rows whose lengths have this deviation, in words, separated by commas")
        ->type_name("LIST");
    command
        ->add_option("--layout", options->layouts,
                     "layouts of batches in memory: limb-major, number-major, interleaved")
        ->type_name("LIST")
        ->capture_default_str();
    command->add_option("--device", options->device, device_help)->type_name("DEVICE")->capture_default_str();
    command->add_option("--min-time", options->min_seconds, "seconds for each timing")
        ->type_name("S")
        ->capture_default_str();
    command
        ->add_option("--stop-after", options->stop_after,
                     "start no new measurement after this many seconds; 0: no limit")
        ->type_name("S")
        ->capture_default_str();
    command->add_flag("--dry-run", options->is_dry,
                      "print the rows that would be measured, and measure nothing");
    command->add_flag("--json", options->json, "the results as JSON, which `limbsmith report` reads");
    command->add_option("-o,--output", options->out, "file for the results; default: stdout")
        ->type_name("FILE");
    command->footer(
        "Suites:\n" + names +
        "--bits (here a list such as 131,256) or --modulus, in place of a suite, measures every operation,\n"
        "in registers and from memory. With a suite, --bits, --ops, --count and --sigma choose among its "
        "rows;\n"
        "the suite launch takes any operation at any width up to 1024 bits. Without a GPU, bench measures\n"
        "GMP, the interpreter, and the header compiled by $CXX (or c++), on all cores, and pools on the\n"
        "host; --dry-run needs none.\n"
        "Example: limbsmith bench --bits 131,256 --ops add,mul --json -o results.json");
    command->callback([options] { run(*options); });
}

}  // namespace limbsmith::cli
