#include "algorithm/group/divsteps.hpp"

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"
#include "spec/divsteps.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::Place, ir::Scalar;

constexpr int batch_bits = digit_bits;
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

// A row while it is built: the lane's sum is part + W·over.
struct DivstepsRow {
    OnNumbers all;
    SignedNumber x, y;
    Place u, v, r{}, top{}, part, over;

    DivstepsRow(const Group& group, const char* name, const ir::Library& library)
        : all(group, name, library),
          x{all.input("x"), all.word_input("top_x")},
          y{all.input("y"), all.word_input("top_y")},
          u(all.word_input("u")),
          v(all.word_input("v")),
          part(all.lanes.number("part")),
          over(all.lanes.word("over")) {}

    void declare_results() { r = all.result(), top = all.builder.output(ir::word_named("top")); }

    // -x = ~x + 1 - W: so for a negative u, u·(x + W·top) = |u|·~x + |u| + W·(u·top - |u|).
    void multiply() {
        ir::RoutineBuilder& builder = all.builder;
        const Lanes& lanes = all.lanes;
        const Factor by_x(lanes, u, "u"), by_y(lanes, v, "v");
        const Place flipped = lanes.number("flipped"), first = lanes.word("over_x"),
                    second = lanes.word("over_y");
        const auto more = [](const Factor& of) { return Scalar(of.sign) * of.size; };
        const auto add = [&](const SignedNumber& number, const Factor& factor, const Place& above) {
            lanes.each_limb("k", lanes.words, [&](Place k) {
                builder.assign(flipped.limb(k), number.limbs.limb(k) ^ (0 - Scalar(factor.sign)));
            });
            builder.call("add_product", {part, flipped, Scalar(factor.size)}, {part, above});
        };
        builder.copy(part, std::vector<uint32_t>(static_cast<size_t>(lanes.words)));
        builder.assign(part.limb(0), more(by_x) + more(by_y));
        add(x, by_x, first);
        add(y, by_y, second);
        builder.assign(
            over, Scalar(first) + second + Scalar(u) * x.top + Scalar(v) * y.top - more(by_x) - more(by_y));
    }

    // What is over goes to the lane above, and the lowest bits to the lane below. In lanes but the last,
    // -2^30 - 2 < over <= 2^31.
    void divide() {
        ir::RoutineBuilder& builder = all.builder;
        const Lanes& lanes = all.lanes;
        const Place up = lanes.word("up"), is_negative = lanes.word("is_negative"),
                    extended = lanes.number("extended"), carry = lanes.word("carry"),
                    down = lanes.word("down"), high = lanes.word("high");
        lanes.from_lane(up, over, ir::lane() - 1);
        builder.assign(up, select(ir::lane(), up, 0));
        builder.assign(is_negative, less(uint32_t{1} << (limb_bits - 1), up));
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
        const int last = lanes.words - 1;
        builder.assign(r.limb(last),
                       (part.limb(last) >> batch_bits) | (Scalar(high) << (limb_bits - batch_bits)));
        // floor(high / 2^30), which is signed
        builder.assign(top, (Scalar(high) >> batch_bits) |
                                ((0 - (Scalar(high) >> (limb_bits - 1))) << (limb_bits - batch_bits)));
    }

    ir::Routine finish(const char* text) && {
        all.builder.routine().text = {text};
        all.builder.routine().source = divsteps_source;
        return std::move(all.builder).finish();
    }
};

}  // namespace

SignedNumber signed_number(const Lanes& lanes, const std::string& name, const Place& limbs) {
    ir::RoutineBuilder& builder = lanes.builder;
    const SignedNumber made{lanes.number(name.c_str()), builder.local(ir::word_named("top_" + name))};
    builder.copy(made.limbs, limbs);
    builder.assign(made.top, 0);
    return made;
}

ir::Routine divsteps_row(const Group& group, const ir::Library& library) {
    DivstepsRow row(group, "divsteps_row", library);
    row.declare_results();
    row.multiply();
    row.divide();
    return std::move(row).finish("(u*x + v*y) / 2^30, where a lane has a signed word above its limbs.");
}

ir::Routine divsteps_row_mod(const Group& group, const ir::Library& library) {
    DivstepsRow row(group, "divsteps_row_mod", library);
    const Place n = row.all.input("n"), minus_n = row.all.input("minus_n"),
                n0inv = row.all.word_input("n0inv");
    row.declare_results();
    row.multiply();
    ir::RoutineBuilder& builder = row.all.builder;
    const Lanes& lanes = row.all.lanes;
    const Place is_up = lanes.word("is_up"), k = lanes.word("factor"), multiple = lanes.number("multiple"),
                above = lanes.word("above");
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
    builder.assign(row.over, Scalar(row.over) + above - select(is_less, k, 0));
    row.divide();
    return std::move(row).finish(
        "(u*x + v*y + k*n) / 2^30 for the k that makes it exact, of the other sign than u*x + v*y.");
}

// The tops are at least -4: 4 more goes up from every lane, and is taken away again.
ir::Routine resolve_tops(const Group& group, const ir::Library& library) {
    constexpr int bias = 4;
    OnNumbers all(group, "resolve_tops", library);
    ir::RoutineBuilder& builder = all.builder;
    const Lanes& lanes = all.lanes;
    const Place x = all.input("x"), top = all.word_input("top"), r = all.result();
    const Place sign = builder.output(ir::word_named("sign"));
    const Place over = lanes.word("biased"), borrows = lanes.word("borrows");
    builder.copy(r, x);
    builder.assign(over, Scalar(top) + bias);
    const Place above = carry_up(lanes, r, over, 0, "_up", CarryOut::wanted);
    builder.call("sub_word", {r, select(ir::lane(), bias, 0)}, {r, borrows});
    const Place zeros = all_zero(builder, "zeros", r);
    const Carries less = look_ahead(builder, borrows, zeros, "_less");
    builder.call("sub_word", {r, Scalar(less.in)}, {r, borrows});
    builder.assign(sign, Scalar(above) - less.out - bias);
    builder.routine().text = {"the number without words above the limbs of lanes but the last"};
    return std::move(builder).finish();
}

LaneDivsteps::LaneDivsteps(const Lanes& lanes)
    : lanes_(lanes),
      eta_(lanes.word("eta")),
      lowest_f_(lanes.word("lowest_f")),
      lowest_g_(lanes.word("lowest_g")),
      u_(lanes.word("u")),
      v_(lanes.word("v")),
      q_(lanes.word("q")),
      r_(lanes.word("other_r")),
      limbs_(lanes.number("next_limbs")),
      top_(lanes.word("next_top")) {
    lanes.builder.assign(eta_, UINT32_MAX);  // -2·delta, delta = 1/2
}

void LaneDivsteps::next(const SignedNumber& f, const SignedNumber& g) const {
    // the low 30 bits, where divsteps_matrix has digits
    lanes_.from_lane(lowest_f_, f.limbs.limb(0) << (limb_bits - batch_bits), 0);
    lanes_.from_lane(lowest_g_, g.limbs.limb(0) << (limb_bits - batch_bits), 0);
    lanes_.builder.call("divsteps_matrix", {Scalar(eta_), Scalar(lowest_f_), Scalar(lowest_g_)},
                        {u_, v_, q_, r_, eta_});
}

void LaneDivsteps::apply(const char* row, const SignedNumber& x, const SignedNumber& y,
                         const std::vector<ir::Call::Argument>& others) const {
    const auto call = [&](const Place& first, const Place& second, const SignedNumber& result) {
        std::vector<ir::Call::Argument> arguments{x.limbs,       Scalar(x.top), y.limbs,
                                                  Scalar(y.top), Scalar(first), Scalar(second)};
        arguments.insert(arguments.end(), others.begin(), others.end());
        lanes_.builder.call(row, arguments, {result.limbs, result.top});
    };
    call(u_, v_, {limbs_, top_});
    call(q_, r_, y);
    lanes_.builder.copy(x.limbs, limbs_);
    lanes_.builder.assign(x.top, top_);
}

Magnitude take_magnitude(const Lanes& lanes, const Place& x, const Place& sign, const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const auto word = [&](const char* name) { return builder.local(ir::word_named(name + suffix)); };
    const Magnitude made{word("is_negative"), word("above")};
    const Place negative = lanes.number(("negative" + suffix).c_str());
    const Place borrow =
        difference(lanes, negative, lanes.zero(("nothing" + suffix).c_str()), x, CarryOut::wanted, suffix);
    builder.assign(made.is_negative, Scalar(sign) >> (limb_bits - 1));
    builder.assign(made.over, select(made.is_negative, 0 - Scalar(sign) - borrow, sign));
    builder.call("lane_select", {Scalar(made.is_negative), negative, x}, {x});
    return made;
}

}  // namespace limbsmith::algorithm::group
