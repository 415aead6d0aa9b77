// Montgomery products by matrices of bytes, as interpreted against GMP.
#include <doctest/doctest.h>

#include "algorithm/group/constants.hpp"
#include "algorithm/tensor/montgomery.hpp"
#include "catalogue/lanes.hpp"
#include "eval/routine.hpp"
#include "routine/columns.hpp"
#include "routine/group_products.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

namespace group = algorithm::group;

constexpr size_t lanes_of_power = Mapping::warp;

catalogue::Loops programs(int bits) {
    return catalogue::lane_routines(
        modular_spec(Modulus::at_run_time({bits, Mapping::tensor()}), Reduction::montgomery, "pow"));
}

// r = x*y*R^-1 mod n
ir::Routine one_product(int bits, const ir::Library& library) {
    ir::RoutineBuilder builder("one_product", library);
    const Width width{bits, Mapping::tensor()};
    const group::Lanes lanes({width.lanes(), width.lane_limbs(), repr::elem}, builder);
    const auto number = [&](const char* name) {
        return ir::number_named(name, repr::elem, width.lane_limbs());
    };
    const ir::Place r = builder.result(number("r")), x = builder.input(number("x")),
                    y = builder.input(number("y")), n = builder.input(number("n")),
                    n0inv = builder.input(ir::word_named("n0inv"));
    const algorithm::tensor::Montgomery by_matrices(lanes, n, ir::Scalar(n0inv));
    const ir::Place striped_x = builder.local(number("striped_x")),
                    striped_y = builder.local(number("striped_y")),
                    product = builder.local(number("product"));
    builder.barrier();
    by_matrices.to_striped(striped_x, x);
    builder.barrier();
    by_matrices.to_striped(striped_y, y);
    by_matrices.product(product, striped_x, striped_y, "");
    builder.barrier();
    by_matrices.to_blocked(r, product);
    return std::move(builder).finish();
}

mpz_class inverse_modulo(const mpz_class& value, const mpz_class& modulus) {
    mpz_class made;
    REQUIRE(mpz_invert(made.get_mpz_t(), value.get_mpz_t(), modulus.get_mpz_t()) != 0);
    return made;
}

// Odd moduli that fill all words or end in words 1 and 2^32 - 1, and factors with carries, or with a product that is a multiple
// of R: x, y, n with x*y < R*n.
Lines factors(int bits, const mpz_class& R, eval::Samples& samples) {
    const mpz_class all = power_of_2(bits), half = all / 2, word = power_of_2(limb_bits);
    std::vector<mpz_class> moduli{all - 1, half + 1, samples.uniform(half) * 2 + 1};
    if (bits > 2 * limb_bits)
        for (const mpz_class& low : {mpz_class(1), mpz_class(word - 1)})
            moduli.push_back((samples.uniform(half) + half) / word * word + low);
    Lines lines;
    for (const mpz_class& n : moduli) {
        const mpz_class top = n - 1, two = power_of_2(bits / 2);
        for (const auto& [x, y] : {std::pair<mpz_class, mpz_class>{0, top},
                                   {1, 1 % n},
                                   {top, top},
                                   {R - 1, top},
                                   {R / two, two % n},
                                   {R % n, samples.uniform(n)},
                                   {samples.edge(n), samples.edge(n)},
                                   {samples.uniform(n), samples.uniform(n)}})
            lines.push_back({x, y, n});
    }
    return lines;
}

// Products of one in `step` factors.
void check(int bits, eval::Samples& samples, size_t step = 1) {
    CAPTURE(bits);
    const catalogue::Loops all = programs(bits);
    const ir::Routine routine = one_product(bits, all.library);
    const auto words = static_cast<size_t>(Width{bits, Mapping::tensor()}.lane_limbs());
    const mpz_class R = power_of_2(static_cast<unsigned>(limb_bits * words * lanes_of_power));
    const Lines all_lines = factors(bits, R, samples);
    Lines lines;
    for (size_t k = 0; k < all_lines.size(); k += step) lines.push_back(all_lines[k]);
    const size_t count = lines.size() * lanes_of_power;
    const auto part = [&](const mpz_class& value, size_t lane) {
        return mpz_class((value >> (limb_bits * words * lane)) %
                         power_of_2(static_cast<unsigned>(limb_bits * words)));
    };
    std::vector<Rows> inputs(3, Rows(count, words));
    Rows n0inv(count, 1), r(count, words);
    for (size_t k = 0; k < count; ++k) {
        const Values& line = lines[k / lanes_of_power];
        for (size_t i = 0; i < 3; ++i) inputs[i].set(k, 0, words, part(line[i], k % lanes_of_power));
        n0inv.set(k, 0, 1, power_of_2(limb_bits) - inverse_modulo(line[2], power_of_2(limb_bits)));
    }
    std::vector<eval::Column> columns;
    for (const Rows& input : inputs) columns.push_back(input.column());
    columns.push_back(n0inv.column());
    eval::RoutineInterpreter(routine, all.library).run(columns, 0, count, r.words.data(), count);
    for (size_t k = 0; k < count; ++k) {
        CAPTURE(k);
        const Values& line = lines[k / lanes_of_power];
        const mpz_class value = line[0] * line[1] * inverse_modulo(R, line[2]) % line[2];
        CHECK(r.get(k, 0, words) == part(value, k % lanes_of_power));
    }
}

}  // namespace

TEST_CASE("Montgomery products by matrices of bytes agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int bits : {2, 33, 1000, 1024, 2048, 3072}) check(bits, samples);
}

TEST_CASE("Montgomery products of long numbers by matrices of bytes agree with GMP") {
    eval::Samples samples(test_seed());
    check(8192, samples);
}

// Products by tiles: some of the factors, then all of them.
TEST_CASE("Montgomery products by matrices of more than 8192 bits agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int bits : {8193, 9000}) check(bits, samples, 3);
}

TEST_CASE("Montgomery products by matrices of up to 16384 bits agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int bits : {12345, max_tensor_power_bits}) check(bits, samples);
}

TEST_CASE("a Montgomery product by matrices that misses one of its barriers is found") {
    constexpr int bits = 1024;
    const catalogue::Loops all = programs(bits);
    const BrokenBarriers tried = without_each_barrier(one_product(bits, all.library), all.library);
    // behind the zeros, behind the factors and before words are read, of the inverse and three products; the others stand
    // where one of these separates the same lanes already
    constexpr int needed = 9;
    CHECK(tried.barriers >= needed);
    CHECK(tried.found >= needed);
}

}  // namespace limbsmith::test
