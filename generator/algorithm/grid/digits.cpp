#include "algorithm/grid/kernel.hpp"
#include "algorithm/grid/transform.hpp"
#include "algorithm/group/carries.hpp"
#include "algorithm/ntt/garner.hpp"
#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;
using ntt::Garner, ntt::whole;

// By log2 of the size and prime, what residues are multiplied by, and its companion.
std::vector<uint32_t> scales_table() {
    std::vector<uint32_t> words;
    for (int bits = 0; bits <= most_size_bits; ++bits)
        for (const Garner::Scale& it : Garner::scales(uint32_t{1} << bits))
            for (const Scalar& word : {it.w, it.ws}) words.push_back(word.number());
    return words;
}

// The digits of the 32 lanes, n0 + 2^32·n1 + 2^64·n2 each, as 32 words and what is above them. Lane 31 has the latter.
struct Chunk {
    Place digit, over0, over1;
};

Chunk chunk(Kernel& kernel, const std::array<Place, 3>& n) {
    const Place below1 = kernel.from_below("n1_below", n[1], 1),
                below2 = kernel.from_below("n2_below", n[2], 1),
                lower2 = kernel.from_below("n2_lower", below2, 1);
    const Place sum = kernel.word("sum", Scalar(n[0]) + below1),
                carry = kernel.word("carry", less(sum, below1));
    kernel.builder.assign(sum, Scalar(sum) + lower2);
    kernel.builder.assign(carry, Scalar(carry) + less(sum, lower2));
    const Place carried = kernel.from_below("carry_below", carry, 1);
    kernel.builder.assign(sum, Scalar(sum) + carried);
    const Place generates = kernel.word("generates", less(sum, carried)),
                ones = kernel.word("ones", equal(sum, UINT32_MAX));
    const group::Carries in = group::look_ahead(kernel.builder, generates, ones);
    const Place digit = kernel.word("digit", Scalar(sum) + in.in);
    const Place over0 = kernel.word("over0", Scalar(n[1]) + below2),
                over1 = kernel.word("over1", Scalar(n[2]) + less(over0, below2)),
                rest = kernel.word("rest", Scalar(carry) + in.out);
    kernel.builder.assign(over0, Scalar(over0) + rest);
    kernel.builder.assign(over1, Scalar(over1) + less(over0, rest));
    return {digit, over0, over1};
}

ir::Routine last(int levels, const ir::Library& library) {
    Kernel kernel("grid_digits_" + std::to_string(levels), library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place factors = builder.global_table("factors"), x = builder.global("x"),
                digits = builder.global("digits"), over = builder.global("over");
    const Place columns = kernel.given("columns"), size_bits = kernel.given("size_bits");
    const Place scales = builder.table("scales", scales_table());
    const ntt::Passes passes(builder);
    const Garner garner(builder);
    const int count = 1 << levels;
    const std::array<Place, ntt_prime_count> r{kernel.words("r0", count), kernel.words("r1", count),
                                               kernel.words("r2", count)};
    const Place size = kernel.word("size", Scalar(1) << size_bits),
                distance = kernel.word("distance", Scalar(size) >> levels),
                thread = kernel.word("thread", kernel.thread());
    const auto at = [&](const Place& i) { return Scalar(i) * distance + Scalar(thread); };
    for (int k = 0; k < ntt_prime_count; ++k) {
        builder.loop(whole("i", count), {},
                     [&](Place i) { builder.assign(r[k][i], x[Scalar(k) * size + at(i)]); });
        passes.pass(k, {r[k]}, {factors, columns, columns}, true, {levels});
    }
    const auto scale = [&](int k) {
        const Scalar first = (Scalar(size_bits) * ntt_prime_count + k) * 2;
        const std::string name = "scale" + std::to_string(k);
        return Garner::Scale{kernel.word(name, scales[first]),
                             kernel.word(name + "_companion", scales[first + 1])};
    };
    const Garner::Scales by{scale(0), scale(1), scale(2)};
    builder.loop(whole("i", count), {}, [&](Place i) {
        garner.number({r[0][i], r[1][i], r[2][i]}, by);
        const Chunk made = chunk(kernel, garner.n());
        builder.assign(digits[at(i)], made.digit);
        builder.when(equal(ir::lane(), ir::warp - 1), [&] {
            const Place first = kernel.word("first", ((Scalar(i) * distance >> 5) + kernel.group) * 2);
            builder.assign(over[first], made.over0);
            builder.assign(over[Scalar(first) + 1], made.over1);
        });
    });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> digits(const ir::Library& library) {
    std::vector<ir::Routine> all;
    for (int levels = 1; levels <= most_levels; ++levels) all.push_back(last(levels, library));
    return all;
}

}  // namespace limbsmith::algorithm::grid
