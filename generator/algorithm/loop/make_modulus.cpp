#include "algorithm/loop/make_modulus.hpp"

#include <fmt/format.h>

#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

ir::Routine make_modulus(const Residues& residues, InverseStart inverse_start, const ir::Library& library) {
    const int limbs = residues.limbs();
    const Width width = residues.modulus.width();
    RoutineBuilder builder("make_modulus", library);
    const auto member = [&](const char* name) {
        return builder.written_member(ir::number_named(name, repr::member, limbs));
    };
    const Place modulus = member("n"), one = member("one"), r2 = member("r2");
    const Place n0inv = builder.written_member({"n0inv", ir::Variable::Kind::word, repr::member_word});
    const Place n = builder.input(residues.plain("n")), ok = builder.result(ir::word_named("ok"));
    const Place above = builder.local(ir::word_named("above"));
    builder.assign(above, 0);
    const auto each_limb = [&](int first, const auto& body) {
        builder.loop(with(ir::below("i", first, limbs), ir::For::Unroll::free), {}, body);
    };
    each_limb(1, [&](Place i) { builder.assign(above, Scalar(above) | n.limb(i)); });
    builder.assign(ok, n.limb(0) & 1 & (less(1, n.limb(0)) | not_equal(above, 0)));
    if (!width.is_full()) {
        const int used = limb_bits - width.container_bits() + width.bits;
        builder.assign(ok, Scalar(ok) & equal(n.limb(limbs - 1) >> used, 0));
    }
    each_limb(0, [&](Place i) { builder.assign(modulus.limb(i), select(ok, n.limb(i), select(i, 0, 3))); });
    builder.call("n0inv", {}, {n0inv});
    std::vector<uint32_t> first(limbs);
    first[0] = 1;
    builder.copy(one, first);
    const ExprPtr m = if_else(var("ok"), var("n"), ir::integer(3));  // what the object is for
    // from the residue 2^from, `count` times doubled
    const auto doubled = [&](const Place& x, int from, int count) {
        const ExprPtr value = exp2(from == 0 ? var("k") : ir::integer(from) + var("k")) % m;
        builder.loop(ir::below("k", 0, count), {{{var(builder.variable(x).name), value}}},
                     [&](Place) { builder.call("dbl", {x}, {x}); });
    };
    const int bits = width.container_bits();
    doubled(one, 0, bits);
    builder.copy(r2, one);
    doubled(r2, bits, bits);
    if (inverse_start == InverseStart::yes) {
        const Place start = member("inverse_start");
        builder.copy(start, r2);
        doubled(start, 2 * bits, digit_bits);
    }
    ir::Routine& routine = builder.routine();
    routine.text = {
        fmt::format("m for the modulus n; returns 1 if n is odd, greater than 1 and below 2^{}, else 0, and "
                    "then m is for n = 3.",
                    width.bits)};
    routine.bound = fmt::format("{} doublings for each constant", bits);
    const ExprPtr is_modulus =
        (var("n") % ir::integer(2)) * less(ir::integer(1), var("n")) * less(var("n"), ir::pow2(width.bits));
    routine.contract = {{any_num(width, "n")}, var("ok"), is_modulus, {one_bit("ok")}};
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
