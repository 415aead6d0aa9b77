#include "algorithm/loop/expression.hpp"

#include <fmt/format.h>

#include "algorithm/limb.hpp"
#include "algorithm/range.hpp"
#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::var;

// The value of a node over the integers.
ExprPtr value_of(const Fused& fused, const Fused::Node& node) {
    if (node.kind == Fused::Kind::input) return var(fused.inputs[node.left]);
    const ExprPtr left = value_of(fused, fused.nodes[node.left]),
                  right = value_of(fused, fused.nodes[node.right]);
    switch (node.kind) {
        case Fused::Kind::add: return left + right;
        case Fused::Kind::sub: return left - right;
        default: return left * right;
    }
}

ir::Contract contract(Width width, const Fused& fused) {
    ir::Contract made;
    for (const std::string& name : fused.inputs) made.requires_.push_back(any_num(width, name));
    made.left = var("r");
    made.right = value_of(fused, fused.nodes.back()) % container(width);
    made.ensures = {any_num(width, "r")};
    return made;
}

}  // namespace

ir::Routine expression(Width width, const Fused& fused, const char* product, const ir::Library& library) {
    ir::RoutineBuilder builder("expr", library);
    builder.routine().lanes = width.lanes;
    const int words = width.lane_limbs();
    const auto number = [&](const std::string& name) { return ir::number_named(name, repr::num, words); };
    const Place r = builder.result(number("r"));
    std::vector<Place> places;
    for (const std::string& name : fused.inputs) places.push_back(builder.input(number(name)));
    for (size_t i = places.size(); i < fused.nodes.size(); ++i) {
        const Fused::Node& node = fused.nodes[i];
        const bool is_last = i + 1 == fused.nodes.size();
        places.push_back(is_last ? r : builder.local(number(fmt::format("step{}", i - fused.inputs.size()))));
        const char* callee = node.kind == Fused::Kind::add   ? "add"
                             : node.kind == Fused::Kind::sub ? "sub"
                                                             : product;
        std::vector<ir::Call::Argument> arguments{places[node.left], places[node.right]};
        if (node.kind == Fused::Kind::mul && signature(library[product]).inputs.size() > arguments.size())
            arguments.emplace_back(ir::Scalar(node.left == node.right ? 1 : 0));
        builder.call(callee, std::move(arguments), {places.back()});
    }
    builder.routine().contract = contract(width, fused);
    builder.routine().text = {fused.text + " mod 2^(32*limbs)"};
    return std::move(builder).finish();
}

ir::Program expression_meaning(Width width, const Fused& fused) {
    ir::Builder builder("expr");
    for (const std::string& name : fused.inputs) builder.input(name, repr::num, width.limbs());
    builder.output("r", repr::num, zeros(width.limbs()));
    return std::move(builder).finish(contract(width, fused));
}

}  // namespace limbsmith::algorithm::loop
