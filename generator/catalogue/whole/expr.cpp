// r = an expression of the user's, modulo 2^(32·limbs)
#include <algorithm>

#include "algorithm/group/whole.hpp"
#include "algorithm/loop/expression.hpp"
#include "algorithm/mul.hpp"
#include "algorithm/ntt/product.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {
namespace {

// Sums fill the limbs, so products are those of all limbs, not of the width.
constexpr const char *product = "mul_limbs", *square = "sqr_lo";

Width all_limbs(Width width) { return {width.container_bits(), width.lanes}; }

ir::Routine built(const Spec& spec, const char* callee, const ir::Library& library) {
    return loop::expression(spec.width, *spec.fused, callee, square, library);
}

// Products by transforms are thousands of instructions: several of them are called, and not copied into the expression.
std::vector<std::string> over_threads(const Spec& spec, ir::Library& library) {
    std::vector<std::string> keys;
    const auto is_product = [](const Fused::Node& it) { return it.kind == Fused::Kind::mul; };
    const bool is_apart = std::ranges::count_if(spec.fused->nodes, is_product) > 1;
    const bool has_transforms = algorithm::ntt::has_products(spec.width.lanes, spec.width.lane_limbs());
    const auto add_product = [&](ir::Routine routine) {
        routine.is_apart = is_apart && has_transforms;
        keys.push_back(add(library, std::move(routine)));
    };
    if (has_transforms) add_product(algorithm::group::sqr_lo(spec.width, library));
    ir::Routine all = algorithm::group::mul_lo(spec.width, library);
    all.name = product;
    add_product(std::move(all));
    keys.push_back(add(library, built(spec, product, library)));
    return keys;
}

}  // namespace

Operation whole_expr() {
    return {.domain = Domain::whole,
            .section = Section::products,
            .rank = 9,
            .name = "expr",
            .summary = "the expression of --expr, by one function",
            .functions =
                [](const Spec& spec) {
                    std::vector<Function> parts = multiplication(
                        spec,
                        [=](MulChoice mul) {
                            ir::Program program =
                                algorithm::mul_lo(all_limbs(spec.width), plan::product(mul));
                            program.name = product;
                            return program;
                        },
                        product_source);
                    parts[0].is_part = true;
                    return parts;
                },
            .meaning = [](const Spec& spec) { return loop::expression_meaning(spec.width, *spec.fused); },
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"add", "sub"};
                },
            .why_not =
                [](const Spec& spec) { return std::string(spec.fused ? "" : "is the operation of --expr"); },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, built(spec, product, library))};
                },
            .batch_loop = "expr",
            .is_on_request = true,
            .over_lanes = {.needs = {"add", "sub"}, .routines = over_threads, .parts = {product, square}}};
}

}  // namespace limbsmith::catalogue
