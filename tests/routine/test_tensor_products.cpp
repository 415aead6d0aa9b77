// Products by matrices of bytes: the two statements by their definition in PTX, and the routines as interpreted against GMP.
#include <doctest/doctest.h>

#include <array>
#include <random>
#include <stdexcept>

#include "catalogue/lanes.hpp"
#include "eval/routine.hpp"
#include "ir/routine_builder.hpp"
#include "routine/columns.hpp"
#include "routine/group_products.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t lanes_of_warp = 32, rows_of_a = 16, columns_of_b = 8, length = 32;

// C + A·B over bytes, as a warp has them.
struct Matrices {
    std::array<std::array<uint8_t, length>, rows_of_a> a{};
    std::array<std::array<uint8_t, columns_of_b>, length> b{};
    std::array<std::array<uint32_t, columns_of_b>, rows_of_a> c{};

    uint32_t result(size_t row, size_t column) const {
        uint32_t sum = c[row][column];
        for (size_t k = 0; k < length; ++k) sum += uint32_t{a[row][k]} * b[k][column];
        return sum;
    }
};

uint32_t word_of(const auto& byte_at) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4; ++i) word |= uint32_t{byte_at(i)} << 8 * i;
    return word;
}

// PTX ISA 9.0, 9.7.14, "matrix fragments for mma.m16n8k32": the row and the column of element i of a lane.
size_t a_row(size_t lane, size_t i) { return lane / 4 + (i < 4 || (8 <= i && i < 12) ? 0 : 8); }
size_t a_column(size_t lane, size_t i) { return lane % 4 * 4 + i % 4 + (i < 8 ? 0 : 16); }
size_t b_row(size_t lane, size_t i) { return lane % 4 * 4 + i % 4 + (i < 4 ? 0 : 16); }
size_t b_column(size_t lane, size_t) { return lane / 4; }
size_t c_row(size_t lane, size_t i) { return lane / 4 + (i < 2 ? 0 : 8); }
size_t c_column(size_t lane, size_t i) { return lane % 4 * 2 + i % 2; }

// A word of the 16 bytes to which lane l points a load: row l % 8 of matrix l / 8. The four matrices are the quarters of A, the upper
// left one first and then the lower left one.
uint32_t word_of_row(const Matrices& all, size_t lane, size_t word) {
    const size_t matrix = lane / 8, row = lane % 8 + matrix % 2 * 8, first = matrix / 2 * 16 + 4 * word;
    return word_of([&](size_t i) { return all.a[row][first + i]; });
}

// Loads A from shared memory, and multiplies. r: the sums, and then the loaded words. `shift` moves the rows.
ir::Routine load_and_multiply(const ir::Library& library, int shift = 0) {
    ir::RoutineBuilder builder("load_and_multiply", library);
    builder.routine().mapping = Mapping::warp;
    const ir::Place row = builder.input(ir::number_named("row", repr::num, 4)),
                    b = builder.input(ir::number_named("b", repr::num, 2)),
                    c = builder.input(ir::number_named("c", repr::num, 4)),
                    r = builder.result(ir::number_named("r", repr::num, 8)),
                    rows = builder.shared(array(ir::word_named("rows"), 4 * 33)),
                    of_a = builder.local(array(ir::word_named("of_a"), 4)),
                    of_b = builder.local(array(ir::word_named("of_b"), 2)),
                    sums = builder.local(array(ir::word_named("sums"), 4));
    for (int i = 0; i < 4; ++i) {
        builder.assign(rows[ir::lane() * 4 + (i + shift)], ir::Scalar(row.limb(i)));
        builder.assign(sums[i], ir::Scalar(c.limb(i)));
    }
    for (int i = 0; i < 2; ++i) builder.assign(of_b[i], ir::Scalar(b.limb(i)));
    builder.barrier();
    builder.load_matrix(of_a[0], rows[ir::lane() * 4 + shift]);
    builder.multiply_matrices(sums[0], of_a[0], of_b[0]);
    for (int i = 0; i < 4; ++i) {
        builder.assign(r.limb(i), ir::Scalar(sums[i]));
        builder.assign(r.limb(i + 4), ir::Scalar(of_a[i]));
    }
    return std::move(builder).finish();
}

// One warp for each of the matrices.
std::vector<uint32_t> computed(const std::vector<Matrices>& all, int shift = 0) {
    const size_t count = all.size() * lanes_of_warp;
    std::vector<uint32_t> row(4 * count), b(2 * count), c(4 * count), r(8 * count);
    for (size_t k = 0; k < count; ++k) {
        const Matrices& of = all[k / lanes_of_warp];
        const size_t lane = k % lanes_of_warp;
        for (size_t i = 0; i < 4; ++i) {
            row[i * count + k] = word_of_row(of, lane, i);
            c[i * count + k] = of.c[c_row(lane, i)][c_column(lane, i)];
        }
        for (size_t u = 0; u < 2; ++u)
            b[u * count + k] =
                word_of([&](size_t i) { return of.b[b_row(lane, 4 * u + i)][b_column(lane, 4 * u + i)]; });
    }
    const ir::Library library;
    const ir::Routine routine = load_and_multiply(library, shift);
    const std::vector<eval::Column> inputs{{row.data(), count}, {b.data(), count}, {c.data(), count}};
    eval::RoutineInterpreter(routine, library).run(inputs, 0, count, r.data(), count);
    return r;
}

// Numbers whose columns are as large as can be, whose products have carries through every word, and others.
Lines factors(int bits, eval::Samples& samples) {
    const mpz_class all = power_of_2(bits), top = all - 1, half = power_of_2(bits / 2),
                    bytes = top / UINT8_MAX, limbs = top / UINT32_MAX;
    const mpz_class every_second_byte = top / UINT16_MAX * UINT8_MAX,
                    every_second_limb = top / (power_of_2(64) - 1) * UINT32_MAX;
    Lines lines{{top, top},
                {top, 1},
                {1, top},
                {0, top},
                {top, 0},
                {top - 1, top},
                {all / 2, all / 2},
                {all / 2 + 1, top},
                {half - 1, half + 1},
                {top, half},
                {bytes, UINT8_MAX},
                {bytes, top},
                {limbs, UINT32_MAX},
                {limbs * UINT16_MAX, limbs},
                {every_second_byte, every_second_byte * 256},
                {every_second_byte, top},
                {every_second_limb, every_second_limb},
                {power_of_2(bits / 3), power_of_2(bits - 1)},
                {power_of_2(bits / 5 * 4), power_of_2(bits / 7)}};
    for (int k = 0; k < 4; ++k) lines.push_back({samples.edge(all), samples.edge(all)});
    const mpz_class a = samples.uniform(all) | 1;
    lines.push_back({a, samples.uniform(all)});
    lines.push_back({a, top / a});  // just below 2^bits
    for (Values& line : lines)
        for (mpz_class& value : line) value %= all;
    return lines;
}

// Whether the product of the routine `mul` is GMP's.
bool multiplies(const ir::Routine& mul, const ir::Library& library, int bits, const Lines& lines) {
    const size_t lanes = lanes_of_warp, count = lines.size() * lanes,
                 words = static_cast<size_t>(Width{bits, Mapping::tensor()}.lane_limbs());
    const auto part = [](const mpz_class& value, size_t lane, size_t limbs) {
        return mpz_class((value >> (limb_bits * limbs * lane)) % power_of_2(unsigned(limb_bits * limbs)));
    };
    Rows a(count, words), b(count, words), r(count, 2 * words);
    for (size_t k = 0; k < count; ++k) {
        a.set(k, 0, words, part(lines[k / lanes][0], k % lanes, words));
        b.set(k, 0, words, part(lines[k / lanes][1], k % lanes, words));
    }
    const std::vector<eval::Column> inputs{a.column(), b.column()};
    try {
        eval::RoutineInterpreter(mul, library).run(inputs, 0, count, r.words.data(), count);
    } catch (const std::logic_error&) {
        return false;
    }
    for (size_t k = 0; k < count; ++k) {
        const Values& line = lines[k / lanes];
        if (r.get(k, 0, 2 * words) != part(line[0] * line[1], k % lanes, 2 * words)) return false;
    }
    return true;
}

// The places that matrices have in a routine, each in turn one element further.
void each_moved_place(ir::Block& block, const std::function<void()>& visit) {
    const auto move = [&](ir::Place& place) {
        const ir::Place before = place;
        place.element = *place.element + 1;
        visit();
        place = before;
    };
    for (ir::Statement& statement : block) {
        if (auto* load = std::get_if<ir::MatrixLoad>(&statement.what)) move(load->target), move(load->row);
        if (auto* product = std::get_if<ir::MatrixProduct>(&statement.what))
            move(product->sums), move(product->a), move(product->b);
        if (auto* loop = std::get_if<ir::For>(&statement.what)) each_moved_place(loop->body, visit);
        if (auto* decision = std::get_if<ir::If>(&statement.what)) each_moved_place(decision->body, visit);
    }
}

}  // namespace

TEST_CASE("matrices of bytes are loaded and multiplied as PTX defines it") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::vector<Matrices> all(8);
    for (size_t k = 0; k < all.size(); ++k) {
        // all bytes 255; some 0 and some 255; a single byte; any
        const auto byte = [&]() -> uint8_t {
            return k == 0   ? UINT8_MAX
                   : k < 4  ? (random() % 2 ? UINT8_MAX : 0)
                   : k == 4 ? (random() % 64 == 0)
                            : static_cast<uint8_t>(random());
        };
        for (auto& row : all[k].a)
            for (uint8_t& it : row) it = byte();
        for (auto& row : all[k].b)
            for (uint8_t& it : row) it = byte();
        for (auto& row : all[k].c)
            for (uint32_t& it : row) it = k % 2 ? 0 : static_cast<uint32_t>(random() % (1u << 30));
    }
    const std::vector<uint32_t> found = computed(all);
    const size_t count = all.size() * lanes_of_warp;
    for (size_t k = 0; k < count; ++k) {
        const Matrices& of = all[k / lanes_of_warp];
        const size_t lane = k % lanes_of_warp;
        for (size_t i = 0; i < 4; ++i) {
            CHECK(found[i * count + k] == of.result(c_row(lane, i), c_column(lane, i)));
            CHECK(found[(i + 4) * count + k] ==
                  word_of([&](size_t j) { return of.a[a_row(lane, 4 * i + j)][a_column(lane, 4 * i + j)]; }));
        }
    }
}

TEST_CASE("sums of matrices from 2^31 on, and rows that do not begin at 16 bytes, are found") {
    Matrices all;
    all.c[9][3] = INT32_MAX;
    CHECK_NOTHROW(computed({all}));
    CHECK_THROWS_AS(computed({all}, 1), std::logic_error);
    all.a[9][20] = all.b[20][3] = 1;
    CHECK_THROWS_AS(computed({all}), std::logic_error);
}

TEST_CASE("products by matrices of bytes agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int bits : {1, 31, 1000, 1024, 1500, 2048, 3072}) {
        const Lines lines = factors(bits, samples);
        for (const char* op : {"mul", "sqr", "mul_lo", "mul_hi"})
            check_products({bits, Mapping::tensor()}, op, lines);
    }
}

TEST_CASE("products of long numbers by matrices of bytes agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int bits : {5000, 8192}) {
        const Lines lines = factors(bits, samples);
        for (const char* op : {"mul", "mul_lo"}) check_products({bits, Mapping::tensor()}, op, lines);
    }
    check_products({8192, Mapping::tensor()}, "mul_hi", factors(8192, samples));
}

TEST_CASE("products of more tiles than registers have sums for agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int bits : {8193, 16384}) {
        Lines lines = factors(bits, samples);
        for (const char* op : {"mul", "mul_lo"}) check_products({bits, Mapping::tensor()}, op, lines);
        lines.resize(6);
        check_products({bits, Mapping::tensor()}, "mul_hi", lines);
    }
    constexpr int most = max_lanes * max_lane_bits;
    Lines lines = factors(most, samples);
    lines.resize(6);
    check_products({most, Mapping::tensor()}, "mul", lines);
}

TEST_CASE("a product by matrices that misses one of its barriers is found") {
    for (const char* op : {"mul", "mul_lo", "mul_hi"}) {
        CAPTURE(op);
        const BrokenBarriers tried = without_each_barrier({3072, Mapping::tensor()}, op);
        CHECK(tried.barriers >= 5);
        CHECK(tried.found >= tried.barriers - 1);
    }
    // by tiles, and by halves, the first product of which has a barrier that the others need
    for (const auto& [bits, op] : {std::pair(8200, "mul_lo"), std::pair(10240, "mul")}) {
        CAPTURE(op);
        const BrokenBarriers tried = without_each_barrier({bits, Mapping::tensor()}, op);
        CHECK(tried.barriers >= 5);
        CHECK(tried.found >= tried.barriers - 2);
    }
}

TEST_CASE("a product by matrices at another place is wrong") {
    eval::Samples samples(test_seed());
    constexpr int bits = 1024;
    const catalogue::Loops all = catalogue::lane_routines(whole_spec({bits, Mapping::tensor()}, "mul"));
    ir::Routine routine = std::get<ir::Routine>(all.library["mul"]);
    const Lines lines{{samples.uniform(power_of_2(bits)), samples.uniform(power_of_2(bits))}};
    CHECK(multiplies(routine, all.library, bits, lines));
    int moved = 0;
    each_moved_place(routine.body, [&] {
        ++moved;
        CHECK(!multiplies(routine, all.library, bits, lines));
    });
    CHECK(moved == 5);
}

}  // namespace limbsmith::test
