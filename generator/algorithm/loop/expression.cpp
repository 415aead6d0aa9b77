#include "algorithm/loop/expression.hpp"

#include <fmt/format.h>

#include "algorithm/group/sums.hpp"
#include "algorithm/group/value_limbs.hpp"
#include "algorithm/limb.hpp"
#include "algorithm/range.hpp"
#include "ir/builder.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

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
    const Width own{limb_bits * value_limbs(width)};
    ir::Contract made;
    for (const std::string& name : fused.inputs) made.requires_.push_back(any_num(width, name));
    made.left = var("r");
    made.right = value_of(fused, fused.nodes.back()) % container(own);
    made.ensures = {any_num(own, "r")};
    return made;
}

// Which sums are only a term of one other sum: a + b in (a + b) + c.
std::vector<bool> terms_of_sums(const Fused& fused) {
    std::vector<int> uses(fused.nodes.size()), in_sums(fused.nodes.size());
    for (const Fused::Node& node : fused.nodes) {
        if (node.kind == Fused::Kind::input) continue;
        for (const int operand : {node.left, node.right}) {
            ++uses[operand];
            in_sums[operand] += node.kind == Fused::Kind::add;
        }
    }
    std::vector<bool> are_terms(fused.nodes.size());
    for (size_t i = 0; i < fused.nodes.size(); ++i)
        are_terms[i] = fused.nodes[i].kind == Fused::Kind::add && uses[i] == 1 && in_sums[i] == 1;
    return are_terms;
}

// The routine while it is built, node by node.
class Computation {
  public:
    Computation(Width width, const Fused& fused, const char* product, const ir::Library& library)
        : fused_(fused),
          product_(product),
          builder_("expr", library),
          group_(group::group_of(width)),
          is_part_(width.lanes > 1 ? terms_of_sums(fused) : std::vector<bool>(fused.nodes.size())) {
        builder_.routine().lanes = width.lanes;
        const Place r = builder_.result(number("r"));
        for (const std::string& name : fused.inputs) places_.push_back(builder_.input(number(name)));
        for (size_t i = places_.size(); i < fused.nodes.size(); ++i) {
            const bool is_last = i + 1 == fused.nodes.size();
            if (is_part_[i]) {
                places_.emplace_back();  // computed within the sum that it is a term of
                continue;
            }
            places_.push_back(
                is_last ? r : builder_.local(number(fmt::format("step{}", i - fused.inputs.size()))));
            compute(fused.nodes[i], places_.back());
        }
    }
    ir::Routine finish(ir::Contract contract) && {
        builder_.routine().contract = std::move(contract);
        builder_.routine().text = {fused_.text + " mod " + group::modulo_limbs(group_)};
        return std::move(builder_).finish();
    }

  private:
    ir::Variable number(const std::string& name) const {
        return ir::number_named(name, repr::num, group_.words);
    }

    void compute(const Fused::Node& node, const Place& r) {
        switch (node.kind) {
            case Fused::Kind::add: return add(node, r);
            case Fused::Kind::sub:
                return builder_.call("sub", {places_[node.left], places_[node.right]}, {r});
            default: break;
        }
        std::vector<ir::Call::Argument> arguments{places_[node.left], places_[node.right]};
        if (signature(builder_.library()[product_]).inputs.size() > arguments.size())
            arguments.emplace_back(Scalar(node.left == node.right ? 1 : 0));
        builder_.call(product_, std::move(arguments), {r});
    }

    void add(const Fused::Node& node, const Place& r) {
        std::vector<Place> terms;
        collect(node.left, terms);
        collect(node.right, terms);
        if (terms.size() == 2) return builder_.call("add", {terms[0], terms[1]}, {r});
        const group::Lanes lanes(group_, builder_);
        group::sum_of(lanes, r, terms, fmt::format("_{}", sums_++));
        group::cut(lanes, r);
    }
    void collect(int node, std::vector<Place>& terms) const {
        if (!is_part_[node]) return terms.push_back(places_[node]);
        collect(fused_.nodes[node].left, terms);
        collect(fused_.nodes[node].right, terms);
    }

    const Fused& fused_;
    const char* product_;
    ir::RoutineBuilder builder_;
    const group::Group group_;
    const std::vector<bool> is_part_;
    std::vector<Place> places_;
    int sums_ = 0;  // of more than two terms
};

}  // namespace

ir::Routine expression(Width width, const Fused& fused, const char* product, const ir::Library& library) {
    return Computation(width, fused, product, library).finish(contract(width, fused));
}

ir::Program expression_meaning(Width width, const Fused& fused) {
    ir::Builder builder("expr");
    for (const std::string& name : fused.inputs) builder.input(name, repr::num, width.limbs());
    builder.output("r", repr::num, zeros(width.limbs()));
    return std::move(builder).finish(contract(width, fused));
}

}  // namespace limbsmith::algorithm::loop
