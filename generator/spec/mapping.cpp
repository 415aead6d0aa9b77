#include "spec/mapping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith {
namespace {

constexpr std::string_view lanes_prefix = "tpi:", block_prefix = "block:";
constexpr int fewest_in_block = 2 * max_lanes;
constexpr int limbs_of_thread = 16;  // of a block, where `block` leaves it open

int power_of_two_from(int count) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(count))); }

int fewest_lanes(int bits) {
    const int least = power_of_two_from((bits + max_lane_bits - 1) / max_lane_bits);
    return bits <= max_bits ? 1 : least;
}

int threads_of_block(int bits) {
    const int unit = limb_bits * limbs_of_thread;
    return std::clamp(power_of_two_from((bits + unit - 1) / unit), fewest_in_block, max_block);
}

int parse_count(std::string_view text, std::string_view count, int least, int most, const char* range) {
    int lanes = 0;
    const auto [end, status] = std::from_chars(count.data(), count.data() + count.size(), lanes);
    const bool is_number = end == count.data() + count.size() && status == std::errc{};
    if (!is_number || lanes < least || lanes > most || !std::has_single_bit(static_cast<unsigned>(lanes)))
        throw usage_error(fmt::format("mapping '{}': {}", text, range));
    return lanes;
}

int parse_lanes(std::string_view text, int bits) {
    if (text == "thread") return 1;
    if (text == "block") return threads_of_block(bits);
    if (text.starts_with(block_prefix))
        return parse_count(text, text.substr(block_prefix.size()), fewest_in_block, max_block,
                           "a block has 64, 128, 256, 512 or 1024 threads, such as block:256");
    if (text.starts_with(lanes_prefix))
        return parse_count(text, text.substr(lanes_prefix.size()), 2, max_lanes,
                           "a number has 2, 4, 8, 16 or 32 lanes, such as tpi:2");
    if (text == "grid")
        throw unsupported(
            fmt::format("--map grid is supported by `run`, `check`, `random`, `explain`, `verify` and `bench "
                        "--suite grid`, "
                        "and by `generate` without a width; the nearest is --map {}{}",
                        mapping({bits, bits <= max_bits ? 1 : threads_of_block(bits)}),
                        bits > max_block_bits ? fmt::format(", up to {} bits", max_block_bits) : ""));
    throw usage_error(fmt::format("unknown mapping '{}'{} (thread, tpi:2 to tpi:32, block, grid, auto)", text,
                                  suggestion(text, {"thread", "tpi:2", "block", "grid", "auto"})));
}

}  // namespace

Width mapped(Width width, std::string_view text) {
    const int fewest = fewest_lanes(width.bits);
    const Width nearest{width.bits, fewest > max_lanes ? threads_of_block(width.bits) : fewest};
    if (text == "auto") return nearest;
    const int lanes = parse_lanes(text, width.bits);
    if (lanes < fewest) {
        throw unsupported(fmt::format("--map {} holds up to {}, and the width is {}; the nearest is --map {}",
                                      text, counted(lanes * max_lane_bits, "bit"), width.bits,
                                      mapping(nearest)));
    }
    return {width.bits, lanes};
}

Modulus mapped_modulus(const mpz_class& n, std::string_view text) {
    const size_t bits = n < 2 ? 1 : mpz_sizeinbase(n.get_mpz_t(), 2);
    if (bits > max_lanes * max_lane_bits)
        throw unsupported(fmt::format("modulus: {} bits are not supported; the widest is {} bits", bits,
                                      max_lanes * max_lane_bits));
    const Width width = without_block(mapped({static_cast<int>(bits)}, text));
    Modulus modulus(n, width.lanes);
    if (modulus.width().lanes > 1 && !modulus.is_odd())
        throw unsupported(fmt::format(
            "an even modulus is not supported with --map {}; the nearest is {}", mapping(modulus.width()),
            bits <= max_bits ? "--map thread" : "mul_mod or pow_mod of whole numbers, --bits"));
    return modulus;
}

Width without_block(Width width) {
    if (!width.is_block()) return width;
    throw unsupported(
        fmt::format("arithmetic modulo a number is not supported with --map {}; the nearest is --map {}",
                    mapping(width), mapping(mapped({width.bits}, "auto"))));
}

std::string mapping(Width width) {
    if (width.lanes == 1) return "thread";
    return fmt::format("{}{}", width.is_block() ? block_prefix : lanes_prefix, width.lanes);
}

}  // namespace limbsmith
