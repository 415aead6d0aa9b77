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
    explicit Interpreted(std::unique_ptr<grid::InterpretingMachine> made)
        : Interpreted(made.get(), std::make_unique<pool::Device>(std::move(made), "interpreter", "host")) {}
    Interpreted(grid::InterpretingMachine* of, std::unique_ptr<pool::Device> engine)
        : machine(of), device(engine.get()), pool(std::move(engine)) {}
};

mpz_class floor_shift(const mpz_class& a, unsigned long count) {
    mpz_class r;
    mpz_fdiv_q_2exp(r.get_mpz_t(), a.get_mpz_t(), count);
    return r;
}

// What the device computes by itself, for one pair; and what it should be.
void record(Pool& p, const mpz_class& a, const mpz_class& b, unsigned long count, std::vector<Number>& results,
            std::vector<mpz_class>& expected) {
    const Number x = p.number(a), y = p.number(b), n = p.number(count);
    const auto expect = [&](Number result, const mpz_class& value) {
        results.push_back(result);
        expected.push_back(value);
    };
    expect(p.add(x, y), a + b), expect(p.sub(x, y), a - b), expect(p.mul(x, y), a * b), expect(p.sqr(x), a * a);
    expect(p.neg(x), -a), expect(p.abs(x), abs(a));
    expect(p.compare(x, y), (a > b) - (a < b)), expect(p.min(x, y), std::min(a, b)), expect(p.max(x, y), std::max(a, b));
    expect(p.select(x, y, x), a < 0 ? b : a);
    expect(p.shl(x, n), a << count), expect(p.shr(x, n), floor_shift(a, count));
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

}  // namespace limbsmith::test
