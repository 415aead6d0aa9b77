#include "plan/mapping.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "resource/resource.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::plan {
namespace {

// Rates by the size of the batch.
using Rates = std::map<double, double>;

struct Measured {
    std::string device;
    std::map<int, std::map<int, Rates>> rates;  // by width, by lanes
};

Measured read() {
    const auto json = nlohmann::json::parse(resource("plan/mappings.json"));
    Measured made{json.at("device"), {}};
    for (const auto& row : json.at("rates"))
        made.rates[row.at("bits")][row.at("lanes")][row.at("batch")] = row.at("per_second");
    return made;
}

double rate(const Rates& rates, double batch) {
    const auto above = rates.lower_bound(batch);
    if (above == rates.begin()) return above->second * batch / above->first;
    const auto below = std::prev(above);
    if (above == rates.end()) return below->second;
    const double place = std::log(batch / below->first) / std::log(above->first / below->first);
    return below->second * std::pow(above->second / below->second, place);
}

bool divides_limbs(int bits, int lanes) { return Width{bits}.limbs() % lanes == 0; }

}  // namespace

MappingRates mapping_rates(int bits, uint64_t batch) {
    static const Measured measured = read();
    const auto distance = [&](const auto& it) { return std::abs(std::log2(double(it.first) / bits)); };
    const auto& [measured_bits, of_width] = *std::ranges::min_element(measured.rates, {}, distance);
    const int fewest = mapped(Width{bits}, Mapping::automatic()).lanes();
    MappingRates made{measured.device, measured_bits, {}};
    for (const auto& [lanes, rates] : of_width) {
        if (lanes >= fewest && divides_limbs(bits, lanes))
            made.rates.push_back({lanes, rate(rates, double(batch))});
    }
    std::ranges::stable_sort(made.rates, std::greater(), &MappingRate::per_second);
    return made;
}

Width fastest_mapping(int bits, uint64_t batch) {
    const MappingRates measured = mapping_rates(bits, batch);
    if (measured.rates.empty()) return mapped(Width{bits}, Mapping::automatic());
    return {bits, measured.rates.front().mapping};
}

}  // namespace limbsmith::plan
