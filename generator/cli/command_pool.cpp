// limbsmith pool: computes a file of expressions on numbers of any length.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/device.hpp"
#include "cli/output.hpp"
#include "cli/pool_evaluation.hpp"
#include "cli/ticker.hpp"
#include "engine/parallel.hpp"
#include "files/text.hpp"
#include "files/whole_file.hpp"
#include "pool/engines.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct PoolOptions {
    std::string file, out = "-", device = "auto";
    uint32_t lazy_bits = 0;
    bool is_hex = false, is_json = false;
};

// To start a GPU takes about a second.
constexpr size_t worth_a_gpu = 1 << 20;  // bytes of a file

std::unique_ptr<pool::Engine> engine_for(const std::string& device, size_t size) {
    const place where = parse_device(device);
    return pool::engine_at(where == place::automatic && size < worth_a_gpu ? place::host : where);
}

struct Line {
    std::string text;  // a number, or a failure
    bool is_number = false;
};

std::vector<Line> lines_of(PoolEvaluation& evaluation, size_t count, bool is_hex) {
    std::vector<Line> lines(count);
    std::atomic<size_t> finished = 0;
    const Ticker ticker([&] { return fmt::format("writing, {} of {} values", finished.load(), count); });
    engine::parallel_ranges(count, 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                const pool::Failure failure = evaluation.failure(k);
                lines[k].is_number = failure == pool::Failure::none;
                lines[k].text = lines[k].is_number ? evaluation.text(k, is_hex) : to_string(failure);
            }
            finished += last - first;
        };
    });
    return lines;
}

std::string printed(const std::vector<PoolName>& names, std::vector<Line> lines, bool is_json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    std::string text;
    for (size_t k = 0; k < lines.size(); ++k) {
        auto& [value, is_number] = lines[k];
        if (is_json)
            all.push_back({{"name", names[k].name}, {is_number ? "value" : "error", std::move(value)}});
        else
            ((text += names[k].name) += is_number ? " = " : " = error: ") += value + "\n";
    }
    return is_json ? all.dump(2) + "\n" : text;
}

PoolFile read(const std::string& name, const std::string& content) {
    const Ticker ticker([&] { return "reading " + name; });
    return {name, content};
}

void compute(const PoolOptions& options) {
    parse_device(options.device);
    const std::string content = runtime::read_file(options.file),
                      name = options.file == "-" ? "standard input" : options.file;
    runtime::require_text(content, name);
    const PoolFile file = read(name, content);
    Output output(options.out);
    const auto start = std::chrono::steady_clock::now();
    pool::Pool pool(engine_for(options.device, content.size()));
    PoolEvaluation evaluation(file, {pool, options.lazy_bits});
    {
        const Ticker ticker([&] { return "computing, " + evaluation.state(); });
        evaluation.compute();
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const size_t count = file.names().size();
    std::vector<Line> lines = lines_of(evaluation, count, options.is_hex);
    const auto errors = static_cast<size_t>(std::ranges::count(lines, false, &Line::is_number));
    output.write(printed(file.names(), std::move(lines), options.is_json));
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
        ->add_option(
            "--device", options->device,
            "cpu: GMP on all cores; cuda, cuda:N: a GPU; auto: a GPU if there is one and the file is long")
        ->type_name("DEVICE")
        ->capture_default_str();
    command->add_option("--lazy", options->lazy_bits, "leave fractions of at most BITS bits unreduced")
        ->type_name("BITS")
        ->check(CLI::Range(uint32_t(0), pool::Rationals::most_lazy_bits))
        ->capture_default_str();
    command->add_flag("--hex", options->is_hex, "write numbers as 0x... instead of in decimal");
    command->add_flag("--json", options->is_json, "write an array of {name, value} or {name, error}");
    command->footer(
        "A line defines a name that any line may use, also earlier ones; # begins a comment. The values\n"
        "are printed as NAME = VALUE, in the order of the file.\n"
        "Operators are those of Python: + - * // % ** << >>, unary -, parentheses; // % >> round to the\n"
        "floor, -a**b is -(a**b), a**b**c is a**(b**c), a << b + c is a << (b + c).\n"
        "Functions: gcd, lcm, min, max, sum, product of one or more; abs(a), floor(a), numerator(a),\n"
        "denominator(a); cmp(a, b), which is -1, 0 or 1; powmod(a, e, m). Some have several values, for a\n"
        "line with as many names: q, r = divmod(a, b), and g, x, y = xgcd(a, b), with a*x + b*y = g.\n"
        "Numbers are integers of any length, decimal or 0x..., and rationals: a/b, 1.25 and 1.25e3 are\n"
        "exact, printed as n/d in lowest terms. What is computed from a rational is one; but a//b and\n"
        "floor(a) are integers. gcd, lcm, xgcd, powmod, << >> and exponents take rationals that are\n"
        "integers. An integer to a negative exponent is an error; a rational is not: (2/1)**-1 = 1/2.\n"
        "Inside an expression rationals are reduced to lowest terms by a gcd for each operation. With\n"
        "--lazy BITS not before they may have more bits: that saves time in long sums of fractions that\n"
        "have little to cancel, and takes more memory where they have. Values are the same.\n"
        "What cannot be computed, and all that depends on it, is printed as NAME = error: division by\n"
        "zero; negative exponent; negative shift; no inverse; not an integer; longer than 2^30 bits. Then\n"
        "the exit code is 1. A malformed line, an unknown name, one that is defined twice, and names that\n"
        "are defined in a circle are found before anything is computed; exit code 2.\n"
        "Example: printf 'a = 2**127 - 1\\nb = gcd(a, 3**40) + 1/3\\nc = powmod(3, a - 1, a)\\n' | limbsmith "
        "pool -");
    command->callback([options] { compute(*options); });
}

}  // namespace limbsmith::cli
