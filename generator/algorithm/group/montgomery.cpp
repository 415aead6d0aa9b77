#include "algorithm/group/montgomery.hpp"

#include "algorithm/group/carries.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

// A routine of lanes that have `words` limbs of each number.
struct Lanes {
    int count, words;
    RoutineBuilder& builder;

    Place number(const char* name) { return builder.local(ir::number_named(name, repr::num, words)); }
    Place word(const char* name) { return builder.local(ir::word_named(name)); }
    void from_lane(const Place& target, Scalar value, Scalar lane) {
        builder.exchange(ir::Exchange::Kind::from_lane, target, std::move(value), std::move(lane));
    }
};

// A multiplier for all lanes, as two words (rows.hpp). The two shuffles name the same lane in different ways: compilers would
// make one of two that are the same.
struct Multiplier {
    Place y0, y1;

    Multiplier(Lanes& lanes, const char* even, const char* odd) : y0(lanes.word(even)), y1(lanes.word(odd)) {}
    void take(Lanes& lanes, const Scalar& value, const Scalar& lane) const {
        lanes.from_lane(y0, value, lane);
        lanes.from_lane(y1, value, lane + lanes.count);
    }
};

// A lane's window onto a sum (rows.hpp), which lies in all lanes.
struct Window {
    Lanes& lanes;
    Place x, z, in, top, low;

    explicit Window(Lanes& of)
        : lanes(of),
          x(of.number("x")),
          z(of.number("z")),
          in(of.word("in")),
          top(of.word("top")),
          low(of.word("low")) {
        for (const Place& it : {x, z})
            lanes.builder.copy(it, std::vector<uint32_t>(static_cast<size_t>(lanes.words)));
        for (const Place& it : {in, top}) lanes.builder.assign(it, 0);
    }
    void add(const Place& a, const Multiplier& y) {
        lanes.builder.call("add_row", {a, Scalar(y.y0), Scalar(y.y1), x, z, Scalar(in), Scalar(top)},
                           {x, z, top});
    }
    // Adds q·m for the q that clears the lowest word of the sum, and divides by 2^32. The lowest word of lane 0 is 0 then, and so
    // is what the last lane takes from there.
    void reduce(const Place& m, const Place& n0inv, const Multiplier& q) {
        q.take(lanes, x.limb(0) * Scalar(n0inv), 0);
        lanes.builder.call("reduce_row", {x, z, Scalar(top), m, Scalar(q.y0), Scalar(q.y1)},
                           {low, x, z, top});
        lanes.from_lane(in, low, ir::lane() + 1);
    }
};

}  // namespace

ir::Routine montgomery_product(int count, int words, const ir::Library& library) {
    RoutineBuilder builder("montgomery_product", library);
    builder.routine().lanes = count;
    Lanes lanes{count, words, builder};
    const auto input = [&](const char* name) {
        return builder.input(ir::number_named(name, repr::num, words));
    };
    const Place r = builder.result(ir::number_named("r", repr::num, words));
    const Place a = input("a"), b = input("b"), m = input("m"),
                n0inv = builder.input(ir::word_named("n0inv"));
    const Multiplier y(lanes, "y0", "y1"), q(lanes, "q0", "q1");
    Window window(lanes);
    builder.loop(ir::below("from", 0, count), {}, [&](Place from) {
        builder.loop(with(ir::below("row", 0, words), ir::For::Unroll::whole), {}, [&](Place row) {
            y.take(lanes, b.limb(row), from);
            window.add(a, y);
            window.reduce(m, n0inv, q);
        });
    });
    const Place over = lanes.word("over"), up = lanes.word("up"), generates = lanes.word("generates");
    builder.call("window_sum", {window.x, window.z, Scalar(window.in), Scalar(window.top)}, {r, over});
    lanes.from_lane(up, over, ir::lane() - 1);
    builder.call("add_word", {r, select(ir::lane(), up, 0)}, {r, generates});
    const Carries sum = look_ahead(builder, generates, all_equal(builder, "ones", r, words, UINT32_MAX));
    builder.call("add_word", {r, Scalar(sum.in)}, {r, generates});
    // the sum is below 2N: what is left over the last lane is 0 or 1
    const Place less = lanes.number("less"), borrows = lanes.word("borrows"), keep = lanes.word("keep");
    const Place last = lanes.word("last");
    lanes.from_lane(last, over, count - 1);
    builder.call("sub+borrow", {r, m}, {less, borrows});
    const Carries difference =
        look_ahead(builder, borrows, all_equal(builder, "zeros", less, words, 0), "_less");
    builder.call("sub_word", {less, Scalar(difference.in)}, {less, borrows});
    builder.assign(keep, ir::less(Scalar(last) + Scalar(sum.out), difference.out));
    builder.call("select", {Scalar(keep), r, less}, {r});
    const ExprPtr word = ir::pow2(limb_bits), negative_inverse = (word - inverse(var("m"), word)) % word;
    ir::Routine& routine = builder.routine();
    const ExprPtr N = var("m"), R = ir::pow2(static_cast<uint64_t>(limb_bits) * words * count);
    routine.contract = {{{"m", R}, {"a", N}, {"b", N}, any_word("n0inv")},
                        var("r"),
                        var("a") * var("b") * inverse(R, N) % N,
                        {{"r", N}},
                        {given_modulus("m"), {"n0inv", negative_inverse, "n0inv = -m^-1 mod 2^32"}}};
    routine.text = {
        "a*b*R^-1 mod m, numbers in the limbs of all lanes, lane 0 the least significant.",
        "Every lane adds its own limbs of a*b_i and q*m; only q and one limb cross lanes in a row."};
    routine.source = "operand scanning in lanes (CGBN), in even and odd chains";
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::group
