#include "pool/gpu/level_parts.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

namespace limbsmith::pool {
namespace {

constexpr uint64_t most_lanes_of_few = 1u << 17;            // about half of those that an H200 runs at a time
constexpr int most_shares = 4, most_launches_of_share = 2;  // on average

bool is_division(Operation operation) { return operation == Operation::div_floor; }

// The work of the operation whose first bin is given.
Work work_of(std::span<const uint32_t> counts, uint32_t first) {
    Work work;
    for (uint32_t bin = std::max(first, 1u); bin < first + shape::sizes; ++bin)
        work.add(shape::least_units(bin), counts[bin]);
    return work;
}

}  // namespace

bool Part::is_plain() const {
    return mapping && !mapping->is_grid() && !is_division(operation) && operation != Operation::gcd &&
           operation != Operation::pow_mod;
}

Census::Census(size_t of_level, const DeviceLimits& limits) : computations(of_level) {
    if (computations < limits.shared_computations) return;
    share_shift = std::bit_width(computations - 1) - (most_shares - 1);
    shares = most_shares;
}

std::vector<uint32_t> Census::of_share(uint32_t share) const {
    const auto first = count.begin() + share * shape::bins;
    return {first, first + shape::bins};
}

size_t Census::first(uint32_t share) const {
    return share == 0 ? 0 : std::min(computations, size_t{1} << (share - 1 + share_shift));
}

std::vector<uint32_t> Census::of_all() const {
    std::vector<uint32_t> sums = of_share(0);
    for (uint32_t k = shape::bins; k < count.size(); ++k) sums[k % shape::bins] += count[k];
    return sums;
}

Mappings mappings(std::span<const uint32_t> counts, const std::optional<Mapping>& only) {
    Mappings chosen(shape::bins);
    for (uint32_t first = 0; first < shape::bins; first += shape::sizes) {
        const Work work = work_of(counts, first);
        for (uint32_t bin = first; bin < first + shape::sizes; ++bin)
            if (counts[bin])
                chosen[bin] = mapping(static_cast<Operation>(first / shape::sizes), shape::least_units(bin),
                                      work, only);
    }
    return chosen;
}

// Neighbouring bins of the same mapping are one part. Parts with the largest numbers come first; groups begin at the end of
// their part, where its largest numbers are.
std::vector<Part> parts(std::span<const uint32_t> counts, uint32_t begin, const Mappings& chosen) {
    std::vector<Part> all;
    for (uint32_t bin = 1; bin < shape::bins; begin += counts[bin], ++bin) {
        if (counts[bin] == 0) continue;
        const Part part{static_cast<Operation>(bin / shape::sizes),
                        chosen[bin],
                        shape::least_units(bin),
                        shape::most_units(bin),
                        begin,
                        counts[bin]};
        if (all.empty() || all.back().operation != part.operation || !all.back().joins(part))
            all.push_back(part);
        else
            all.back().extend(part);
    }
    std::ranges::stable_sort(all, std::greater(), &Part::units);
    return all;
}

// Sizes that are given the room of the largest one stay apart. Few computations take as long on more lanes, and a launch
// less.
bool Part::joins(const Part& larger) const {
    if (!is_plain() || !larger.is_plain()) return !mapping && !larger.mapping;
    return mapping == larger.mapping ||
           uint64_t{count} * static_cast<uint64_t>(larger.mapping->lanes()) <= most_lanes_of_few;
}

void Part::extend(const Part& larger) {
    mapping = larger.mapping, units = larger.units, most_units = larger.most_units;
    count += larger.count;
}

std::vector<uint32_t> starts(const Census& census, bool is_by_shares) {
    std::vector<uint32_t> starts(census.count.size());
    uint32_t sum = 0;
    const auto enter = [&](uint32_t share, uint32_t bin) {
        const uint32_t place = share * shape::bins + bin;
        starts[place] = std::exchange(sum, sum + census.count[place]);
    };
    if (is_by_shares) {
        for (uint32_t share = 0; share < census.shares; ++share)
            for (uint32_t bin = 1; bin < shape::bins; ++bin) enter(share, bin);
    } else {
        for (uint32_t bin = 1; bin < shape::bins; ++bin)
            for (uint32_t share = 0; share < census.shares; ++share) enter(share, bin);
    }
    return starts;
}

std::vector<std::vector<Part>> parts_of_shares(const Census& census, const Mappings& chosen,
                                               const DeviceLimits& limits) {
    std::vector<std::vector<Part>> all;
    if (census.shares == 1 || !census.is_ordered ||
        work_of(census.of_all(), static_cast<uint32_t>(Operation::mul) * shape::sizes).all <
            limits.shared_products)
        return all;
    uint32_t begin = 0;
    size_t launches = 0;
    for (uint32_t share = 0; share < census.shares; ++share) {
        const std::vector<uint32_t> counts = census.of_share(share);
        all.push_back(parts(counts, begin, chosen));
        begin += std::accumulate(counts.begin() + 1, counts.end(), 0u);
        launches += all.back().size();
    }
    if (launches > size_t{census.shares} * most_launches_of_share) all.clear();
    return all;
}

}  // namespace limbsmith::pool
