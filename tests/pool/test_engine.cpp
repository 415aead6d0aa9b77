// A pool gives its engine levels as lists, and places in memory; tests of this, and of engines that fail.
#include <doctest/doctest.h>

#include <map>

#include "limbsmith/error.hpp"
#include "limbsmith/pool/pool.hpp"
#include "operation/integers.hpp"
#include "pool/draw.hpp"
#include "pool/host.hpp"

namespace limbsmith::test {
namespace {

using pool::Number;
using pool::Operation;
using pool::Pool;

// The host's, watched.
struct Watched : pool::Host {
    Watched() : Host(2) {}

    void resize(uint64_t words) override {
        if (words > limit) throw runtime::OutOfMemory("full");
        Host::resize(words);
        size = words;
    }
    void compute(std::span<pool::Task> level, const std::function<void(size_t)>& report) override {
        levels.push_back(level.size());
        std::map<uint64_t, uint64_t> results;  // begin and end
        for (const pool::Task& task : level) {
            const pool::Signature& of = pool::signature(task.operation);
            for (int i = 0; i < of.results; ++i) {
                const pool::Result& it = task.results[i];
                CHECK((it.offset % 2 == 0 && it.room % 2 == 0 && it.offset + it.room <= size));
                if (it.room) CHECK(results.emplace(it.offset, it.offset + it.room).second);
            }
        }
        uint64_t end = 0;
        for (const auto& [first, last] : results) {
            CHECK(first >= end);
            end = last;
        }
        for (const pool::Task& task : level) {
            for (int i = 0; i < pool::signature(task.operation).operands; ++i) {
                const pool::Operand& it = task.operands[i];
                if (!it.shape.is_zero() && !results.empty()) CHECK(it.offset < results.begin()->first);
            }
        }
        Host::compute(level, report);
    }

    std::vector<size_t> levels;
    uint64_t size = 0, limit = UINT64_MAX;
};

}  // namespace

TEST_CASE("an engine gets each level as one list, without computations that must fail") {
    auto engine = std::make_unique<Watched>();
    Watched& watched = *engine;
    Pool p(std::move(engine));
    Draw draw;
    std::vector<Number> numbers;
    mpz_class sum = 0;
    for (int k = 0; k < 100; ++k) {
        const mpz_class value = draw.normal(300, 150);
        numbers.push_back(p.number(value));
        sum += value;
    }
    const Number total = p.sum(numbers);
    p.div_floor(numbers[0], p.number(0));
    p.pow(p.number(2), p.number("1000000000000000000"));
    p.neg(p.div_exact(total, p.number(0)));
    p.xgcd(total, numbers[0]);
    CHECK(watched.levels.empty());
    p.submit();
    // 100 numbers, 50 sums, 25, 13 with one left over ...
    CHECK(watched.levels == std::vector<size_t>{50, 25, 12, 6, 3, 2, 1, 1, 0});
    CHECK(p.value(total) == sum);
    p.submit();
    CHECK(watched.levels.size() == 9);
}

TEST_CASE("places of results are long enough for all operations, and numbers lie without gaps") {
    auto engine = std::make_unique<Watched>();
    Pool p(std::move(engine));
    Draw draw;
    std::vector<mpz_class> values = edges();
    for (int k = 0; k < 10; ++k) values.push_back(draw.normal(500, 300));
    std::vector<Number> results;
    for (const mpz_class& a : values) {
        for (const mpz_class& b : values) {
            const Number x = p.number(a), y = p.number(b);
            const auto [q, r] = p.div_floor(x, y);
            const auto [t, s] = p.div_truncate(x, y);
            const auto [g, u, v] = p.xgcd(x, y);
            for (const Number it :
                 {q, r, t, s, g, u, v, p.lcm(x, y), p.gcd(x, y), p.max(x, y), p.select(x, x, y), p.mul(x, y),
                  p.sub(x, y), p.compare(x, y), p.pow_mod(x, y, y)})
                results.push_back(it);
            p.free(x);
            p.free(y);
        }
    }
    p.submit();  // throws if a place is too short
    p.compact();
    uint64_t bytes = 0;
    for (const Number it : results) {
        if (p.failure(it) != pool::Failure::none) continue;
        bytes += (mpz_sizeinbase(p.value(it).get_mpz_t(), 2) + 63) / 64 * 8 * (p.value(it) != 0);
    }
    CHECK(p.bytes() == bytes);
}

TEST_CASE("computations that an engine could not do are still recorded") {
    auto engine = std::make_unique<Watched>();
    Watched& watched = *engine;
    Pool p(std::move(engine));
    const Number x = p.number(3), square = p.sqr(x), count = p.number(100'000), large = p.shl(square, count),
                 after = p.add(large, x);
    watched.limit = 1000;
    CHECK_THROWS_AS(p.submit(), runtime::OutOfMemory);
    CHECK(p.pending() == 2);
    CHECK(p.value(x) == 3);
    CHECK(p.value(square) == 9);
    CHECK_THROWS_AS(p.value(after), runtime::OutOfMemory);
    watched.limit = UINT64_MAX;
    CHECK(p.value(after) == (mpz_class(9) << 100'000) + 3);
    CHECK(p.pending() == 0);
}

TEST_CASE("every operation has its signature, and a plan that is no failure for ordinary operands") {
    const pool::Shape three{3, 2, false};
    for (size_t k = 0; k < NumberSystem::integers().operations.size(); ++k) {
        const auto operation = static_cast<Operation>(k);
        CHECK(pool::code(pool::row(operation)) == operation);
        const pool::Plan plan = pool::plan(operation, {three, three, three});
        CHECK(plan.failure == pool::Failure::none);
        CHECK(plan.cost > 0);
        for (int i = 0; i < pool::most_results; ++i)
            CHECK((plan.bits[i] != 0) == (i < pool::signature(operation).results));
    }
}

}  // namespace limbsmith::test
