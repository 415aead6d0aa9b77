#include "pool/gpu/level.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>

#include "operation/device_grid.hpp"
#include "operation/integers.hpp"
#include "pool/gpu/host.hpp"

namespace limbsmith::pool {
namespace {

constexpr int least_independent = 3;  // launches for which it is worth to let them run together

// Kernels that are started while it lives may run at the same time.
class Independent {
  public:
    explicit Independent(grid::Machine* machine) : machine_(machine) {
        if (machine_) machine_->begin_independent();
    }
    ~Independent() {
        try {
            if (machine_) machine_->end_independent();
        } catch (const std::exception&) {
            // the device is lost, and the next call says so
        }
    }
    Independent(const Independent&) = delete;
    Independent& operator=(const Independent&) = delete;

  private:
    grid::Machine* machine_;
};

}  // namespace

Census Device::Level::plan(std::span<const Computation> level) {
    const auto count = static_cast<uint32_t>(level.size());
    Census census(level.size(), limits_);
    std::vector<uint32_t> counts(shape::first_bin + census.shares * shape::bins);
    uint32_t* const computations = computations_.need(machine_, words_of(level).size());
    uint32_t* const plans = plans_.need(machine_, level.size() * shape::plan_words);
    machine_.pass(counts_.need(machine_, counts.size()), counts);
    machine_.start_write(computations, words_of(level));
    machine_.launch("pool_plan", groups_of_warps(count), 1,
                    std::vector<grid::Argument>{
                        numbers_.memory(), numbers_.table(), grid::Table{computations}, grid::Table{plans},
                        grid::Table{counts_.get()}, static_cast<uint32_t>(numbers_.used()), count,
                        static_cast<uint32_t>(census.share_shift)});
    machine_.read(counts_.get(), counts);
    census.units = counts[shape::sum_of_units];
    census.is_ordered = counts[shape::unordered] == 0;
    // more than there can be, if they are not counted by a word
    numbers_.need_units(counts[shape::many_units] >> (32 - shape::units_shift) ? uint64_t{1} << 32
                                                                               : census.units);
    census.count.assign(counts.begin() + shape::first_bin, counts.end());
    return census;
}

void Device::Level::order(size_t count, std::span<const uint32_t> starts) {
    machine_.pass(counts_.get(), starts);
    machine_.launch(
        "pool_order", groups_of_warps(count), 1,
        std::vector<grid::Argument>{grid::Table{plans_.get()}, grid::Table{counts_.get()},
                                    grid::Table{order_.need(machine_, count)}, static_cast<uint32_t>(count)});
}

bool Device::Level::run(std::span<const Computation> level, const std::optional<Mapping>& only,
                        unsigned cores, const std::function<void(size_t)>& report) {
    if (level.size() <= limits_.computations) {
        Done done = run_piece(level, only, cores, report);
        reader_.expect(std::move(done.shares));
        return done.uses_host;
    }
    bool uses_host = false;
    for (size_t first = 0; first < level.size(); first += limits_.computations) {
        std::function<void(size_t)> of_level;
        if (report) of_level = [&, first](size_t done) { report(first + done); };
        uses_host |= run_piece(level.subspan(first, std::min(limits_.computations, level.size() - first)),
                               only, cores, of_level)
                         .uses_host;
    }
    return uses_host;
}

Device::Level::Done Device::Level::run_piece(std::span<const Computation> level,
                                             const std::optional<Mapping>& only, unsigned cores,
                                             const std::function<void(size_t)>& report) {
    const Census census = plan(level);
    const std::vector<uint32_t> all = census.of_all();
    const Mappings chosen = placed_on_device(all, only, cores, limits_.rates);
    std::atomic<size_t> done = all[0], done_by_host = 0;
    const auto tell = [&](const Part& part) {
        done += part.count;
        if (report) report(done + done_by_host);
    };
    const std::vector<Part> of_all = parts(all, 0, chosen);
    std::vector<std::vector<Part>> of_shares;
    if (std::ranges::all_of(of_all, &Part::is_plain)) of_shares = parts_of_shares(census, chosen, limits_);
    order(level.size(), starts(census, !of_shares.empty()));
    numbers_.take(census.units);
    if (!of_shares.empty()) return {run_shares(level, census, of_shares, tell)};
    std::vector<uint32_t> on_host;
    for (const Part& part : of_all)
        if (!part.mapping) std::ranges::copy(places(part), std::back_inserter(on_host));
    std::optional<HostShare> share;
    if (!on_host.empty())
        share.emplace(reader_, level, on_host, [&](size_t count) {
            done_by_host = count;
            if (report) report(done + count);
        });
    {
        const Independent together(
            std::ranges::count_if(of_all, &Part::is_plain) >= least_independent ? &machine_ : nullptr);
        for (const Part& part : of_all)
            if (part.is_plain()) start(part), tell(part);
    }
    for (const Part& part : of_all)
        if (part.mapping && !part.is_plain()) compute(part, level), tell(part);
    if (share) share->conclude(numbers_);
    return {{}, share.has_value()};
}

std::vector<Device::Reader::Share> Device::Level::run_shares(std::span<const Computation> level,
                                                             const Census& census,
                                                             const std::vector<std::vector<Part>>& of_shares,
                                                             const std::function<void(const Part&)>& tell) {
    std::vector<Reader::Share> shares;
    const Independent together(&machine_);
    for (uint32_t share = 0; share < census.shares; ++share) {
        for (const Part& part : of_shares[share]) start(part), tell(part);
        const auto some = level.subspan(census.first(share), census.first(share + 1) - census.first(share));
        shares.push_back({some.front().result, some.back().result, machine_.mark()});
    }
    return shares;
}

void Device::Level::start(const Part& part) { start(Groups::kernel_of(part.operation), *part.mapping, part); }

void Device::Level::start(const char* kernel, Mapping mapping, const Part& part, uint64_t scratch_words) {
    groups_.start(kernel, mapping, {{computations_.get()}, {plans_.get()}, {order_.get()}}, part.begin,
                  part.count, scratch_words);
}

void Device::Level::compute(const Part& part, std::span<const Computation> level) {
    if (part.mapping->is_grid()) return compute_on_grid(part, level);
    if (part.operation == Operation::gcd)
        return start("pool_gcd", {}, part, shape::scratch_of_gcd(part.most_units));
    if (part.operation == Operation::pow_mod) {
        const Mapping mapping = *part.mapping;
        return start("pool_power", mapping, part,
                     mapping.is_thread() ? shape::scratch_of_power(part.most_units)
                                         : shape::scratch_of_power_over_lanes(mapping.lanes()));
    }
    start("pool_divide", {}, part, shape::scratch_of_division(part.most_units));
    start("pool_round", {}, part);
}

std::vector<uint32_t> Device::Level::places(const Part& part) {
    std::vector<uint32_t> places(part.count);
    machine_.read(order_.get() + part.begin, places);
    std::ranges::sort(places);
    return places;
}

void Device::Level::compute_on_grid(const Part& part, std::span<const Computation> level) {
    const std::vector<uint32_t> found = places(part);
    std::vector<uint32_t> slots;
    for (const uint32_t place : found) {
        const Computation& it = level[place];
        slots.push_back(it.operands[0]);
        slots.push_back(it.operands[it.operation == Operation::sqr ? 0 : 1]);
    }
    const std::vector<shape::Entry> operands = numbers_.entries(slots);
    const std::vector<shape::Plan> plans = numbers_.plans(found, plans_.get());
    std::vector<Grid::Task> tasks;
    for (size_t k = 0; k < found.size(); ++k)
        tasks.push_back({operands[2 * k], operands[2 * k + 1], plans[k].result_unit, level[found[k]].result,
                         level[found[k]].operation});
    switch (part.operation) {
        case Operation::add: return grid_.add(tasks);
        case Operation::mul: return grid_.multiply(tasks);
        case Operation::shl: return compute_shifts(tasks, part);
        default: break;
    }
    grid_.divide(tasks);
    start("pool_round", Mapping::warp, part);
}

void Device::Level::compute_shifts(std::span<const Grid::Task> tasks, const Part& part) {
    const auto rounds = [](const Grid::Task& it) {
        return it.operation == Operation::shr && it.a.flags & shape::negative;
    };
    if (std::ranges::any_of(tasks, rounds)) return start("pool_shift", Mapping::warp, part);
    for (const Operation one : {Operation::shl, Operation::shr}) {
        std::vector<Grid::Task> some;
        std::ranges::copy_if(tasks, std::back_inserter(some),
                             [&](const Grid::Task& it) { return it.operation == one; });
        if (!some.empty()) grid_.shift(some, one == Operation::shl);
    }
}

}  // namespace limbsmith::pool
