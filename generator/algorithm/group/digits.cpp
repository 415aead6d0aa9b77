#include "algorithm/group/digits.hpp"

#include <fmt/format.h>

#include "algorithm/digit/product.hpp"
#include "algorithm/digit/signed_digits.hpp"
#include "spec/error.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

// The form of a number that lanes have: its words from `used` on are 0.
ir::Representation used_of(ir::Representation form, int used, int words) {
    form.used = used == words ? 0 : used;
    return form;
}

ir::Variable signed_word_named(const char* name) {
    ir::Variable word = ir::word_named(name);
    word.representation = ir::signed_word;
    return word;
}

// A routine while it is built.
struct OnDigits {
    const DigitLanes& numbers;
    ir::RoutineBuilder builder;
    Lanes lanes;

    OnDigits(const DigitLanes& of, const char* name, const ir::Library& library)
        : numbers(of), builder(name, library), lanes(of.group, builder) {}

    Place input(const char* name) { return builder.input(ir::number_named(name, lanes.type, lanes.words)); }
    Place result() { return builder.result(ir::number_named("r", lanes.type, lanes.words)); }
    Place sign() { return builder.result(signed_word_named("r")); }
    // A word that each lane gives to the next one; lane 0 takes 0.
    Scalar from_below(const char* name, const Place& given) {
        const Place in = lanes.word(name);
        lanes.from_lane(in, given, ir::lane() - 1);
        return select(ir::lane(), in, 0);
    }
    // Place i of a number becomes `value` where `lane` has it.
    void write(const Place& number, int i, int words, const Scalar& value) {
        const Place limb = number.limb(i % words);
        builder.assign(limb, select(equal(ir::lane(), i / words), value, limb));
    }
    ir::Routine finish(const std::string& text, const ExprPtr& left, const ExprPtr& right) && {
        const SignedDigits& of = numbers.digits;
        builder.routine().text = {
            text, fmt::format("Operands have {} from -{} to {}{}.", counted(of.count, "digit"), of.bound,
                              of.bound, lanes.has_all_limbs() ? "" : "; those of lanes beyond are 0")};
        builder.routine().contract = {{}, left, right, {}};
        return std::move(builder).finish();
    }
};

ir::Routine sum(const DigitLanes& numbers, const char* name, const char* leaf, FlagOut flag, const char* text,
                const ExprPtr& value, const ir::Library& library) {
    OnDigits all(numbers, name, library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    const Place part =
        all.builder.local(ir::number_named("part", repr::open_in(numbers.of_lane()), all.lanes.words));
    const Place over = all.lanes.word("over");
    all.builder.call(leaf, {a, b}, {part, over});
    all.builder.call("add_transfer", {part, all.from_below("in", over)}, {r});
    const ExprPtr Q = digit::end_of_digits(numbers.digits);
    const int end = numbers.digits.count, words = all.lanes.words;
    Place carry;
    if (flag == FlagOut::yes) {
        carry = all.builder.output(signed_word_named("carry"));
        if (all.lanes.has_all_limbs())
            all.lanes.from_lane(carry, over, all.lanes.count - 1);
        else
            all.lanes.from_lane(carry, r.limb(end % words), end / words);
    }
    if (!all.lanes.has_all_limbs()) all.write(r, end, words, 0);
    if (flag == FlagOut::no)
        return std::move(all).finish(fmt::format("{} modulo Q = radix^{}", text, end), var("r") % Q,
                                     value % Q);
    return std::move(all).finish(
        fmt::format("r + Q*carry = {}, Q = radix^{}, with a carry of -1, 0 or 1", text, end),
        var("r") + Q * var("carry"), value);
}

// r = the sign of the number whose lanes have these: that of the leading one that is not 0.
void leading_sign(const Lanes& lanes, const Place& r, const Place& own) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place positive = lanes.word("positive"), negative = lanes.word("negative");
    const auto vote = [&](const Place& sign) {
        builder.exchange(ir::Exchange::Kind::ballot, positive, equal(sign, 1));
        builder.exchange(ir::Exchange::Kind::ballot, negative, equal(sign, UINT32_MAX));
    };
    // the higher bit decides
    const auto of_votes = [&] { return less(negative, positive) - less(positive, negative); };
    vote(own);
    if (lanes.count > ir::warp) {
        const int warps = lanes.count / ir::warp;
        const Place of_warps = builder.shared(ir::array(ir::word_named("of_warps"), warps)),
                    of_warp = lanes.word("of_warp");
        const Scalar lane_of_warp = ir::lane() % ir::warp;
        builder.when(equal(lane_of_warp, 0),
                     [&] { builder.assign(of_warps[ir::lane() / ir::warp], of_votes()); });
        builder.barrier();
        builder.assign(of_warp, 0);
        builder.when(less(lane_of_warp, warps), [&] { builder.assign(of_warp, of_warps[lane_of_warp]); });
        vote(of_warp);
        builder.barrier();
    }
    builder.assign(r, of_votes());
}

ExprPtr order(const ExprPtr& x, const ExprPtr& y) { return ir::less(y, x) - ir::less(x, y); }

// The columns of a·b, each lane with the two parts of its limbs: row by row, the lowest column leaves lane 0 for the lane
// where it belongs; the rest in the end is the high part.
struct Columns {
    Place low, high;

    Columns(const Lanes& lanes, const Place& a, const Place& b)
        : low(lanes.zero("low")), high(lanes.zero("high")) {
        ir::RoutineBuilder& builder = lanes.builder;
        const Place y = lanes.word("y"), out = lanes.word("out"), in = lanes.word("in"),
                    lowest = lanes.word("lowest");
        const int last = lanes.words - 1;
        builder.loop(ir::below("from", 0, lanes.count), {}, [&](Place from) {
            lanes.each_limb("row", lanes.words, [&](Place row) {
                lanes.from_lane(y, b.limb(row), from);
                builder.assign(out, high.limb(0) + a.limb(0) * y);
                if (last > 0)
                    lanes.each_limb("k", last, [&](Place k) {
                        builder.assign(high.limb(k), high.limb(Scalar(k) + 1) + a.limb(Scalar(k) + 1) * y);
                    });
                lanes.from_lane(lowest, out, 0);
                builder.assign(low.limb(row), select(equal(ir::lane(), from), lowest, low.limb(row)));
                lanes.from_lane(in, out, ir::lane() + 1);
                builder.assign(high.limb(last), select(equal(ir::lane(), lanes.count - 1), 0, in));
            });
        });
    }
};

// Lane k takes the limbs of two parts, those of the lanes 2k and 2k + 1 of low, or of high.
void join(const Lanes& lanes, const Place& r, const Place& low_part, const Place& high_part) {
    const Place low = lanes.word("from_low"), high = lanes.word("from_high");
    for (const int odd : {0, 1}) {
        lanes.each_limb("limb", lanes.words, [&](Place k) {
            lanes.from_lane(low, low_part.limb(k), 2 * ir::lane() + odd);
            lanes.from_lane(high, high_part.limb(k), 2 * ir::lane() + odd);
            lanes.builder.assign(r.limb(Scalar(k) + odd * lanes.words),
                                 select(less(ir::lane(), lanes.count / 2), low, high));
        });
    }
}

}  // namespace

DigitLanes::DigitLanes(const SignedDigits& of, Width width)
    : digits(of),
      group{width.lanes(), width.lane_limbs(), used_of(repr::num_in(of), of.count, width.limbs()), of.count} {
}

std::vector<ir::Program> digit_leaves(const DigitLanes& numbers) {
    const SignedDigits lane = numbers.of_lane();
    const auto named = [](const char* name, ir::Program program) {
        program.name = name;
        return program;
    };
    std::vector<ir::Program> all{digit::lane_add(lane), digit::lane_sub(lane), digit::add_transfer(lane),
                                 named("lane_neg", digit::neg(lane)), named("lane_sign", digit::sign(lane))};
    if (!digit::why_no_product_over_lanes(numbers.digits).empty()) return all;
    if (!digit::has_short_columns(numbers.digits)) {
        all.push_back(digit::lane_mul(lane));
        return all;
    }
    const int words = 2 * lane.count;
    all.push_back(digit::balance(numbers.digits, words));
    for (size_t k = 0; k < digit::carries(numbers.digits, words).size(); ++k)
        all.push_back(digit::settle(numbers.digits, words, static_cast<int>(k)));
    return all;
}

ir::Routine digits_add(const DigitLanes& numbers, FlagOut carry, const ir::Library& library) {
    return sum(numbers, "add", "lane_add", carry, "a + b", var("a") + var("b"), library);
}

ir::Routine digits_sub(const DigitLanes& numbers, FlagOut carry, const ir::Library& library) {
    return sum(numbers, "sub", "lane_sub", carry, "a - b", var("a") - var("b"), library);
}

ir::Routine digits_neg(const DigitLanes& numbers, const ir::Library& library) {
    OnDigits all(numbers, "neg", library);
    const Place a = all.input("a"), r = all.result();
    all.builder.call("lane_neg", {a}, {r});
    return std::move(all).finish("-a", var("r"), ir::integer(0) - var("a"));
}

ir::Routine digits_sign(const DigitLanes& numbers, const ir::Library& library) {
    OnDigits all(numbers, "sign", library);
    const Place a = all.input("a"), r = all.sign(), own = all.lanes.word("own");
    all.builder.call("lane_sign", {a}, {own});
    leading_sign(all.lanes, r, own);
    return std::move(all).finish("-1 if a < 0, 0 if a = 0, else 1", var("r"),
                                 order(var("a"), ir::integer(0)));
}

ir::Routine digits_compare(const DigitLanes& numbers, const ir::Library& library) {
    OnDigits all(numbers, "compare", library);
    const Place a = all.input("a"), b = all.input("b"), r = all.sign(), own = all.lanes.word("own"),
                over = all.lanes.word("over");
    const ir::Representation open = repr::open_in(numbers.of_lane());
    const Place part = all.builder.local(ir::number_named("part", open, all.lanes.words)),
                difference = all.lanes.number("difference");
    all.builder.call("lane_sub", {a, b}, {part, over});
    all.builder.call("add_transfer", {part, all.from_below("in", over)}, {difference});
    all.builder.call("lane_sign", {difference}, {own});
    // the transfer out of the last lane is the leading digit
    const Scalar is_carried = equal(ir::lane(), all.lanes.count - 1) & not_equal(over, 0);
    if (all.lanes.has_all_limbs()) all.builder.assign(own, select(is_carried, over, own));
    leading_sign(all.lanes, r, own);
    return std::move(all).finish("-1 if a < b, 0 if a = b, else 1", var("r"), order(var("a"), var("b")));
}

namespace {

// A product while it is built, in the two parts of its digits.
struct DigitProduct {
    const DigitLanes& numbers;
    OnDigits all;
    Place a, b, r;
    int words, end;  // limbs of a lane, digits

    DigitProduct(const DigitLanes& of, const ir::Library& library)
        : numbers(of),
          all(of, "mul", library),
          a(all.input("a")),
          b(all.input("b")),
          words(2 * all.lanes.words),
          end(2 * of.digits.count) {
        const ir::Representation form = used_of(repr::wide_in(numbers.digits), end, words * all.lanes.count);
        r = all.builder.result(ir::number_named("r", form, words));
    }
    // `over` left the top digit of the last lane, of numbers that have all limbs; it goes back there, by the word `top`. Of other
    // numbers it is the digit above the top one.
    ir::Routine finish(const Place& over, const Place& top) && {
        const Lanes& lanes = all.lanes;
        const Place limb = r.limb((end - 1) % words);
        if (lanes.has_all_limbs())
            lanes.from_lane(top, over, lanes.count - 1);
        else
            lanes.from_lane(top, r.limb(end % words), end / words);
        all.write(r, end - 1, words, Scalar(limb) + Scalar(top) * static_cast<int>(numbers.digits.radix));
        if (!lanes.has_all_limbs()) all.write(r, end, words, 0);
        return std::move(all).finish("a*b", var("r"), var("a") * var("b"));
    }
};

// Columns are sums of words, at most count·bound² in magnitude. Balanced digits and carries are made of them.
ir::Routine by_short_columns(DigitProduct& made) {
    OnDigits& all = made.all;
    const Lanes& lanes = all.lanes;
    const Place& r = made.r;
    const Place carry = lanes.word("carry");
    const Columns columns(lanes, made.a, made.b);
    join(lanes, r, columns.low, columns.high);
    all.builder.call("balance", {r}, {r, carry});
    const Place over = lanes.has_all_limbs() ? lanes.word("over") : Place{}, top = lanes.word("top");
    const size_t times = digit::carries(made.numbers.digits, made.words).size();
    for (size_t k = 0; k < times; ++k) {
        if (lanes.has_all_limbs())
            all.builder.assign(over, k == 0 ? Scalar(carry) : Scalar(over) + Scalar(carry));
        const std::vector<ir::Call::Argument> arguments{
            r, all.from_below(fmt::format("in_{}", k).c_str(), carry)};
        const std::string name = fmt::format("settle_{}", k);
        if (k + 1 < times)
            all.builder.call(name, arguments, {r, carry});
        else
            all.builder.call(name, arguments, {r});
    }
    return std::move(made).finish(over, top);
}

// Each lane adds the product of its digits and those of lane `from` to its part of the sum so far. The lower half of the result
// goes to the lane below; what leaves lane 0 is the part `from` of the product. In the end both parts that a lane has are added.
ir::Routine by_parts(DigitProduct& made) {
    OnDigits& all = made.all;
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place low = lanes.zero("low"), high = lanes.zero("high"), in = lanes.zero("in"),
                y = lanes.number("y"), out = lanes.number("out"), lowest = lanes.word("lowest"),
                next = lanes.word("next"), over = lanes.word("over");
    builder.loop(ir::below("from", 0, lanes.count), {}, [&](Place from) {
        lanes.each_limb("k", lanes.words, [&](Place k) { lanes.from_lane(y.limb(k), made.b.limb(k), from); });
        builder.call("lane_mul", {made.a, y, high, in}, {out, high});
        lanes.each_limb("limb", lanes.words, [&](Place k) {
            lanes.from_lane(lowest, out.limb(k), 0);
            builder.assign(low.limb(k), select(equal(ir::lane(), from), lowest, low.limb(k)));
            lanes.from_lane(next, out.limb(k), ir::lane() + 1);
            builder.assign(in.limb(k), select(equal(ir::lane(), lanes.count - 1), 0, next));
        });
    });
    const Place part =
        builder.local(ir::number_named("part", repr::open_in(made.numbers.of_lane()), lanes.words));
    builder.call("lane_add", {high, in}, {part, over});
    builder.call("add_transfer", {part, all.from_below("transfer", over)}, {high});
    join(lanes, made.r, low, high);
    return std::move(made).finish(over, lanes.word("top"));
}

}  // namespace

ir::Routine digits_mul(const DigitLanes& numbers, const ir::Library& library) {
    DigitProduct made(numbers, library);
    return digit::has_short_columns(numbers.digits) ? by_short_columns(made) : by_parts(made);
}

}  // namespace limbsmith::algorithm::group
