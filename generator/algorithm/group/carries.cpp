#include "algorithm/group/carries.hpp"

#include "spec/width.hpp"

namespace limbsmith::algorithm::group {

using ir::Place, ir::RoutineBuilder, ir::Scalar;

Place all_zero(RoutineBuilder& builder, const std::string& name, const Place& number) {
    const Place all = builder.local(ir::word_named(name));
    builder.call("lane_is_zero", {number}, {all});
    return all;
}

Place all_ones(RoutineBuilder& builder, const std::string& name, const Place& number) {
    const ir::Variable& own = builder.variable(number);
    const auto words = static_cast<size_t>(own.words);
    const Place ones = builder.local(ir::number_named("all_" + name, own.representation, own.words)),
                all = builder.local(ir::word_named(name));
    builder.copy(ones, std::vector<uint32_t>(words, UINT32_MAX));
    builder.call("lane_eq", {number, ones}, {all});
    return all;
}

namespace {

// With G and P the words of all lanes' bits, a carry into lane i is bit i of (2G + P) xor P: where a bit of
// 2G meets ones of P it runs through them, as carries do.
Carries look_ahead_in_warp(RoutineBuilder& builder, const Place& generates, const Place& propagates,
                           const std::string& suffix, CarryOut is_out) {
    const auto word = [&](const char* name) { return builder.local(ir::word_named(name + suffix)); };
    const Place all_generate = word("all_generate"), all_propagate = word("all_propagate");
    builder.exchange(ir::Exchange::Kind::ballot, all_generate, generates);
    builder.exchange(ir::Exchange::Kind::ballot, all_propagate, propagates);
    const Place sum = word("carry_sum");
    const Scalar G = all_generate, P = all_propagate;
    builder.assign(sum, (G << 1) + P);
    const int lanes = builder.routine().lanes();
    Place in, carries;
    if (is_out != CarryOut::alone || lanes < limb_bits) {
        carries = word("carries");
        builder.assign(carries, Scalar(sum) ^ P);
    }
    if (is_out != CarryOut::alone) {
        in = word("carry_in");
        builder.assign(in, (Scalar(carries) >> ir::lane()) & 1);
    }
    if (is_out == CarryOut::unused) return {in, {}};
    const Place out = word("carried");
    // with as many lanes as a word has bits, 2G + P leaves the word where G does, or where the sum is below P
    builder.assign(
        out, lanes < limb_bits ? (Scalar(carries) >> lanes) & 1 : (G >> (limb_bits - 1)) + less(sum, P));
    return {in, out};
}

// Carries between the warps of a block are found in the same way. A warp generates a carry if 2G + P leaves the word,
// and passes one on if P is all ones. A carry into lane 0 of a warp stands below the bits of 2G.
Carries look_ahead_in_block(RoutineBuilder& builder, const Place& generates, const Place& propagates,
                            const std::string& suffix, CarryOut is_out) {
    const auto word = [&](const char* name) { return builder.local(ir::word_named(name + suffix)); };
    const int warps = builder.routine().lanes() / ir::warp;
    const Scalar lane_of_warp = ir::lane() % ir::warp, own_warp = ir::lane() / ir::warp;
    const Place G = word("all_generate"), P = word("all_propagate"), sum = word("carry_sum"),
                warp_carries = word("warp_carries"), asked = word("of_warp");
    const Place of_warps = builder.shared(ir::array(ir::word_named("of_warps" + suffix), warps));
    builder.exchange(ir::Exchange::Kind::ballot, G, generates);
    builder.exchange(ir::Exchange::Kind::ballot, P, propagates);
    builder.assign(sum, (Scalar(G) << 1) + P);
    // 2 for a warp that generates a carry, 1 for one that passes it on
    builder.when(equal(lane_of_warp, 0), [&] {
        builder.assign(of_warps[own_warp],
                       (((Scalar(G) >> (limb_bits - 1)) + less(sum, P)) << 1) + equal(P, UINT32_MAX));
    });
    builder.barrier();
    builder.assign(asked, 0);
    builder.when(less(lane_of_warp, warps), [&] { builder.assign(asked, of_warps[lane_of_warp]); });
    const Place warps_generate = word("warps_generate"), warps_propagate = word("warps_propagate");
    builder.exchange(ir::Exchange::Kind::ballot, warps_generate, Scalar(asked) >> 1);
    builder.exchange(ir::Exchange::Kind::ballot, warps_propagate, Scalar(asked) & 1);
    builder.barrier();
    const Scalar all = (Scalar(warps_generate) << 1) + warps_propagate;
    const Place all_sum = word("warp_sum"), in = word("carry_in");
    builder.assign(all_sum, all);
    builder.assign(warp_carries, Scalar(all_sum) ^ warps_propagate);
    builder.assign(sum, Scalar(sum) + ((Scalar(warp_carries) >> own_warp) & 1));
    builder.assign(in, ((Scalar(sum) ^ P) >> lane_of_warp) & 1);
    if (is_out == CarryOut::unused) return {in, {}};
    const Place out = word("carried");
    builder.assign(out, warps < limb_bits
                            ? (Scalar(warp_carries) >> warps) & 1
                            : (Scalar(warps_generate) >> (limb_bits - 1)) + less(all_sum, warps_propagate));
    return {in, out};
}

}  // namespace

Carries look_ahead(RoutineBuilder& builder, const Place& generates, const Place& propagates,
                   const std::string& suffix, CarryOut is_out) {
    return builder.routine().mapping.is_block()
               ? look_ahead_in_block(builder, generates, propagates, suffix, is_out)
               : look_ahead_in_warp(builder, generates, propagates, suffix, is_out);
}

}  // namespace limbsmith::algorithm::group
