// The engine on a device, its kernels interpreted, against GMP.
#include <doctest/doctest.h>

#include "limbsmith/error.hpp"
#include "machine/interpreting_machine.hpp"
#include "pool/device.hpp"
#include "pool/draw.hpp"
#include "pool/pool.hpp"

namespace limbsmith::test {
namespace {

using pool::Failure, pool::Mapping, pool::Number, pool::Pool;
using Order = grid::InterpretingMachine::Order;

struct Interpreted {
    grid::InterpretingMachine* machine;
    pool::Device* device;
    Pool pool;

    explicit Interpreted(std::optional<Mapping> only = {}, Order order = Order::upwards)
        : Interpreted(made(order)) {
        device->use_only(only);
    }

  private:
    static std::vector<catalogue::DeviceKernels> kernels() {
        std::vector<catalogue::DeviceKernels> all;
        all.push_back(catalogue::grid_kernels());
        all.push_back(catalogue::pool_kernels());
        return all;
    }
    static std::unique_ptr<grid::InterpretingMachine> made(Order order) {
        return std::make_unique<grid::InterpretingMachine>(order, kernels());
    }
    explicit Interpreted(std::unique_ptr<grid::InterpretingMachine> made) : Interpreted(*made, made) {}
    static std::unique_ptr<pool::Device> engine(std::unique_ptr<grid::InterpretingMachine>& made) {
        return std::make_unique<pool::Device>(std::move(made), "interpreter", "host");
    }
    Interpreted(grid::InterpretingMachine& of, std::unique_ptr<grid::InterpretingMachine>& made)
        : Interpreted(of, engine(made)) {}
    Interpreted(grid::InterpretingMachine& of, std::unique_ptr<pool::Device> engine)
        : machine(&of), device(engine.get()), pool(std::move(engine)) {}
};

mpz_class floor_shift(const mpz_class& a, unsigned long count) {
    mpz_class r;
    mpz_fdiv_q_2exp(r.get_mpz_t(), a.get_mpz_t(), count);
    return r;
}

// What the device computes by itself, for one pair; and what it should be.
void record(Pool& p, const mpz_class& a, const mpz_class& b, unsigned long count,
            std::vector<Number>& results, std::vector<mpz_class>& expected) {
    const Number x = p.number(a), y = p.number(b), n = p.number(count);
    const auto expect = [&](Number result, const mpz_class& value) {
        results.push_back(result);
        expected.push_back(value);
    };
    expect(p.add(x, y), a + b), expect(p.sub(x, y), a - b), expect(p.mul(x, y), a * b),
        expect(p.sqr(x), a * a);
    expect(p.neg(x), -a), expect(p.abs(x), abs(a));
    expect(p.compare(x, y), (a > b) - (a < b)), expect(p.min(x, y), std::min(a, b)),
        expect(p.max(x, y), std::max(a, b));
    expect(p.select(x, y, x), a < 0 ? b : a);
    expect(p.shl(x, n), a << count), expect(p.shr(x, n), floor_shift(a, count));
}

// Of quotients, with both roundings, and of an exact one.
void record_divisions(Pool& p, const mpz_class& a, const mpz_class& b, std::vector<Number>& results,
                      std::vector<mpz_class>& expected) {
    const Number x = p.number(a), y = p.number(b), product = p.number(a * b);
    const auto [floor, modulus] = p.div_floor(x, y);
    const auto [quotient, remainder] = p.div_truncate(x, y);
    mpz_class q, r;
    mpz_fdiv_qr(q.get_mpz_t(), r.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
    for (const Number it : {floor, modulus, quotient, remainder, p.div_exact(product, y)})
        results.push_back(it);
    for (const mpz_class& it : {q, r, mpz_class(a / b), mpz_class(a % b), a}) expected.push_back(it);
}

void check(Pool& p, const std::vector<Number>& results, const std::vector<mpz_class>& expected) {
    const std::vector<mpz_class> values = p.values(results);
    for (size_t k = 0; k < values.size(); ++k) {
        CAPTURE(k);
        CHECK(values[k] == expected[k]);
    }
}

// Ends of units, long runs of carries, and both signs.
std::vector<mpz_class> unit_edges() {
    std::vector<mpz_class> all{0};
    for (const unsigned bits : {1u, 32u, 255u, 256u, 257u, 512u, 2048u, 2500u}) {
        const mpz_class power = mpz_class(1) << bits;
        for (const mpz_class& it : {power, mpz_class(power - 1)}) all.push_back(it), all.push_back(-it);
    }
    return all;
}

}  // namespace

TEST_CASE("every operation of the device agrees with GMP for ends of units, with each mapping") {
    for (const uint32_t lanes : {1u, 2u, 4u, 8u, 16u, 32u}) {
        CAPTURE(lanes);
        Interpreted it(Mapping{lanes}, lanes == 2 ? Order::downwards : Order::upwards);
        std::vector<Number> results;
        std::vector<mpz_class> expected;
        const std::vector<mpz_class> values = unit_edges();
        for (size_t i = 0; i < values.size(); ++i)
            for (size_t j = 0; j < values.size(); j += 1 + (lanes != 1 && lanes != 8))
                record(it.pool, values[i], values[j], (37 * i + 64 * j) % 700, results, expected);
        check(it.pool, results, expected);
    }
}

TEST_CASE(
    "divisions of the device agree with GMP: ends of words and units, quotients that are estimated too "
    "large") {
    for (const bool is_grid : {false, true}) {
        CAPTURE(is_grid);
        Interpreted it;
        it.device->use_only(Mapping{1, is_grid});
        std::vector<Number> results;
        std::vector<mpz_class> expected;
        Draw draw;
        std::vector<mpz_class> values = unit_edges();
        for (const unsigned bits : {33u, 64u, 65u, 96u, 1000u, 1024u}) values.push_back(draw.integer(bits));
        // a divisor with ones below its two highest words, and a dividend with the same highest words
        values.push_back((mpz_class(1) << 127) + (mpz_class(1) << 64) - 1);
        values.push_back((mpz_class(1) << 255) - 1);
        for (size_t i = 0; i < values.size(); ++i)
            for (size_t j = 0; j < values.size(); j += is_grid ? 9 : 1)
                if (values[j] != 0) record_divisions(it.pool, values[i], values[j], results, expected);
        check(it.pool, results, expected);
    }
}

TEST_CASE("failures of the device are those of the host") {
    Interpreted it;
    Pool& p = it.pool;
    const Number zero = p.number(0), x = p.number(7), y = p.number(-3), huge = p.number(mpz_class(1) << 100);
    const Number lost = p.div_floor(x, zero).quotient;
    CHECK(p.failure(lost) == Failure::division_by_zero);
    CHECK(p.failure(p.add(lost, x)) == Failure::division_by_zero);
    CHECK(p.failure(p.select(x, lost, x)) == Failure::division_by_zero);
    CHECK(p.failure(p.div_exact(x, y)) == Failure::not_integer);
    CHECK(p.failure(p.shl(x, y)) == Failure::negative_shift);
    CHECK(p.failure(p.shl(x, huge)) == Failure::too_long);
    CHECK(p.value(p.shl(zero, huge)) == 0);
    CHECK(p.value(p.shr(y, huge)) == -1);
    CHECK(p.failure(p.pow(x, y)) == Failure::negative_exponent);
    CHECK(p.failure(p.mul(lost, p.shl(x, y))) == Failure::division_by_zero);
    CHECK(p.value(p.pow(y, x)) == -2187);
    CHECK(p.value(p.gcd(p.number(12), p.number(-18))) == 6);
}

TEST_CASE("long products of the device go through transforms") {
    Interpreted it;
    it.device->use_only(Mapping{32, true});
    Draw draw;
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    for (const auto& [a, b] : {std::pair{70'000u, 200u}, {40'000u, 33'000u}, {32'768u, 32'768u}}) {
        const mpz_class x = draw.integer(a), y = draw.integer(b);
        results.push_back(it.pool.mul(it.pool.number(x), it.pool.number(y)));
        expected.push_back(x * y);
        results.push_back(it.pool.sqr(it.pool.number(x)));
        expected.push_back(x * x);
    }
    check(it.pool, results, expected);
    CHECK(it.machine->launches().contains("pool_spread"));
}

TEST_CASE("compaction keeps numbers, their copies and results, and shortens the memory") {
    Interpreted it;
    Pool& p = it.pool;
    Draw draw;
    std::vector<Number> kept;
    std::vector<mpz_class> expected;
    for (int k = 0; k < 50; ++k) {
        const mpz_class value = draw.normal(600, 400);
        const Number x = p.number(value), negative = p.neg(x), sum = p.add(x, x), lost = p.mul(x, sum);
        for (const Number one : {x, negative, sum}) kept.push_back(one);
        for (const mpz_class& one : {value, mpz_class(-value), mpz_class(2 * value)}) expected.push_back(one);
        p.submit();
        p.free(lost);
    }
    const uint64_t before = p.bytes();
    p.compact();
    CHECK(p.bytes() < before);
    check(p, kept, expected);
    const uint64_t after = p.bytes();
    p.compact();
    CHECK(p.bytes() == after);
    check(p, kept, expected);
}

}  // namespace limbsmith::test
