#include "algorithm/loop/batch_inverse.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

constexpr const char* strides =
    "x_i stands at x[i*stride]: with as many threads as the stride, a GPU reads and writes neighbouring "
    "elements "
    "together.";

struct Batch {
    const Residues& residues;
    RoutineBuilder builder;
    Place r, a, count, invertible;

    Batch(const Residues& of, const ir::Library& library)
        : residues(of),
          builder(routine_on(of, "batch_inv", library)),
          r(builder.output(strided_array(of.elem("r")))),
          a(builder.input(strided_array(of.elem("a")))),
          count(builder.input(ir::integer_named("count"))),
          invertible(builder.result(ir::integer_named("invertible"))) {}

    ExprPtr inverse_of_a() const { return inverse(var("a"), residues.N()); }

    // For each element, and how many have an inverse.
    ir::Routine finish() && {
        const ExprPtr N = residues.N();
        builder.routine().length = "count";
        return finished(residues, std::move(builder),
                        {{{"a", N}, {"count", ir::pow2(31)}}, var("r"), inverse_of_a(), {{"r", N}}});
    }
};

}  // namespace

ir::Routine batch_inverse_by_products(const Residues& residues, const ir::Library& library) {
    Batch all(residues, library);
    RoutineBuilder& builder = all.builder;
    const auto elem = [&](const char* name) { return builder.local(residues.elem(name)); };
    const Place product = elem("product"), inverse = elem("inverse");
    builder.call("one", {}, {product});
    builder.assign(all.invertible, 0);
    const ExprPtr now = var("i"), one = ir::integer(1), N = residues.N();
    // The product of all a_j that are not 0, j <= i, since r_i is known to be the product before a_i.
    const auto up_to = [&](const ExprPtr& i) {
        const ExprPtr before = at("r", i), own = at("a", i);
        return if_else(less(i, ir::integer(0)), one, if_else(own, (before * own) % N, before));
    };
    const auto is_before = [&](const ExprPtr& below) {
        return ir::Relation{at("r", var("j")), up_to(var("j") - one), "j", ir::integer(0), below};
    };
    const auto own_of = [&](Place i) {
        const Place own = elem("own"), none = builder.local(ir::word_named("none"));
        builder.copy(own, all.a[i]);
        builder.call("is_zero", {own}, {none});
        return std::pair{own, none};
    };
    // value times a_i, or as it is for a_i = 0
    const auto multiply = [&](const Place& value, const Place& own, const Place& none) {
        const Place unit = elem("unit"), factor = elem("factor");
        builder.call("one", {}, {unit});
        builder.call("select", {Scalar(none), unit, own}, {factor});
        builder.call("mul", {value, factor}, {value});
    };
    const ir::Invariant forth{
        {is_before(now), {var("product"), up_to(now - one)}, {gcd(var("product"), N), one}}};
    builder.loop(ir::below("i", 0, Scalar(all.count)), forth, [&](Place i) {
        builder.copy(all.r[i], product);
        const auto [own, none] = own_of(i);
        multiply(product, own, none);
        builder.assign(all.invertible, Scalar(all.invertible) + (1 - Scalar(none)));
    });
    builder.call("inv", {product}, {inverse, builder.local(ir::word_named("exists"))});
    const ir::Relation done{at("r", var("j")), ir::inverse(at("a", var("j")), N), "j", now + one,
                            var("count")};
    const ir::Invariant back{{is_before(now + one), done, {(var("inverse") * up_to(now)) % N, one}}};
    builder.loop(ir::down_to("i", Scalar(all.count) - 1, 0), back, [&](Place i) {
        const auto [own, none] = own_of(i);
        const Place own_inverse = elem("own_inverse"), zero = elem("nothing");
        builder.call("zero", {}, {zero});
        builder.call("mul", {all.r[i], inverse}, {own_inverse});
        builder.call("select", {Scalar(none), zero, own_inverse}, {all.r[i]});
        multiply(inverse, own, none);
    });
    builder.routine().text = {
        std::string("r_i = a_i^-1 for i < count, 0 where a_i = 0; returns how many have an inverse. ") +
            strides + " One inverse and three products each.",
        "requires: r and a do not overlap."};
    builder.routine().source = "Montgomery's trick (1987)";
    builder.routine().bound = "one step a number, there and back";
    return std::move(all).finish();
}

ir::Routine batch_inverse_one_by_one(const Residues& residues, const ir::Library& library) {
    Batch all(residues, library);
    RoutineBuilder& builder = all.builder;
    builder.assign(all.invertible, 0);
    const ir::Relation done{at("r", var("j")), inverse(at("a", var("j")), residues.N()), "j", ir::integer(0),
                            var("i")};
    builder.loop(ir::below("i", 0, Scalar(all.count)), {{done}}, [&](Place i) {
        const Place exists = builder.local(ir::word_named("exists"));
        builder.call("inv", {all.a[i]}, {all.r[i], exists});
        builder.assign(all.invertible, Scalar(all.invertible) + Scalar(exists));
    });
    builder.routine().text = {
        std::string("r_i = a_i^-1 for i < count, 0 where there is none; returns how many have an inverse. ") +
        strides +
        " One inverse each: a product of all would be spoilt by a single a_i without one, and only an "
        "inverse "
        "tells that a_i is one."};
    builder.routine().bound = "one inverse a number";
    return std::move(all).finish();
}

}  // namespace limbsmith::algorithm::loop
