#include "algorithm/grid/segment.hpp"
#include "algorithm/grid/transform.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;

enum class Kind : uint8_t { product, square, transform, kept };

// A warp's segment: its ten levels, the product, and back.
ir::Routine product(const char* name, Kind kind, const ir::Library& library) {
    Kernel kernel(name, library);
    ir::RoutineBuilder& builder = kernel.builder;
    Segment::Given given;
    given.factors = builder.global_table("factors");
    if (kind != Kind::transform) given.mirrors = builder.global_table("mirrors");
    const Place x = builder.global("x");
    const bool has_other = kind == Kind::product || kind == Kind::kept;
    const Place y = has_other ? builder.global("y") : Place{};
    given.pitch = kernel.given("pitch");
    given.size = kernel.given("size");
    Segment segment(kernel, given);
    const Place own = kernel.words("own", ntt::words_of_lane);
    std::vector<Place> all{own};
    if (kind == Kind::product) all.push_back(kernel.words("other", ntt::words_of_lane));
    segment.each([&](const Place& i) {
        builder.assign(own[i], x[segment.index(i)]);
        if (kind == Kind::product) builder.assign(all[1][i], y[segment.index(i)]);
    });
    segment.transform(all);
    if (kind != Kind::transform) {
        segment.each([&](const Place& i) {
            segment.multiply(own[i],
                             kind == Kind::kept ? Scalar(y[segment.index(i)]) : Scalar(all.back()[i]));
        });
        segment.inverse(own);
    }
    segment.each([&](const Place& i) { builder.assign(x[segment.index(i)], own[i]); });
    return std::move(builder).finish();
}

// Sums of products of kept transforms. Numbers lie in places, `distance` words from one to the next. The transforms of the
// `fresh` numbers from place `first` on are computed here. The table has for each sum the first of its terms, then the
// end of the last one's; a term is two operands.
ir::Routine sums_of_products(int fresh, const ir::Library& library) {
    Kernel kernel("grid_sums_" + std::to_string(fresh), library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place factors = builder.global_table("factors"), mirrors = builder.global_table("mirrors"),
                table = builder.global_table("table"), x = builder.global("x");
    const Place pitch = kernel.given("pitch"), size = kernel.given("size"),
                distance = kernel.given("distance"), first = kernel.given("first"),
                are_kept = kernel.given("are_kept"), target = kernel.given("target"),
                count = kernel.given("count");
    Segment segment(kernel, {factors, mirrors, pitch, size});
    std::vector<Place> all;
    for (int k = 0; k < fresh; ++k)
        all.push_back(kernel.words(("fresh" + std::to_string(k)).c_str(), ntt::words_of_lane));
    const Place sum = kernel.words("sum", ntt::words_of_lane);
    // where a number begins, and a word from there on
    const auto begin = [&](const std::string& name, const Scalar& place) {
        return kernel.word(name, place * distance + segment.base());
    };
    const auto word = [&](const Place& begin, const Place& i) {
        return x[Scalar(begin) + Scalar(i) * ntt::words_of_lane];
    };
    if (fresh > 0) {
        std::vector<Place> begins;
        for (int k = 0; k < fresh; ++k)
            begins.push_back(begin("begin" + std::to_string(k), Scalar(first) + k));
        segment.each([&](const Place& i) {
            for (int k = 0; k < fresh; ++k) builder.assign(all[k][i], word(begins[k], i));
        });
        segment.transform(all);
        builder.when(not_equal(are_kept, 0), [&] {
            segment.each([&](const Place& i) {
                for (int k = 0; k < fresh; ++k) builder.assign(word(begins[k], i), all[k][i]);
            });
        });
    }
    // a word of an operand
    const auto take = [&](const Place& value, const Place& operand, const Place& kept, const Place& i) {
        builder.assign(value, 1);
        for (int k = 0; k < fresh; ++k)
            builder.when(equal(operand, k), [&] { builder.assign(value, all[k][i]); });
        builder.when(less(operand_one, operand), [&] { builder.assign(value, word(kept, i)); });
    };
    builder.loop(ir::below("number", 0, count), {}, [&](Place number) {
        segment.each([&](const Place& i) { builder.assign(sum[i], 0); });
        builder.loop(ir::below("term", table[Scalar(number)], table[Scalar(number) + 1]), {},
                     [&](Place term) {
                         const Place a = kernel.word("a", table[Scalar(term) * 2]),
                                     b = kernel.word("b", table[Scalar(term) * 2 + 1]),
                                     begin_a = begin("begin_a", Scalar(a) - (operand_one + 1)),
                                     begin_b = begin("begin_b", Scalar(b) - (operand_one + 1));
                         segment.each([&](const Place& i) {
                             const Place product = kernel.word("product"), other = kernel.word("other");
                             take(product, a, begin_a, i), take(other, b, begin_b, i);
                             segment.multiply(product, other);
                             segment.add(sum[i], product);
                         });
                     });
        segment.inverse(sum);
        const Place begin_sum = begin("begin_sum", Scalar(target) + Scalar(number));
        segment.each([&](const Place& i) { builder.assign(word(begin_sum, i), sum[i]); });
    });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> products(const ir::Library& library) {
    std::vector<ir::Routine> all{product("grid_product", Kind::product, library),
                                 product("grid_square", Kind::square, library),
                                 product("grid_transform", Kind::transform, library),
                                 product("grid_product_kept", Kind::kept, library)};
    for (int fresh = 0; fresh <= most_fresh; ++fresh) all.push_back(sums_of_products(fresh, library));
    return all;
}

}  // namespace limbsmith::algorithm::grid
