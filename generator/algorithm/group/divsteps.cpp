#include "algorithm/group/divsteps.hpp"

#include <functional>

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"
#include "spec/divsteps.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

constexpr int batch_bits = digit_bits;
constexpr int carried_bias = 2;  // of the words on top
constexpr uint32_t one_batch = uint32_t{1} << batch_bits;

// A signed word w as |w| and whether it is negative.
struct Factor {
    Place size, sign;

    Factor(const Lanes& lanes, const Place& w, const std::string& name)
        : size(lanes.builder.local(ir::word_named("size_" + name))),
          sign(lanes.builder.local(ir::word_named("sign_" + name))) {
        lanes.builder.assign(sign, Scalar(w) >> (limb_bits - 1));
        lanes.builder.assign(size, (Scalar(w) ^ (0 - Scalar(sign))) + sign);
    }
};

// The part of a carried number in a lane: limbs + W·top stands for it, with a signed word on top.
struct Part {
    Place limbs, top;
};

Part part_of(const Lanes& lanes, const Place& x, const std::string& name) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Part part{lanes.number(name.c_str()), builder.local(ir::word_named("top_" + name))};
    lanes.each_limb("k", lanes.words, [&](Place k) { builder.assign(part.limbs.limb(k), x.limb(k)); });
    builder.assign(part.top, x.limb(lanes.words) - carried_bias);
    return part;
}

Place factor_input(ir::RoutineBuilder& builder, const char* name) {
    return builder.input({name, ir::Variable::Kind::word, repr::factor});
}

using Limit = std::function<ir::Bound(const char*)>;

// A row while it is built: the lane's sum is part + W·over.
struct DivstepsRow {
    OnNumbers all;
    Place x, y, u, v, r{}, part, over;

    DivstepsRow(const Group& group, const char* name, const ir::Library& library)
        : all(group, name, library),
          x(all.builder.input(carried_number(all.lanes, "x"))),
          y(all.builder.input(carried_number(all.lanes, "y"))),
          u(factor_input(all.builder, "u")),
          v(factor_input(all.builder, "v")),
          part(all.lanes.number("part")),
          over(all.lanes.word("over")) {}

    void declare_result() { r = all.builder.result(carried_number(all.lanes, "r")); }

    // -x = ~x + 1 - W: so for a negative u, u·(x + W·top) = |u|·~x + |u| + W·(u·top - |u|).
    void multiply() {
        ir::RoutineBuilder& builder = all.builder;
        const Lanes& lanes = all.lanes;
        const Factor by_x(lanes, u, "u"), by_y(lanes, v, "v");
        const Place flipped = lanes.number("flipped"), first = lanes.word("over_x"),
                    second = lanes.word("over_y");
        const auto more = [](const Factor& of) { return Scalar(of.sign) * of.size; };
        const Part own_x = part_of(lanes, x, "part_x"), own_y = part_of(lanes, y, "part_y");
        const auto add = [&](const Part& number, const Factor& factor, const Place& above) {
            lanes.each_limb("k", lanes.words, [&](Place k) {
                builder.assign(flipped.limb(k), number.limbs.limb(k) ^ (0 - Scalar(factor.sign)));
            });
            builder.call("add_product", {part, flipped, Scalar(factor.size)}, {part, above});
        };
        builder.copy(part, std::vector<uint32_t>(static_cast<size_t>(lanes.words)));
        builder.assign(part.limb(0), more(by_x) + more(by_y));
        add(own_x, by_x, first);
        add(own_y, by_y, second);
        builder.assign(over, Scalar(first) + second + Scalar(u) * own_x.top + Scalar(v) * own_y.top -
                                 more(by_x) - more(by_y));
    }

    // The words over the limbs go to the lane above, and the lowest bits to the lane below. In lanes but the last,
    // -2^30 - 2 <= over <= 2^31 + 1.
    void divide() {
        ir::RoutineBuilder& builder = all.builder;
        const Lanes& lanes = all.lanes;
        const Place up = lanes.word("up"), is_negative = lanes.word("is_negative"),
                    extended = lanes.number("extended"), carry = lanes.word("carry"),
                    down = lanes.word("down"), high = lanes.word("high");
        lanes.from_lane(up, over, ir::lane() - 1);
        builder.assign(up, select(ir::lane(), up, 0));
        builder.assign(is_negative, less(uint32_t{5} << (limb_bits - 3), up));
        lanes.each_limb("k", lanes.words,
                        [&](Place k) { builder.assign(extended.limb(k), 0 - Scalar(is_negative)); });
        builder.assign(extended.limb(0), up);
        builder.call("lane_add", {part, extended}, {part, carry});
        lanes.from_lane(down, part.limb(0) & (one_batch - 1), ir::lane() + 1);
        const Scalar is_last = equal(ir::lane(), lanes.count - 1);
        builder.assign(high, Scalar(carry) - is_negative + select(is_last, over, down));
        lanes.each_limb("k", lanes.words - 1, [&](Place k) {
            builder.assign(r.limb(k), (part.limb(k) >> batch_bits) |
                                          (part.limb(Scalar(k) + 1) << (limb_bits - batch_bits)));
        });
        // floor(high / 2^30), which is signed and at least -2
        const int last = lanes.words - 1;
        builder.assign(high, Scalar(high) + (uint32_t{carried_bias} << batch_bits));
        builder.assign(r.limb(last + 1), Scalar(high) >> batch_bits);
        builder.assign(r.limb(last),
                       (part.limb(last) >> batch_bits) | (Scalar(high) << (limb_bits - batch_bits)));
    }

    ir::Routine finish(const char* text, const ExprPtr& left, const ExprPtr& right, const Limit& limit,
                       const std::vector<ir::Bound>& others = {}, std::vector<ir::Given> givens = {}) && {
        // |u| + |v| <= 2^30
        const ExprPtr zero = ir::integer(0), one = ir::integer(1), most = ir::pow2(batch_bits),
                      rest = most - magnitude(var("u"));
        std::vector<ir::Bound> required{
            limit("x"), limit("y"), {"u", most + one, zero - most}, {"v", rest + one, zero - rest}};
        required.insert(required.end(), others.begin(), others.end());
        all.builder.routine().text = {text};
        all.builder.routine().source = divsteps_source;
        all.builder.routine().contract = {std::move(required), left, right, {limit("r")}, std::move(givens)};
        return std::move(all.builder).finish();
    }
};

ExprPtr row_sum() { return var("u") * var("x") + var("v") * var("y"); }

}  // namespace

ir::Variable carried_number(const Lanes& lanes, std::string name) {
    return ir::number_named(std::move(name), repr::carried, lanes.words + 1);
}

ir::Bound below_limit(const Lanes& lanes, std::string name, const ExprPtr& most) {
    const auto above =
        static_cast<uint64_t>(limb_bits * lanes.words) * static_cast<uint64_t>(lanes.count - 1);
    return {std::move(name), most + ir::integer(4) * ir::pow2(above)};
}

ir::Bound below_limit(const Lanes& lanes, std::string name) {
    const auto bits = static_cast<uint64_t>(limb_bits * lanes.words);
    return below_limit(lanes, std::move(name), ir::pow2(bits * static_cast<uint64_t>(lanes.count)));
}

ir::Routine divsteps_number(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divsteps_number", library);
    const Place a = all.input("a"), r = all.builder.result(carried_number(all.lanes, "r"));
    all.lanes.each_limb("k", group.words, [&](Place k) { all.builder.assign(r.limb(k), a.limb(k)); });
    all.builder.assign(r.limb(group.words), carried_bias);
    return std::move(all).finish("a", {any_num(all.width, "a")}, var("r"), var("a"),
                                 {{"r", container(all.width), ir::integer(0)}});
}

ir::Routine divsteps_minus(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divsteps_minus", library);
    const Lanes& lanes = all.lanes;
    const Place n = all.input("n"), r = all.builder.result(carried_number(lanes, "r")),
                minus_n = lanes.number("minus_n");
    difference(lanes, minus_n, lanes.zero("nothing"), n, CarryOut::unused);
    lanes.each_limb("k", group.words, [&](Place k) { all.builder.assign(r.limb(k), minus_n.limb(k)); });
    all.builder.assign(r.limb(group.words), carried_bias);
    const ExprPtr R = container(all.width);
    return std::move(all).finish("2^(32*limbs) - n for n != 0", {any_num(all.width, "n")}, var("r"),
                                 (R - var("n")) % R, {{"r", R, ir::integer(0)}});
}

ir::Routine divsteps_digit(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divsteps_digit", library);
    const Place x = all.builder.input(carried_number(all.lanes, "x")), r = all.bit();
    all.lanes.from_lane(r, x.limb(0) << (limb_bits - batch_bits), 0);
    return std::move(all).finish("4*(x mod 2^30), as divsteps_matrix has digits",
                                 {below_limit(all.lanes, "x")}, var("r"),
                                 ir::integer(4) * (var("x") % ir::pow2(batch_bits)), {any_word("r")});
}

ir::Routine divsteps_row(const Group& group, const ir::Library& library) {
    DivstepsRow row(group, "divsteps_row", library);
    row.declare_result();
    row.multiply();
    row.divide();
    const Lanes& lanes = row.all.lanes;
    return std::move(row).finish("(u*x + v*y) / 2^30", var("r"), row_sum() / ir::pow2(batch_bits),
                                 [&](const char* name) { return below_limit(lanes, name); });
}

ir::Routine divsteps_row_mod(const Group& group, const ir::Library& library) {
    DivstepsRow row(group, "divsteps_row_mod", library);
    const Place n = row.all.input("n"),
                minus_n = row.all.builder.input(carried_number(row.all.lanes, "minus_n")),
                n0inv = row.all.word_input("n0inv");
    row.declare_result();
    row.multiply();
    ir::RoutineBuilder& builder = row.all.builder;
    const Lanes& lanes = row.all.lanes;
    const Place is_up = lanes.word("is_up"), k = lanes.word("factor"), multiple = lanes.number("multiple"),
                above = lanes.word("above");
    const Scalar top = minus_n.limb(lanes.words) - carried_bias;
    lanes.from_lane(is_up, Scalar(row.over) >> (limb_bits - 1), lanes.count - 1);
    lanes.from_lane(k, row.part.limb(0), 0);
    builder.assign(k, Scalar(k) * n0inv & (one_batch - 1));
    // k·n, or (k - 2^30)·n = (2^30 - k)·minus_n - (2^30 - k)·2^(32·limbs)
    builder.assign(k, select(is_up, k, one_batch - Scalar(k)));
    lanes.each_limb("k", lanes.words, [&](Place i) {
        builder.assign(multiple.limb(i), select(is_up, n.limb(i), minus_n.limb(i)));
    });
    builder.call("add_product", {row.part, multiple, Scalar(k)}, {row.part, above});
    const Scalar is_less = equal(ir::lane(), lanes.count - 1) & (1 - Scalar(is_up));
    builder.assign(row.over, Scalar(row.over) + above + select(is_up, 0, top * k) - select(is_less, k, 0));
    row.divide();
    const ExprPtr N = var("n"), R = container(row.all.width), word = ir::pow2(limb_bits);
    return std::move(row).finish(
        "(u*x + v*y + k*n) / 2^30 for the k that makes it exact, of the other sign than u*x + v*y.",
        (ir::pow2(batch_bits) * var("r")) % N, row_sum() % N,
        [&](const char* name) { return below_limit(lanes, name, N); },
        {{"n", R}, exactly("minus_n", R - N), any_word("n0inv")},
        {given_modulus("n"), {"n0inv", (word - inverse(N, word)) % word, "n0inv = -n^-1 mod 2^32"}});
}

// x = |x| for a number of these limbs and a sign on top.
Place take_magnitude(const Lanes& lanes, const Place& x, const Place& sign, const Place& is_negative) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place negative = lanes.number("negative"), size_over = lanes.word("size_over");
    const Place borrow = difference(lanes, negative, lanes.zero("nothing"), x, CarryOut::wanted, "_negative");
    builder.assign(is_negative, Scalar(sign) >> (limb_bits - 1));
    builder.assign(size_over, select(is_negative, 0 - Scalar(sign) - borrow, sign));
    builder.call("lane_select", {Scalar(is_negative), negative, x}, {x});
    return size_over;
}

// The words on top are at least -2: 2 more goes up from every lane, as the parts have it, and is taken away again.
ir::Routine divsteps_magnitude(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divsteps_magnitude", library);
    ir::RoutineBuilder& builder = all.builder;
    const Lanes& lanes = all.lanes;
    const Place x = builder.input(carried_number(lanes, "x")), r = all.result(),
                over = builder.output(ir::word_named("over")),
                is_negative = builder.output(ir::word_named("is_negative"));
    const Place borrows = lanes.word("borrows"), sign = lanes.word("sign"), biased = lanes.word("biased");
    lanes.each_limb("k", lanes.words, [&](Place k) { builder.assign(r.limb(k), x.limb(k)); });
    builder.assign(biased, x.limb(lanes.words));
    const Place above = carry_up(lanes, r, biased, 0, "_up", CarryOut::wanted);
    builder.call("sub_word", {r, select(ir::lane(), carried_bias, 0)}, {r, borrows});
    const Place zeros = all_zero(builder, "zeros", r);
    const Carries less = look_ahead(builder, borrows, zeros, "_less");
    builder.call("sub_word", {r, Scalar(less.in)}, {r, borrows});
    builder.assign(sign, Scalar(above) - less.out - carried_bias);
    builder.assign(over, take_magnitude(lanes, r, sign, is_negative));
    const ExprPtr R = container(all.width), two = ir::integer(2);
    return std::move(all).finish("|x| = r + 2^(32*limbs)*over, and whether x is negative",
                                 {below_limit(lanes, "x")},
                                 var("r") + R * var("over") + two * R * var("is_negative"),
                                 magnitude(var("x")) + two * R * ir::less(var("x"), ir::integer(0)),
                                 {any_num(all.width, "r"), one_bit("over"), one_bit("is_negative")});
}

LaneDivsteps::LaneDivsteps(const Lanes& lanes)
    : lanes_(lanes),
      eta_(factor("eta")),
      lowest_f_(lanes.word("lowest_f")),
      lowest_g_(lanes.word("lowest_g")),
      u_(factor("u")),
      v_(factor("v")),
      q_(factor("q")),
      r_(factor("other_r")) {
    lanes.builder.assign(eta_, UINT32_MAX);  // -2·delta, delta = 1/2
}

Place LaneDivsteps::factor(const char* name) const {
    return lanes_.builder.local({name, ir::Variable::Kind::word, repr::factor});
}

ir::Steps LaneDivsteps::steps() { return {&divsteps, {"eta", "f", "g"}, ir::integer(batch_bits) * var("i")}; }

void LaneDivsteps::next(const Place& f, const Place& g) const {
    lanes_.builder.call("divsteps_digit", {f}, {lowest_f_});
    lanes_.builder.call("divsteps_digit", {g}, {lowest_g_});
    lanes_.builder.call("divsteps_matrix", {Scalar(eta_), Scalar(lowest_f_), Scalar(lowest_g_)},
                        {u_, v_, q_, r_, eta_});
}

void LaneDivsteps::apply(const char* row, const Place& x, const Place& y,
                         const std::vector<ir::Call::Argument>& others) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const Place next = builder.local(carried_number(lanes_, "next_" + builder.variable(x).name));
    const auto call = [&](const Place& first, const Place& second, const Place& result) {
        std::vector<ir::Call::Argument> arguments{x, y, Scalar(first), Scalar(second)};
        arguments.insert(arguments.end(), others.begin(), others.end());
        builder.call(row, arguments, {result});
    };
    call(u_, v_, next);
    call(q_, r_, y);
    builder.copy(x, next);
}

}  // namespace limbsmith::algorithm::group
