// The table of companions of ntt/tables.hpp for any number of columns, made where they are used: the largest has 50 MB.
#include "algorithm/grid/kernel.hpp"
#include "algorithm/grid/transform.hpp"
#include "algorithm/ntt/passes.hpp"
#include "spec/ntt_primes.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;

constexpr int factor_bits = ntt_order_bits - 1;  // of the number of a block

// The roots to the powers 2^i and their companions.
std::vector<uint32_t> powers_table() {
    std::vector<uint32_t> words;
    for (const NttPrime& prime : ntt_primes()) {
        for (int i = 0; i < ntt_order_bits; ++i) {
            const uint32_t w = prime.root_of_order(ntt_order_bits - i);
            words.push_back(w), words.push_back(prime.shoup(w));
        }
    }
    return words;
}

// A thread makes four companions: of the root to the power of its block, with the bits reversed; minus the
// inverse of it is its power 2^20 - that, since the power 2^20 is -1.
ir::Routine factors_kernel(const ir::Library& library) {
    Kernel kernel("grid_factors", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place r = builder.global("r");
    const Place columns = kernel.given("columns");
    const Place powers = builder.table("powers", powers_table());
    const ntt::Passes passes(builder);
    const Place thread = kernel.word("thread", kernel.thread()),
                pitch = kernel.word("pitch", Scalar(columns) + ntt::padding_of_columns),
                quad = kernel.word("quad_of_all", Scalar(thread) / pitch),
                column = kernel.word("own_column", Scalar(thread) % pitch),
                k = kernel.word("prime", Scalar(quad) / ntt::quads_of_column);
    builder.when(less(k, ntt_prime_count), [&] {
        builder.loop(ir::below("part", 0, 4), {}, [&](Place part) {
            const Place entry =
                            kernel.word("entry", (Scalar(quad) % ntt::quads_of_column) * 4 + Scalar(part)),
                        level = kernel.word("level"), block = kernel.word("block"),
                        power = kernel.word("power", 0);
            builder.call("word_bit_length", {Scalar(entry) | 1}, {level});
            builder.assign(level, Scalar(level) - 1);
            const Place first = kernel.word("first", select(equal(entry, 0), 0, Scalar(1) << level)),
                        j = kernel.word("j", Scalar(entry) - first);
            builder.assign(block,
                           select(equal(column, columns), select(equal(first, 0), 0, Scalar(first) - 1 - j),
                                  (Scalar(column) << level) + j));
            builder.loop(ir::below("bit", 0, factor_bits), {}, [&](Place bit) {
                builder.assign(power, (Scalar(power) << 1) | ((Scalar(block) >> Scalar(bit)) & 1));
            });
            builder.when(equal(column, columns),
                         [&] { builder.assign(power, Scalar(1 << factor_bits) - power); });
            const Place w = kernel.word("w", 1), p = kernel.word("p", passes.of_prime(k, ntt::prime)),
                        minus_p = kernel.word("minus_p", passes.of_prime(k, ntt::minus_p));
            builder.loop(ir::below("bit", 0, ntt_order_bits), {}, [&](Place bit) {
                builder.when(not_equal((Scalar(power) >> Scalar(bit)) & 1, 0), [&] {
                    const Place at = kernel.word("at", (Scalar(k) * ntt_order_bits + Scalar(bit)) * 2);
                    builder.call("ntt_mul",
                                 {Scalar(w), powers[at], powers[Scalar(at) + 1], Scalar(p), Scalar(minus_p)},
                                 {w});
                    builder.call("ntt_canonical", {Scalar(w), Scalar(p), Scalar(minus_p)}, {w});
                });
            });
            const Place rest = kernel.word("rest", w), companion = kernel.word("companion", 0);
            builder.loop(ir::below("bit", 0, limb_bits), {}, [&](Place) {
                builder.assign(rest, Scalar(rest) * 2);
                const Place is_one = kernel.word("is_one", equal(less(rest, p), 0));
                builder.assign(rest, Scalar(rest) - select(is_one, p, 0));
                builder.assign(companion, Scalar(companion) * 2 + is_one);
            });
            const Scalar is_used = not_equal(entry, 0) & less(column, Scalar(columns) + 1);
            builder.assign(r[Scalar(thread) * 4 + Scalar(part)], select(is_used, companion, 0));
        });
    });
    return std::move(builder).finish();
}

ir::Routine mirrors_kernel(const ir::Library& library) {
    Kernel kernel("grid_mirrors", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place r = builder.global("r");
    const Place columns = kernel.given("columns");
    const Place block = kernel.word("block", kernel.thread()), bits = kernel.word("bits");
    builder.call("word_bit_length", {Scalar(block)}, {bits});
    builder.when(less(block, columns), [&] {
        builder.assign(r[block],
                       select(equal(block, 0), columns, (Scalar(3) << (Scalar(bits) - 1)) - 1 - block));
    });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> factors(const ir::Library& library) {
    return {factors_kernel(library), mirrors_kernel(library)};
}

}  // namespace limbsmith::algorithm::grid
