// limbsmith pool: computes a file of expressions on numbers of any length.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/command.hpp"
#include "cli/device.hpp"
#include "cli/output.hpp"
#include "cli/pool/evaluation.hpp"
#include "cli/progress.hpp"
#include "engine/parallel.hpp"
#include "files/text.hpp"
#include "files/whole_file.hpp"
#include "pool/engines.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

struct PoolOptions {
    std::string file, out = "-", device = "auto", map = "auto";
    std::vector<std::string> only;
    uint32_t lazy_bits = 0;
    PoolFormat format;
    bool is_json = false;
};

// The lanes of each number on a GPU; nullopt: by cost, on the host and on the GPU.
std::optional<Mapping> parse_lanes(const std::string& map) {
    if (map == "ctt" || map == "tpi:1") return Mapping();
    if (map == "ctw") return Mapping::warp;
    if (const auto parsed = Mapping::parse(map)) {
        if (parsed->is_automatic()) return std::nullopt;
        if (parsed->is_tensor())
            throw unsupported("--map tensor is not supported for pools; the nearest is --map ctw, a warp");
        if (!parsed->is_block() && !parsed->is_pool()) return parsed;
    }
    throw usage_error(fmt::format("unknown --map '{}'{} (auto; ctt, ctw, tpi:1, 2, 4, 8, 16 or 32; grid)",
                                  map, suggestion(map, {"auto", "ctt", "ctw", "tpi:8", "grid"})));
}

// The lanes of `--map` are those of one GPU.
place place_of(const PoolOptions& options) {
    const bool may_be_all = !parse_lanes(options.map);
    return may_be_all && options.device == "all" ? place::all : parse_device(options.device);
}

std::unique_ptr<pool::Engine> engine_for(const PoolOptions& options, place where) {
    if (const std::optional<Mapping> lanes = parse_lanes(options.map)) {
        if (where == place::host)
            throw usage_error(fmt::format("--map {} is for a GPU, not for --device cpu", options.map));
        std::unique_ptr<pool::Device> engine =
            pool::device_engine_at(where == place::automatic ? place::device : where);
        engine->use_only(*lanes);
        return engine;
    }
    return pool::engine_at(where);
}

struct Line {
    std::string text;  // a number, or a failure
    bool is_number = false;
};

std::vector<Line> lines_of(PoolEvaluation& evaluation, size_t count, const PoolFormat& format) {
    std::vector<Line> lines(count);
    std::atomic<size_t> finished = 0;
    const Progress progress([&] { return fmt::format("writing, {} of {} values", finished.load(), count); });
    engine::parallel_ranges(count, 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                const pool::Failure failure = evaluation.failure(k);
                lines[k].is_number = failure == pool::Failure::none;
                lines[k].text = lines[k].is_number ? evaluation.text(k, format) : to_string(failure);
            }
            finished += last - first;
        };
    });
    return lines;
}

std::string printed(const PoolFile& file, std::vector<Line> lines, bool is_json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    std::string text;
    for (size_t k = 0; k < lines.size(); ++k) {
        auto& [value, is_number] = lines[k];
        const std::string_view name = file.names()[file.shown()[k]].name;
        if (is_json)
            all.push_back({{"name", name}, {is_number ? "value" : "error", std::move(value)}});
        else
            ((text += name) += is_number ? " = " : " = error: ") += value + "\n";
    }
    return is_json ? all.dump(2) + "\n" : text;
}

PoolFile read(const std::string& name, const std::string& content, std::span<const std::string> only) {
    const Progress progress([&] { return "reading " + name; });
    return {name, content, only};
}

void compute(const PoolOptions& options) {
    const place where = place_of(options);
    // looks for the GPU meanwhile, if one is asked for
    auto engine = std::async(std::launch::async, [&] { return engine_for(options, where); });
    const std::string content = runtime::read_text_file(options.file),
                      name = options.file == "-" ? "standard input" : options.file;
    runtime::require_text(content, name);
    const PoolFile file = read(name, content, options.only);
    Output output(options.out);
    const auto start = std::chrono::steady_clock::now();
    pool::Pool pool(engine.get());
    PoolEvaluation evaluation(file, {pool, options.lazy_bits});
    {
        const Progress progress([&] { return "computing, " + evaluation.state(); });
        evaluation.compute();
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const size_t count = file.shown().size();
    std::vector<Line> lines = lines_of(evaluation, count, options.format);
    const auto errors = static_cast<size_t>(std::ranges::count(lines, false, &Line::is_number));
    output.write(printed(file, std::move(lines), options.is_json));
    fmt::print(stderr, "{} computed by {} in {:.3g} s\n", counted(count, "value"), pool.engine().means(),
               seconds);
    if (errors)
        throw Error(Exit::failed,
                    fmt::format("{} of {} could not be computed", errors, counted(count, "value")));
}

}  // namespace

void add_pool(CLI::App& app) {
    auto options = std::make_shared<PoolOptions>();
    CLI::App* command =
        app.add_subcommand("pool", "compute a file of expressions on numbers of any length and rationals");
    command->add_option("file", options->file, "lines NAME = EXPRESSION; - for standard input")
        ->type_name("FILE")
        ->required();
    command->add_option("-o,--output", options->out, "file for the values; default: stdout")
        ->type_name("FILE");
    command
        ->add_option("--device", options->device,
                     "cpu: GMP on all cores; cuda, cuda:N: a GPU, too, for the work that it does first; all: "
                     "every GPU, "
                     "too; auto: cuda if there is one")
        ->type_name("DEVICE")
        ->capture_default_str();
    command
        ->add_option(
            "--map", options->map,
            "the lanes of a computation on a GPU: ctt, a thread; ctw, a warp; tpi:T, T lanes (1, 2, 4, 8, 16 "
            "or 32); grid, all of the GPU; auto: the fastest")
        ->type_name("MAP")
        ->capture_default_str();
    command->add_option("--lazy", options->lazy_bits, "leave fractions of at most BITS bits unreduced")
        ->type_name("BITS")
        ->check(CLI::Range(uint32_t(0), pool::Rationals::most_lazy_bits))
        ->capture_default_str();
    command
        ->add_option("--only", options->only,
                     "print these values only, in the order of the file; compute only their operands")
        ->type_name("NAME,...")
        ->delimiter(',');
    CLI::Option* const hex =
        command->add_flag("--hex", options->format.is_hex, "write numbers as 0x... instead of in decimal");
    CLI::Option* const digits = command
                                    ->add_option("--digits", options->format.digits,
                                                 "write N decimals, correctly rounded, instead of fractions")
                                    ->type_name("N")
                                    ->check(CLI::Range(0, 1'000'000))
                                    ->excludes(hex);
    command
        ->add_flag("--double", options->format.is_double,
                   "write the nearest double, by as few digits as name it; inf beyond the largest one")
        ->excludes(hex)
        ->excludes(digits);
    command->add_flag("--json", options->is_json, "write an array of {name, value} or {name, error}");
    command->footer(fmt::format(
        "A line defines a name that any line may use, also earlier ones; # begins a comment. The values\n"
        "are printed as NAME = VALUE, in the order of the file. Names that begin with _ are not printed;\n"
        "with --only just the named ones are. Values that no printed one needs are not computed.\n"
        "Operators are Python's, with its precedence: + - * / // % ** << >> & ^ |, unary - ~, parentheses.\n"
        "A power is a**b; a^b is an exclusive or. // % >> round to the floor, -a**b is -(a**b), a**b**c is\n"
        "a**(b**c), a << b + c is a << (b + c). To & ^ | ~ a negative number has ones on top without end.\n"
        "Functions of one or more: {}, min, max, sum, product. Of one: abs; floor, ceil; round, to\n"
        "the even one of two integers that are as near, as Python's; numerator, denominator; isqrt, the\n"
        "floor of the square root; bit_length; factorial; is_prime, 1 for a probable prime, which is\n"
        "tested by Baillie-PSW and 16 rounds of Miller-Rabin, and 0. Of two: cmp(a, b), which is -1, 0 or\n"
        "1; root(a, n), the largest integer r with r**n <= a; jacobi(a, n). Of three: powmod(a, e, m). Some\n"
        "have several values, for a line with as many names: q, r = divmod(a, b), and g, x, y = xgcd(a, b),\n"
        "with a*x + b*y = g.\n"
        "Numbers are integers of any length, decimal, 0x..., 0o... or 0b..., with underscores between\n"
        "digits; and rationals: a/b, 1.25, 1.25e3 and 0x1.8p3 (12) are exact, printed as n/d in lowest\n"
        "terms; float(\"0.1\") is the double that is nearest to the text in quotes, as a rational, also of\n"
        "0x1.8p3. Operations on a rational give a rational; but a//b, floor, ceil and round are integers.\n"
        "{}, xgcd, powmod, root, isqrt, {}, {}, << >> & ^ | ~ and\n"
        "exponents take rationals that are integers. An integer to a negative exponent is an error; a\n"
        "rational is not: (2/1)**-1 = 1/2.\n"
        "Inside an expression rationals are reduced to lowest terms by a gcd for each operation. With\n"
        "--lazy BITS they are reduced only once they may have more bits: that saves time in long sums of\n"
        "fractions that have little to cancel, and takes more memory where much cancels. Values are the\n"
        "same.\n"
        "A value that cannot be computed, and each that depends on it, is printed as NAME = error: division\n"
        "by zero; negative exponent; negative shift; no inverse; not an integer; longer than 2^30 bits;\n"
        "negative operand; degree of a root below 1; Jacobi symbol modulo an even or negative number. Then\n"
        "the exit code is 1. A malformed line, an unknown name, one that is defined twice, and names that\n"
        "are defined in a circle are found before anything is computed; exit code 2.\n"
        "The host and a GPU share the work, by measured costs: each operation goes where it ends first.\n"
        "--map compares mappings: the GPU does all work for which it has kernels, by this mapping or, where\n"
        "an operation lacks it, by the nearest: sums have 1, 8 and 32 lanes, products 1 to 32, powers 1 or\n"
        "4 to 32; gcds and, unless by the grid, divisions have a thread.\n"
        "Example: printf 'a = 2**127 - 1\\nb = gcd(a, 3**40) + 1/3\\nc = powmod(3, a - 1, a)\\n' | limbsmith "
        "pool -",
        pool_functions_of_table(0), pool_functions_of_table(0), pool_functions_of_table(2),
        pool_functions_of_table(1)));
    command->callback([options] { compute(*options); });
}

}  // namespace limbsmith::cli
