// limbsmith random: operands to try things on, the same for the same seed.
#include <fmt/format.h>

#include <memory>

#include "cli/batch.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

constexpr uint64_t edge_every = 8;  // with --edges one number in so many is an edge

struct Options {
    SpecOptions spec;
    FormatOptions format;
    std::string count = "1", below, out;
    uint64_t seed = 1;
    bool edges = false, nonzero = false;
};

// A count of numbers; CLI11 alone would take -1 for a very large one.
size_t parse_count(const std::string& text) {
    uint32_t limbs[2];
    runtime::parse_number(text, 40, "--count", limbs);
    return size_t{limbs[1]} << 32 | limbs[0];
}

// The upper bounds: 2^bits, or what --below says, once or line by line.
runtime::Numbers read_below(const Options& options, Width width) {
    if (options.below.empty()) return {};
    if (!options.below.starts_with('=')) {
        return runtime::read_numbers(options.below, width.bits, options.format.parsed_layout());
    }
    runtime::Numbers one(width.limbs(), 1);
    runtime::parse_number(options.below.substr(1), width.bits, "--below", one.words.data());
    return one;
}

void random(const Options& options) {
    const Width width = options.spec.width();
    const size_t count = parse_count(options.count);
    const runtime::Numbers below = read_below(options, width);
    if (below.count > 1 && below.count != count) {
        throw runtime::InputError(
            fmt::format("{} has {} numbers, but --count is {}", options.below, below.count, count));
    }
    const runtime::Layout layout = options.format.parsed_layout();
    Output output(options.out);

    eval::Samples samples(options.seed);
    runtime::Numbers numbers(width.limbs(), count);
    const mpz_class all = mpz_class(1) << width.bits;
    Progress progress("drawing");
    for (size_t k = 0; k < count; ++k) {
        const mpz_class bound =
            below.count == 0 ? all : eval::from_words(below.number(below.count == 1 ? 0 : k));
        if (bound == 0 || (options.nonzero && bound == 1)) {
            throw runtime::InputError(
                fmt::format("{}:{}: no number is below {}", options.below, k + 1, bound.get_str()));
        }
        mpz_class value =
            options.edges && samples.below(edge_every) == 0 ? samples.edge(bound) : samples.uniform(bound);
        if (options.nonzero && value == 0) value = 1;
        const std::vector<uint32_t> limbs = eval::to_words(value, width.limbs());
        for (int i = 0; i < width.limbs(); ++i) numbers.words[i * count + k] = limbs[i];
        if (k % 65536 == 0) progress.report(double(k) / double(count));
    }
    output.write(options.out.ends_with(".bin") ? to_bytes(numbers, layout)
                                               : to_text(numbers, options.format.radix()));
}

}  // namespace

void add_random(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("random", "write random numbers below 2^bits");
    options->spec.add_to(*command);
    command->add_option("--count", options->count, "how many")->type_name("N")->capture_default_str();
    command->add_option("--seed", options->seed, "seed; the same numbers on every machine")
        ->capture_default_str();
    command->add_flag("--edges", options->edges,
                      "mix in edges: 0, 1, 2^bits-1, all-ones limbs, single bits, long ripples");
    command
        ->add_option("--below", options->below,
                     "draw below =VALUE, or line by line below the numbers of a file")
        ->type_name("FILE");
    command->add_flag("--nonzero", options->nonzero, "draw no zeros");
    command->add_option("-o,--output", options->out, "file to write; default: stdout; .bin for raw limbs")
        ->type_name("FILE");
    options->format.add_layout(*command);
    options->format.add_radix(*command);
    command->callback([options] { random(*options); });
}

}  // namespace limbsmith::cli
