#include "algorithm/group/whole.hpp"

#include <fmt/format.h>

#include <tuple>

#include "algorithm/group/long_products.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/product_parts.hpp"
#include "algorithm/group/shift.hpp"
#include "algorithm/group/square_parts.hpp"
#include "algorithm/group/sums.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

ir::Routine smaller_or_larger(Width width, const char* name, const char* text, bool is_min,
                              const ir::Library& library) {
    OnNumbers all(group_of(width), name, library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    const Place is_less = difference(all.lanes, all.lanes.number("rest"), a, b);
    const std::vector<ir::Call::Argument> order =
        is_min ? std::vector<ir::Call::Argument>{Scalar(is_less), a, b}
               : std::vector<ir::Call::Argument>{Scalar(is_less), b, a};
    all.builder.call("lane_select", order, {r});
    const ExprPtr condition = less(var("a"), var("b"));
    const ExprPtr value =
        is_min ? if_else(condition, var("a"), var("b")) : if_else(condition, var("b"), var("a"));
    return std::move(all).finish(text, all.both(), var("r"), value, {any_num(width, "r")});
}

bool by_long_products(const Lanes& lanes) { return has_long_products(lanes.builder.library()); }

// a·b = low + 2^(32·limbs)·high
struct Parts {
    Place low, high;
};

// Row by row: the lowest word leaves lane 0, and goes to the lane where it belongs. The rest in the end is the
// high part.
class Rows {
  public:
    Rows(OnNumbers& all, const Place& a, const Place& b)
        : lanes_(all.lanes), low_(lanes_.zero("low_part")), y_(lanes_, "y0", "y1"), window_(lanes_) {
        ir::RoutineBuilder& builder = all.builder;
        const Place lowest = lanes_.word("lowest");
        builder.loop(ir::below("from", 0, lanes_.count), {}, [&](Place from) {
            lanes_.each_limb("row", lanes_.words, [&](Place row) {
                y_.take(lanes_, b.limb(row), from);
                window_.step(a, y_);
                lanes_.from_lane(lowest, window_.low, 0);
                builder.assign(low_.limb(row), select(equal(ir::lane(), from), lowest, low_.limb(row)));
                lanes_.from_lane(window_.in, window_.low, ir::lane() + 1);
                builder.assign(window_.in, select(equal(ir::lane(), lanes_.count - 1), 0, window_.in));
            });
        });
    }
    Place low() const { return low_; }
    Place high() const {
        const Place high = lanes_.number("high_part"), over = lanes_.word("over");
        window_.sum(high, over);
        carry_up(lanes_, high, over, 0, "_high", CarryOut::unused);
        return high;
    }

  private:
    const Lanes& lanes_;
    const Place low_;
    const Multiplier y_;
    const Window window_;
};

// The result has no carries left in the words over the lanes' parts.
template <class LaneParts>
Parts carried(const Lanes& lanes, const LaneParts& parts) {
    const Place out = carry_up(lanes, parts.low, parts.low_over, 0, "_low", CarryOut::wanted);
    carry_up(lanes, parts.high, parts.high_over, out, "_high", CarryOut::unused);
    return {parts.low, parts.high};
}

Parts square(OnNumbers& all, const Place& a) {
    const Multiplier y(all.lanes, "y0", "y1");
    const Window window(all.lanes);
    return carried(all.lanes, SquareParts(all.lanes, window, y, a));
}

Parts product(OnNumbers& all, const Place& a, const Place& b) {
    const Lanes& lanes = all.lanes;
    if (by_long_products(lanes)) {
        const Parts parts{lanes.number("low_part"), lanes.number("high_part")};
        long_product_halves(lanes, parts.low, parts.high, a, b);
        return parts;
    }
    if (!ProductParts::is_best(lanes)) {
        const Rows rows(all, a, b);
        return {rows.low(), rows.high()};
    }
    return carried(lanes, ProductParts(lanes, a, b));
}

// The whole product: lane k has the limbs of two parts, those of the lanes 2k and 2k + 1 of low, or of high.
void join(const Lanes& lanes, const Place& r, const Parts& parts) {
    const Place low = lanes.word("from_low"), high = lanes.word("from_high");
    for (const int odd : {0, 1}) {
        lanes.each_limb("k", lanes.words, [&](Place k) {
            lanes.from_lane(low, parts.low.limb(k), 2 * ir::lane() + odd);
            lanes.from_lane(high, parts.high.limb(k), 2 * ir::lane() + odd);
            lanes.builder.assign(r.limb(Scalar(k) + odd * lanes.words),
                                 select(less(ir::lane(), lanes.count / 2), low, high));
        });
    }
}

}  // namespace

ir::Routine add(Width width, FlagOut carry, const ir::Library& library) {
    OnNumbers all(group_of(width), "add", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    if (carry == FlagOut::no) {
        if (!all.is_on_all_limbs("add", {a, b}, {r})) sum(all.lanes, r, a, b, CarryOut::unused);
        cut(all.lanes, r);
        const std::string text = "a + b mod " + all.modulo;
        return std::move(all).wrap(text, all.both(), var("a") + var("b"));
    }
    const Place out = all.builder.output(ir::word_named("carry"));
    if (all.is_on_all_limbs("add", {a, b}, {r}))
        all.builder.call("carry_off", {r}, {r, out});
    else
        all.builder.assign(out, sum(all.lanes, r, a, b));
    const Width own = all.values;
    return std::move(all).finish("a + b, and the carry out", all.own({"a", "b"}),
                                 var("r") + container(own) * var("carry"), var("a") + var("b"),
                                 {any_num(own, "r"), one_bit("carry")});
}

ir::Routine sub(Width width, FlagOut borrow, const ir::Library& library) {
    OnNumbers all(group_of(width), "sub", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    if (borrow == FlagOut::no) {
        if (!all.is_on_all_limbs("sub", {a, b}, {r})) difference(all.lanes, r, a, b, CarryOut::unused);
        cut(all.lanes, r);
        const std::string text = "a - b mod " + all.modulo;
        return std::move(all).wrap(text, all.both(), var("a") - var("b"));
    }
    const Place out = all.builder.output(ir::word_named("borrow"));
    if (!all.is_on_all_limbs("sub_borrow", {a, b}, {r, out}))
        all.builder.assign(out, difference(all.lanes, r, a, b));
    cut(all.lanes, r);
    const Width own = all.values;
    return std::move(all).finish("a - b, and the borrow out", all.own({"a", "b"}),
                                 var("r") - container(own) * var("borrow"), var("a") - var("b"),
                                 {any_num(own, "r"), one_bit("borrow")});
}

ir::Routine eq(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "eq", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.bit(), same = all.lanes.word("same");
    all.builder.call("lane_eq", {a, b}, {same});
    all.builder.assign(r, all.in_all(same));
    return std::move(all).finish("1 if a = b, else 0", all.both(), var("r"), equal(var("a"), var("b")),
                                 {one_bit("r")});
}

ir::Routine lt(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "lt", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.bit();
    all.builder.assign(r, difference(all.lanes, all.lanes.number("rest"), a, b));
    return std::move(all).finish("1 if a < b, else 0", all.both(), var("r"), less(var("a"), var("b")),
                                 {one_bit("r")});
}

ir::Routine is_zero(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "is_zero", library);
    const Place a = all.input("a"), r = all.bit();
    all.builder.assign(r, all.in_all(all_zero(all.builder, "zeros", a)));
    return std::move(all).finish("1 if a = 0, else 0", all.any({"a"}), var("r"),
                                 equal(var("a"), ir::integer(0)), {one_bit("r")});
}

ir::Routine select(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "select", library);
    const Place condition = all.builder.input(ir::word_named("condition"));
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    const Width width = all.width;
    all.builder.call("lane_select", {Scalar(condition), a, b}, {r});
    return std::move(all).finish("a if condition != 0, else b; the same condition in all lanes",
                                 {any_word("condition"), any_num(width, "a"), any_num(width, "b")}, var("r"),
                                 if_else(var("condition"), var("a"), var("b")), {any_num(width, "r")});
}

ir::Routine min(Width width, const ir::Library& library) {
    return smaller_or_larger(width, "min", "the smaller of a and b", true, library);
}

ir::Routine max(Width width, const ir::Library& library) {
    return smaller_or_larger(width, "max", "the larger of a and b", false, library);
}

ir::Routine mul(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mul", library);
    const Place a = all.input("a"), b = all.input("b");
    const Place r = all.builder.result(ir::number_named("r", repr::wide, 2 * all.lanes.words));
    if (by_long_products(all.lanes))
        long_product(all.lanes, r, a, &b);
    else
        join(all.lanes, r, product(all, a, b));
    const ExprPtr below = ir::pow2(2 * static_cast<uint64_t>(width.container_bits()));
    return std::move(all).finish("a*b", all.both(), var("r"), var("a") * var("b"), {{"r", below}});
}

ir::Routine sqr(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "sqr", library);
    const Place a = all.input("a"),
                r = all.builder.result(ir::number_named("r", repr::wide, 2 * all.lanes.words));
    if (by_long_products(all.lanes))
        long_product(all.lanes, r, a, nullptr);
    else
        join(all.lanes, r, square(all, a));
    const ExprPtr below = ir::pow2(2 * static_cast<uint64_t>(width.container_bits()));
    return std::move(all).finish("a^2", {any_num(width, "a")}, var("r"), var("a") * var("a"), {{"r", below}});
}

ir::Routine mul_lo(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mul_lo", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    if (by_long_products(all.lanes))
        long_low_product(all.lanes, r, a, b);
    else
        all.builder.copy(r, Rows(all, a, b).low());
    cut(all.lanes, r);
    const std::string text = "a*b mod " + all.modulo;
    return std::move(all).wrap(text, all.both(), var("a") * var("b"));
}

ir::Routine mul_or_sqr(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mul_or_sqr", library);
    const Place a = all.input("a"), b = all.input("b"),
                is_square = all.builder.input(ir::word_named("is_square")), r = all.result();
    long_low_product(all.lanes, r, a, b, &is_square);
    cut(all.lanes, r);
    ir::ExprPtr other = var("b") + var("is_square") * (var("a") - var("b"));
    std::vector<ir::Bound> given = all.both();
    given.push_back({"is_square", ir::integer(2)});
    const std::string text = "a*b, or a^2 where is_square is 1, mod " + all.modulo;
    return std::move(all).wrap(text, given, var("a") * other);
}

ir::Routine mul_sum(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mul_sum", library);
    const Place a = all.input("a"), b = all.input("b"), c = all.input("c"), d = all.input("d"),
                r = all.result();
    long_low_sum(all.lanes, r, {a, b, c, d});
    cut(all.lanes, r);
    const std::vector<ir::Bound> given = all.any({"a", "b", "c", "d"});
    const std::string text = "a*b + c*d mod " + all.modulo;
    return std::move(all).wrap(text, given, var("a") * var("b") + var("c") * var("d"));
}

ir::Routine mul_hi(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mul_hi", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    if (!all.is_on_all_limbs("mul_hi", {moved_up(all.lanes, a, "above_a"), b}, {r}))
        all.builder.copy(r, by_long_products(all.lanes) ? product(all, a, b).high : Rows(all, a, b).high());
    const std::string text = fmt::format("floor(a*b / {})", all.modulo);
    const Width own = all.values;
    return std::move(all).finish(text, all.own({"a", "b"}), var("r"), var("a") * var("b") / container(own),
                                 {any_num(own, "r")});
}

ir::Routine mul_halves(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mul_halves", library);
    const Place a = all.input("a"), b = all.input("b"), low = all.result("lower"), high = all.output("upper");
    const Parts parts = product(all, a, b);
    all.builder.copy(low, parts.low);
    all.builder.copy(high, parts.high);
    return std::move(all).finish("a*b = lower + 2^(32*limbs)*upper", all.both(),
                                 var("lower") + container(width) * var("upper"), var("a") * var("b"),
                                 all.any({"lower", "upper"}));
}

// a·b less 2^(32·limbs)·b if a < 0, and 2^(32·limbs)·a if b < 0, with all limbs of the lanes.
ir::Routine smul(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "smul", library);
    const Lanes& lanes = all.lanes;
    const Place in_a = all.input("a"), in_b = all.input("b");
    const Place r = all.builder.result(ir::number_named("r", repr::wide, 2 * lanes.words));
    const Place a = extended(lanes, in_a, "all_of_a"), b = extended(lanes, in_b, "all_of_b");
    const auto [low, high] = product(all, a, b);
    const Place less = lanes.number("less");
    for (const auto& [x, y, suffix] : {std::tuple{a, b, "_a"}, {b, a, "_b"}}) {
        const Place sign = sign_of(lanes, x, std::string("sign") + suffix);
        lanes.each_limb("k", lanes.words,
                        [&](Place k) { all.builder.assign(less.limb(k), y.limb(k) & Scalar(sign)); });
        difference(lanes, high, high, less, CarryOut::unused, suffix);
    }
    join(lanes, r, {low, high});
    cut_wide(lanes, r, width);
    const ExprPtr below = ir::pow2(static_cast<uint64_t>(limb_bits * width.wide_limbs()));
    const Width own = all.values;
    return std::move(all).finish("a*b in two's complement", all.own({"a", "b"}), var("r"),
                                 (signed_value(own, var("a")) * signed_value(own, var("b"))) % below,
                                 {{"r", below}});
}

}  // namespace limbsmith::algorithm::group
