#include "proved_form/lane_programs.hpp"

#include <utility>
#include <vector>

#include "ir/builder.hpp"

namespace limbsmith::proved_form {
namespace {

using ir::Builder, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

constexpr int word_bits = 32;

std::string indexed(const char* name, int lane) { return name + std::to_string(lane); }

ExprPtr size(int words) { return ir::pow2(static_cast<uint64_t>(word_bits) * static_cast<uint64_t>(words)); }

// The number that the parts make.
ExprPtr sum_of_parts(int lanes, int words) {
    ExprPtr sum = var("p0");
    for (int lane = 1; lane < lanes; ++lane) sum = sum + size(lane * words) * var(indexed("p", lane));
    return sum;
}

std::vector<ir::Bound> part_bounds(int lanes, int words) {
    std::vector<ir::Bound> bounds;
    for (int lane = 0; lane < lanes; ++lane) bounds.push_back({indexed("p", lane), size(words)});
    return bounds;
}

std::string name_of(const char* what, int lanes, int words) {
    return what + std::to_string(lanes) + "x" + std::to_string(words);
}

}  // namespace

ir::Program split_lanes(int lanes, int words) {
    Builder builder(name_of("split", lanes, words));
    const std::vector<Operand> a = builder.input("a", ir::number, lanes * words);
    for (int lane = 0; lane < lanes; ++lane) {
        const auto first = a.begin() + lane * words;
        builder.output(indexed("p", lane), ir::number, {first, first + words});
    }
    return std::move(builder).finish(
        {{{"a", size(lanes * words)}}, sum_of_parts(lanes, words), var("a"), part_bounds(lanes, words)});
}

ir::Program join_lanes(int lanes, int words) {
    Builder builder(name_of("join", lanes, words));
    std::vector<Operand> r;
    for (int lane = 0; lane < lanes; ++lane)
        for (const Operand& word : builder.input(indexed("p", lane), ir::number, words)) r.push_back(word);
    builder.output("r", ir::number, r);
    return std::move(builder).finish(
        {part_bounds(lanes, words), var("r"), sum_of_parts(lanes, words), {{"r", size(lanes * words)}}});
}

// v - 1 borrows where v is 0.
ir::Program ballot_of_lanes(int lanes) {
    Builder builder("ballot" + std::to_string(lanes));
    std::vector<Operand> values;
    for (int lane = 0; lane < lanes; ++lane)
        values.push_back(builder.input(indexed("v", lane), ir::word, 1)[0]);
    std::vector<ir::Bound> bounds;
    ExprPtr value;
    Operand sum(0u);
    for (int lane = 0; lane < lanes; ++lane) {
        ir::Chain chain(builder);
        chain.sub(values[static_cast<size_t>(lane)], Operand(1u));
        const Operand zero_mask = chain.sub(Operand(0u), Operand(0u));
        chain.forget();
        const Operand mask = builder.emit(Opcode::bit_not, zero_mask);
        const Operand bit = builder.emit(Opcode::bit_and, mask, Operand(uint32_t{1} << lane));
        sum = lane == 0 ? bit : builder.emit(Opcode::add, sum, bit);
        const ExprPtr is_set = ir::integer(1) - equal(var(indexed("v", lane)), ir::integer(0));
        value = lane == 0 ? is_set : value + ir::pow2(static_cast<uint64_t>(lane)) * is_set;
        bounds.push_back({indexed("v", lane), size(1)});
    }
    builder.output("w", ir::word, {sum});
    return std::move(builder).finish(
        {bounds, var("w"), value, {{"w", ir::pow2(static_cast<uint64_t>(lanes))}}});
}

// It computes [v != 0], as if there were no other number; v - 1 borrows where v is 0.
ir::Program any_of_warp() {
    Builder builder("any");
    const Operand v = builder.input("v", ir::word, 1)[0];
    ir::Chain chain(builder);
    chain.sub(v, Operand(1u));
    const Operand zero_mask = chain.sub(Operand(0u), Operand(0u));
    chain.forget();
    builder.output("t", ir::word, {builder.emit(Opcode::add, zero_mask, Operand(1u))});
    const ExprPtr is_set = ir::integer(1) - equal(var("v"), ir::integer(0));
    return std::move(builder).finish({{{"v", size(1)}}, var("t") * is_set, is_set, {{"t", ir::integer(2)}}});
}

ir::Program select_word() {
    Builder builder("select_word");
    const Operand condition = builder.input("condition", ir::word, 1)[0],
                  a = builder.input("a", ir::word, 1)[0], b = builder.input("b", ir::word, 1)[0];
    ir::Chain chain(builder);
    chain.sub(condition, Operand(1u));
    const Operand is_zero = chain.sub(Operand(0u), Operand(0u));
    chain.forget();
    builder.output("r", ir::word, {builder.emit(Opcode::select, is_zero, b, a)});
    const ExprPtr word = size(1);
    return std::move(builder).finish({{{"condition", word}, {"a", word}, {"b", word}},
                                      var("r"),
                                      if_else(var("condition"), var("a"), var("b")),
                                      {{"r", word}}});
}

}  // namespace limbsmith::proved_form
