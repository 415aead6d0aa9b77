#include "pool/gpu/short_levels.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "limbsmith/error.hpp"
#include "operation/device_grid.hpp"
#include "pool/bins.hpp"

namespace limbsmith::pool {
namespace {

using shape::LevelRow, shape::level_words, shape::computation_words;

constexpr uint64_t usual_units = 4;                               // of a result
constexpr uint64_t most_room = (uint64_t{1} << 32) - (1u << 21);  // a level never counts beyond a word
constexpr size_t most_passed = 1u << 14;  // words that the driver copies faster than it waits for a copy
constexpr unsigned most_left = 64;

// Few products have a warp each.
constexpr size_t few_products = 1u << 11;

// The words that a level's computations take: kernels rely on tables that begin at multiples of 16 bytes.
constexpr size_t aligned_words(const span<const Computation>& level) {
    return (level.size() * computation_words + 3) / 4 * 4;
}

constexpr uint64_t bit(Operation operation) { return uint64_t{1} << static_cast<uint32_t>(operation); }

// The scratch words of a computation.
constexpr uint64_t scratch_of_short_gcd = shape::scratch_of_gcd(shape::most_units_of_short(Operation::gcd)),
                   scratch_of_short_division =
                       shape::scratch_of_division(shape::most_units_of_short(Operation::div_floor));

constexpr uint64_t without_kernels = bit(Operation::neg) | bit(Operation::abs) | bit(Operation::select),
                   with_kernels = bit(Operation::add) | bit(Operation::mul) | bit(Operation::compare) |
                                  bit(Operation::shl) | bit(Operation::div_floor) | bit(Operation::gcd);

// The operations whose kernels compute these.
uint64_t kernels_of(uint64_t operations) {
    uint64_t kernels = 0;
    for (; operations; operations &= operations - 1)
        kernels |= bit(kernel_operation(static_cast<Operation>(std::countr_zero(operations))));
    return kernels;
}

}  // namespace

uint64_t Device::ShortLevels::operations(span<const Computation> level) const {
    if (level.size() > limits_.short_computations) return 0;
    uint64_t all = 0;
    for (const Computation& it : level)
        all |= uint64_t{1} << std::min(static_cast<uint32_t>(it.operation), 63u);
    const uint64_t kernels = kernels_of(all);
    return kernels & ~(with_kernels | without_kernels) ? 0 : kernels;
}

std::vector<uint64_t> Device::ShortLevels::choose(span<const span<const Computation>> levels) const {
    std::vector<uint64_t> chosen;
    size_t together = 0;
    for (const auto& level : levels) {
        together += level.size();
        if (chosen.size() == limits_.short_levels || together > limits_.short_together) break;
        const uint64_t of_level = operations(level);
        if (of_level == 0) break;
        chosen.push_back(of_level);
    }
    return chosen;
}

bool Device::ShortLevels::has_room(size_t computations) {
    try {
        numbers_.need_units(computations * usual_units);
    } catch (const runtime::OutOfMemory&) {
        return false;  // there may be enough for results of the lengths that they have
    }
    return numbers_.used() < most_room;
}

// Long levels are copied from where they are.
void Device::ShortLevels::send(span<const span<const Computation>> levels) {
    size_t words = (levels.size() + 1) * level_words;
    for (const auto& level : levels) words += aligned_words(level);
    uint32_t* to = words_.need(machine_, words);
    std::vector<uint32_t> gathered((levels.size() + 1) * level_words);
    gathered[shape::level_begin] = static_cast<uint32_t>(numbers_.used());
    const auto pass = [&] {
        machine_.pass(to, gathered);
        to += gathered.size();
        gathered.clear();
    };
    for (const auto& level : levels) {
        const std::span from = words_of(level);
        const size_t aligned = aligned_words(level);
        if (!gathered.empty() && gathered.size() + aligned > most_passed) pass();
        if (aligned > most_passed) {
            machine_.start_write(to, from);
            to += aligned;
        } else {
            gathered.insert(gathered.end(), from.begin(), from.end());
            gathered.resize(gathered.size() + aligned - from.size());
        }
    }
    if (!gathered.empty()) pass();
}

void Device::ShortLevels::plan(const Groups::Level& level, uint32_t place, uint32_t count) {
    machine_.launch(
        "pool_plan_short", groups_of_warps(count), 1,
        std::vector<grid::Argument>{numbers_.memory(), numbers_.table(), level.computations, level.plans,
                                    level.order, grid::Table{words_.get()}, count, place,
                                    static_cast<uint32_t>(std::min(numbers_.room(), most_room))});
}

void Device::ShortLevels::compute(const Groups::Level& level, uint32_t count, uint64_t kernels) {
    const auto start = [&](const char* name, Mapping mapping, uint64_t scratch_words = 0) {
        groups_.start(name, mapping, level, 0, count, scratch_words);
    };
    for (const Operation of : {Operation::add, Operation::compare, Operation::shl})
        if (kernels & bit(of)) start(Groups::kernel_of(of), 8);
    if (kernels & bit(Operation::mul))
        start(Groups::kernel_of(Operation::mul), count <= few_products ? Mapping::warp : 8);
    if (kernels & bit(Operation::gcd)) start("pool_gcd", {}, scratch_of_short_gcd);
    if (kernels & bit(Operation::div_floor)) {
        start("pool_divide", {}, scratch_of_short_division);
        start("pool_round", {});
    }
}

size_t Device::ShortLevels::run(span<const span<const Computation>> all,
                                const std::function<void(size_t)>& report) {
    if (left_ > 0) return --left_, 0;
    const std::vector<uint64_t> kernels = choose(all);
    const span<const span<const Computation>> levels(all.data(), kernels.size());
    size_t together = 0, longest = 0;
    for (const auto& level : levels) together += level.size(), longest = std::max(longest, level.size());
    if (levels.empty() || !has_room(together)) return 0;

    plans_.need(machine_, longest * shape::plan_words), order_.need(machine_, longest);
    uint64_t of_all = 0;
    for (const uint64_t kernels_of_level : kernels) of_all |= kernels_of_level;
    const auto most = static_cast<uint32_t>(longest);
    if (of_all & bit(Operation::gcd)) groups_.reserve({}, most, scratch_of_short_gcd);
    if (of_all & bit(Operation::div_floor)) groups_.reserve({}, most, scratch_of_short_division);
    send(levels);
    const size_t row_words = (levels.size() + 1) * level_words;
    if (!rows_) rows_ = machine_.host_memory((limits_.short_levels + 1) * level_words);
    size_t first = row_words;
    for (size_t k = 0; k < levels.size(); first += aligned_words(levels[k]), ++k) {
        const Groups::Level level{{words_.get() + first}, {plans_.get()}, {order_.get()}};
        const auto count = static_cast<uint32_t>(levels[k].size());
        plan(level, static_cast<uint32_t>(k), count);
        if (k + 1 == levels.size()) machine_.start_read(words_.get(), {rows_.get(), row_words});
        compute(level, count, kernels[k]);
    }
    machine_.finish_copies();

    const std::span rows(reinterpret_cast<const LevelRow*>(rows_.get()), levels.size() + 1);
    const size_t done = static_cast<size_t>(
        std::ranges::find_if(rows.subspan(1), [](const LevelRow& it) { return it.stopped != 0; }) -
        rows.subspan(1).begin());
    numbers_.take(rows[done].begin + rows[done].units - static_cast<uint32_t>(numbers_.used()));
    left_ = done < levels.size() ? next_ : 0;
    next_ = left_ ? std::min(2 * next_, most_left) : 1;
    if (report && done > 0) {
        size_t computed = 0;
        for (size_t k = 0; k < done; ++k) computed += levels[k].size();
        report(computed);
    }
    return done;
}

}  // namespace limbsmith::pool
