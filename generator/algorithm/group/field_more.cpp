#include "algorithm/group/field_more.hpp"

#include "algorithm/field.hpp"
#include "algorithm/group/logic.hpp"
#include "algorithm/group/on_elements.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

ir::Routine cneg(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "cneg", library);
    const Place condition = all.builder.input(ir::word_named("condition"));
    const Place a = all.input("a"), r = all.result(), negative = all.lanes.number("negative");
    all.builder.call("neg", {a}, {negative});
    all.builder.call("select", {Scalar(condition), negative, a}, {r});
    const ExprPtr N = residues.N();
    return std::move(all).finish("-a mod n if condition != 0, else a; the same condition in all lanes",
                                 {any_word("condition"), {"a", N}},
                                 if_else(var("condition"), ir::integer(0) - var("a"), var("a")) % N,
                                 {"r", N});
}

ir::Routine cswap(const Residues& residues, const ir::Library& library) {
    return cswap(group_of(residues), library);
}

ir::Routine halve(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "halve", library);
    const Place a = all.input("a"), r = all.result();
    all.builder.call("mod_halve", {a, all.n()}, {r});
    const ExprPtr N = residues.N(), half = (N + ir::integer(1)) / ir::integer(2);
    return std::move(all).finish("a/2 mod n", {{"a", N}}, var("a") * half % N, {"r", N});
}

ir::Routine mul_small(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "mul_small", library);
    const Place a = all.input("a"), factor = all.builder.input(ir::word_named("factor")), r = all.result();
    const Place word = all.lanes.zero("factor_limbs"), elem = all.lanes.number("factor_elem");
    all.builder.assign(word.limb(0), select(ir::lane(), 0, factor));
    const Place n = all.n(), r2 = r2_in(all.lanes, residues);
    const Scalar n0inv = all.n0inv();
    all.builder.call("montgomery_product", {word, r2, n, n0inv}, {elem});
    all.builder.call("montgomery_product", {a, elem, n, n0inv}, {r});
    const ExprPtr N = residues.N();
    return std::move(all).finish("a*factor mod n; the same factor in all lanes",
                                 {{"a", N}, any_word("factor")}, var("a") * var("factor") % N, {"r", N});
}

ir::Routine is_canonical(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "is_canonical", library);
    const Lanes& lanes = all.lanes;
    const Place x = all.builder.input(residues.plain("x")), r = all.builder.result(ir::word_named("r"));
    const Place minuend = lanes.number("minuend");
    all.copy_limbs(minuend, x);
    all.builder.assign(r, difference(lanes, lanes.number("rest"), minuend, all.n()));
    const ExprPtr R = ir::pow2(static_cast<uint64_t>(residues.modulus.width().container_bits()));
    return std::move(all).finish("1 if x < n, else 0", {{"x", R}}, less(var("x"), residues.N()),
                                 one_bit("r"));
}

ir::Routine mul_add(const Residues& residues, const std::string& name, int terms,
                    const ir::Library& library) {
    OnElements all(residues, name.c_str(), library);
    std::vector<std::string> names;
    std::vector<std::pair<Place, Place>> factors;
    ExprPtr value;
    for (int i = 0; i < terms; ++i) {
        const auto [x, y] = factor_names(i, terms);
        const Place first = all.input(x.c_str());
        factors.emplace_back(first, all.input(y.c_str()));
        names.insert(names.end(), {x, y});
        value = value ? value + var(x) * var(y) : var(x) * var(y);
    }
    const Place r = all.result(), product = all.lanes.number("product");
    all.builder.call("mul", {factors[0].first, factors[0].second}, {r});
    for (int i = 1; i < terms; ++i) {
        all.builder.call("mul", {factors[i].first, factors[i].second}, {product});
        all.builder.call("add", {r, product}, {r});
    }
    std::vector<const char*> operands;
    for (const std::string& it : names) operands.push_back(it.c_str());
    return std::move(all).finish("the sum of products mod n", operands, value);
}

ir::Routine mul_sub2(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "mul_sub2", library);
    const Place a = all.input("a"), b = all.input("b"), c = all.input("c"), d = all.input("d");
    const Place r = all.result(), product = all.lanes.number("product");
    all.builder.call("mul", {a, b}, {r});
    all.builder.call("mul", {c, d}, {product});
    all.builder.call("sub", {r, product}, {r});
    return std::move(all).finish("a*b - c*d mod n", {"a", "b", "c", "d"},
                                 var("a") * var("b") - var("c") * var("d"));
}

}  // namespace limbsmith::algorithm::group
