#include "cli/grid.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "catalogue/catalogue.hpp"
#include "cli/device.hpp"
#include "cli/task.hpp"
#include "grid/operations.hpp"
#include "spec/error.hpp"
#include "spec/fused.hpp"
#include "spec/mapping.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

using runtime::Numbers;

// The widest numbers for which another mapping has the operation; 0 if none has it.
int widest_elsewhere(const std::string& name) {
    const std::vector<catalogue::Operation>& all = catalogue::operations(NumberSystem::whole());
    const auto found = std::ranges::find(all, name, &catalogue::Operation::name);
    if (found == all.end()) return 0;
    const Spec block = Spec::of(mapped({max_block_bits}, Mapping::block()));
    return catalogue::why_not(*found, block).empty() ? max_block_bits : max_lanes * max_lane_bits;
}

const grid::Operation& operation_of(const std::string& name) {
    if (const grid::Operation* found = grid::find_operation(name)) return *found;
    std::vector<std::string> names;
    for (const grid::Operation& it : grid::operations()) names.emplace_back(it.name);
    const std::string all = fmt::format("{}", fmt::join(names, ", "));
    if (const int widest = widest_elsewhere(name))
        throw unsupported(fmt::format(
            "{} is not supported with --map grid, which has {}; the nearest is --map auto, up to {}", name,
            all, counted(widest, "bit")));
    throw usage_error(
        fmt::format("--map grid has no operation '{}'{} ({})", name, suggestion(name, names), all));
}

std::vector<Operand> operands_of(const session::GridFunction& function, int bits,
                                 const FormatOptions& format) {
    std::vector<Operand> operands;
    const mpz_class all = mpz_class(1) << bits;
    for (const std::string& name : function.operands()) {
        // as with all mappings, a count has 32 bits
        const bool is_count = name == "count" && !function.is_expression();
        Operand& own = operands.emplace_back(Operand{name, {is_count ? limb_bits : bits}});
        if (name != "a" && name != "b" && !function.is_expression()) continue;
        if (format.is_signed)
            own.form = {limb_bits * own.form.limbs(), false, runtime::Sign::twos_complement};
        if (format.reduce_inputs)
            own.form.reduce = [all](mpz_class& number, size_t) {
                mpz_mod(number.get_mpz_t(), number.get_mpz_t(), all.get_mpz_t());
            };
    }
    return operands;
}

// The words of the results, one result after the other.
Results results_of(const session::GridFunction& function, int bits, const FormatOptions& format) {
    const runtime::Sign sign =
        format.is_signed ? sign_of(function.signs(), format, function.name()) : runtime::Sign::none;
    const auto words = static_cast<int>(function.words_of_one(static_cast<uint32_t>(bits)));
    const auto in_memory =
        static_cast<int>(function.words_of_one(static_cast<uint32_t>(limb_bits * value_limbs(Width{bits}))));
    Results results;
    for (const std::string& name : function.results()) {
        const int first = static_cast<int>(results.size()) * in_memory;
        Result& own = results.emplace_back(Result{name, {}, {limb_bits * words, false, sign}});
        for (int i = 0; i < words; ++i) own.rows.push_back(first + i);
    }
    return format.packed ? packed(results) : results;
}

std::vector<runtime::Device> devices_of(Means means) {
    if (means.interprets)
        throw unsupported(
            "--device interpreter is not supported with --map grid; the nearest is --device cpu, by GMP");
    return choose_devices(means.where);
}

// Refuses an operation that only the grid has on whole numbers, by another mapping.
void require_grid(const SpecOptions& options, const std::string& operation) {
    if (options.has_modulus() || options.expr || !grid::find_operation(operation)) return;
    if (catalogue::find(NumberSystem::whole(), operation)) return;
    throw unsupported(
        fmt::format("{} of whole numbers is not supported with --map {}; the nearest is --map grid",
                    operation, to_string(options.map)));
}

// Whether no other mapping has so many bits.
bool is_beyond_others(const SpecOptions& options) {
    return parse_width(options.bits, max_grid_bits).bits > max_block_bits;
}

bool has_other_mapping(const SpecOptions& options, const std::string& operation) {
    if (!catalogue::find(NumberSystem::whole(), operation)) return false;
    try {
        parse_task(options, operation);
        return true;
    } catch (const Error& error) {
        return error.code() != Exit::unsupported;
    }
}

}  // namespace

std::optional<GridTask> parse_grid_task(const SpecOptions& options, const FormatOptions& format,
                                        const std::string& operation) {
    if (options.has_digits()) return std::nullopt;  // which refuses the mapping
    const bool is_asked_for = options.map.is_grid();
    if (!is_asked_for) {
        if (!options.map.is_automatic()) require_grid(options, operation);
        if (!options.map.is_automatic() || options.has_modulus() || options.bits.empty()) return std::nullopt;
        const bool can_be =
            options.mul == "auto" && !options.expr && grid::find_operation(operation) != nullptr;
        if (!is_beyond_others(options) && (!can_be || has_other_mapping(options, operation)))
            return std::nullopt;
    }
    if (options.has_modulus())
        throw unsupported(
            "--map grid is not supported with --modulus; the nearest is mul_mod or pow_mod, --bits");
    if (options.reduction != "auto") throw usage_error("--reduction goes with --modulus");
    if (options.inverse != "auto") throw usage_error("--inverse goes with --modulus");
    if (options.mul != "auto")
        throw unsupported(
            fmt::format("--mul {} is not supported with --map grid; the nearest is --mul auto", options.mul));
    if (options.bits.empty())
        throw usage_error("--bits is missing: give the width of the numbers, such as --bits 1000000");
    const session::GridFunction function = options.expr ? session::GridFunction(parse_fused(*options.expr))
                                                        : session::GridFunction(operation_of(operation));
    const int bits = parse_width(options.bits, max_grid_bits).bits;
    if (const int widest = limb_bits * static_cast<int>(function.most_words()); bits > widest)
        throw unsupported(fmt::format("{} of {} bits is not supported; the widest is {}", operation, bits,
                                      counted(widest, "bit")));
    return GridTask{function, bits, results_of(function, bits, format)};
}

GridRun::GridRun(const GridTask& task, const FormatOptions& format, const std::vector<std::string>& arguments,
                 Means means)
    : function_(task.function),
      operands_(function_.name(), operands_of(function_, task.bits, format), arguments,
                format.parsed_layout(), format.parsed_range()),
      computation_(function_, devices_of(means)),
      words_(static_cast<uint32_t>(Operand{"", {task.bits}}.form.limbs())),
      all_words_{std::vector<size_t>(arguments.size(), words_), {function_.result_words(words_)}} {}

void GridRun::compile() {
    if (computation_.gpus().empty()) return;
    const Progress progress("compiling");
    computation_.compile();
}

void GridRun::run(Progress& progress, const session::Drain& drain, session::Stages stages) {
    const auto read = [&](size_t most) {
        block_ = operands_.read(most);
        return LineChunks::Lines{block_[0].count, &block_};
    };
    const auto& gpus = computation_.gpus();
    LineChunks lines(
        read, [&] { return operands_.progress(); }, session::numbers_of_chunk(all_words_.all(), gpus),
        gpus.size());
    computation_.compute(
        words_, all_words_, stages, [&](session::Chunk& chunk) { return lines.fill(chunk); }, drain,
        [&](const session::Chunk& chunk, double done) {
            progress.part(chunk.before, chunk.after);
            progress.report(done);
        });
}

}  // namespace limbsmith::cli
