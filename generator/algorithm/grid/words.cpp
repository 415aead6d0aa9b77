#include "algorithm/grid/words.hpp"

#include "algorithm/grid/kernel.hpp"
#include "algorithm/ntt/passes.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;

constexpr int half_bits = limb_bits / 2;

// A lane has a block; the numbers of a kernel's memory are `count` blocks in a row.
ir::Routine to_decimal(const ir::Library& library) {
    Kernel kernel("grid_to_decimal", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place a = builder.global("a"), r = builder.global("r");
    const Place count = kernel.given("count"), pitch = kernel.given("pitch");
    const Place own = kernel.words("own", words_of_block);
    builder.when(less(kernel.thread(), count), [&] {
        const Place thread = kernel.word("thread", kernel.thread());
        builder.loop(ntt::whole("i", words_of_block), {},
                     [&](Place i) { builder.assign(own[i], a[Scalar(thread) * pitch + Scalar(i)]); });
        builder.loop(ir::below("digit", 0, groups_of_block), {}, [&](Place digit) {
            const Place rest = kernel.word("rest", 0);
            builder.loop(ntt::whole("i", words_of_block), {}, [&](Place i) {
                const Scalar at = Scalar(words_of_block - 1) - Scalar(i);
                const Place upper =
                    kernel.word("upper", (Scalar(rest) << half_bits) | (Scalar(own[at]) >> half_bits));
                const Place quotient = kernel.word("quotient", Scalar(upper) / group_base);
                const Place lower =
                    kernel.word("lower", ((Scalar(upper) - Scalar(quotient) * group_base) << half_bits) |
                                             (Scalar(own[at]) & ((1 << half_bits) - 1)));
                const Place second = kernel.word("second", Scalar(lower) / group_base);
                builder.assign(rest, Scalar(lower) - Scalar(second) * group_base);
                builder.assign(own[at], (Scalar(quotient) << half_bits) | second);
            });
            builder.assign(r[Scalar(thread) * groups_of_block + Scalar(digit)], rest);
        });
    });
    return std::move(builder).finish();
}

// Horner's rule: own = own·10^4 + group, by halves of words.
ir::Routine from_decimal(const ir::Library& library) {
    Kernel kernel("grid_from_decimal", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place a = builder.global("a"), r = builder.global("r");
    const Place count = kernel.given("count"), pitch = kernel.given("pitch");
    const Place own = kernel.words("own", words_of_block);
    builder.when(less(kernel.thread(), count), [&] {
        const Place thread = kernel.word("thread", kernel.thread());
        builder.loop(ntt::whole("i", words_of_block), {}, [&](Place i) { builder.assign(own[i], 0); });
        builder.loop(ir::below("digit", 0, groups_of_block), {}, [&](Place digit) {
            const Place carry = kernel.word(
                "carry", a[Scalar(thread) * groups_of_block + (groups_of_block - 1) - Scalar(digit)]);
            builder.loop(ntt::whole("i", words_of_block), {}, [&](Place i) {
                const Place lower =
                    kernel.word("lower", (Scalar(own[i]) & ((1 << half_bits) - 1)) * group_base + carry);
                const Place upper = kernel.word(
                    "upper", (Scalar(own[i]) >> half_bits) * group_base + (Scalar(lower) >> half_bits));
                builder.assign(carry, Scalar(upper) >> half_bits);
                builder.assign(own[i],
                               (Scalar(upper) << half_bits) | (Scalar(lower) & ((1 << half_bits) - 1)));
            });
        });
        builder.loop(ntt::whole("i", words_of_block), {},
                     [&](Place i) { builder.assign(r[Scalar(thread) * pitch + Scalar(i)], own[i]); });
    });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> words(const ir::Library& library) {
    return {to_decimal(library), from_decimal(library)};
}

}  // namespace limbsmith::algorithm::grid
