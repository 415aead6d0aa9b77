#include "algorithm/group/field.hpp"

#include "algorithm/group/on_elements.hpp"
#include "algorithm/group/whole.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

Group group_of(const Residues& residues) { return {residues.lanes(), residues.limbs(), repr::elem}; }

ir::Routine add(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "add", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    all.builder.call("mod_add", {a, b, all.n()}, {r});
    return std::move(all).finish("a + b mod n", {"a", "b"}, var("a") + var("b"));
}

ir::Routine sub(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "sub", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    all.builder.call("mod_sub", {a, b, all.n()}, {r});
    return std::move(all).finish("a - b mod n", {"a", "b"}, var("a") - var("b"));
}

ir::Routine neg(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "neg", library);
    const Place a = all.input("a"), r = all.result(), nothing = all.lanes.zero("nothing");
    all.builder.call("sub", {nothing, a}, {r});
    return std::move(all).finish("-a mod n", {"a"}, ir::integer(0) - var("a"));
}

ir::Routine dbl(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "dbl", library);
    const Place a = all.input("a"), r = all.result();
    all.builder.call("add", {a, a}, {r});
    return std::move(all).finish("2*a mod n", {"a"}, ir::integer(2) * var("a"));
}

ir::Routine mul(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "mul", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    all.builder.call("montgomery_product", {a, b, all.n(), all.n0inv()}, {r});
    return std::move(all).finish("a*b*R^-1 mod n: the product of the residues", {"a", "b"},
                                 var("a") * var("b"));
}

ir::Routine sqr(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "sqr", library);
    const Place a = all.input("a"), r = all.result();
    all.builder.call("montgomery_square", {a, all.n(), all.n0inv()}, {r});
    return std::move(all).finish("a^2*R^-1 mod n: the square of the residue", {"a"}, var("a") * var("a"));
}

ir::Routine select(const Residues& residues, const ir::Library& library) {
    return select(group_of(residues), library);
}

ir::Routine eq(const Residues& residues, const ir::Library& library) {
    return eq(group_of(residues), library);
}

ir::Routine is_zero(const Residues& residues, const ir::Library& library) {
    return is_zero(group_of(residues), library);
}

ir::Routine to_elem(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "to_elem", library);
    const Place x = all.builder.input(residues.plain("x")), r = all.result(), a = all.lanes.number("a");
    all.copy_limbs(a, x);
    const Place r2 = r2_in(all.lanes, residues);
    all.builder.call("montgomery_product", {a, r2, all.n(), all.n0inv()}, {r});
    return std::move(all).finish("the elem x*R mod n of a residue", {"x"}, var("x"));
}

ir::Routine to_plain(const Residues& residues, const ir::Library& library) {
    OnElements all(residues, "to_plain", library);
    const Place x = all.input("x"), r = all.builder.result(residues.plain("r"));
    const Place unit = all.lanes.zero("unit"), product = all.lanes.number("product");
    all.builder.assign(unit.limb(0), equal(ir::lane(), 0));
    all.builder.call("montgomery_product", {x, unit, all.n(), all.n0inv()}, {product});
    all.copy_limbs(r, product);
    return std::move(all).finish("the residue x*R^-1 mod n of an elem", {"x"}, var("x"));
}

}  // namespace limbsmith::algorithm::group
