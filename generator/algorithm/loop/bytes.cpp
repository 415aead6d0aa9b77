#include "algorithm/loop/bytes.hpp"

#include <fmt/format.h>

#include "algorithm/range.hpp"
#include "spec/error.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

int byte_count(const Residues& residues) { return (residues.modulus.bits() + 7) / 8; }

std::string holds(const char* name, int count, const char* more) {
    return fmt::format("requires: {} holds {}{}.", name, counted(count, "byte"), more);
}

}  // namespace

ir::Routine from_bytes(const Residues& residues, const ir::Library& library) {
    const int count = byte_count(residues), limbs = residues.limbs();
    RoutineBuilder builder = routine_on(residues, "from_bytes", library);
    const Place x = builder.output(residues.plain("x")), in = builder.input(ir::bytes_named("in", count));
    const Place ok = builder.result(ir::word_named("ok"));
    const auto each = [&](int end, ir::Invariant known, const auto& body) {
        builder.loop(with(ir::below("i", 0, end), ir::For::Unroll::free), std::move(known), body);
    };
    each(limbs, {}, [&](Place i) { builder.assign(x.limb(i), 0); });
    const ExprPtr read = var("in") % exp2(ir::integer(8) * var("i"));
    each(count, {{{var("x"), read}}}, [&](Place i) {
        builder.assign(limb_of_byte(x, i), limb_of_byte(x, i) | (Scalar(in[i]) << place_in_limb(i)));
    });
    builder.call("is_canonical", {x}, {ok});
    each(limbs, {}, [&](Place i) { builder.assign(x.limb(i), x.limb(i) & (0 - Scalar(ok))); });
    builder.routine().text = {
        fmt::format("x = sum of in[i]*2^(8i) for i < {}; returns 1 if x < N, else 0, and then x = 0.", count),
        holds("in", count, ", none of them in x")};
    const ExprPtr N = residues.N(), is_less = less(var("in"), N);
    return finished(residues, std::move(builder),
                    {{{"in", ir::pow2(8 * count)}},
                     var("x") + N * var("ok"),
                     is_less * (var("in") + N),
                     {{"x", N}, one_bit("ok")}});
}

ir::Routine to_bytes(const Residues& residues, const ir::Library& library) {
    const int count = byte_count(residues);
    RoutineBuilder builder("to_bytes", library);
    const Place out = builder.output(ir::bytes_named("out", count)), x = builder.input(residues.plain("x"));
    const ExprPtr end = exp2(ir::integer(8) * var("i"));  // of the bytes that are written
    builder.loop(with(ir::below("i", 0, count), ir::For::Unroll::free),
                 {{{var("out") % end, var("x") % end}}},
                 [&](Place i) { builder.assign(out[i], limb_of_byte(x, i) >> place_in_limb(i)); });
    builder.routine().text = {fmt::format("out[i] = floor(x / 2^(8i)) mod 2^8 for i < {}.", count),
                              holds("out", count, "")};
    const bool is_known = residues.modulus.is_known();
    builder.routine().contract = {
        {is_known ? ir::Bound{"x", residues.N()} : in_width(residues.modulus.width(), "x")},
        var("out"),
        var("x"),
        {{"out", ir::pow2(8 * count)}}};
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
