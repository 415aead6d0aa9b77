#include "algorithm/group/division_parts.hpp"

#include <bit>

#include "algorithm/division.hpp"
#include "algorithm/division_contracts.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"
#include "algorithm/group/whole.hpp"
#include "algorithm/product.hpp"
#include "algorithm/reciprocal.hpp"
#include "algorithm/row_accumulator.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

constexpr Width pair_width{2 * limb_bits}, word_width{limb_bits};

ir::Program renamed(ir::Program program, const char* name) {
    program.name = name;
    for (auto& it : program.inputs)
        if (it.representation == repr::num) it.representation = repr::word;
    for (auto& it : program.outputs)
        if (it.representation == repr::num) it.representation = repr::word;
    return program;
}

TwoWords input_pair(ir::Builder& builder, const char* name) {
    const Words words = builder.input(name, two_words, 2);
    return {words[1], words[0]};
}

ir::Program top_reciprocal() {
    ir::Builder builder("top_reciprocal");
    builder.output("v", repr::word, {reciprocal(builder, input_pair(builder, "d"))});
    return std::move(builder).finish({{normalized_bound(pair_width, "d")},
                                      var("v"),
                                      reciprocal_of(pair_width, var("d")),
                                      {any_word("v")}});
}

ir::Program top_quotient() {
    ir::Builder builder("top_quotient");
    const TwoWords r = input_pair(builder, "r");
    const ir::Operand low = builder.input("low", repr::word, 1)[0];
    const TwoWords d = input_pair(builder, "d");
    const ir::Operand v = builder.input("v", repr::word, 1)[0];
    const QuotientWord step = divide(builder, r.high, r.low, low, d, v);
    builder.output("remainder", two_words, step.remainder);
    builder.output("q", repr::word, {step.quotient});
    ir::Contract contract = quotient_contract(pair_width);
    std::erase_if(contract.requires_, [](const ir::Bound& it) { return it.name == "minus_d"; });
    return std::move(builder).finish(std::move(contract));
}

ir::Program add_product(int words) {
    ir::Builder builder("add_product");
    const Width width{limb_bits * words};
    const Words a = builder.input("a", repr::num, words), m = builder.input("m", repr::num, words);
    const ir::Operand w = builder.input("w", repr::word, 1)[0];
    RowAccumulator sum(builder, words + 1);
    sum.start_from(bounded(a, width), max_of(bounded(a, width)));
    sum.add_row(bounded(m, width), {w, UINT32_MAX}, 0, max_of(bounded(m, width)) * UINT32_MAX);
    Words r = words_of(sum.finish(0));
    const ir::Operand over = r.back();
    r.pop_back();
    builder.output("r", repr::num, r);
    builder.output("over", repr::word, {over});
    return std::move(builder).finish({{any_num(width, "a"), any_num(width, "m"), any_word("w")},
                                      var("r") + container(width) * var("over"),
                                      var("a") + var("m") * var("w"),
                                      {any_num(width, "r"), any_word("over")}});
}

ir::Routine highest(const char* name, int count, const Group& group, const ir::Library& library) {
    OnNumbers all(group, name, library);
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a");
    const int limbs = lanes.count * lanes.words;
    ExprPtr sum;
    std::vector<ir::Bound> words;
    for (int k = 0; k < count; ++k) {
        const std::string word = "w" + std::to_string(k);
        const int at = limbs - count + k;
        lanes.from_lane(all.builder.output(ir::word_named(word)), a.limb(at % lanes.words), at / lanes.words);
        sum = k == 0 ? var(word) : sum + ir::pow2(static_cast<uint64_t>(limb_bits * k)) * var(word);
        words.push_back(any_word(word));
    }
    const ExprPtr unit = ir::pow2(static_cast<uint64_t>(limb_bits * (limbs - count)));
    std::vector<ir::Bound> required = all.any({"a"});
    return std::move(all).finish("the highest limbs of a", std::move(required), sum,
                                 limbs == count ? var("a") : var("a") / unit, std::move(words));
}

}  // namespace

std::vector<ir::Program> division_leaves(int words) {
    return {top_reciprocal(), top_quotient(), renamed(algorithm::divisor(word_width), "word_divisor"),
            renamed(algorithm::quotient_limb(word_width), "word_quotient"), add_product(words)};
}

ir::Routine up_by_limb(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "up_by_limb", library);
    const Lanes& lanes = all.lanes;
    const Place x = all.input("x"), low = all.word_input("low"), r = all.result(), up = lanes.word("up");
    lanes.from_lane(up, x.limb(lanes.words - 1), ir::lane() - 1);
    lanes.each_limb("k", lanes.words - 1,
                    [&](Place k) { all.builder.assign(r.limb(Scalar(k) + 1), x.limb(k)); });
    all.builder.assign(r.limb(0), select(ir::lane(), up, low));
    const Width width = all.width;
    return std::move(all).finish("(2^32*x + low) mod 2^(32*limbs)", {any_num(width, "x"), any_word("low")},
                                 (ir::pow2(limb_bits) * var("x") + var("low")) % container(width));
}

ir::Routine add_multiple(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "add_multiple", library);
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), m = all.input("m"), w = all.word_input("w"), r = all.result();
    const Place over = all.builder.output(ir::word_named("over")), part = lanes.word("part");
    all.builder.call("add_product", {a, m, Scalar(w)}, {r, part});
    all.builder.assign(over, carry_up(lanes, r, part, 0, "_row", CarryOut::wanted));
    const Width width = all.width;
    return std::move(all).finish("a + m*w", {any_num(width, "a"), any_num(width, "m"), any_word("w")},
                                 var("r") + container(width) * var("over"), var("a") + var("m") * var("w"),
                                 {any_num(width, "r"), any_word("over")});
}

ir::Routine add_back(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "add_back", library);
    const Place a = all.input("a"), b = all.input("b"), bit = all.word_input("bit"), r = all.result();
    all.builder.copy(r, a);
    sum_if(all.lanes, r, b, bit, "_back");
    const Width width = all.width;
    return std::move(all).finish("(a + b*bit) mod 2^(32*limbs)",
                                 {any_num(width, "a"), any_num(width, "b"), one_bit("bit")},
                                 (var("a") + var("b") * var("bit")) % container(width));
}

ir::Routine opposite(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "opposite", library);
    const Place d = all.input("d"), r = all.result();
    difference(all.lanes, r, all.lanes.zero("nothing"), d, CarryOut::unused);
    const Width width = all.width;
    return std::move(all).finish("2^(32*limbs) - d", {{"d", container(width), ir::integer(1)}},
                                 container(width) - var("d"));
}

ir::Routine at_least_one(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "at_least_one", library);
    const Lanes& lanes = all.lanes;
    const Place b = all.input("b"), r = all.result(), by_zero = all.builder.output(ir::word_named("by_zero"));
    all.builder.assign(by_zero, every_lane(lanes, all_zero(all.builder, "zeros", b)));
    const Place one = lanes.zero("one");
    all.builder.assign(one.limb(0), equal(ir::lane(), 0));
    all.builder.call("lane_select", {Scalar(by_zero), one, b}, {r});
    const Width width = all.width;
    return std::move(all).finish("b, or 1 for b = 0", {any_num(width, "b")},
                                 var("r") + container(width) * var("by_zero"),
                                 if_else(var("b"), var("b"), ir::integer(1) + container(width)),
                                 {any_num(width, "r"), one_bit("by_zero")});
}

ir::Routine choose(const Group& group, const ir::Library& library) {
    ir::Routine all = select(group, library);
    all.name = "choose";
    return all;
}

ir::Routine lowest1(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "lowest1", library);
    const Place a = all.input("a"), w = all.builder.output(ir::word_named("w0"));
    all.lanes.from_lane(w, a.limb(0), 0);
    return std::move(all).finish("the lowest limb of a", all.any({"a"}), var("w0"),
                                 var("a") % ir::pow2(limb_bits), {any_word("w0")});
}
ir::Routine highest1(const Group& group, const ir::Library& library) {
    return highest("highest1", 1, group, library);
}
ir::Routine highest2(const Group& group, const ir::Library& library) {
    return highest("highest2", 2, group, library);
}
ir::Routine highest3(const Group& group, const ir::Library& library) {
    return highest("highest3", 3, group, library);
}

// Bit by bit from the top: numbers whose bit is less than that of another drop out. The limits at the end change nothing;
// they say that the result can be used, whatever the votes were.
ir::Routine most(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "most", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place word = all.word_input("w"), most = all.bit();
    const Place takes_part = lanes.word("takes_part"), any = lanes.word("any_bit");
    const int limbs = lanes.count * lanes.words, bits = std::bit_width(static_cast<unsigned>(limbs));
    builder.assign(most, 0);
    builder.assign(takes_part, 1);
    builder.loop(ir::down_to("bit", bits - 1, 0), {}, [&](Place bit) {
        const Scalar own = (Scalar(word) >> bit) & 1;
        builder.exchange(ir::Exchange::Kind::any, any, own & takes_part);
        builder.assign(most, Scalar(most) | (Scalar(any) << bit));
        builder.assign(takes_part, Scalar(takes_part) & equal(own, any));
    });
    builder.assign(most, select(less(limbs, most), limbs, most));
    builder.assign(most, select(less(most, word), word, most));
    const ExprPtr below = ir::integer(static_cast<uint64_t>(limbs) + 1);
    return std::move(all).finish("the largest w of all numbers of a warp", {{"w", below}},
                                 less(var("r"), var("w")), ir::integer(0), {{"r", below}});
}

}  // namespace limbsmith::algorithm::group
