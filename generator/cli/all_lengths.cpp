#include "cli/all_lengths.hpp"

#include <fmt/format.h>

#include "spec/error.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::cli {
namespace {

void refuse(const Mapping& map, const std::vector<Given>& all) {
    for (const auto& [is_given, option] : all)
        if (is_given)
            throw usage_error(fmt::format("--map {} means the kernels for numbers of all lengths: no {}",
                                          to_string(map), option));
}

std::vector<Given> options_of(const SpecOptions& options) {
    return {{options.has_modulus(), "--modulus"},
            {options.expr.has_value(), "--expr"},
            {options.reduction != "auto", "--reduction"},
            {options.inverse != "auto", "--inverse"},
            {options.mul != "auto", "--mul"},
            {options.batch != choice::any_batch, "--batch"}};
}

}  // namespace

std::optional<catalogue::DeviceKernels> kernels_by_map(const SpecOptions& options,
                                                       const std::vector<Given>& others) {
    if (options.has_digits() || (!options.map.is_grid() && !options.map.is_pool())) return std::nullopt;
    refuse(options.map, options_of(options));
    refuse(options.map, others);
    return options.map.is_grid() ? catalogue::grid_kernels() : catalogue::pool_kernels();
}

std::optional<catalogue::DeviceKernels> kernels_for_width(const SpecOptions& options,
                                                          const std::vector<Given>& others) {
    const bool has_width = !options.has_modulus() && !options.bits.empty();
    const bool can_be_grid = options.map.is_grid() || options.map.is_automatic();
    if (!has_width || !can_be_grid) return kernels_by_map(options, others);
    SpecOptions without = options;
    const int bits = parse_width(options.bits, max_grid_bits).bits;
    if (bits > max_block_bits) without.map = Mapping::grid();
    return kernels_by_map(without, others);
}

}  // namespace limbsmith::cli
