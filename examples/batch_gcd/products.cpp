#include "products.hpp"

#include <optional>
#include <span>

namespace batch_gcd {
namespace {

// The product of some moduli and its derivative. That of one modulus is 1, and not a number of its own.
struct Node {
    Number product;
    std::optional<Number> derivative{};
};

// Uses up the derivatives.
Node joined(Steps& steps, const Node& x, const Node& y) {
    Pool& pool = steps.pool;
    const auto times = [&](const std::optional<Number>& derivative, Number product) {
        return derivative ? pool.mul(*derivative, product) : product;
    };
    const Number left = times(x.derivative, y.product), right = times(y.derivative, x.product);
    const Node node{pool.mul(x.product, y.product), pool.add(left, right)};
    if (x.derivative) steps.free(left, *x.derivative);
    if (y.derivative) steps.free(right, *y.derivative);
    return node;
}

// Uses up the moduli, unless there is one only, which is the product.
Node product_of(Steps& steps, std::span<const Number> moduli) {
    if (moduli.size() == 1) return {moduli[0]};
    const size_t half = moduli.size() / 2;
    const Node x = product_of(steps, moduli.first(half)), y = product_of(steps, moduli.subspan(half));
    const Node node = joined(steps, x, y);
    steps.free(x.product, y.product);
    return node;
}

}  // namespace

std::vector<ProductTree> product_trees(Steps& steps, const Forest& forest, std::vector<Number> moduli,
                                       Phases& phases) {
    const std::vector<Tree>& trees = forest.trees();
    std::vector<ProductTree> made(trees.size());
    std::vector<std::vector<Node>> rows(trees.size());
    const auto keep_products = [&](size_t t, unsigned depth) {
        for (const Node& it : rows[t]) made[t].products[depth].push_back(it.product);
    };
    for (size_t t = 0; t < trees.size(); ++t) {
        made[t].products.resize(trees[t].depth + 1);
        for (size_t k = 0; k < trees[t].leaves(); ++k) {
            const Range leaf = Forest::node(trees[t], trees[t].depth, k);
            rows[t].push_back(product_of(steps, std::span(moduli).subspan(leaf.first, leaf.count())));
        }
        keep_products(t, trees[t].depth);
    }
    steps.submit(phases.part(0, forest.depth() + 1));
    for (unsigned depth = forest.depth(); depth-- > 0;) {
        for (size_t t = 0; t < trees.size(); ++t) {
            if (trees[t].depth <= depth) continue;
            std::vector<Node> row;
            for (size_t k = 0; k < rows[t].size(); k += 2)
                row.push_back(joined(steps, rows[t][k], rows[t][k + 1]));
            rows[t] = std::move(row);
            keep_products(t, depth);
        }
        steps.submit(phases.part(forest.depth() - depth, forest.depth() + 1));
    }
    for (size_t t = 0; t < trees.size(); ++t)
        made[t].derivative = rows[t][0].derivative ? *rows[t][0].derivative : steps.pool.number(1);
    return made;
}

}  // namespace batch_gcd
