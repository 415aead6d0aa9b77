#include "cli/grid.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "catalogue/catalogue.hpp"
#include "cli/device.hpp"
#include "cli/operand.hpp"
#include "cli/progress.hpp"
#include "cli/task.hpp"
#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "grid/operations.hpp"
#include "grid/self_check.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

using runtime::Numbers;

// The widest numbers for which another mapping has the operation; 0 if none has it.
int widest_elsewhere(const std::string& name) {
    const std::vector<catalogue::Operation>& all = catalogue::operations(catalogue::Domain::whole);
    const auto found = std::ranges::find(all, name, &catalogue::Operation::name);
    if (found == all.end()) return 0;
    const Spec block = Spec::of(mapped({max_block_bits}, "block"));
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

std::vector<Numbers> read(const grid::Operation& operation, int bits,
                          const std::vector<std::string>& arguments, runtime::Layout layout) {
    if (arguments.size() != operation.operands.size())
        throw usage_error(fmt::format("{} takes {}: {}; {} given", operation.name,
                                      counted(operation.operands.size(), "operand"),
                                      fmt::join(operation.operands, " "), arguments.size()));
    if (std::ranges::count(arguments, "-") > 1)
        throw usage_error("standard input can be only one of the operands");
    std::vector<Numbers> all;
    std::optional<size_t> longest;
    for (const std::string& argument : arguments) {
        all.push_back(read_operand(argument, {bits}, layout));
        if (is_value(argument)) continue;
        const size_t own = all.size() - 1;
        if (longest && all[*longest].count != all[own].count)
            throw runtime::InputError(fmt::format("files of different lengths: {} has {}, {} has {}",
                                                  arguments[*longest], counted(all[*longest].count, "number"),
                                                  argument, all[own].count));
        longest = own;
    }
    const size_t count = longest ? all[*longest].count : 1;
    for (size_t i = 0; i < all.size(); ++i) {
        if (is_value(arguments[i])) all[i] = repeated(all[i], count);
        if (operation.operands[i] != operation.nonzero) continue;
        for (size_t k = 0; k < count; ++k) {
            const std::vector<uint32_t> words = all[i].number(k);
            if (std::ranges::all_of(words, [](uint32_t word) { return word == 0; }))
                throw runtime::InputError(
                    fmt::format("{}: {} is 0", place_of(arguments[i], all[i], k), operation.operands[i]));
        }
    }
    return all;
}

// The words of one number after those of another.
std::vector<uint32_t> in_a_row(const Numbers& numbers) {
    std::vector<uint32_t> words;
    words.reserve(numbers.words.size());
    for (size_t k = 0; k < numbers.count; ++k)
        for (int limb = 0; limb < numbers.limbs; ++limb) words.push_back(numbers.row(limb)[k]);
    return words;
}

Execution on_gpu(const grid::Operation& operation, const std::vector<Numbers>& operands,
                 const runtime::Device& device) {
    Progress progress("compiling");
    progress.show();
    grid::Gpu gpu(device);
    grid::self_check(gpu);
    grid::Arithmetic arithmetic(gpu);
    const auto words = static_cast<uint32_t>(operands[0].limbs);
    const auto count = static_cast<uint32_t>(operands[0].count);
    std::vector<grid::Numbers> given;
    for (const Numbers& it : operands) given.push_back(arithmetic.numbers(in_a_row(it), words));
    const grid::Numbers r = arithmetic.make(operation.result_words(words), count);
    Execution done{Numbers(static_cast<int>(r.length), count), device.name(), 0};
    if (count == 0) return done;
    done.seconds = gpu.stream().seconds([&] { operation.on_machine(arithmetic, r, given); });
    const std::vector<uint32_t> all = arithmetic.words(r);
    for (size_t k = 0; k < count; ++k)
        for (uint32_t limb = 0; limb < r.length; ++limb)
            done.results.words[limb * size_t{count} + k] = all[k * r.length + limb];
    return done;
}

Execution on_host(const grid::Operation& operation, const std::vector<Numbers>& operands) {
    const auto words = static_cast<uint32_t>(operands[0].limbs);
    const size_t count = operands[0].count;
    const auto result_words = static_cast<int>(operation.result_words(words));
    Execution done{Numbers(result_words, count),
                   fmt::format("CPU by GMP, {}", counted(engine::cores(), "core")), 0};
    Progress progress(fmt::format("{} on {}", operation.name, done.device));
    std::atomic<size_t> finished = 0;
    const auto start = std::chrono::steady_clock::now();
    engine::parallel_ranges(count, 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                std::vector<mpz_class> values;
                for (const Numbers& it : operands) values.push_back(eval::from_words(it.number(k)));
                const std::vector<uint32_t> limbs =
                    eval::to_words(operation.on_host(values, words), static_cast<size_t>(result_words));
                for (size_t i = 0; i < limbs.size(); ++i) done.results.words[i * count + k] = limbs[i];
            }
            progress.report(double(finished += last - first) / double(count));
        };
    });
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return done;
}

// Whether no other mapping has so many bits.
bool is_beyond_others(const SpecOptions& options) {
    return parse_width(options.bits, max_grid_bits).bits > max_block_bits;
}

bool has_other_mapping(const SpecOptions& options, const std::string& operation) {
    try {
        parse_task(options, operation);
        return true;
    } catch (const Error& error) {
        return error.code() != Exit::unsupported;
    }
}

}  // namespace

std::optional<GridTask> parse_grid_task(const SpecOptions& options, const std::string& operation) {
    const bool is_asked_for = options.map == "grid";
    if (!is_asked_for) {
        if (options.map != "auto" || options.has_modulus() || options.expr || options.bits.empty())
            return std::nullopt;
        const bool can_be = options.mul == "auto" && grid::find_operation(operation) != nullptr;
        if (!is_beyond_others(options) && (!can_be || has_other_mapping(options, operation)))
            return std::nullopt;
    }
    if (options.has_modulus())
        throw unsupported(
            "--map grid is not supported with --modulus; the nearest is mul_mod or pow_mod, --bits");
    if (options.expr)
        throw unsupported("--map grid is not supported with --expr; the nearest is --map block");
    if (options.reduction != "auto") throw usage_error("--reduction goes with --modulus");
    if (options.inverse != "auto") throw usage_error("--inverse goes with --modulus");
    if (options.mul != "auto")
        throw unsupported(
            fmt::format("--mul {} is not supported with --map grid; the nearest is --mul auto", options.mul));
    if (options.bits.empty())
        throw usage_error("--bits is missing: give the width of the numbers, such as --bits 1000000");
    const grid::Operation& found = operation_of(operation);
    const int bits = parse_width(options.bits, max_grid_bits).bits;
    if (const int widest = limb_bits * static_cast<int>(found.most_words); bits > widest)
        throw unsupported(fmt::format("{} of {} bits is not supported; the widest is {}", operation, bits,
                                      counted(widest, "bit")));
    return GridTask{std::string(found.name), bits};
}

Execution run_grid(const GridTask& task, const std::vector<std::string>& arguments, runtime::Layout layout,
                   place where) {
    const grid::Operation& operation = operation_of(task.operation);
    const std::vector<Numbers> operands = read(operation, task.bits, arguments, layout);
    const std::optional<runtime::Device> device = choose_device(where);
    return device ? on_gpu(operation, operands, *device) : on_host(operation, operands);
}

}  // namespace limbsmith::cli
