#include "proof/names.hpp"

#include <set>

namespace limbsmith::proof {
namespace {

using ir::Expr;
using Names = std::set<std::string>;

// The first name in the expression that is not in `names`.
std::optional<std::string> foreign_name(const ir::ExprPtr& expr, const Names& names) {
    if (!expr) return std::nullopt;
    if (expr->kind == Expr::Kind::name && !names.contains(expr->text)) return expr->text;
    for (const ir::ExprPtr& part : {expr->left, expr->right, expr->other}) {
        if (auto foreign = foreign_name(part, names)) return foreign;
    }
    return std::nullopt;
}

std::optional<std::string> foreign_name(const ir::Bound& bound, const Names& of, const Names& in) {
    if (!of.contains(bound.name)) return bound.name;
    if (auto foreign = foreign_name(bound.below, in)) return foreign;
    return foreign_name(bound.at_least, in);
}

}  // namespace

std::optional<std::string> unclear_names(const ir::Program& program) {
    Names inputs, outputs, all;
    for (const ir::Input& input : program.inputs) {
        if (!inputs.insert(input.name).second) return "two inputs have the name " + input.name;
    }
    all = inputs;
    for (const ir::Output& output : program.outputs) {
        outputs.insert(output.name);
        if (!all.insert(output.name).second) return "two numbers have the name " + output.name;
    }
    const ir::Contract& contract = program.contract;
    for (const ir::Bound& bound : contract.requires_) {
        if (const auto name = foreign_name(bound, inputs, inputs)) return *name + " is not an input";
    }
    for (const ir::Given& given : contract.givens) {
        if (!inputs.contains(given.name)) continue;  // it is not used
        if (const auto name = foreign_name(given.value, inputs)) return *name + " is not an input";
    }
    for (const ir::Bound& bound : contract.ensures) {
        if (const auto name = foreign_name(bound, outputs, all)) return *name + " is not an output";
    }
    for (const ir::ExprPtr& side : {contract.left, contract.right}) {
        if (const auto name = foreign_name(side, all)) return *name + " is neither an input nor an output";
    }
    return std::nullopt;
}

}  // namespace limbsmith::proof
