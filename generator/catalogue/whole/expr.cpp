// r = an expression of the user's, modulo 2^(32·limbs)
#include <algorithm>

#include "algorithm/group/long_products.hpp"
#include "algorithm/group/whole.hpp"
#include "algorithm/loop/expression.hpp"
#include "algorithm/mul.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {
namespace {

// Sums fill the limbs, so products are those of all limbs, not of the width.
constexpr const char *product = "mul_limbs", *product_or_square = "mul_or_sqr", *sum_of_products = "mul_sum";

Width all_limbs(Width width) { return {width.container_bits(), width.lanes()}; }

ir::Routine built(const Spec& spec, const char* callee, const ir::Library& library) {
    return loop::expression(spec.width, *spec.fused, callee, library);
}

// A product by transforms or matrices is many instructions: all products and squares call one function, sums of two products
// another one. They are not copied into the expression unless there is one call.
std::vector<std::string> over_threads(const Spec& spec, ir::Library& library) {
    namespace group = algorithm::group;
    const auto is_product = [](const Fused::Node& it) { return it.kind == Fused::Kind::mul; };
    const auto is_square = [](const Fused::Node& it) {
        return it.kind == Fused::Kind::mul && it.left == it.right;
    };
    const bool is_long = group::has_long_products(library);
    const auto products = std::ranges::count_if(spec.fused->nodes, is_product),
               sums = group::has_long_sums(library) ? std::ssize(loop::sums_of_two_products(*spec.fused)) : 0;
    const bool is_apart = is_long && products - sums > 1;
    const bool is_either = is_long && std::ranges::any_of(spec.fused->nodes, is_square);
    std::vector<std::string> keys;
    const auto add_part = [&](ir::Routine routine) {
        routine.is_apart = is_apart;
        keys.push_back(add(library, std::move(routine)));
    };
    if (sums > 0) add_part(group::mul_sum(spec.width, library));
    if (products > 2 * sums || sums == 0) {
        ir::Routine all =
            is_either ? group::mul_or_sqr(spec.width, library) : group::mul_lo(spec.width, library);
        if (!is_either) all.name = product;
        add_part(std::move(all));
    }
    keys.push_back(add(library, built(spec, is_either ? product_or_square : product, library)));
    return keys;
}

}  // namespace

Operation whole_expr() {
    return {.system = &NumberSystem::whole(),
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
            .over_lanes = {.needs = {"add", "sub"},
                           .routines = over_threads,
                           .parts = {product, product_or_square, sum_of_products},
                           .tile = [](const Spec& spec) { return *spec.fused; }}};
}

}  // namespace limbsmith::catalogue
