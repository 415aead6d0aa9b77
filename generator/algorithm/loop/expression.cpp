#include "algorithm/loop/expression.hpp"

#include <fmt/format.h>

#include "algorithm/group/sums.hpp"
#include "algorithm/group/value_limbs.hpp"
#include "algorithm/limb.hpp"
#include "algorithm/loop/constants.hpp"
#include "algorithm/range.hpp"
#include "ir/builder.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

ExprPtr constant(const mpz_class& x) {
    if (x.fits_uint_p()) return ir::integer(x.get_ui());
    return ir::constant("0x" + x.get_str(16), x.get_str(16));
}

ir::Contract contract(Width width, const Fused& fused) {
    const Width own{limb_bits * value_limbs(width)};
    ir::Contract made;
    for (const std::string& name : fused.inputs) made.requires_.push_back(any_num(width, name));
    made.left = var("r");
    made.right = expression_value(fused) % container(own);
    made.ensures = {any_num(own, "r")};
    return made;
}

// Which sums are only a term of one other sum: a + b in (a + b) + c.
std::vector<bool> terms_of_sums(const Fused& fused) {
    std::vector<int> uses(fused.nodes.size()), in_sums(fused.nodes.size());
    for (const Fused::Node& node : fused.nodes) {
        if (!node.is_operation()) continue;
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

constexpr const char* sum_of_products = "mul_sum";

// The numbers of an expression: those of a width, or elements modulo a number.
struct Numbers {
    Width width;
    const Residues* residues = nullptr;  // modulo a number
    const char *product, *square;

    ir::Variable named(const std::string& name) const {
        return residues ? residues->elem(name) : ir::number_named(name, repr::num, width.lane_limbs());
    }
    // x = a constant; of a modulus that is given at run time by sums of ones.
    void assign(ir::RoutineBuilder& builder, const Place& x, const mpz_class& value) const {
        if (!residues)
            return assign_number(builder, width, x, value % (mpz_class(1) << limb_bits * value_limbs(width)));
        if (residues->modulus.is_known()) return residues->assign_elem(builder, x, value);
        if (value == 0) return builder.call("zero", {}, {x});
        builder.call("one", {}, {x});
        if (value == 1) return;
        const Place one = builder.local(named(builder.variable(x).name + "_one"));
        builder.call("one", {}, {one});
        for (auto bit = static_cast<int>(mpz_sizeinbase(value.get_mpz_t(), 2)) - 2; bit >= 0; --bit) {
            builder.call("add", {x, x}, {x});
            if (mpz_tstbit(value.get_mpz_t(), bit)) builder.call("add", {x, one}, {x});
        }
    }
};

// The routine while it is built, node by node.
class Computation {
  public:
    Computation(const Numbers& numbers, const Fused& fused, ir::RoutineBuilder& builder)
        : numbers_(numbers),
          fused_(fused),
          builder_(builder),
          group_(group::group_of(numbers.width)),
          is_part_(numbers.width.mapping.is_group() && !numbers.residues
                       ? terms_of_sums(fused)
                       : std::vector<bool>(fused.nodes.size())) {
        if (!numbers.residues && builder.library().contains(sum_of_products))
            sums_of_products_ = sums_of_two_products(fused);
        for (const int sum : sums_of_products_) {
            is_part_[sum] = false;
            is_part_[fused.nodes[sum].left] = is_part_[fused.nodes[sum].right] = true;
        }
        const Place r = builder_.result(numbers.named("r"));
        for (const std::string& name : fused.inputs) places_.push_back(builder_.input(numbers.named(name)));
        for (size_t i = places_.size(); i < fused.nodes.size(); ++i) {
            const bool is_last = i + 1 == fused.nodes.size();
            if (is_part_[i]) {
                places_.emplace_back();  // computed within the sum that needs it
                continue;
            }
            places_.push_back(
                is_last ? r : builder_.local(numbers.named(fmt::format("step{}", i - fused.inputs.size()))));
            compute(fused.nodes[i], places_.back());
        }
    }

  private:
    void compute(const Fused::Node& node, const Place& r) {
        switch (node.kind) {
            case Fused::Kind::input: return;
            case Fused::Kind::constant: return numbers_.assign(builder_, r, fused_.constants[node.left]);
            case Fused::Kind::add: return add(node, r);
            case Fused::Kind::sub:
                return builder_.call("sub", {places_[node.left], places_[node.right]}, {r});
            case Fused::Kind::mul: return multiply(node, r);
        }
    }

    void multiply(const Fused::Node& node, const Place& r) {
        const bool is_square = node.left == node.right;
        if (is_square && numbers_.square) return builder_.call(numbers_.square, {places_[node.left]}, {r});
        std::vector<ir::Call::Argument> arguments{places_[node.left], places_[node.right]};
        if (signature(builder_.library()[numbers_.product]).inputs.size() > arguments.size())
            arguments.emplace_back(Scalar(is_square ? 1 : 0));
        builder_.call(numbers_.product, std::move(arguments), {r});
    }

    void add(const Fused::Node& node, const Place& r) {
        if (sums_of_products_.contains(index_of(node))) {
            const Fused::Node &a = fused_.nodes[node.left], &b = fused_.nodes[node.right];
            return builder_.call(sum_of_products,
                                 {places_[a.left], places_[a.right], places_[b.left], places_[b.right]}, {r});
        }
        std::vector<Place> terms;
        collect(node.left, terms);
        collect(node.right, terms);
        if (terms.size() == 2) return builder_.call("add", {terms[0], terms[1]}, {r});
        const group::Lanes lanes(group_, builder_);
        group::sum_of(lanes, r, terms, fmt::format("_{}", sums_++));
        group::cut(lanes, r);
    }
    int index_of(const Fused::Node& node) const { return static_cast<int>(&node - fused_.nodes.data()); }
    void collect(int node, std::vector<Place>& terms) const {
        if (!is_part_[node]) return terms.push_back(places_[node]);
        collect(fused_.nodes[node].left, terms);
        collect(fused_.nodes[node].right, terms);
    }

    const Numbers& numbers_;
    const Fused& fused_;
    ir::RoutineBuilder& builder_;
    const group::Group group_;
    std::vector<bool> is_part_;
    std::set<int> sums_of_products_{};
    std::vector<Place> places_;
    int sums_ = 0;  // of more than two terms
};

}  // namespace

std::set<int> sums_of_two_products(const Fused& fused) {
    std::vector<int> uses(fused.nodes.size());
    for (const Fused::Node& node : fused.nodes)
        if (node.is_operation()) ++uses[node.left], ++uses[node.right];
    std::set<int> sums;
    for (int i = 0; i < static_cast<int>(fused.nodes.size()); ++i) {
        const Fused::Node& node = fused.nodes[i];
        const auto is_own_product = [&](int operand) {
            return fused.nodes[operand].kind == Fused::Kind::mul && uses[operand] == 1;
        };
        if (node.kind == Fused::Kind::add && is_own_product(node.left) && is_own_product(node.right))
            sums.insert(i);
    }
    return sums;
}

ExprPtr expression_value(const Fused& fused) {
    std::vector<ExprPtr> values;
    for (const Fused::Node& it : fused.nodes) {
        switch (it.kind) {
            case Fused::Kind::input: values.push_back(var(fused.inputs[it.left])); break;
            case Fused::Kind::constant: values.push_back(constant(fused.constants[it.left])); break;
            case Fused::Kind::add: values.push_back(values[it.left] + values[it.right]); break;
            case Fused::Kind::sub: values.push_back(values[it.left] - values[it.right]); break;
            case Fused::Kind::mul: values.push_back(values[it.left] * values[it.right]); break;
        }
    }
    return values.back();
}

ir::Routine expression(Width width, const Fused& fused, const char* product, const ir::Library& library) {
    ir::RoutineBuilder builder("expr", library);
    builder.routine().mapping = width.mapping;
    Computation({width, nullptr, product, nullptr}, fused, builder);
    builder.routine().contract = contract(width, fused);
    builder.routine().text = {fused.text + " mod " + group::modulo_limbs(group::group_of(width))};
    return std::move(builder).finish();
}

ir::Routine expression_modulo(const Residues& residues, const Fused& fused, const ir::Library& library) {
    const Numbers numbers{residues.modulus.width(), &residues, "mul", "sqr"};
    ir::RoutineBuilder builder = routine_on(residues, "expr", library);
    Computation(numbers, fused, builder);
    builder.routine().text = {fused.text + " mod " + (residues.modulus.is_known() ? "N" : "n")};
    ir::Contract contract;
    const ExprPtr N = residues.N();
    for (const std::string& name : fused.inputs) contract.requires_.push_back({name, N});
    contract.left = var("r");
    contract.right = expression_value(fused) % N;
    contract.ensures = {{"r", N}};
    return finished(residues, std::move(builder), std::move(contract));
}

ir::Program expression_meaning(Width width, const Fused& fused) {
    ir::Builder builder("expr");
    for (const std::string& name : fused.inputs) builder.input(name, repr::num, width.limbs());
    builder.output("r", repr::num, zeros(width.limbs()));
    return std::move(builder).finish(contract(width, fused));
}

}  // namespace limbsmith::algorithm::loop
