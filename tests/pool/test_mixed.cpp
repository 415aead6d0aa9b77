// The engine that shares levels between the host and a device, whose kernels are interpreted, against the host's.
#include <doctest/doctest.h>

#include <memory>

#include "machine/interpreting_machine.hpp"
#include "pool/mix.hpp"
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

// Returns which side has computed.
std::string checked_mix(const pool::MixedLimits& limits, uint64_t seed) {
    SharedPool shared(limits);
    check_mix(shared.pool, seed);
    return shared.engine->means();
}

}  // namespace

TEST_CASE("levels that the host and a device share have the results of the host alone") {
    for (const uint64_t seed : {1u, 2u, 3u})
        CHECK(checked_mix({.rates = eager()}, seed) == "interpreted kernels and GMP on 2 cores");
    // of long levels a sample is weighed
    checked_mix({.planned = 4, .rates = eager()}, 4);
    // a device that does everything it can
    pool::Rates all = eager();
    all.host_computation = 1e6;
    checked_mix({.rates = all}, 5);
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
