#include "pool/device_level.hpp"

#include <algorithm>
#include <iterator>

#include "grid/shape.hpp"
#include "limbsmith/error.hpp"
#include "pool/host.hpp"

namespace limbsmith::pool {
namespace {

static_assert(sizeof(Computation) == shape::computation_words * sizeof(uint32_t));

std::span<const uint32_t> words_of(std::span<const Computation> level) {
    return {reinterpret_cast<const uint32_t*>(level.data()), level.size() * shape::computation_words};
}

constexpr int least_independent = 3;         // launches for which it is worth to let them run together
constexpr uint64_t most_scratch = 1u << 30;  // words

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

bool is_division(Operation operation) { return operation == Operation::div_floor; }

// Of the first of the operations that it computes.
const char* kernel_of(Operation operation) {
    switch (operation) {
        case Operation::add: return "pool_add";
        case Operation::mul: return "pool_mul";
        case Operation::shl: return "pool_shift";
        default: return "pool_compare";
    }
}

}  // namespace

uint32_t* Device::Level::array(Array& of, size_t words) {
    if (of.words < words) {
        of = {};
        of = {machine_.allocate(words + words / 2), words + words / 2};
    }
    return of.memory.get();
}

// The computations of each bin, and the units of all results.
std::vector<uint32_t> Device::Level::plan(std::span<const Computation> level) {
    const auto count = static_cast<uint32_t>(level.size());
    std::vector<uint32_t> counts(shape::counts);
    uint32_t* const computations = array(computations_, words_of(level).size());
    uint32_t* const plans = array(plans_, level.size() * shape::plan_words);
    machine_.start_write(computations, words_of(level));
    machine_.write(array(counts_, counts.size()), counts);
    machine_.launch("pool_plan", (count + grid::lanes - 1) / grid::lanes, 1,
                    std::vector<grid::Argument>{
                        grid::Table{numbers_.memory().words}, grid::Table{numbers_.table().words},
                        grid::Table{computations}, grid::Table{plans}, grid::Table{counts_.memory.get()},
                        static_cast<uint32_t>(numbers_.used()), count});
    machine_.read(counts_.memory.get(), counts);
    return counts;
}

// Neighbouring bins of the same mapping are one part. The largest numbers come first.
std::vector<Device::Level::Part> Device::Level::parts(std::span<const uint32_t> counts,
                                                      const std::optional<Mapping>& only) const {
    std::vector<Part> all;
    uint32_t begin = 0;
    for (uint32_t bin = 0; bin < shape::bins; begin += counts[bin], ++bin) {
        if (bin == 0 || counts[bin] == 0) continue;
        const auto operation = static_cast<Operation>(bin / shape::sizes);
        Work work;
        const uint32_t first = bin / shape::sizes * shape::sizes;
        for (uint32_t other = std::max(first, 1u); other < first + shape::sizes; ++other)
            work.add(shape::least_units(other), counts[other]);
        const uint32_t units = shape::least_units(bin);
        const auto chosen = mapping(operation, units, work, only);
        // sizes that are given the room of the largest one stay apart
        const bool is_apart =
            is_division(operation) || (chosen && (operation == Operation::gcd || chosen->is_grid));
        if (!is_apart && !all.empty() && all.back().operation == operation && all.back().mapping == chosen)
            all.back().count += counts[bin], all.back().most_units = shape::most_units(bin);
        else
            all.push_back({operation, chosen, units, shape::most_units(bin), begin, counts[bin]});
    }
    std::ranges::stable_sort(all, std::greater(), &Part::units);
    return all;
}

void Device::Level::run(std::span<const Computation> level, const std::optional<Mapping>& only,
                        const std::function<void(size_t)>& report) {
    for (size_t first = 0; first < level.size(); first += most_together_) {
        std::function<void(size_t)> of_level;
        if (report) of_level = [&, first](size_t done) { report(first + done); };
        run_piece(level.subspan(first, std::min(most_together_, level.size() - first)), only, of_level);
    }
}

void Device::Level::run_piece(std::span<const Computation> level, const std::optional<Mapping>& only,
                              const std::function<void(size_t)>& report) {
    std::vector<uint32_t> counts = plan(level);
    const uint32_t units = counts[shape::bins];
    // more than there can be, if they are not counted by a word
    numbers_.need_units(counts[shape::bins + 1] >> (32 - shape::units_shift) ? uint64_t{1} << 32 : units);
    counts[0] = 0;  // what is done
    std::vector<uint32_t> starts(shape::bins + 1);
    for (size_t bin = 0; bin < shape::bins; ++bin) starts[bin + 1] = starts[bin] + counts[bin];
    const auto count = static_cast<uint32_t>(level.size());
    machine_.write(counts_.memory.get(), starts);
    machine_.launch(
        "pool_order", (count + grid::lanes - 1) / grid::lanes, 1,
        std::vector<grid::Argument>{grid::Table{plans_.memory.get()}, grid::Table{counts_.memory.get()},
                                    grid::Table{array(order_, level.size())}, count});
    numbers_.take(units);
    const std::vector<Part> all = parts(counts, only);
    size_t done = level.size() - starts.back();
    const auto tell = [&](const Part& part) {
        done += part.count;
        if (report) report(done);
    };
    const auto is_plain = [](const Part& part) {
        return part.mapping && !part.mapping->is_grid && !is_division(part.operation) &&
               part.operation != Operation::gcd;
    };
    {
        const Independent together(std::ranges::count_if(all, is_plain) >= least_independent ? &machine_
                                                                                             : nullptr);
        for (const Part& part : all)
            if (is_plain(part)) start(kernel_of(part.operation), part.mapping->lanes, part), tell(part);
    }
    for (const Part& part : all)
        if (part.mapping && !is_plain(part)) compute(part, level), tell(part);
    for (const Part& part : all)
        if (!part.mapping) compute_on_host(part, level), tell(part);
}

void Device::Level::start(const char* kernel, uint32_t lanes, const Part& part, uint64_t scratch_words) {
    const uint32_t in_a_warp = grid::lanes / lanes;
    const auto together = static_cast<uint32_t>(std::min<uint64_t>(
        part.count,
        scratch_words ? std::max<uint64_t>(most_scratch / scratch_words, grid::lanes) : part.count));
    const std::string name = kernel + ("_" + std::to_string(lanes));
    for (uint32_t first = 0; first < part.count; first += together) {
        const uint32_t count = std::min(together, part.count - first),
                       groups = (count + in_a_warp - 1) / in_a_warp * in_a_warp;
        std::vector<grid::Argument> arguments{grid::Table{numbers_.memory().words},
                                              grid::Table{numbers_.table().words},
                                              grid::Table{computations_.memory.get()},
                                              grid::Table{plans_.memory.get()},
                                              grid::Table{order_.memory.get()},
                                              part.begin + first,
                                              count};
        if (scratch_words) {
            arguments.emplace_back(grid::Table{array(scratch_, scratch_words * groups)});
            arguments.emplace_back(groups);
        }
        machine_.launch(name.c_str(), groups, 1, arguments, lanes);
    }
}

void Device::Level::compute(const Part& part, std::span<const Computation> level) {
    if (part.mapping->is_grid) return compute_on_grid(part, level);
    if (part.operation == Operation::gcd)
        return start("pool_gcd", 1, part, shape::scratch_of_gcd(part.most_units));
    if (!is_division(part.operation)) return start(kernel_of(part.operation), part.mapping->lanes, part);
    start("pool_divide", 1, part, shape::scratch_of_division(part.most_units));
    start("pool_round", 1, part);
}

std::vector<uint32_t> Device::Level::places(const Part& part) {
    std::vector<uint32_t> places(part.count);
    machine_.read(order_.memory.get() + part.begin, places);
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
    const std::vector<shape::Plan> plans = numbers_.plans(found, plans_.memory.get());
    std::vector<Grid::Task> tasks;
    for (size_t k = 0; k < found.size(); ++k)
        tasks.push_back({operands[2 * k], operands[2 * k + 1], plans[k].result_unit,
                         level[found[k]].results[0], level[found[k]].operation});
    switch (part.operation) {
        case Operation::add: return grid_.add(tasks);
        case Operation::mul: return grid_.multiply(tasks);
        case Operation::shl: return compute_shifts(tasks, part);
        default: break;
    }
    grid_.divide(tasks);
    start("pool_round", 32, part);
}

void Device::Level::compute_shifts(std::span<const Grid::Task> tasks, const Part& part) {
    const auto rounds = [](const Grid::Task& it) {
        return it.operation == Operation::shr && it.a.flags & shape::negative;
    };
    if (std::ranges::any_of(tasks, rounds)) return start("pool_shift", 32, part);
    for (const Operation one : {Operation::shl, Operation::shr}) {
        std::vector<Grid::Task> some;
        std::ranges::copy_if(tasks, std::back_inserter(some),
                             [&](const Grid::Task& it) { return it.operation == one; });
        if (!some.empty()) grid_.shift(some, one == Operation::shl);
    }
}

// The numbers of these computations, and no others, in an engine of the host.
void Device::Level::compute_on_host(const Part& part, std::span<const Computation> level) {
    const std::vector<uint32_t> found = places(part);
    std::vector<uint32_t> slots;
    for (const uint32_t place : found)
        for (int i = 0; i < signature(level[place].operation).operands; ++i)
            slots.push_back(level[place].operands[i]);
    std::ranges::sort(slots);
    slots.erase(std::ranges::unique(slots).begin(), slots.end());
    Host host;
    const Words values = numbers_.read(slots);
    for (uint32_t k = 0; k < values.size(); ++k) host.put(k, values.number(k));
    const auto own = [&](uint32_t slot) {
        return static_cast<uint32_t>(std::ranges::lower_bound(slots, slot) - slots.begin());
    };
    std::vector<Computation> computations;
    std::vector<uint32_t> results, targets;
    for (const uint32_t place : found) {
        Computation it = level[place];
        const Signature& of = signature(it.operation);
        for (int i = 0; i < of.operands; ++i) it.operands[i] = own(it.operands[i]);
        for (int i = 0; i < of.results; ++i) {
            targets.push_back(it.results[i]);
            results.push_back(it.results[i] = static_cast<uint32_t>(slots.size() + results.size()));
        }
        computations.push_back(it);
    }
    host.run(computations, {});
    const Words made = host.read(results);
    for (size_t k = 0; k < made.size(); ++k) {
        if (made.failure(k) == Failure::none)
            numbers_.put(targets[k], made.number(k));
        else
            numbers_.enter(
                {0, 0, static_cast<uint32_t>(made.failure(k)) << shape::failure_shift, targets[k]});
    }
    numbers_.flush();
}

}  // namespace limbsmith::pool
