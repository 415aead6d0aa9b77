// Products modulo N, sums of products with one reduction, and reduction alone.
#include <algorithm>
#include <string>
#include <utility>

#include "algorithm/claims.hpp"
#include "algorithm/field/work.hpp"
#include "algorithm/row_accumulator.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Chain, ir::ExprPtr, ir::var;

std::pair<std::string, std::string> factor_names(int term, int terms) {
    if (terms > 4) return {"a" + std::to_string(term), "b" + std::to_string(term)};
    return {std::string(1, "aceg"[term]), std::string(1, "bdfh"[term])};
}

ir::Program Field::mul() const {
    Work work("mul", *this);
    const Bounded a = work.bounded_input("a"), b = work.bounded_input("b");
    const Bounded r = work.reduced_sum({{a, b}});
    return std::move(work).finish_reduced(r, var("a") * var("b"));
}

ir::Program Field::sqr() const {
    Work work("sqr", *this);
    const Bounded r = work.reduced_square(work.bounded_input("a"));
    return std::move(work).finish_reduced(r, var("a") * var("a"));
}

// k is not in Montgomery form, so there is no factor F: the product is one limb longer than N, and a short
// quotient reduces it. For an N given at run time there is no reciprocal; k is converted first, which takes
// two products.
ir::Program Field::mul_small() const {
    Work work("mul_small", *this);
    const Bounded a = work.bounded_input("a");
    work.contract.requires_.push_back(any_word("factor"));
    const Limb k{work.builder.input("factor", repr::word, 1)[0], UINT32_MAX};
    Bounded r;
    if (modulus.is_known()) {
        const mpz_class max = a.max * k.max;
        RowAccumulator product(work.builder, modulus.limbs() + 1);
        product.add_row(a.limbs, k, 0, max);
        r = work.remainder(work.middle(product.finish(0), max));
    } else {
        Limbs limbs(modulus.limbs());
        limbs[0] = k;
        const Bounded elem = work.reduced_sum({{work.r2(), {limbs, k.max}}});
        r = work.reduced_sum({{elem, a}});
    }
    const Words reduced = canonical(work.builder, r, work.words);
    const ExprPtr right = (var("a") * var("factor")) % work.N;
    return std::move(work).finish(reduced, right);
}

ir::Program Field::mul_add(const char* name, int terms) const {
    Work work(name, *this);
    std::vector<Term> sum;
    ExprPtr right;
    for (int i = 0; i < terms; ++i) {
        const auto [x, y] = factor_names(i, terms);
        const Bounded left_factor = work.bounded_input(x.c_str());
        sum.push_back({left_factor, work.bounded_input(y.c_str())});
        right = right ? right + var(x) * var(y) : var(x) * var(y);
    }
    const Bounded r = work.reduced_sum(sum);
    return std::move(work).finish_reduced(r, right);
}

ir::Program Field::mul_sub2() const {
    Work work("mul_sub2", *this);
    const Bounded a = work.bounded_input("a"), b = work.bounded_input("b");
    const Words c = work.residue("c");
    const Bounded d = work.bounded_input("d");
    Chain chain(work.builder);
    Words minus_c;  // N - c <= N, so its product with d is below N²
    for (size_t i = 0; i < c.size(); ++i) minus_c.push_back(chain.sub(work.words.n[i].word, c[i]));
    claim_equal(work.builder, number(minus_c), number(work.words.n) - number(c));
    claim_at_most(work.builder, number(minus_c), work.words.n_max);
    const Bounded negated{limbs_below(minus_c, work.words.n_max), work.words.n_max, 1};
    const Bounded r = work.reduced_sum({{a, b}, {negated, d}});
    return std::move(work).finish_reduced(r, var("a") * var("b") - var("c") * var("d"));
}

ir::Program Field::mul_wide() const {
    Work work("mul_wide", *this);
    const Bounded a = work.bounded_input("a"), b = work.bounded_input("b");
    const Limbs wide = product(work.builder, {a.limbs, b.limbs}, modulus.width().wide_limbs());
    work.builder.output("r", repr::wide, words_of(wide));
    work.contract.left = var("r");
    work.contract.right = var("a") * var("b");
    work.contract.ensures = {{"r", work.N * work.N}};
    return std::move(work.builder).finish(std::move(work.contract));
}

ir::Program Field::reduce() const {
    Work work("reduce", *this);
    const int limbs = modulus.width().wide_limbs();
    const Words t = work.builder.input("t", repr::wide, limbs);
    const mpz_class container = mpz_class(1) << (limb_bits * limbs);
    if (!modulus.is_known()) {  // below N·R, and within the limbs for every N
        const int k = std::min(modulus.width().container_bits(), limb_bits * limbs - modulus.bits());
        work.contract.requires_.push_back({"t", work.N * ir::pow2(k)});
        const Bounded r = work.reduced(below_times(t, mpz_class(1) << k, work.words));
        return std::move(work).finish_reduced(r, var("t"));
    }
    // any t that the limbs hold, if the result of Montgomery reduction is below 2N for all of them
    const mpz_class most = modulus.n() * modulus.R();
    const bool all = reduction != Reduction::montgomery || container <= most;
    work.contract.requires_.push_back({"t", all ? ir::pow2(limb_bits * limbs) : work.N * work.R});
    const mpz_class max = (all ? container : most) - 1;
    const Bounded r = work.reduced({limbs_below(t, max), max});
    return std::move(work).finish_reduced(r, var("t"));
}

}  // namespace limbsmith::algorithm
