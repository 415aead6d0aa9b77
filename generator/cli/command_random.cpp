// limbsmith random: prints random operands, the same for the same seed.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/grid.hpp"
#include "cli/number_output.hpp"
#include "cli/operand.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/results.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "limbsmith/digits_gmp.hpp"
#include "limbsmith/error.hpp"
#include "session/chunks.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::cli {
namespace {

constexpr uint64_t edge_every = 8;  // with --edges one number in this many is an edge

struct RandomOptions {
    SpecOptions spec;
    FormatOptions format;
    std::string count = "1", seed = "1", out = "-";
    std::optional<std::string> below;
    bool edges = false, nonzero = false;
};

// The exclusive bound of each number: 2^bits or N, or the value of --below, of which there are as many as numbers.
class Bounds {
  public:
    Bounds(const RandomOptions& options, Width width, const mpz_class& all, size_t count)
        : argument_(options.below), nonzero_(options.nonzero), all_(all), count_(count) {
        if (!argument_) return;
        operands_.emplace("--below", std::vector{Operand{"below", {width.bits}}}, std::vector{*argument_},
                          options.format.parsed_layout());
    }

    // For the next numbers, the last ones perhaps.
    void read(size_t most, bool is_last) {
        if (!argument_ || (is_value(*argument_) && numbers_.count != 0)) return;
        numbers_ = std::move(operands_->read(most)[0]);
        if (is_value(*argument_) || (numbers_.count == most && !is_last)) return;
        if (const size_t bounds = operands_->count_to_end(); bounds != count_)
            throw runtime::InputError(
                fmt::format("{} has {}, but --count is {}", *argument_, counted(bounds, "number"), count_));
    }

    // Returns the bound of number k.
    mpz_class operator()(size_t k) const {
        if (!argument_) return all_;
        if (is_value(*argument_)) k = 0;
        const mpz_class bound = eval::from_words(numbers_.number(k));
        if (bound == 0)
            throw runtime::InputError(
                fmt::format("{}: no number is below 0", place_of(*argument_, numbers_, k)));
        if (bound == 1 && nonzero_) {
            throw runtime::InputError(
                fmt::format("{}: only zero is below 1", place_of(*argument_, numbers_, k)));
        }
        return bound;
    }

  private:
    std::optional<std::string> argument_;
    bool nonzero_;
    mpz_class all_;
    size_t count_;
    std::optional<OperandReader> operands_;
    runtime::Numbers numbers_;
};

// A width of other commands, or any that --map grid has.
Width width_of(const SpecOptions& options) {
    const bool is_plain = !options.bits.empty() && options.reduction == "auto" && options.inverse == "auto";
    if (is_plain && (options.map.is_automatic() || options.map.is_grid())) {
        const Width width = parse_width(options.bits, max_grid_bits);
        if (options.map.is_grid() || width.bits > max_block_bits) return width;
    }
    return options.width();
}

void random(const RandomOptions& options) {
    const std::optional<Modulus> modulus =
        options.spec.has_modulus() ? std::optional(options.spec.parsed_modulus()) : std::nullopt;
    const std::optional<SignedDigits> digits =
        options.spec.has_digits() ? std::optional(options.spec.parsed_digits()) : std::nullopt;
    if (digits && options.below)
        throw unsupported("--below is not supported with --radix; the nearest is a smaller --digits");
    const Width width = modulus ? modulus->width() : width_of(options.spec);
    const mpz_class all = modulus  ? modulus->n()
                          : digits ? mpz_class(largest(*digits) + 1)
                                   : mpz_class(1) << width.bits;
    const ir::Representation form = digits ? repr::num_in(*digits) : repr::num;
    const size_t count = parse_natural(options.count, 40, "--count");
    eval::Samples samples(parse_natural(options.seed, 64, "--seed"));
    Bounds bounds(options, width, all, count);
    NumberOutput output(options.out, options.format.parsed_layout(), options.format.radix());
    const int limbs = value_limbs(width);
    const auto draw = [&](size_t k) {
        const mpz_class bound = bounds(k);
        const bool edge = options.edges && samples.below(edge_every) == 0;
        mpz_class value = edge ? samples.edge(bound) : samples.uniform(bound);
        if (options.nonzero && value == 0) value = 1;
        if (digits && samples.below(2) == 0) value = -value;
        return eval::to_words(value, form, limbs);
    };
    Progress progress("drawing");
    const size_t most = session::numbers_of_chunk(static_cast<size_t>(limbs), {});
    size_t first = 0;
    do {
        runtime::Numbers block(limbs, std::min(most, count - first));
        first += block.count;
        bounds.read(block.count, first == count);
        for (size_t k = 0; k < block.count; ++k) {
            const std::vector<uint32_t> drawn = draw(k);
            for (int i = 0; i < limbs; ++i) block.words[i * block.count + k] = drawn[i];
        }
        output.append(std::vector{
            runtime::Column{std::move(block), digits ? in_digits(form, limbs) : runtime::Form{width.bits}}});
        progress.report(double(first) / double(count));
    } while (first < count);
    output.finish();
}

}  // namespace

void add_random(CLI::App& app) {
    auto options = std::make_shared<RandomOptions>();
    CLI::App* command = app.add_subcommand("random", "write random numbers below 2^bits, or below a modulus");
    options->spec.add_to(*command);
    command->add_option("--count", options->count, "the number of numbers")
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--seed", options->seed, "seed of the numbers; the same on every machine")
        ->type_name("S")
        ->capture_default_str();
    command->add_flag("--edges", options->edges,
                      "mix in edges: 0, 1, 2^bits-1, all-ones limbs, single bits, long carry chains");
    command
        ->add_option(
            "--below", options->below,
            "draw each number below the number on the same line of this file; =VALUE: all below VALUE")
        ->type_name("FILE");
    command->add_flag("--nonzero", options->nonzero, "draw no zeros");
    command->add_option("-o,--output", options->out, "file to write; default: stdout; .bin for raw limbs")
        ->type_name("FILE");
    options->format.add_layout(*command);
    options->format.add_radix(*command);
    command->footer("Example: limbsmith random --bits 131 --count 1048576 --edges -o a.txt");
    command->callback([options] { random(*options); });
}

}  // namespace limbsmith::cli
