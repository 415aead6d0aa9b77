#include "algorithm/group/montgomery.hpp"

#include "algorithm/group/product_parts.hpp"
#include "algorithm/group/square_parts.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

// A routine modulo N with its parameters: r = value·R^-1 mod N.
struct OnResidues {
    RoutineBuilder builder;
    Lanes lanes;
    Place r;
    std::vector<Place> factors;
    Place m, n0inv;

    OnResidues(const char* name, const Group& group, const std::vector<const char*>& factor_names,
               const ir::Library& library)
        : builder(name, library), lanes(group, builder) {
        const auto number = [&](const char* of) { return ir::number_named(of, group.type, group.words); };
        r = builder.result(number("r"));
        for (const char* factor : factor_names) factors.push_back(builder.input(number(factor)));
        m = builder.input(number("m"));
        n0inv = builder.input(ir::word_named("n0inv"));
    }

    ir::Routine finish(const ExprPtr& product, const std::vector<const char*>& factor_names) && {
        const ExprPtr N = var("m"),
                      R = ir::pow2(static_cast<uint64_t>(limb_bits) * lanes.words * lanes.count);
        const ExprPtr word = ir::pow2(limb_bits), negative_inverse = (word - inverse(N, word)) % word;
        std::vector<ir::Bound> bounds{{"m", R}, any_word("n0inv")};
        // the first may be any number: a·b < R·m
        for (const char* factor : factor_names)
            bounds.push_back({factor, factor_names.size() > 1 && factor == factor_names[0] ? R : N});
        builder.routine().contract = {
            bounds,
            var("r"),
            product * inverse(R, N) % N,
            {{"r", N}},
            {given_modulus("m"), {"n0inv", negative_inverse, "n0inv = -m^-1 mod 2^32"}}};
        return std::move(builder).finish();
    }
};

// r = (a sum of all lanes)·R^-1 mod m, for one below R·m: in the places of SquareParts and ProductParts. The rows of the
// reduction begin with the low part in the window; the high part is added to their result.
template <class Parts>
void reduce(const OnResidues& all, const Window& window, const Multiplier& q, const Parts& parts) {
    const Lanes& lanes = all.lanes;
    RoutineBuilder& builder = lanes.builder;
    window.clear();
    builder.copy(lanes.words % 2 == 0 ? window.x : window.z,
                 parts.low);  // x of odd words has the place of `in`
    builder.assign(window.top, parts.low_over);
    builder.loop(ir::below("from_lane", 0, lanes.count), {}, [&](Place) {
        lanes.each_limb("reduce", lanes.words, [&](Place) { window.step_reduced(all.m, all.n0inv, q); });
    });
    const Place over = lanes.word("over"), carry = lanes.word("carry_high");
    window.sum(all.r, over);
    builder.call("lane_add", {all.r, parts.high}, {all.r, carry});
    builder.assign(over, Scalar(over) + Scalar(carry) + Scalar(parts.high_over));
    settle(lanes, all.r, over, all.m);
}

// Rows of a·b_i and q·m by turns.
void multiply_by_rows(OnResidues& all) {
    const Lanes& lanes = all.lanes;
    const Place a = all.factors[0], b = all.factors[1];
    const Multiplier y(lanes, "y0", "y1"), q(lanes, "q0", "q1");
    const Window window(lanes);
    all.builder.loop(ir::below("from", 0, lanes.count), {}, [&](Place from) {
        lanes.each_limb("row", lanes.words, [&](Place row) {
            y.take(lanes, b.limb(row), from);
            window.add(a, y);
            window.reduce(all.m, all.n0inv, q);
        });
    });
    const Place over = lanes.word("over");
    window.sum(all.r, over);
    settle(lanes, all.r, over, all.m);
    all.builder.routine().text = {
        "a*b*R^-1 mod m, numbers in the limbs of all lanes, lane 0 the least significant.",
        "Every lane adds its own limbs of a*b_i and q*m; only q and one limb cross lanes in a row."};
    all.builder.routine().source = "operand scanning in lanes (CGBN), in even and odd chains";
}

void multiply_by_parts(OnResidues& all) {
    const ProductParts product(all.lanes, all.factors[0], all.factors[1]);
    const Multiplier q(all.lanes, "q0", "q1");
    const Window window(all.lanes);
    reduce(all, window, q, product);
    all.builder.routine().text = {
        "a*b*R^-1 mod m, numbers in the limbs of two lanes, lane 0 the least significant.",
        "Lane i multiplies its part of a by both parts of b."};
    all.builder.routine().source = "products of parts, then a reduction by rows";
}

}  // namespace

ir::Routine montgomery_product(const Group& group, const ir::Library& library) {
    OnResidues all("montgomery_product", group, {"a", "b"}, library);
    ProductParts::is_best(all.lanes) ? multiply_by_parts(all) : multiply_by_rows(all);
    return std::move(all).finish(var("a") * var("b"), {"a", "b"});
}

ir::Routine montgomery_square(const Group& group, const ir::Library& library) {
    OnResidues all("montgomery_square", group, {"a"}, library);
    const Multiplier y(all.lanes, "y0", "y1");
    const Window window(all.lanes);
    reduce(all, window, y, SquareParts(all.lanes, window, y, all.factors[0]));
    all.builder.routine().text = {
        "a^2*R^-1 mod m, numbers in the limbs of all lanes, lane 0 the least significant.",
        "Lane i squares its part of a, and multiplies it by those of the next lanes, up to half around."};
    all.builder.routine().source = "products of parts around the circle of lanes, then a reduction by rows";
    return std::move(all).finish(var("a") * var("a"), {"a"});
}

}  // namespace limbsmith::algorithm::group
