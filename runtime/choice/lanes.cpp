#include "choice/lanes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

#include "choice/rates.hpp"

namespace limbsmith::choice {
namespace {

constexpr int limb_bits = 32, bits_of_lane = 1024, limbs_of_block_thread = 16;

int power_of_two_from(int count) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(count))); }
int quotient_up(int value, int by) { return (value + by - 1) / by; }

// Rates by the size of the batch.
using Rates = std::map<double, double>;
// By width, by lanes.
using Measured = std::map<int, std::map<int, Rates>>;

Measured measured_powers() {
    Measured made;
    for (const rates::Power& it : rates::powers) made[it.bits][it.lanes][it.batch] = it.per_second;
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

std::map<int, Rates> measured_tensor_powers() {
    std::map<int, Rates> made;
    for (const rates::TensorPower& it : rates::tensor_powers) made[it.bits][it.batch] = it.per_second;
    return made;
}

bool divides_limbs(int bits, int lanes) { return quotient_up(bits, limb_bits) % lanes == 0; }

}  // namespace

Mapping block_for(int bits) {
    return std::clamp(power_of_two_from(quotient_up(bits, limb_bits * limbs_of_block_thread)),
                      Mapping::least_of_block, Mapping::most_of_block);
}

Mapping nearest_mapping(int bits) {
    const int fewest = power_of_two_from(quotient_up(bits, bits_of_lane));
    return fewest > Mapping::warp ? block_for(bits) : fewest;
}

MappingRates mapping_rates(int bits, uint64_t batch) {
    static const Measured measured = measured_powers();
    const auto distance = [&](const auto& it) { return std::abs(std::log2(double(it.first) / bits)); };
    const auto& [measured_bits, of_width] = *std::ranges::min_element(measured, {}, distance);
    const int fewest = nearest_mapping(bits).lanes();
    MappingRates made{rates::device_of_powers, measured_bits, {}};
    for (const auto& [lanes, rates] : of_width) {
        if (lanes >= fewest && divides_limbs(bits, lanes))
            made.rates.push_back({lanes, rate(rates, double(batch))});
    }
    std::ranges::stable_sort(made.rates, std::greater(), &MappingRate::per_second);
    return made;
}

Mapping fastest_mapping(int bits, uint64_t batch) {
    const MappingRates measured = mapping_rates(bits, batch);
    return measured.rates.empty() ? nearest_mapping(bits) : measured.rates.front().mapping;
}

bool is_tensor_faster(ByMatrices operation, int bits, uint64_t batch) {
    if (!divides_limbs(bits, Mapping::warp)) return false;
    const auto is_among = [&](const rates::Widths& it) { return it.least <= bits && bits <= it.most; };
    switch (operation) {
        case ByMatrices::product: return is_among(rates::tensor_products);
        case ByMatrices::square: return is_among(rates::tensor_squares);
        case ByMatrices::low_product: return is_among(rates::low_tensor_products);
        case ByMatrices::power: break;
    }
    // other widths than those that were measured are like the ones below
    static const std::map<int, Rates> measured = measured_tensor_powers();
    const auto above = measured.upper_bound(bits);
    if (above == measured.begin()) return false;
    const MappingRates others = mapping_rates(bits, batch);
    return others.rates.empty() ||
           rate(std::prev(above)->second, double(batch)) > others.rates.front().per_second;
}

uint64_t least_tensor_batch(uint64_t multiprocessors, int bits, bool is_modular) {
    const uint64_t of_one =
        is_modular ? rates::tensor_bits_of_multiprocessor : rates::whole_tensor_bits_of_multiprocessor;
    return multiprocessors * of_one / static_cast<uint64_t>(bits);
}

}  // namespace limbsmith::choice
