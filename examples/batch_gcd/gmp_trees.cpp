#include "gmp_trees.hpp"

#include <algorithm>

#include "cores.hpp"
#include "forest.hpp"

namespace batch_gcd {
namespace {

constexpr uint64_t guard = 64;           // bits of fractions and reciprocals beside those of products
constexpr uint64_t leaf_bits = 1 << 14;  // of a product that is divided by each modulus

struct Node {
    mpz_class product, derivative = 1;
};

struct Group {
    std::vector<std::vector<mpz_class>> products;  // of nodes at each depth
    std::vector<mpz_class> values;                 // of nodes at some depth: derivatives, then fractions
    mpz_class reciprocal;
};

mpz_class down(const mpz_class& x, uint64_t bits) { return x >> bits; }

mpz_class low_part(const mpz_class& x, uint64_t bits) {
    mpz_class r;
    mpz_fdiv_r_2exp(r.get_mpz_t(), x.get_mpz_t(), bits);
    return r;
}

Node joined(const Node& x, const Node& y) {
    return {x.product * y.product, x.derivative * y.product + y.derivative * x.product};
}

Node product_of(std::span<const mpz_class> moduli) {
    if (moduli.size() == 1) return {moduli[0]};
    const size_t half = moduli.size() / 2;
    return joined(product_of(moduli.first(half)), product_of(moduli.subspan(half)));
}

class GmpTrees {
  public:
    GmpTrees(std::span<const mpz_class> moduli, const Forest& forest, Phases& phases)
        : moduli_(moduli), forest_(forest), trees_(forest.trees()), phases_(phases), groups_(trees_.size()) {}

    void multiply();
    void multiply_by_others();
    std::vector<Hit> remainders();

  private:
    template <class Work>
    void on_nodes(unsigned depth, Work work);
    mpz_class residue(const mpz_class& x, size_t k) const;
    void invert(size_t k);
    void split(size_t tree, size_t child, unsigned depth, mpz_class& fraction) const;

    std::span<const mpz_class> moduli_;
    const Forest& forest_;
    const std::vector<Tree>& trees_;
    Phases& phases_;
    std::vector<Group> groups_;
};

// Calls work(tree, node, value), which makes the new value of each node at a depth; the values of the group are those
// of another depth, or of this one at its leaves.
template <class Work>
void GmpTrees::on_nodes(unsigned depth, Work work) {
    std::vector<std::pair<size_t, size_t>> places;
    std::vector<std::vector<mpz_class>> values(trees_.size());
    for (size_t t = 0; t < trees_.size(); ++t) {
        if (trees_[t].depth < depth) continue;
        values[t].resize(size_t{1} << depth);
        for (size_t k = 0; k < values[t].size(); ++k) places.emplace_back(t, k);
    }
    on_cores(places.size(), [&](size_t i) {
        const auto [t, k] = places[i];
        work(t, k, values[t][k]);
    });
    for (size_t t = 0; t < trees_.size(); ++t)
        if (trees_[t].depth >= depth) groups_[t].values = std::move(values[t]);
}

void GmpTrees::multiply() {
    for (size_t t = 0; t < trees_.size(); ++t) {
        groups_[t].products.resize(trees_[t].depth + 1);
        for (unsigned d = 0; d <= trees_[t].depth; ++d) groups_[t].products[d].resize(size_t{1} << d);
    }
    for (unsigned depth = forest_.depth() + 1; depth-- > 0;) {
        on_nodes(depth, [&](size_t t, size_t k, mpz_class& derivative) {
            Group& group = groups_[t];
            mpz_class& product = group.products[depth][k];
            if (depth == trees_[t].depth) {
                const auto [first, last] = Forest::node(trees_[t], depth, k);
                Node leaf = product_of(moduli_.subspan(first, last - first));
                product = std::move(leaf.product), derivative = std::move(leaf.derivative);
                return;
            }
            const auto &x = group.products[depth + 1][2 * k], &y = group.products[depth + 1][2 * k + 1];
            product = x * y;
            derivative = group.values[2 * k] * y + group.values[2 * k + 1] * x;
        });
        phases_.report(1 - double(depth) / (forest_.depth() + 1));
    }
}

// 2^(2n + guard)/P, for the length n of the longest product
void GmpTrees::invert(size_t k) {
    const mpz_class power = mpz_class(1) << (2 * forest_.length() + guard);
    groups_[k].reciprocal = power / groups_[k].products[0][0];
}

// At least 0 and below 2P: with the leading bits of x the quotient is wrong by at most 1/2, and by rounding.
mpz_class GmpTrees::residue(const mpz_class& x, size_t k) const {
    const uint64_t shift = std::max<uint64_t>(trees_[k].length, 3) - 3;
    const mpz_class quotient =
        down(down(x, shift) * groups_[k].reciprocal, 2 * forest_.length() + guard - shift);
    return x - quotient * groups_[k].products[0][0];
}

// From derivatives to the fractions of the roots.
void GmpTrees::multiply_by_others() {
    phases_.begin("reciprocals");
    on_cores(groups_.size(), [&](size_t k) { invert(k); });
    phases_.begin("cross remainders");
    const size_t full_pairs = groups_.size() / 2, count = (groups_.size() + 1) / 2;
    std::vector<mpz_class> pairs(count);
    on_cores(count, [&](size_t i) {
        pairs[i] = groups_[2 * i].products[0][0];
        if (i < full_pairs) pairs[i] *= groups_[2 * i + 1].products[0][0];
    });
    on_cores(groups_.size(), [&](size_t k) {
        mpz_class& value = groups_[k].values[0];
        if (k < 2 * full_pairs) value = residue(value * groups_[k ^ 1].products[0][0], k);
        for (size_t round = 1; round < count; ++round) {
            value = residue(value * residue(pairs[(k / 2 + round) % count], k), k);
            if (k == 0) phases_.report(double(round) / double(count));
        }
        const auto& [moduli, depth, bits, length] = trees_[k];
        value = down(value * groups_[k].reciprocal, 2 * forest_.length() - bits);
        value = low_part(value + (mpz_class(1) << (bits - length + 32)), bits + guard);
    });
}

std::vector<Hit> GmpTrees::remainders() {
    for (unsigned depth = 1; depth <= forest_.depth(); ++depth) {
        on_nodes(depth, [&](size_t t, size_t k, mpz_class& fraction) {
            const uint64_t bits = forest_.bits(Forest::node(trees_[t], depth, k)),
                           others = forest_.bits(Forest::node(trees_[t], depth, k ^ 1));
            fraction = low_part(down(groups_[t].values[k / 2] * groups_[t].products[depth][k ^ 1], others),
                                bits + guard);
        });
        phases_.report(double(depth) / (forest_.depth() + 1));
    }
    phases_.begin("gcds");
    std::vector<std::pair<size_t, size_t>> leaves;
    for (size_t t = 0; t < trees_.size(); ++t)
        for (size_t k = 0; k < trees_[t].leaves(); ++k) leaves.emplace_back(t, k);
    std::vector<std::vector<Hit>> hits(leaves.size());
    on_cores(leaves.size(), [&](size_t i) {
        const auto [t, k] = leaves[i];
        const Range moduli = Forest::node(trees_[t], trees_[t].depth, k);
        const mpz_class product = groups_[t].values[k] * groups_[t].products.back()[k];
        add_hits(hits[i], moduli_, moduli, down(product, forest_.bits(moduli) + guard));
    });
    return ascending(std::move(hits));
}

}  // namespace

std::vector<Hit> hits_by_gmp(std::span<const mpz_class> moduli, Phases& phases) {
    if (moduli.empty()) return {};
    const Forest forest(moduli, {group_bits_for(moduli, cores()), leaf_bits});
    GmpTrees trees(moduli, forest, phases);
    phases.begin("product trees");
    trees.multiply();
    trees.multiply_by_others();
    phases.begin("remainder trees");
    return trees.remainders();
}

}  // namespace batch_gcd
