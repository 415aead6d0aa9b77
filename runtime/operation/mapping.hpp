// The mapping: which threads of a GPU compute a number together.
//
// Promises: a plain value, parsed from text once and printed once. Code asks it questions; it does not compare counts
// of lanes or texts.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace limbsmith {

class Mapping {
  public:
    static constexpr int warp = 32, least_of_block = 2 * warp, most_of_block = 1024;  // threads

    // One thread.
    constexpr Mapping() = default;
    // So many threads: one, lanes of a warp, or a block, which has more than a warp. requires: a power of two, at most
    // most_of_block.
    constexpr Mapping(std::integral auto lanes)
        : kind_(lanes == 1      ? Kind::thread
                : lanes <= warp ? Kind::lanes
                                : Kind::block),
          lanes_(static_cast<uint16_t>(lanes)) {}
    // What is fastest. The width decides; so it does of `block` without a number of threads.
    static constexpr Mapping automatic() { return {Kind::automatic, 0}; }
    static constexpr Mapping block() { return {Kind::block, 0}; }
    // All of the GPU, by kernels whose groups are warps.
    static constexpr Mapping grid() { return {Kind::grid, warp}; }
    // Numbers of any length, each with the threads that suit it.
    static constexpr Mapping pool() { return {Kind::pool, 0}; }
    // `auto`, `thread`, `tpi:2` to `tpi:32`, `block`, `block:64` to `block:1024`, `grid`, `pool`; none for another text.
    static std::optional<Mapping> parse(std::string_view text);

    constexpr bool is_automatic() const { return kind_ == Kind::automatic; }
    constexpr bool is_thread() const { return kind_ == Kind::thread; }
    constexpr bool is_block() const { return kind_ == Kind::block; }
    constexpr bool is_grid() const { return kind_ == Kind::grid; }
    constexpr bool is_pool() const { return kind_ == Kind::pool; }
    // Several lanes have a number together, in one warp or in a block.
    constexpr bool is_group() const { return kind_ == Kind::lanes || kind_ == Kind::block; }
    constexpr bool is_one_warp() const { return kind_ == Kind::lanes && lanes_ == warp; }
    // Another group runs in the same warp.
    constexpr bool is_part_of_warp() const { return lanes_ < warp; }
    // The threads of a group; 0 where the width decides.
    constexpr int lanes() const { return lanes_; }

    friend constexpr bool operator==(const Mapping&, const Mapping&) = default;

  private:
    enum class Kind : uint8_t { automatic, thread, lanes, block, grid, pool };
    constexpr Mapping(Kind kind, int lanes) : kind_(kind), lanes_(static_cast<uint16_t>(lanes)) {}

    Kind kind_ = Kind::thread;
    uint16_t lanes_ = 1;
};

// As parse() takes it.
std::string to_string(const Mapping& mapping);

}  // namespace limbsmith
