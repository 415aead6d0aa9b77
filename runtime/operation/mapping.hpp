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
#include <vector>

namespace limbsmith {

// A kind of mappings, with the text that names them: `name`, or `name:N` where N is a power of two.
struct MappingForm {
    // The threads that have a number together: one; several of a warp; those of a block; all; those that suit its length;
    // those that the width decides; or others, which kernels know that are made for this form.
    enum class Group : uint8_t { one, warp, block, grid, pool, automatic, other };

    std::string_view name;
    Group group;
    std::optional<int> lanes_alone{};  // of the name alone; 0 where the width decides
    int least = 0, most = 0;           // limits of N; 0 where there is none
};

class Mapping {
  public:
    static constexpr int warp = 32, least_of_block = 2 * warp, most_of_block = 1024;  // threads

    // One thread.
    constexpr Mapping() = default;
    // So many threads: one, lanes of a warp, or a block, which has more than a warp. requires: a power of two, at most
    // most_of_block.
    constexpr Mapping(std::integral auto lanes);
    // requires: the form has such a number of lanes, and outlives the value.
    constexpr Mapping(const MappingForm& form, int lanes)
        : form_(&form), lanes_(static_cast<uint16_t>(lanes)) {}
    // The fastest one, which the width decides. So it does the threads of `block` without a number.
    static constexpr Mapping automatic();
    static constexpr Mapping block();
    // All of the GPU, by kernels whose groups are warps.
    static constexpr Mapping grid();
    // Numbers of any length, each with the threads that suit it.
    static constexpr Mapping pool();
    // The lanes of a warp, which multiply by matrices of bytes on tensor cores.
    static constexpr Mapping tensor();
    // All forms that there are: `auto`, `thread`, `tpi:N`, `tensor`, `block`, `block:N`, `grid`, `pool`, and those that files of mapping/
    // add; the build finds them (cmake/operations.cmake).
    static const std::vector<const MappingForm*>& forms();
    // A text of these forms; none for another.
    static std::optional<Mapping> parse(std::string_view text);

    constexpr bool is_automatic() const { return is(Group::automatic); }
    constexpr bool is_thread() const { return is(Group::one); }
    constexpr bool is_block() const { return is(Group::block); }
    constexpr bool is_grid() const { return is(Group::grid); }
    constexpr bool is_pool() const { return is(Group::pool); }
    // Several lanes have a number together, in one warp or in a block.
    constexpr bool is_group() const { return is(Group::warp) || is(Group::block); }
    constexpr bool is_tensor() const { return form_ == &tensor_form; }
    constexpr bool is_one_warp() const { return is(Group::warp) && lanes_ == warp; }
    // Another group runs in the same warp.
    constexpr bool is_part_of_warp() const { return lanes_ < warp; }
    // The threads of a group; 0 where the width decides.
    constexpr int lanes() const { return lanes_; }
    constexpr const MappingForm& form() const { return *form_; }

    friend constexpr bool operator==(const Mapping&, const Mapping&) = default;

  private:
    using Group = MappingForm::Group;
    constexpr bool is(Group group) const { return form_->group == group; }

    const MappingForm* form_ = &thread_form;
    uint16_t lanes_ = 1;

    static constexpr MappingForm automatic_form{"auto", Group::automatic, 0};
    static constexpr MappingForm thread_form{"thread", Group::one, 1};
    static constexpr MappingForm lanes_form{"tpi", Group::warp, {}, 2, warp};
    static constexpr MappingForm tensor_form{"tensor", Group::warp, warp};
    static constexpr MappingForm block_form{"block", Group::block, 0, least_of_block, most_of_block};
    static constexpr MappingForm grid_form{"grid", Group::grid, warp};
    static constexpr MappingForm pool_form{"pool", Group::pool, 0};
    friend std::vector<const MappingForm*> own_mappings();
};

constexpr Mapping::Mapping(std::integral auto lanes)
    : Mapping(lanes == 1      ? thread_form
              : lanes <= warp ? lanes_form
                              : block_form,
              static_cast<int>(lanes)) {}
constexpr Mapping Mapping::automatic() { return {automatic_form, 0}; }
constexpr Mapping Mapping::block() { return {block_form, 0}; }
constexpr Mapping Mapping::tensor() { return {tensor_form, warp}; }
constexpr Mapping Mapping::grid() { return {grid_form, warp}; }
constexpr Mapping Mapping::pool() { return {pool_form, 0}; }

// As parse() takes it.
std::string to_string(const Mapping& mapping);
// The texts of a form: `thread`, `tpi:2 to tpi:32`, `block, block:64 to block:1024`.
std::string texts(const MappingForm& form);

}  // namespace limbsmith
