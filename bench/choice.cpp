#include "choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "spec/error.hpp"

namespace limbsmith::bench {
namespace {

// Leaves out the rows whose value is none of these. `option`: which one names them.
template <class Value, class ValueOf>
void keep(Plan& plan, const std::vector<Value>& wanted, const char* option, ValueOf value_of) {
    if (wanted.empty()) return;
    std::set<Value> there;
    for (const Request& request : plan.requests()) there.insert(value_of(request));
    for (const Value& value : wanted) {
        if (!there.contains(value))
            throw usage_error(
                fmt::format("{} {}: no such row; there are {}", option, value, fmt::join(there, ", ")));
    }
    std::erase_if(plan.requests(), [&](const Request& request) {
        return std::ranges::find(wanted, value_of(request)) == wanted.end();
    });
}

}  // namespace

void keep(Plan& plan, const Choice& choice) {
    keep(plan, choice.operations, "--ops", [](const Request& it) { return it.row.operation; });
    keep(plan, choice.bits, "--bits", [](const Request& it) { return it.row.bits; });
    keep(plan, choice.counts, "--count",
         [](const Request& it) { return static_cast<uint64_t>(it.row.results); });
    keep(plan, choice.deviations, "--sigma", [](const Request& it) { return it.row.deviation_words; });
    plan.kernels().forget_unused();
}

}  // namespace limbsmith::bench
