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

std::optional<runtime::Device> device_of(Means means) {
    if (means.interprets)
        throw unsupported(
            "--device interpreter is not supported with --map grid; the nearest is --device cpu, by GMP");
    if (means.where == place::all)
        throw unsupported("--device all is not supported with --map grid; the nearest is --device cuda");
    return choose_device(means.where);
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
      computation_(function_, device_of(means)),
      words_(static_cast<uint32_t>(Operand{"", {task.bits}}.form.limbs())),
      all_words_{std::vector<size_t>(arguments.size(), words_), {function_.result_words(words_)}} {}

void GridRun::compile() {
    if (!computation_.has_gpu()) return;
    const Progress progress("compiling");
    computation_.compile();
}

bool GridRun::fill(session::Chunk& chunk) {
    const bool is_first = !std::exchange(is_begun_, true);
    chunk.before = is_first ? 0 : operands_.progress();
    std::vector<runtime::Device> gpus;
    if (computation_.has_gpu()) gpus.push_back(*computation_.device());
    const size_t most = session::numbers_of_chunk(all_words_.all(), gpus);
    const std::vector<Numbers> operands = operands_.read(most);
    chunk.after = operands_.progress();
    const size_t count = operands[0].count;
    chunk.hold(count);
    for (size_t k = 0; k < operands.size(); ++k) {  // a count has fewer words
        uint32_t* const to = chunk.operand(k);
        std::fill(std::ranges::copy(operands[k].words, to).out, to + words_ * count, 0);
    }
    return count != 0 || is_first;
}

void GridRun::run(Progress& progress, const session::Drain& drain, session::Stages stages) {
    const auto compute = [&](session::Chunk& chunk) {
        progress.part(chunk.before, chunk.after);
        session::Done done = computation_.compute(chunk.operands, words_, chunk.count, chunk.results[0].words,
                                                  [&](double share) { progress.report(share); });
        progress.report(1);
        return done;
    };
    session::in_chunks(
        all_words_, stages, compute, [&](session::Chunk& chunk) { return fill(chunk); }, drain);
}

}  // namespace limbsmith::cli
