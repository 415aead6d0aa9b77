#include "spec/mapping.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith {
namespace {

constexpr std::string_view lanes_prefix = "tpi:";

int fewest_lanes(int bits) {
    const int least = (bits + max_lane_bits - 1) / max_lane_bits;
    return bits <= max_bits ? 1 : static_cast<int>(std::bit_ceil(static_cast<unsigned>(least)));
}

int parse_lanes(std::string_view text, std::string_view count) {
    int lanes = 0;
    const auto [end, status] = std::from_chars(count.data(), count.data() + count.size(), lanes);
    const bool is_number = end == count.data() + count.size() && status == std::errc{};
    if (!is_number || lanes < 2 || lanes > max_lanes || !std::has_single_bit(static_cast<unsigned>(lanes))) {
        throw usage_error(
            fmt::format("mapping '{}': a number has 2, 4, 8, 16 or 32 lanes, such as tpi:2", text));
    }
    return lanes;
}

}  // namespace

Width mapped(Width width, std::string_view text) {
    const int fewest = fewest_lanes(width.bits);
    if (text == "auto") return {width.bits, fewest};
    if (text != "thread" && !text.starts_with(lanes_prefix)) {
        throw usage_error(fmt::format("unknown mapping '{}'{} (thread, tpi:2 to tpi:32, auto)", text,
                                      suggestion(text, {"thread", "tpi:2", "auto"})));
    }
    const int lanes = text == "thread" ? 1 : parse_lanes(text, text.substr(lanes_prefix.size()));
    if (lanes < fewest) {
        throw unsupported(fmt::format("--map {} holds up to {}, and the width is {}; the nearest is --map {}",
                                      text, counted(lanes * max_lane_bits, "bit"), width.bits,
                                      mapping({width.bits, fewest})));
    }
    return {width.bits, lanes};
}

Modulus mapped_modulus(const mpz_class& n, std::string_view text) {
    const size_t bits = n < 2 ? 1 : mpz_sizeinbase(n.get_mpz_t(), 2);
    if (bits > max_lanes * max_lane_bits)
        throw unsupported(fmt::format("modulus: {} bits are not supported; the widest is {} bits", bits,
                                      max_lanes * max_lane_bits));
    Modulus modulus(n, mapped({static_cast<int>(bits)}, text).lanes);
    if (modulus.width().lanes > 1 && !modulus.is_odd())
        throw unsupported(fmt::format(
            "an even modulus is not supported with --map {}; the nearest is {}", mapping(modulus.width()),
            bits <= max_bits ? "--map thread" : "mul_mod or pow_mod of whole numbers, --bits"));
    return modulus;
}

std::string mapping(Width width) {
    return width.lanes == 1 ? "thread" : fmt::format("{}{}", lanes_prefix, width.lanes);
}

}  // namespace limbsmith
