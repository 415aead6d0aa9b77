// Products over the threads of a block, by transforms: the tables by their definition, and the routines as interpreted
// against GMP.
#include <doctest/doctest.h>

#include <optional>
#include <stdexcept>

#include "algorithm/ntt/tables.hpp"
#include "catalogue/computation.hpp"
#include "catalogue/lanes.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "spec/ntt_primes.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

namespace ntt = algorithm::ntt;

// Numbers whose digits of a product are the largest there are, whose carries run through all of it, and others.
Lines operands(int bits, eval::Samples& samples) {
    const mpz_class all = power_of_2(bits), top = all - 1;
    Lines lines{{top, top},         {0, top},           {1, top},
                {all / 2, all / 2}, {top, all / 2},     {all / 2 + 1, top},
                {top - 1, top},     {all / 2, all - 2}, {top, 0}};
    const mpz_class half = power_of_2(bits / 2);
    lines.push_back({half - 1, half + 1});  // all ones below the top bit
    lines.push_back({half, half});
    for (int k = 0; k < 3; ++k) lines.push_back({samples.edge(all), samples.edge(all)});
    lines.push_back({samples.uniform(all), samples.uniform(all)});
    return lines;
}

mpz_class value(const std::string& op, const mpz_class& a, const mpz_class& b, int container) {
    const mpz_class& factor = op.starts_with("sqr") ? a : b;
    const mpz_class product = a * factor;
    return op == "mul_lo"   ? mpz_class(product % power_of_2(container))
           : op == "mul_hi" ? mpz_class(product >> container)
                            : product;
}

void check(Width width, const std::string& op) {
    CAPTURE(width.bits);
    CAPTURE(width.lanes());
    CAPTURE(op);
    eval::Samples samples(test_seed());
    const Lines lines = operands(width.bits, samples);
    const size_t limbs = static_cast<size_t>(width.limbs()), count = lines.size();
    std::vector<Rows> rows;
    for (size_t operand = 0; operand < (op == "sqr" ? 1 : 2); ++operand) {
        Rows& own = rows.emplace_back(count, static_cast<int>(limbs));
        for (size_t k = 0; k < count; ++k) own.set(k, 0, width.limbs(), lines[k][operand]);
    }
    std::vector<eval::Column> columns;
    for (const Rows& own : rows) columns.push_back(own.column());
    const bool is_wide = op == "mul" || op == "sqr";
    Rows results(count, (is_wide ? 2 : 1) * width.limbs());
    catalogue::Computation(whole_spec(width, op), op).run(columns, 0, count, results.words.data(), count);
    for (size_t k = 0; k < count; ++k) {
        CAPTURE(k);
        CHECK(results.get(k, 0, (is_wide ? 2 : 1) * width.limbs()) ==
              value(op, lines[k][0], lines[k][1], (width.bits + 31) / 32 * 32));
    }
}

// A routine without one of its barriers; nothing where it has no more.
std::optional<ir::Routine> without_barrier(ir::Routine routine, int which) {
    const auto remove = [&](const auto& self, ir::Block& block) -> bool {
        for (auto it = block.begin(); it != block.end(); ++it) {
            if (std::holds_alternative<ir::Barrier>(it->what) && which-- == 0) return block.erase(it), true;
            auto* loop = std::get_if<ir::For>(&it->what);
            if (loop && self(self, loop->body)) return true;
        }
        return false;
    };
    if (!remove(remove, routine.body)) return std::nullopt;
    return routine;
}

}  // namespace

TEST_CASE(
    "the factors of transforms are square roots of one another, and the mirrored ones minus their inverses") {
    constexpr uint32_t blocks = 512;
    const auto factors = ntt::factors_table(blocks), inverses = ntt::inverse_factors_table(blocks);
    const auto mirrors = ntt::mirrors_table(blocks, blocks);
    for (uint32_t k = 0; k < 3; ++k) {
        const NttPrime& prime = ntt_primes()[k];
        const auto of = [&](const std::vector<uint32_t>& table, uint32_t b) {
            return table[(k * blocks + b) * 2];
        };
        CHECK(of(factors, 0) == 1);
        for (uint32_t b = 0; b < blocks; ++b) {
            const uint32_t f = of(factors, b);
            CHECK(prime.mul(f, of(inverses, b)) == prime.p - 1);
            CHECK(factors[(k * blocks + b) * 2 + 1] == prime.shoup(f));
            if (b > 0) CHECK(prime.mul(f, of(factors, mirrors[b])) == prime.p - 1);
            if (2 * b + 1 >= blocks) continue;
            CHECK(prime.mul(of(factors, 2 * b), of(factors, 2 * b)) == f);
            if (b > 0) CHECK(prime.mul(of(factors, 2 * b + 1), of(factors, 2 * b + 1)) == prime.p - f);
        }
    }
}

TEST_CASE("columns have the factors of the five levels from a block on, and of those that mirror block 0") {
    constexpr int columns = 64;
    const auto table = ntt::columns_table(columns),
               factors = ntt::factors_table(columns * ntt::words_of_lane);
    const auto inverses = ntt::inverse_factors_table(ntt::words_of_lane);
    for (uint32_t k = 0; k < 3; ++k) {
        for (uint32_t column = 0; column <= columns; ++column) {
            for (uint32_t level = 0; level < ntt::levels_of_pass; ++level) {
                for (uint32_t j = 0; j < 1u << level; ++j) {
                    const uint32_t entry = (1u << level) + j, pair = entry / 2;
                    const uint32_t found =
                        table[((k * ntt::pairs_of_column + pair) * (columns + 1) + column) * 4 +
                              entry % 2 * 2];
                    const uint32_t wanted =
                        column < columns
                            ? factors[(k * columns * ntt::words_of_lane + (column << level) + j) * 2]
                            : inverses[(k * ntt::words_of_lane + (1u << level) - 1 - j) * 2];
                    CHECK(found == wanted);
                }
            }
        }
    }
}

TEST_CASE("products over the threads of a block agree with GMP") {
    for (const auto& [bits, lanes] : {std::pair{16384, 32}, {9001, 32}, {33, 64}, {9001, 64}, {32768, 64}})
        for (const char* op : {"mul", "sqr", "mul_lo", "mul_hi"}) check({bits, lanes}, op);
    check({40000, 128}, "mul");
    check({65536, 128}, "mul_lo");
    check({131072, 256}, "mul");
}

TEST_CASE("products of the longest numbers of a block agree with GMP") { check({1 << 18, 512}, "mul"); }

TEST_CASE("a product over a block that misses one of its barriers is found") {
    const Spec spec = whole_spec({2000, 64}, "mul");
    const catalogue::Loops all = catalogue::lane_routines(spec);
    const auto& routine = std::get<ir::Routine>(all.library["mul"]);
    const Rows a(64, 1), b(64, 1);
    const auto run = [&](const ir::Routine& it) {
        const std::vector<eval::Column> inputs{a.column(), b.column()};
        std::vector<uint32_t> result(2 * 64);
        eval::RoutineInterpreter(it, all.library).run(inputs, 0, 64, result.data(), 64);
    };
    CHECK_NOTHROW(run(routine));
    int barriers = 0, found = 0;
    while (const auto broken = without_barrier(routine, barriers)) {
        ++barriers;
        try {
            run(*broken);
        } catch (const std::logic_error&) {
            ++found;
        }
    }
    // the last one keeps a next call from writing too early
    CHECK(found == barriers - 1);
    CHECK(barriers == 10);
}

}  // namespace limbsmith::test
