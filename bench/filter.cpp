#include "filter.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "spec/error.hpp"

namespace limbsmith::bench {
namespace {

// Leaves out the rows whose value is none of these. `option`: which one names them.
template <class Value, class ValueOf>
void keep(Schedule& schedule, const std::vector<Value>& wanted, const char* option, ValueOf value_of) {
    if (wanted.empty()) return;
    std::set<Value> there;
    for (const Job& job : schedule.jobs()) there.insert(value_of(job));
    for (const Value& value : wanted) {
        if (!there.contains(value))
            throw usage_error(
                fmt::format("{} {}: no such row; there are {}", option, value, fmt::join(there, ", ")));
    }
    std::erase_if(schedule.jobs(),
                  [&](const Job& job) { return std::ranges::find(wanted, value_of(job)) == wanted.end(); });
}

}  // namespace

void keep(Schedule& schedule, const Filter& filter) {
    keep(schedule, filter.operations, "--ops", [](const Job& it) { return it.row.operation; });
    keep(schedule, filter.bits, "--bits", [](const Job& it) { return it.row.bits; });
    keep(schedule, filter.counts, "--count",
         [](const Job& it) { return static_cast<uint64_t>(it.row.results); });
    keep(schedule, filter.deviations, "--sigma", [](const Job& it) { return it.row.deviation_words; });
    schedule.kernels().forget_unused();
}

}  // namespace limbsmith::bench
