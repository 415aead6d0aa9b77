#include "pool/device_level.hpp"

#include <algorithm>

#include "grid/shape.hpp"
#include "limbsmith/error.hpp"
#include "pool/host.hpp"

namespace limbsmith::pool {
namespace {

static_assert(sizeof(Computation) == shape::computation_words * sizeof(uint32_t));

std::span<const uint32_t> words_of(std::span<const Computation> level) {
    return {reinterpret_cast<const uint32_t*>(level.data()), level.size() * shape::computation_words};
}

const char* kernel_of(Operation operation) {
    switch (operation) {
        case Operation::add:
        case Operation::sub: return "pool_add";
        case Operation::mul:
        case Operation::sqr: return "pool_mul";
        case Operation::shl:
        case Operation::shr: return "pool_shift";
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
    std::vector<uint32_t> counts(shape::bins + 1);
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
        uint64_t of_operation = 0;
        const uint32_t first = bin / shape::sizes * shape::sizes;
        for (uint32_t other = std::max(first, 1u); other < first + shape::sizes; ++other)
            of_operation += counts[other];
        const uint32_t units = shape::least_units(bin);
        const auto chosen = mapping(operation, units, of_operation, only);
        if (!all.empty() && all.back().operation == operation && all.back().mapping == chosen)
            all.back().count += counts[bin];
        else
            all.push_back({operation, chosen, units, begin, counts[bin]});
    }
    std::ranges::stable_sort(all, std::greater(), &Part::units);
    return all;
}

void Device::Level::run(std::span<const Computation> level, const std::optional<Mapping>& only,
                        const std::function<void(size_t)>& report) {
    if (level.empty()) return;
    std::vector<uint32_t> counts = plan(level);
    const uint32_t units = counts.back();
    numbers_.need_units(units);
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
    for (const Part& part : all)
        if (part.mapping) compute(part), tell(part);
    for (const Part& part : all)
        if (!part.mapping) compute_on_host(part, level), tell(part);
}

void Device::Level::compute(const Part& part) {
    const uint32_t lanes = part.mapping->lanes, in_a_warp = grid::lanes / lanes;
    const std::string kernel = kernel_of(part.operation) + ("_" + std::to_string(lanes));
    machine_.launch(
        kernel.c_str(), (part.count + in_a_warp - 1) / in_a_warp * in_a_warp, 1,
        std::vector<grid::Argument>{grid::Table{numbers_.memory().words}, grid::Table{numbers_.table().words},
                                    grid::Table{computations_.memory.get()}, grid::Table{plans_.memory.get()},
                                    grid::Table{order_.memory.get()}, part.begin, part.count},
        lanes);
}

// The numbers of these computations, and no others, in an engine of the host.
void Device::Level::compute_on_host(const Part& part, std::span<const Computation> level) {
    std::vector<uint32_t> places(part.count), slots;
    machine_.read(order_.memory.get() + part.begin, places);
    std::ranges::sort(places);
    const Signature& of = signature(part.operation);
    for (const uint32_t place : places)
        for (int i = 0; i < of.operands; ++i) slots.push_back(level[place].operands[i]);
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
    for (const uint32_t place : places) {
        Computation it = level[place];
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
