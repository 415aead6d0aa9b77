// Operations on numbers that lie in several lanes: routines of algorithm/group, and the leaves that they call.
#pragma once

#include "algorithm/add_sub.hpp"
#include "algorithm/group/digits.hpp"
#include "algorithm/group/lanes.hpp"
#include "algorithm/quadratic/shape.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/loops.hpp"

namespace limbsmith::catalogue {

inline bool is_over_lanes(const Spec& spec) { return spec.width.mapping.is_group(); }

// How several lanes multiply whole numbers.
enum class LaneProducts : uint8_t { rows, transforms, matrices };
LaneProducts lane_products(const Spec& spec);
std::string_view to_string(LaneProducts products);
// Throws unsupported, naming the nearest, where --mul is a way that the mapping does not have: over lanes there are rows and,
// of whole numbers, transforms, which one thread does not have; on tensor cores there are matrices alone.
void require_lane_products(const Spec& spec);

// How a block computes the operation for a tile of numbers; none where lanes compute each, as expressions with constants,
// on tensor cores, and where --mul says how.
std::optional<algorithm::quadratic::Shape> tile_shape(const Operation& operation, const Spec& spec);

// Whether a warp computes it for some numbers in memory, on tensor cores: modulo the known N of the spec (algorithm/tensor/batch), or of
// whole numbers (algorithm/tensor/expression).
bool has_strided_tile(const Operation& operation, const Spec& spec);

// The routines of the operations of a header, with all leaves. requires of both: several lanes.
Loops lane_routines(const Spec& spec);
// The leaves that they call, through the pipeline.
std::vector<Function> lane_functions(const Spec& spec);

// The same routines in one thread, of which derivations speak (proved_form/one_thread). Those that this does not cover
// stay over lanes; a library without lanes stays as it is.
Loops in_one_thread(const Loops& loops);

// The key of the routine that a batch of the operation runs.
std::string lane_batch(const Operation& operation);
// The routine that batches of a routine of the library call: itself; modulo N, one that takes and gives residues, with N
// as an operand where it is given at run time. Its contract is that of the routine, which speaks of residues; there is none for
// routines whose elements go in and out as they are.
ir::Routine lane_batch_routine(const Spec& spec, const std::string& key, const ir::Library& library);
// Its meaning for numbers of all limbs. requires: no modulus.
ir::Program lane_meaning(const Operation& operation, const Spec& spec);

// An operation over lanes that needs these others: its routine is built from the residues and the library.
using LaneBuilder = ir::Routine (*)(const loop::Residues& residues, const ir::Library& library);
Operation::OverLanes over_lanes(LaneBuilder build, std::vector<std::string_view> needs = {});
// The same, and for tiles of numbers in memory.
inline Operation::OverLanes with_tile(Operation::OverLanes made, std::string_view expression) {
    made.tile = [=](const Spec&) { return parse_fused(expression); };
    return made;
}
// With all words of the product.
inline Operation::OverLanes with_exact_tile(Operation::OverLanes made, std::string_view product) {
    made = with_tile(std::move(made), product);
    made.is_exact = true;
    return made;
}
// The same of whole numbers.
Operation::OverLanes over_lanes(ir::Routine (*build)(Width, const ir::Library&),
                                std::vector<std::string_view> needs = {});
Operation::OverLanes over_lanes(ir::Routine (*build)(const algorithm::group::Group&, const ir::Library&),
                                std::vector<std::string_view> needs = {});
// The same of numbers in signed digits.
Operation::OverLanes over_lanes(ir::Routine (*build)(const algorithm::group::DigitLanes&,
                                                     const ir::Library&));
Operation::OverLanes over_lanes(ir::Routine (*build)(const algorithm::group::DigitLanes&, algorithm::FlagOut,
                                                     const ir::Library&),
                                std::string_view with_flag, algorithm::FlagOut in_batches);
// Routines with and without the carry or borrow out: this key has it, and perhaps batches have it.
Operation::OverLanes over_lanes(ir::Routine (*build)(Width, algorithm::FlagOut, const ir::Library&),
                                std::string_view with_flag, algorithm::FlagOut in_batches);

}  // namespace limbsmith::catalogue
