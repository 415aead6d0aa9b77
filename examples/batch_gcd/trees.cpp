#include "trees.hpp"

#include "cores.hpp"
#include "products.hpp"
#include "rounds.hpp"

namespace batch_gcd {
namespace {

constexpr uint64_t guard = Residues::guard;

class Trees {
  public:
    Trees(Pool& pool, const Forest& forest, Phases& phases)
        : steps_(pool), pool_(pool), forest_(forest), trees_(forest.trees()), phases_(phases) {}

    void multiply(std::vector<Number> moduli) {
        products_ = product_trees(steps_, forest_, std::move(moduli), phases_);
    }
    void multiply_by_others();
    void reduce();
    void take_gcds();
    std::vector<Hit> hits(std::span<const mpz_class> moduli) const;

  private:
    Number root_fraction(size_t tree, Number value, Residues& residues);
    void split(size_t tree, unsigned depth);

    Steps steps_;
    Pool& pool_;
    const Forest& forest_;
    const std::vector<Tree>& trees_;
    Phases& phases_;
    std::vector<ProductTree> products_;
    // The values of the nodes of each tree at one depth: fractions, then remainders.
    std::vector<std::vector<Number>> values_;
    std::vector<Number> gcds_;
};

// From derivatives to the fractions of the roots. A fraction of a node has as many bits as its moduli have together,
// and `guard` more; it is at most 2^(33 - guard)/P too large, for the product P, and never too small: to begin with,
// 2^(32 - guard)/P or a little less is added, which is more than all that is cut off.
void Trees::multiply_by_others() {
    std::vector<uint64_t> lengths;
    std::vector<Number> roots, values;
    for (size_t t = 0; t < trees_.size(); ++t) {
        lengths.push_back(trees_[t].length);
        roots.push_back(products_[t].root());
        values.push_back(products_[t].derivative);
    }
    phases_.begin("reciprocals");
    Residues residues(steps_, roots, lengths, phases_);
    phases_.begin("cross remainders");
    values = batch_gcd::multiply_by_others(steps_, roots, std::move(values), residues, phases_);
    for (size_t t = 0; t < trees_.size(); ++t) values_.push_back({root_fraction(t, values[t], residues)});
    steps_.submit({});
}

Number Trees::root_fraction(size_t tree, Number value, Residues& residues) {
    const auto& [moduli, depth, bits, length] = trees_[tree];
    const Number quotient = residues.fixed_point(value, tree, bits + guard);
    const Number little = pool_.shl(steps_.constant(1), steps_.constant(bits - length + 32));
    const Number sum = pool_.add(quotient, little);
    steps_.free(value, quotient, little);
    return steps_.low_part(sum, bits + guard);
}

// The fraction of V/P times one child's product is that of V divided by the other one's.
void Trees::split(size_t tree, unsigned depth) {
    std::vector<Number> fractions;
    for (size_t k = 0; k < values_[tree].size(); ++k) {
        for (const size_t child : {2 * k, 2 * k + 1}) {
            const uint64_t bits = forest_.bits(Forest::node(trees_[tree], depth + 1, child)),
                           others = forest_.bits(Forest::node(trees_[tree], depth + 1, child ^ 1));
            const Number product =
                pool_.mul(values_[tree][k], products_[tree].products[depth + 1][child ^ 1]);
            fractions.push_back(steps_.low_part(steps_.shift_down(product, others), bits + guard));
        }
        steps_.free(values_[tree][k]);
    }
    values_[tree] = std::move(fractions);
    for (const Number it : products_[tree].products[depth]) steps_.free(it);
}

void Trees::reduce() {
    for (unsigned depth = 0; depth < forest_.depth(); ++depth) {
        for (size_t t = 0; t < trees_.size(); ++t)
            if (depth < trees_[t].depth) split(t, depth);
        steps_.submit(phases_.part(depth, forest_.depth() + 1));
    }
    for (size_t t = 0; t < trees_.size(); ++t)
        for (size_t k = 0; k < trees_[t].leaves(); ++k) {
            const uint64_t bits = forest_.bits(Forest::node(trees_[t], trees_[t].depth, k));
            const Number fraction = values_[t][k];
            values_[t][k] = steps_.multiply_down(fraction, products_[t].products.back()[k], bits + guard);
            steps_.free(fraction);
        }
    steps_.submit(phases_.part(forest_.depth(), forest_.depth() + 1));
}

void Trees::take_gcds() {
    for (size_t t = 0; t < trees_.size(); ++t)
        for (size_t k = 0; k < trees_[t].leaves(); ++k)
            gcds_.push_back(pool_.gcd(products_[t].products.back()[k], values_[t][k]));
    steps_.submit(phases_.part(0, 1));
}

std::vector<Hit> Trees::hits(std::span<const mpz_class> moduli) const {
    std::vector<Range> leaves;
    std::vector<Number> remainders;
    const std::vector<mpz_class> gcds = pool_.values(gcds_);
    auto next = gcds.begin();
    for (size_t t = 0; t < trees_.size(); ++t)
        for (size_t k = 0; k < trees_[t].leaves(); ++k) {
            if (*next++ == 1) continue;
            leaves.push_back(Forest::node(trees_[t], trees_[t].depth, k));
            remainders.push_back(values_[t][k]);
        }
    const std::vector<mpz_class> others = pool_.values(remainders);
    std::vector<std::vector<Hit>> hits(leaves.size());
    on_cores(leaves.size(), 16, [&](size_t i) { add_hits(hits[i], moduli, leaves[i], others[i]); });
    return ascending(std::move(hits));
}

}  // namespace

std::vector<Hit> hits_by_pool(Pool& pool, std::span<const mpz_class> moduli, const Forest& forest,
                              Phases& phases) {
    if (moduli.empty()) return {};
    Trees trees(pool, forest, phases);
    phases.begin("load");
    std::vector<Number> numbers = pool.numbers(moduli);
    phases.begin("product trees");
    trees.multiply(std::move(numbers));
    trees.multiply_by_others();
    phases.begin("remainder trees");
    trees.reduce();
    phases.begin("gcds");
    trees.take_gcds();
    phases.begin("read");
    return trees.hits(moduli);
}

}  // namespace batch_gcd
