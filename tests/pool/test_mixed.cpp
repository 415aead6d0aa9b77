// The engine that shares levels between the host and a device, whose kernels are interpreted, against the host's.
#include <doctest/doctest.h>

#include <memory>
#include <random>

#include "machine/interpreting_machine.hpp"
#include "pool/device_cases.hpp"
#include "pool/draw.hpp"
#include "pool/mixed.hpp"

namespace limbsmith::test {
namespace {

using pool::Mixed, pool::Operation;

struct SharedPool {
    std::shared_ptr<grid::InterpretingMachine*> machine = std::make_shared<grid::InterpretingMachine*>();
    Mixed* engine = nullptr;
    Pool pool;

    explicit SharedPool(const pool::MixedLimits& limits) : pool(made(limits)) {}
    bool has_started() const { return *machine != nullptr; }

  private:
    std::unique_ptr<pool::Engine> made(const pool::MixedLimits& limits) {
        const auto start = [machine = machine, rates = limits.rates] {
            std::vector<catalogue::DeviceKernels> kernels;
            kernels.push_back(catalogue::grid_kernels());
            kernels.push_back(catalogue::pool_kernels());
            auto made = std::make_unique<grid::InterpretingMachine>(grid::InterpretingMachine::Order::upwards,
                                                                    std::move(kernels));
            *machine = made.get();
            return std::make_unique<pool::Device>(std::move(made), "interpreter", "interpreted kernels",
                                                  pool::DeviceLimits{.rates = rates});
        };
        auto made = std::make_unique<Mixed>(start, 2, limits);
        engine = made.get();
        return made;
    }
};

// A device that costs nothing to start, so that it is asked for whatever it does faster than one core.
pool::Rates eager() {
    return {.start = 0,
            .device_level = 0,
            .short_level = 0,
            .host_computation = 20,
            .host_level = 0,
            .copy = 0,
            .copied_unit = 0,
            .together = 0};
}

// Levels that mix all operations, on results of both sides. Returns which side has computed.
std::string check_mix(const pool::MixedLimits& limits, uint64_t seed) {
    CAPTURE(seed);
    SharedPool shared(limits);
    Pool host(std::make_unique<pool::Host>(1));
    Draw draw;
    std::mt19937_64 random(test_seed() + seed);
    const auto below = [&](size_t end) { return static_cast<size_t>(random() % end); };
    std::vector<Number> own, right;
    const auto add = [&](const auto& make) {
        own.push_back(make(shared.pool, own));
        right.push_back(make(host, right));
    };
    for (int k = 0; k < 12; ++k) {
        const mpz_class value = draw.normal(k % 3 ? 300 : 3'000, 200);
        add([&](Pool& p, const auto&) { return p.number(value); });
    }
    for (int level = 0; level < 5; ++level) {
        const size_t known = own.size();
        for (int k = 0; k < 30; ++k) {
            const size_t x = below(known), y = below(12), what = below(16);
            add([&](Pool& p, const std::vector<Number>& all) {
                const Number a = all[x], b = all[y];
                switch (what) {
                    case 0: return p.add(a, b);
                    case 1: return p.sub(a, b);
                    case 2: return p.mul(b, all[y / 2]);
                    case 3: return p.div_floor(a, b).quotient;
                    case 4: return p.div_truncate(a, b).remainder;
                    case 5: return p.gcd(a, b);
                    case 6: return p.compare(a, b);
                    case 7: return p.neg(a);
                    case 8: return p.select(a, b, all[0]);
                    case 9: return p.shl(b, p.number(77));
                    case 10: return p.lcm(b, all[y / 2]);
                    case 11: return p.div_floor(a, p.number(0)).quotient;
                    case 12: return p.pow_mod(a, p.number(5), b);
                    case 13: return p.bit_length(a);
                    case 14: return p.xor_(a, b);
                    default: return p.max(a, b);
                }
            });
        }
        shared.pool.submit(), host.submit();
        if (level == 2) shared.pool.compact();
    }
    const pool::Words found = shared.pool.words(own), expected = host.words(right);
    REQUIRE(found.size() == expected.size());
    for (size_t k = 0; k < found.size(); ++k) {
        CAPTURE(k);
        CHECK(found.failure(k) == expected.failure(k));
        CHECK(found.number(k) == expected.number(k));
    }
    return shared.engine->means();
}

}  // namespace

TEST_CASE("levels that the host and a device share have the results of the host alone") {
    for (const uint64_t seed : {1u, 2u, 3u})
        CHECK(check_mix({.rates = eager()}, seed) == "interpreted kernels and GMP on 2 cores");
    // of long levels a sample is weighed
    check_mix({.planned = 4, .rates = eager()}, 4);
    // a device that does everything it can
    pool::Rates all = eager();
    all.host_computation = 1e6;
    check_mix({.rates = all}, 5);
}

TEST_CASE("no device is started for work that the host finishes sooner") {
    SharedPool it({});
    Number last = it.pool.number(1);
    for (int k = 0; k < 2'000; ++k) last = it.pool.add(last, last);
    CHECK(it.pool.value(last) == mpz_class(1) << 2'000);
    CHECK_FALSE(it.has_started());
    CHECK(it.pool.device() == "host, GMP on 2 cores");
}

TEST_CASE("where no device is found the host goes on") {
    int asked = 0;
    const auto none = [&]() -> std::unique_ptr<pool::Device> { return ++asked, nullptr; };
    Pool p(std::make_unique<Mixed>(none, 2, pool::MixedLimits{.rates = eager()}));
    const Number x = p.number(mpz_class(1) << 3'000);
    for (int k = 0; k < 3; ++k) CHECK(p.value(p.mul(x, x)) == mpz_class(1) << 6'000);
    CHECK(asked == 1);
    CHECK(p.device() == "host, GMP on 2 cores");
}

}  // namespace limbsmith::test
