// fills in the modulus object for an odd n, n > 1
#include "algorithm/loop/make_modulus.hpp"

#include <algorithm>

#include "algorithm/group/division.hpp"
#include "algorithm/group/division_parts.hpp"
#include "algorithm/group/make_modulus.hpp"
#include "algorithm/group/shift.hpp"
#include "algorithm/modulus_check.hpp"
#include "algorithm/range.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lane_division.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {

using ir::var;

// The members of the object for n, or for 3 if n is no modulus; and ok, whether it is one.
static ir::Program make_modulus_meaning(const Spec& spec) {
    ir::Builder builder("make_modulus");
    ir::Contract contract;
    const auto output = [&](const char* name, const ir::Representation& form, int words) {
        builder.output(name, form, algorithm::zeros(words));
    };
    const ir::ExprPtr n = var("n"), R = algorithm::container(spec.width), word = ir::pow2(limb_bits);
    builder.input("n", repr::plain, spec.width.limbs());
    contract.requires_.push_back(algorithm::any_num(spec.width, "n"));
    output("modulus", repr::plain, spec.width.limbs());
    for (const char* name : {"one", "r2"}) output(name, repr::elem, spec.width.limbs());
    for (const char* name : {"modulus", "one", "r2"})
        contract.ensures.push_back(algorithm::in_width(spec.width, name));
    for (const char* name : {"n0inv", "ok"}) output(name, repr::word, 1);
    contract.ensures.push_back(algorithm::one_bit("ok"));
    const ir::ExprPtr is_modulus =
        (n % ir::integer(2)) * less(ir::integer(1), n) * less(n, ir::pow2(spec.width.bits));
    const ir::ExprPtr N = if_else(is_modulus, n, ir::integer(3));
    const ir::ExprPtr n0inv = (ir::integer(0) - inverse(N, word)) % word;
    contract.left = algorithm::packed(
        spec.width, {var("modulus"), var("one"), var("r2"), var("n0inv") + word * var("ok")});
    contract.right = algorithm::packed(spec.width, {N, R % N, (R * R) % N, n0inv + word * is_modulus});
    return std::move(builder).finish(std::move(contract));
}

static std::vector<std::string_view> parts_over_lanes() {
    std::vector<std::string_view> parts = division_parts();
    parts.insert(parts.end(), {"shl", "shr", "bit_length", "lowest1", "odd_above_1", "has_width", "three",
                               "modulus_or_3", "minus_inverse"});
    return parts;
}

static std::vector<std::string> make_modulus_over_lanes(const Spec& spec, ir::Library& library) {
    namespace group = algorithm::group;
    const group::Group lanes = group::group_of(residues(spec));
    std::vector<std::string> keys;
    for (auto* build : {group::shl, group::shr, group::bit_length})
        keys.push_back(add(library, build(lanes, library)));
    std::ranges::move(add_division(lanes, library), std::back_inserter(keys));
    keys.push_back(add(library, group::lowest1(lanes, library)));
    for (auto* build : group::modulus_routines(residues(spec)))
        keys.push_back(add(library, build(residues(spec), library)));
    keys.push_back(add(library, group::make_modulus(residues(spec), library)));
    return keys;
}

Operation field_make_modulus() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::conversions,
        .rank = 7,
        .name = "make_modulus",
        .summary = "the constants for arithmetic modulo a number given at run time",
        .functions =
            [](const Spec& spec) {
                return std::vector<Function>{{algorithm::modulus_or_3(spec.width), "borrows",
                                              "borrows of n - 2 and n - 2^bits", true}};
            },
        .meaning = make_modulus_meaning,
        .needs =
            [](const Spec&) {
                return std::vector<std::string_view>{"dbl", "sqr", "n0inv"};
            },
        .why_not =
            [](const Spec& spec) {
                return spec.is_runtime() ? "" : "belongs to a modulus given at run time";
            },
        .is_basic = [](const Spec& spec) { return spec.is_runtime(); },
        .loops =
            [](const Spec& spec, ir::Library& library) {
                const bool has_inverse = std::ranges::find(spec.ops, "inv") != spec.ops.end();
                const auto start = has_inverse ? loop::InverseStart::yes : loop::InverseStart::no;
                const std::string radix = add(library, loop::radix(residues(spec), library));
                return std::vector{radix, add(library, loop::make_modulus(residues(spec), start, library))};
            },
        .batch_loop = "make_modulus",
        .over_lanes = {.needs = {"dbl", "sqr", "select"},
                       .routines = make_modulus_over_lanes,
                       .parts = parts_over_lanes()}};
}

}  // namespace limbsmith::catalogue
