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

// With G and P the words of all lanes' bits, a carry into lane i is bit i of (2G + P) xor P: where a bit of
// 2G meets ones of P it runs through them, as carries do.
Carries look_ahead(RoutineBuilder& builder, const Place& generates, const Place& propagates,
                   const std::string& suffix, CarryOut is_out) {
    const auto word = [&](const char* name) { return builder.local(ir::word_named(name + suffix)); };
    const Place all_generate = word("all_generate"), all_propagate = word("all_propagate");
    builder.exchange(ir::Exchange::Kind::ballot, all_generate, generates);
    builder.exchange(ir::Exchange::Kind::ballot, all_propagate, propagates);
    const Place sum = word("carry_sum"), carries = word("carries"), in = word("carry_in");
    const Scalar G = all_generate, P = all_propagate;
    builder.assign(sum, (G << 1) + P);
    builder.assign(carries, Scalar(sum) ^ P);
    builder.assign(in, (Scalar(carries) >> ir::lane()) & 1);
    if (is_out == CarryOut::unused) return {in, {}};
    const Place out = word("carried");
    const int lanes = builder.routine().lanes;
    // with as many lanes as a word has bits, 2G + P leaves the word where G does, or where the sum is below P
    builder.assign(
        out, lanes < limb_bits ? (Scalar(carries) >> lanes) & 1 : (G >> (limb_bits - 1)) + less(sum, P));
    return {in, out};
}

}  // namespace limbsmith::algorithm::group
