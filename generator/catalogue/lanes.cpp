#include "catalogue/lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "algorithm/group/constants.hpp"
#include "algorithm/group/leaves.hpp"
#include "algorithm/group/value_limbs.hpp"
#include "algorithm/loop/on_residues.hpp"
#include "algorithm/modulus_check.hpp"
#include "algorithm/mul.hpp"
#include "algorithm/ntt/leaves.hpp"
#include "algorithm/ntt/product.hpp"
#include "algorithm/quadratic/leaves.hpp"
#include "algorithm/quadratic/steps.hpp"
#include "algorithm/quadratic/tile.hpp"
#include "algorithm/tensor/arrays.hpp"
#include "algorithm/tensor/expression.hpp"
#include "algorithm/tensor/leaves.hpp"
#include "algorithm/tensor/product.hpp"
#include "eval/contract_value.hpp"
#include "pass/pass.hpp"
#include "plan/multiplication.hpp"
#include "plan/tiles.hpp"
#include "plan/window.hpp"
#include "proved_form/one_thread.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {
namespace {

algorithm::group::DigitLanes digit_lanes(const Spec& spec) { return {*spec.digits, spec.width}; }

std::vector<ir::Program> leaves(const Spec& spec) {
    if (spec.has_digits()) return algorithm::group::digit_leaves(digit_lanes(spec));
    const Width lane{limb_bits * spec.width.lane_limbs()};
    const MulChoice square =
        plan::chosen(lane, {}, [&](MulChoice mul) { return algorithm::sqr(lane, plan::square(mul)); });
    MulChoice product =
        plan::chosen(lane, {}, [&](MulChoice mul) { return algorithm::mul(lane, plan::product(mul)); });
    // beside a modulus there are no registers for a second level
    product.levels = std::min(product.levels, 1);
    std::vector<ir::Program> all =
        algorithm::group::leaves(lane.limbs(), spec.is_modular() ? repr::elem : repr::num,
                                 plan::product(product), plan::square(square));
    const LaneProducts products = lane_products(spec);
    if (products == LaneProducts::transforms)
        std::ranges::move(algorithm::ntt::leaves(), std::back_inserter(all));
    if (spec.width.mapping.is_tensor())
        std::ranges::move(algorithm::tensor::leaves(), std::back_inserter(all));
    if (products != LaneProducts::rows)
        std::ranges::move(algorithm::group::wide_leaves(lane.limbs()), std::back_inserter(all));
    return all;
}

// Adds the constants that functions modulo a known number read.
void add_constants(const Spec& spec, Loops& all) {
    namespace group = algorithm::group;
    for (auto* build : {group::modulus_limbs, group::r2_limbs, group::one})
        all.keys.push_back(add(all.library, build(residues(spec), all.library)));
    all.parts.insert({"modulus_limbs", "r2_limbs"});
}

// Those helpers that are called, before all that call them.
void add_called(const std::vector<std::string>& helpers, Loops& all) {
    std::set<std::string> called;
    for (const std::string& key : all.keys)
        for (std::string& name : calls(std::get<ir::Routine>(all.library[key])))
            called.insert(std::move(name));
    std::vector<std::string> used;
    std::ranges::copy_if(helpers, std::back_inserter(used),
                         [&](const std::string& key) { return called.contains(key); });
    all.keys.insert(all.keys.begin(), used.begin(), used.end());
    all.parts.insert(used.begin(), used.end());
}

// Whether it is one modulo a known N on tensor cores.
bool is_of_one_modulus(const Operation& operation, const Spec& spec) {
    return operation.over_lanes.of_one_modulus && spec.is_montgomery() && !spec.is_runtime() &&
           spec.width.bits <= max_tensor_batch_bits;
}

// Whether it is an expression of whole numbers with products, for which tiles are faster.
bool is_of_products(const Operation& operation, const Spec& spec) {
    if (spec.system() != NumberSystem::whole() || !operation.over_lanes.tile ||
        !plan::is_tile_by_matrices_faster(spec.width, operation.over_lanes.is_exact))
        return false;
    const auto products =
        std::ranges::count(operation.over_lanes.tile(spec).nodes, Fused::Kind::mul, &Fused::Node::kind);
    return products > 0 && products <= algorithm::tensor::most_products_of_expression;
}

Tile strided_tile(const Operation& operation, ir::Routine routine, bool is_number_major) {
    constexpr int warps = 4;
    return {std::string(operation.name),
            warps * algorithm::tensor::numbers_of_warp,
            warps * ir::warp,
            true,
            is_number_major,
            std::move(routine)};
}

void add_expression_tile(const Operation& operation, const Spec& spec, Loops& all) {
    namespace tensor = algorithm::tensor;
    const auto wanted = operation.over_lanes.is_exact ? tensor::Value::exact : tensor::Value::modulo;
    // words of neighbours beside each other are far from those that the lanes of a warp read with them
    constexpr bool is_number_major = true;
    Tile tile =
        strided_tile(operation,
                     tensor::expression(std::string(operation.name) + "_tile",
                                        operation.over_lanes.tile(spec), wanted, spec.width, all.library),
                     is_number_major);
    tile.registers = plan::registers_by_matrices(tile.routine, all.library);
    all.tiles.push_back(std::move(tile));
}

void add_tile_of_one_modulus(const Operation& operation, const Spec& spec, Loops& all) {
    namespace tensor = algorithm::tensor;
    const auto batched = *operation.over_lanes.of_one_modulus;
    const int window = plan::window(spec.width, false);
    for (ir::Program& leaf : tensor::pair_leaves())
        if (!all.library.contains(leaf.name)) all.library.add(pass::run_pipeline(std::move(leaf)));
    all.tiles.push_back(strided_tile(
        operation,
        tensor::batch(std::string(operation.name) + "_tile", batched, residues(spec), window, all.library),
        false));
}

void add_tile(const Operation& operation, const Spec& spec, Loops& all) {
    namespace quadratic = algorithm::quadratic;
    if (has_strided_tile(operation, spec))
        return spec.is_modular() ? add_tile_of_one_modulus(operation, spec, all)
                                 : add_expression_tile(operation, spec, all);
    const auto shape = tile_shape(operation, spec);
    if (!shape) return;
    for (ir::Program& leaf : quadratic::leaves(shape->block_limbs))
        all.library.add(pass::run_pipeline(std::move(leaf)));
    all.tiles.push_back(
        {std::string(operation.name), quadratic::numbers_of_tile, shape->threads(), false, true,
         quadratic::tile(std::string(operation.name) + "_tile", operation.over_lanes.tile(spec), *shape,
                         quadratic::Layout::number_major, all.library)});
}

// It follows the functions that it needs, unless it is there.
void add_operation(const Operation& operation, const Spec& spec, Loops& all,
                   std::set<std::string_view>& done) {
    if (!done.insert(operation.name).second) return;
    for (const std::string_view name : operation.over_lanes.needs)
        add_operation(catalogue::operation(spec, name), spec, all, done);
    std::ranges::move(operation.over_lanes.routines(spec, all.library), std::back_inserter(all.keys));
    all.parts.insert(operation.over_lanes.parts.begin(), operation.over_lanes.parts.end());
    add_tile(operation, spec, all);
}

bool speaks_of(const ir::ExprPtr& it, const std::set<std::string>& names) {
    if (!it) return true;
    if (it->kind == ir::Expr::Kind::name && !names.contains(it->text)) return false;
    return speaks_of(it->left, names) && speaks_of(it->right, names) && speaks_of(it->other, names);
}

// The contract without the requirements on members of the modulus object, which the routine does not take; none if its relation
// names other things than parameters.
ir::Contract contract_beside(const ir::Contract& of, const ir::Routine& routine) {
    const std::vector<std::string> all = eval::names(ir::meaning(routine));
    const std::set<std::string> names(all.begin(), all.end());
    if (!of.left || !speaks_of(of.left, names) || !speaks_of(of.right, names)) return {};
    const auto known = [&](std::vector<ir::Bound> bounds) {
        std::erase_if(bounds, [&](const ir::Bound& it) {
            return !names.contains(it.name) || !speaks_of(it.below, names) || !speaks_of(it.at_least, names);
        });
        return bounds;
    };
    return {known(of.requires_), of.left, of.right, known(of.ensures)};
}

}  // namespace

LaneProducts lane_products(const Spec& spec) {
    if (spec.system() != NumberSystem::whole() || spec.mul == MulAlgorithm::rows) return LaneProducts::rows;
    if (spec.width.mapping.is_tensor()) return LaneProducts::matrices;
    return algorithm::ntt::has_products(spec.width.lanes(), spec.width.lane_limbs())
               ? LaneProducts::transforms
               : LaneProducts::rows;
}

std::string_view to_string(LaneProducts products) {
    switch (products) {
        case LaneProducts::transforms: return "transforms";
        case LaneProducts::matrices: return "matrices";
        case LaneProducts::rows: break;
    }
    return "rows";
}

void require_lane_products(const Spec& spec) {
    const std::string asked = "--mul " + to_string(spec.mul) + " is not supported";
    if (spec.width.mapping.is_tensor() && spec.mul != MulChoice())
        throw unsupported(asked + " with --map tensor; the nearest is --mul auto");
    if (spec.mul == MulChoice() || spec.mul == MulAlgorithm::rows) return;
    if (spec.mul != MulAlgorithm::transform) {
        if (!is_over_lanes(spec)) return;
        throw unsupported(
            fmt::format("{} with --map {}; the nearest is --mul auto", asked, to_string(spec.width.mapping)));
    }
    if (spec.is_modular()) throw unsupported(asked + " modulo a number; the nearest is --mul rows");
    if (lane_products(spec) == LaneProducts::rows)
        throw unsupported(fmt::format("{} with --map {}; the nearest is --map {}", asked,
                                      to_string(spec.width.mapping),
                                      to_string(mapped({spec.width.bits}, Mapping::block()).mapping)));
}

std::optional<algorithm::quadratic::Shape> tile_shape(const Operation& operation, const Spec& spec) {
    if (!operation.over_lanes.tile || operation.over_lanes.is_exact || spec.is_modular() ||
        spec.width.mapping.is_tensor() || spec.mul != MulChoice())
        return std::nullopt;
    const Fused expression = operation.over_lanes.tile(spec);
    if (!expression.constants.empty()) return std::nullopt;
    const algorithm::quadratic::Steps steps = algorithm::quadratic::steps(expression);
    if (std::ranges::none_of(steps.all, &algorithm::quadratic::Step::has_product)) return std::nullopt;
    return plan::tile_shape(spec.width, steps.slots);
}

bool has_strided_tile(const Operation& operation, const Spec& spec) {
    const bool is_asked = std::ranges::find(spec.ops, operation.name) != spec.ops.end();
    return is_asked && spec.width.mapping.is_tensor() &&
           (is_of_one_modulus(operation, spec) || is_of_products(operation, spec));
}

Loops lane_routines(const Spec& spec) {
    Loops all;
    for (ir::Program& leaf : leaves(spec)) all.library.add(pass::run_pipeline(std::move(leaf)));
    if (spec.is_modular()) {
        all.library.add(loop::zero(residues(spec)));
        spec.is_runtime() ? all.library.add(loop::one(residues(spec))) : add_constants(spec, all);
    }
    std::vector<std::string> helpers;
    if (spec.system() == NumberSystem::whole())
        for (ir::Routine& it : algorithm::group::value_limbs_routines(spec.width, all.library))
            helpers.push_back(add(all.library, std::move(it)));
    std::set<std::string_view> done;
    for (const Operation* operation : closure(spec)) add_operation(*operation, spec, all, done);
    add_called(helpers, all);
    add_powers(spec, all);
    return all;
}

std::vector<Function> lane_functions(const Spec& spec) {
    const Loops all = lane_routines(spec);
    std::set<std::string> called;
    for (const std::string& key : all.keys) {
        for (std::string& name : calls(all[key])) called.insert(std::move(name));
    }
    for (const Tile& tile : all.tiles) {
        for (std::string& name : calls(tile.routine)) called.insert(std::move(name));
    }
    std::vector<Function> functions;
    for (const auto& [key, callable] : all.library.all()) {
        const auto* leaf = std::get_if<ir::Program>(&callable);
        if (!leaf || !called.contains(key) || key == "zero" || key == "one") continue;
        functions.push_back({*leaf, "lanes", "the work of one lane", true, leaf->name});
    }
    return functions;
}

Loops in_one_thread(const Loops& loops) {
    return {proved_form::in_one_thread(loops.library), loops.keys, loops.parts};
}

std::string lane_batch(const Operation& operation) {
    const std::string_view own = operation.over_lanes.batch, one_lane = operation.batch_loop;
    return std::string(!own.empty() ? own : !one_lane.empty() ? one_lane : operation.name);
}

ir::Routine lane_batch_routine(const Spec& spec, const std::string& key, const ir::Library& library) {
    const auto& routine = std::get<ir::Routine>(library[key]);
    if (!spec.is_modular()) return routine;
    const auto own = operations(NumberSystem::residues());
    const auto it = std::ranges::find(own, routine.name, &Operation::name);
    const bool converts = it == own.end() || it->meaning;
    ir::Routine made = loop::on_residues(residues(spec), key, library,
                                         converts ? loop::Conversion::of_residues : loop::Conversion::none);
    if (!converts) return made;
    made.contract = contract_beside(routine.contract, made);
    // the results are 0 where n is no modulus
    if (spec.is_runtime() && made.contract.right)
        made.contract.right =
            ir::if_else(algorithm::is_modulus(spec.width, "n"), made.contract.right, ir::integer(0));
    return made;
}

ir::Program lane_meaning(const Operation& operation, const Spec& spec) {
    Spec alone = spec;
    alone.ops = {std::string(operation.name)};
    const Loops all = lane_routines(alone);
    return ir::meaning(all[lane_batch(operation)]);
}

Operation::OverLanes over_lanes(ir::Routine (*build)(Width, const ir::Library&),
                                std::vector<std::string_view> needs) {
    return {.needs = std::move(needs), .routines = [=](const Spec& spec, ir::Library& library) {
                return std::vector{add(library, build(spec.width, library))};
            }};
}

Operation::OverLanes over_lanes(ir::Routine (*build)(const algorithm::group::Group&, const ir::Library&),
                                std::vector<std::string_view> needs) {
    return {.needs = std::move(needs), .routines = [=](const Spec& spec, ir::Library& library) {
                return std::vector{add(library, build(algorithm::group::group_of(spec.width), library))};
            }};
}

Operation::OverLanes over_lanes(ir::Routine (*build)(Width, algorithm::FlagOut, const ir::Library&),
                                std::string_view with_flag, algorithm::FlagOut in_batches) {
    using algorithm::FlagOut;
    return {.routines =
                [=](const Spec& spec, ir::Library& library) {
                    return std::vector{
                        add(library, build(spec.width, FlagOut::no, library)),
                        add(library, build(spec.width, FlagOut::yes, library), std::string(with_flag))};
                },
            .batch = in_batches == FlagOut::yes ? with_flag : std::string_view()};
}

Operation::OverLanes over_lanes(ir::Routine (*build)(const algorithm::group::DigitLanes&,
                                                     const ir::Library&)) {
    return {.routines = [=](const Spec& spec, ir::Library& library) {
        return std::vector{add(library, build(digit_lanes(spec), library))};
    }};
}

Operation::OverLanes over_lanes(ir::Routine (*build)(const algorithm::group::DigitLanes&, algorithm::FlagOut,
                                                     const ir::Library&),
                                std::string_view with_flag, algorithm::FlagOut in_batches) {
    using algorithm::FlagOut;
    return {.routines =
                [=](const Spec& spec, ir::Library& library) {
                    const algorithm::group::DigitLanes lanes = digit_lanes(spec);
                    return std::vector{
                        add(library, build(lanes, FlagOut::no, library)),
                        add(library, build(lanes, FlagOut::yes, library), std::string(with_flag))};
                },
            .batch = in_batches == FlagOut::yes ? with_flag : std::string_view()};
}

Operation::OverLanes over_lanes(LaneBuilder build, std::vector<std::string_view> needs) {
    return {.needs = std::move(needs), .routines = [=](const Spec& spec, ir::Library& library) {
                return std::vector{add(library, build(residues(spec), library))};
            }};
}

}  // namespace limbsmith::catalogue
