// The engine of several devices, whose kernels are interpreted, against the host's.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "limbsmith/error.hpp"
#include "machine/interpreting_machine.hpp"
#include "pool/gpu/devices.hpp"
#include "pool/mix.hpp"
#include "pool/mixed.hpp"

namespace limbsmith::test {
namespace {

using pool::Device, pool::Devices, pool::DevicesLimits, pool::Operation;

// It fails like a GPU that is lost: from then on.
class LosingMachine : public grid::InterpretingMachine {
  public:
    using InterpretingMachine::InterpretingMachine;
    bool is_lost = false;
    void launch(const char* kernel, uint32_t groups, uint32_t numbers, span<const grid::Argument> arguments,
                uint32_t lanes) override {
        if (is_lost) throw runtime::Error("CUDA_ERROR_LAUNCH_FAILED");
        InterpretingMachine::launch(kernel, groups, numbers, arguments, lanes);
    }
    grid::Memory host_memory(size_t words) override {
        if (is_lost) throw runtime::Error("CUDA_ERROR_LAUNCH_FAILED");
        return InterpretingMachine::host_memory(words);
    }
    size_t launched() const {
        size_t all = 0;
        for (const auto& [kernel, times] : launches()) all += static_cast<size_t>(times);
        return all;
    }
};

// Devices that share whatever they can.
DevicesLimits always_shared() {
    DevicesLimits limits;
    limits.each.rates = {.device_level = 0,
                         .copy = 0,
                         .together = 0,
                         .peer_number = 0,
                         .peer_unit = 0,
                         .shared_computation = 0};
    limits.each.short_computations = 0;
    limits.units_of_run = 20;
    return limits;
}

// A host that has a share of most levels, beside devices that cost nothing to start.
pool::Rates eager_host() {
    return {.start = 0,
            .device_level = 0,
            .short_level = 0,
            .host_computation = 20,
            .host_level = 0,
            .copy = 0,
            .copied_unit = 0,
            .together = 0};
}

struct Several {
    std::vector<LosingMachine*> machines{};
    std::unique_ptr<Devices> engine;

    Several(size_t count, const DevicesLimits& limits) {
        std::vector<std::unique_ptr<Device>> devices;
        for (size_t k = 0; k < count; ++k) {
            std::vector<catalogue::DeviceKernels> kernels;
            kernels.push_back(catalogue::grid_kernels());
            kernels.push_back(catalogue::pool_kernels());
            auto machine = std::make_unique<LosingMachine>(LosingMachine::Order::upwards, std::move(kernels));
            machines.push_back(machine.get());
            devices.push_back(std::make_unique<Device>(std::move(machine), "cuda:" + std::to_string(k),
                                                       "interpreted GPU", limits.each));
        }
        engine = std::make_unique<Devices>(std::move(devices), std::to_string(count) + " x interpreted GPU",
                                           limits);
        engine->use_cores(0);
    }
    std::vector<size_t> launched() const {
        std::vector<size_t> all;
        for (const LosingMachine* it : machines) all.push_back(it->launched());
        return all;
    }
};

// Numbers of the pool: 2^(100·k) + k.
std::vector<Number> powers_of_two(Pool& p, unsigned count) {
    std::vector<Number> made;
    for (unsigned k = 0; k < count; ++k) made.push_back(p.number((mpz_class(1) << (100 * k)) + k));
    return made;
}

template <class Work>
std::string error_of(const Work& work) {
    try {
        work();
    } catch (const runtime::Error& error) {
        return error.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("levels that devices share have the results of the host") {
    for (const size_t count : {1u, 2u, 3u}) {
        Several it(count, always_shared());
        Pool p(std::move(it.engine));
        CHECK(p.device() == "all, " + std::to_string(count) + " x interpreted GPU");
        check_mix(p, count);
        for (const size_t launched : it.launched()) CHECK(launched > 0);
    }
    // of long levels a sample is weighed
    DevicesLimits sampling = always_shared();
    sampling.weighed = 4;
    Pool p(std::move(Several(2, sampling).engine));
    check_mix(p, 4);
    // short levels, and others by their costs
    DevicesLimits usual;
    usual.units_of_run = 20;
    Pool q(std::move(Several(2, usual).engine));
    check_mix(q, 5);
}

TEST_CASE("no numbers are read from any engine") {
    const auto none = []() -> std::unique_ptr<pool::DeviceEngine> { return nullptr; };
    std::vector<std::unique_ptr<pool::Engine>> engines;
    engines.push_back(std::make_unique<pool::Mixed>(none, 2));
    engines.push_back(std::move(Several(2, always_shared()).engine));
    engines.push_back(std::make_unique<pool::Host>(1));
    for (auto& it : engines) {
        Pool p(std::move(it));
        CHECK(p.values({}).empty());
        CHECK(p.words({}).size() == 0);
    }
}

TEST_CASE("numbers that the host has are not lost with a device") {
    Several it(2, always_shared());
    const std::vector<LosingMachine*> machines = it.machines;
    const auto start = [&]() -> std::unique_ptr<pool::DeviceEngine> { return std::move(it.engine); };
    Pool p(std::make_unique<pool::Mixed>(start, 2, pool::MixedLimits{.rates = eager_host()}));
    const std::vector<Number> all = powers_of_two(p, 24);
    const auto level = [&] {
        std::vector<Number> made;
        for (const Number x : all) made.push_back(p.mul(x, x)), made.push_back(p.bit_length(x));
        return made;
    };
    CHECK(p.values(level()).size() == 48);
    machines[1]->is_lost = true;
    const std::vector<Number> again = level();
    CHECK(error_of([&] { p.submit(); }) == "cuda:1, interpreted GPU: CUDA_ERROR_LAUNCH_FAILED");
    const std::vector<mpz_class> values = p.values(again);
    for (unsigned k = 0; k < 24; ++k) {
        const mpz_class x = (mpz_class(1) << (100 * k)) + k;
        CHECK(values[2 * k] == x * x);
        CHECK(values[2 * k + 1] == mpz_sizeinbase(x.get_mpz_t(), 2));
    }
}

TEST_CASE("the host and several devices share levels") {
    const auto start = [] { return std::move(Several(2, always_shared()).engine); };
    Pool p(std::make_unique<pool::Mixed>(start, 2, pool::MixedLimits{.rates = eager_host()}));
    check_mix(p, 6);
    CHECK(p.device() == "all, 2 x interpreted GPU and GMP on 2 cores");
}

TEST_CASE("a level that is over soon, and the ones that follow from it, stay on one device") {
    Several it(2, {});
    Pool p(std::move(it.engine));
    Number x = p.number(3), y = p.number(5);
    p.submit();
    const std::vector<size_t> before = it.launched();
    for (int k = 0; k < 20; ++k) {
        const Number sum = p.add(x, y);
        y = x, x = sum;
    }
    mpz_class a = 3, b = 5;
    for (int k = 0; k < 20; ++k) {
        const mpz_class sum = a + b;
        b = a, a = sum;
    }
    CHECK(p.value(x) == a);
    CHECK(it.launched()[0] > before[0]);
    CHECK(it.launched()[1] == before[1]);
}

TEST_CASE("an operand of all computations comes to each device once, and compaction leaves it with one") {
    Several it(2, always_shared());
    Pool p(std::move(it.engine));
    const std::vector<Number> all = powers_of_two(p, 24);
    const Number factor = p.number((mpz_class(1) << 5'000) - 1);
    for (int round = 0; round < 2; ++round) {
        std::vector<Number> products;
        for (const Number x : all) products.push_back(p.mul(x, factor));
        const std::vector<mpz_class> values = p.values(products), inputs = p.values(all);
        for (size_t k = 0; k < all.size(); ++k) CHECK(values[k] == inputs[k] * ((mpz_class(1) << 5'000) - 1));
        for (const Number x : products) p.free(x);
        p.compact();
    }
    uint64_t needed = 20;
    for (unsigned k = 0; k < 24; ++k) needed += (100 * k + 1 + 255) / 256;
    CHECK(p.bytes() <= (needed + 2) * 32);
}

TEST_CASE("a device that is lost is named, and the others go on with their numbers") {
    DevicesLimits limits = always_shared();
    limits.units_of_run = 1;  // numbers alternate
    Several it(2, limits);
    Pool p(std::move(it.engine));
    const std::vector<Number> all = powers_of_two(p, 12);
    std::vector<Number> even, odd;
    for (size_t k = 0; k < all.size(); ++k) (k % 2 ? odd : even).push_back(all[k]);
    CHECK(p.values(all).size() == 12);
    it.machines[1]->is_lost = true;
    std::vector<Number> squares, others;
    for (const Number x : even) squares.push_back(p.sqr(x));
    for (const Number x : odd) others.push_back(p.sqr(x));
    CHECK(error_of([&] { p.submit(); }) == "cuda:1, interpreted GPU: CUDA_ERROR_LAUNCH_FAILED");
    CHECK(p.values(even)[1] == (mpz_class(1) << 200) + 2);
    CHECK(error_of([&] { p.submit(); }) == "a number of the pool was lost with cuda:1, interpreted GPU");
    CHECK(error_of([&] { p.values(odd); }) == "a number of the pool was lost with cuda:1, interpreted GPU");
    // new numbers, and those of the other device
    Several again(2, limits);
    Pool q(std::move(again.engine));
    const std::vector<Number> own = powers_of_two(q, 12);
    CHECK(q.values(own).size() == 12);
    again.machines[0]->is_lost = true;
    CHECK(error_of([&] { q.values(std::vector{q.sqr(own[0])}); }) ==
          "cuda:0, interpreted GPU: CUDA_ERROR_LAUNCH_FAILED");
    again.machines[1]->is_lost = true;
    CHECK(error_of([&] { q.submit(); }) == "a number of the pool was lost with cuda:0, interpreted GPU");
    CHECK(error_of([&] { q.values(std::vector{own[1]}); }).starts_with("cuda:1, interpreted GPU: "));
    CHECK(error_of([&] { q.number(1); }) == "all GPUs of the pool have failed");
}

TEST_CASE("a level that failed is computed by the devices that are left, if they have its numbers") {
    Several it(2, always_shared());
    Pool p(std::move(it.engine));
    const Number x = p.number(3), y = p.number((mpz_class(1) << 3'000) + 1);
    CHECK(p.value(p.mul(x, y)) == 3 * ((mpz_class(1) << 3'000) + 1));  // the first device has both
    std::vector<Number> products;
    for (int k = 0; k < 8; ++k) products.push_back(p.mul(y, y));
    it.machines[1]->is_lost = true;
    CHECK(error_of([&] { p.submit(); }) == "cuda:1, interpreted GPU: CUDA_ERROR_LAUNCH_FAILED");
    for (const mpz_class& value : p.values(products))
        CHECK(value == ((mpz_class(1) << 3'000) + 1) * ((mpz_class(1) << 3'000) + 1));
    it.machines[0]->is_lost = true;
    CHECK(error_of([&] { p.values(std::vector{p.neg(x)}); }).starts_with("cuda:0, interpreted GPU: "));
    CHECK(error_of([&] { p.number(1), p.submit(); }) == "all GPUs of the pool have failed");
}

TEST_CASE("a compaction that fails on one device leaves right numbers on all") {
    Several it(3, always_shared());
    Pool p(std::move(it.engine));
    const mpz_class factor = (mpz_class(1) << 5'000) - 1;
    const std::vector<Number> first = powers_of_two(p, 12);
    const Number y = p.number(factor);
    const std::vector<Number> all = powers_of_two(p, 24);
    const auto check_products = [&] {
        std::vector<Number> products;
        for (const Number x : all) products.push_back(p.mul(x, y));
        const std::vector<mpz_class> values = p.values(products);
        for (unsigned k = 0; k < all.size(); ++k)
            CHECK(values[k] == ((mpz_class(1) << (100 * k)) + k) * factor);
        for (const Number x : products) p.free(x);
    };
    check_products();
    for (const Number x : first) p.free(x);
    int failed = 0;
    for (LosingMachine* machine : {it.machines[2], it.machines[1], it.machines[0]}) {
        machine->limit(1);
        failed += error_of([&] { p.compact(); }) != "none";
        machine->limit(UINT64_MAX);
        check_products();
    }
    CHECK(failed > 0);
    p.compact();
    check_products();
}

TEST_CASE("a device without room is named, and keeps its numbers") {
    Several it(2, always_shared());
    Pool p(std::move(it.engine));
    const mpz_class value = (mpz_class(1) << 40'000) - 1;
    const Number x = p.number(value);
    CHECK(p.value(x) == value);
    for (LosingMachine* machine : it.machines) machine->limit(1);
    std::vector<Number> products;
    for (int k = 0; k < 400; ++k) products.push_back(p.mul(x, x));
    CHECK(error_of([&] { p.submit(); }).starts_with("cuda:"));
    CHECK(p.value(x) == value);
    for (LosingMachine* machine : it.machines) machine->limit(UINT64_MAX);
    for (const mpz_class& product : p.values(products)) CHECK(product == value * value);
}

}  // namespace limbsmith::test
