#include "operation/mapping.hpp"

#include <bit>
#include <charconv>

namespace limbsmith {
namespace {

constexpr std::string_view lanes_prefix = "tpi:", block_prefix = "block:";

// A power of two within these limits, written in decimal.
std::optional<Mapping> threads(std::string_view text, int least, int most) {
    unsigned count = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
    const bool is_number = end == text.data() + text.size() && status == std::errc{};
    const auto lanes = static_cast<int>(count);
    if (!is_number || lanes < least || lanes > most || !std::has_single_bit(count)) return std::nullopt;
    return Mapping(lanes);
}

}  // namespace

std::optional<Mapping> Mapping::parse(std::string_view text) {
    for (const Mapping& it : {automatic(), Mapping(), block(), grid(), pool()})
        if (text == to_string(it)) return it;
    if (text.starts_with(lanes_prefix)) return threads(text.substr(lanes_prefix.size()), 2, warp);
    if (text.starts_with(block_prefix))
        return threads(text.substr(block_prefix.size()), least_of_block, most_of_block);
    return std::nullopt;
}

std::string to_string(const Mapping& mapping) {
    if (mapping.is_automatic()) return "auto";
    if (mapping.is_thread()) return "thread";
    if (mapping.is_grid()) return "grid";
    if (mapping.is_pool()) return "pool";
    if (mapping == Mapping::block()) return "block";
    return std::string(mapping.is_block() ? block_prefix : lanes_prefix) + std::to_string(mapping.lanes());
}

}  // namespace limbsmith
