// The engine of pools on a GPU, against GMP.
#include <doctest/doctest.h>

#include "gpu/device.hpp"
#include "limbsmith/error.hpp"
#include "pool/device_cases.hpp"
#include "pool/draw.hpp"
#include "pool/engines.hpp"
#include "pool/gpu/devices.hpp"
#include "pool/mix.hpp"
#include "pool/mixed.hpp"
#include "pool/short_cases.hpp"

namespace limbsmith::test {
namespace {

struct OnGpu {
    pool::Device* device;
    Pool pool;

    OnGpu() : OnGpu(pool::device_engine_at(place::device)) {}

  private:
    explicit OnGpu(std::unique_ptr<pool::Device> engine) : device(engine.get()), pool(std::move(engine)) {}
};

}  // namespace

TEST_CASE("a pool on the GPU: every operation and mapping") {
    if (has_no_device()) return;
    OnGpu it;
    Draw draw;
    std::vector<mpz_class> values = unit_edges();
    for (int k = 0; k < 40; ++k) values.push_back(draw.normal(3000, 2000));
    const mpz_class long_exponent = (mpz_class(1) << 521) - 1;
    for (const uint32_t lanes : {0u, 1u, 2u, 4u, 8u, 16u, 32u}) {
        CAPTURE(lanes);
        it.device->use_only(lanes ? std::optional(Mapping{lanes}) : std::nullopt);
        std::vector<Number> results;
        std::vector<mpz_class> expected;
        for (size_t i = 0; i < values.size(); ++i)
            for (size_t j = 0; j < values.size(); ++j) {
                record(it.pool, values[i], values[j], (37 * i + 64 * j) % 5000, results, expected);
                if (values[j] != 0) record_divisions(it.pool, values[i], values[j], results, expected);
                record_common(it.pool, values[i], values[j], results, expected);
                if (j % 4 == i % 4)
                    record_powers(it.pool, values[i], values[j], 65'537 + i, results, expected);
                if (i == j)
                    record_powers(it.pool, values[i] / 3, values[j], long_exponent, results, expected);
            }
        check(it.pool, results, expected);
    }
}

TEST_CASE("a pool on the GPU: long numbers among short ones") {
    if (has_no_device()) return;
    OnGpu it;
    Draw draw;
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    for (const unsigned bits : {3u, 500u, 20'000u, 70'000u, 300'000u, 2'000'000u}) {
        for (const unsigned other : {3u, 500u, 20'000u, 70'000u, 300'000u, 2'000'000u}) {
            const mpz_class a = draw.integer(bits), b = draw.integer(other);
            record(it.pool, a, b, bits / 3, results, expected);
            record_divisions(it.pool, a, b, results, expected);
        }
    }
    check(it.pool, results, expected);
}

TEST_CASE("a pool on the GPU: a million computations, chains and compaction") {
    if (has_no_device()) return;
    OnGpu it;
    Pool& p = it.pool;
    Draw draw;
    std::vector<mpz_class> values;
    for (int k = 0; k < 1000; ++k) values.push_back(draw.normal(400, 300));
    const std::vector<Number> numbers = p.numbers(values);
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    for (size_t k = 0; k < 1'000'000; ++k) {
        const size_t i = draw.below(1000), j = draw.below(1000);
        const Number made = k % 2 ? p.mul(numbers[i], numbers[j]) : p.sub(numbers[i], numbers[j]);
        if (k % 7) {
            p.free(made);
            continue;
        }
        results.push_back(made);
        expected.push_back(k % 2 ? mpz_class(values[i] * values[j]) : mpz_class(values[i] - values[j]));
    }
    p.submit();
    const uint64_t before = p.bytes();
    p.compact();
    CHECK(p.bytes() < before / 2);
    check(p, results, expected);
    Number last = numbers[0];
    mpz_class value = values[0];
    for (int k = 1; k < 1000; ++k) {
        last = p.add(p.neg(last), numbers[static_cast<size_t>(k)]);
        value = values[static_cast<size_t>(k)] - value;
    }
    CHECK(p.value(last) == value);
}

TEST_CASE("a pool on the GPU: results come while others are computed") {
    if (has_no_device()) return;
    OnGpu it;
    Draw draw;
    std::vector<mpz_class> values = unit_edges();
    for (int k = 0; k < 1000; ++k) values.push_back(draw.normal(4000, 1500));
    const std::vector<Number> numbers = it.pool.numbers(values);
    for (const size_t count : {40'000, 150'000, 300'000}) {
        for (const bool is_reversed : {false, true}) {
            std::vector<Number> results;
            std::vector<mpz_class> expected;
            for (size_t k = 0; k < count; ++k) {
                const size_t i = draw.below(static_cast<uint32_t>(values.size())),
                             j = draw.below(static_cast<uint32_t>(values.size()));
                results.push_back(k % 5 ? it.pool.mul(numbers[i], numbers[j])
                                        : it.pool.add(numbers[i], numbers[j]));
                expected.push_back(k % 5 ? mpz_class(values[i] * values[j])
                                         : mpz_class(values[i] + values[j]));
            }
            if (is_reversed) std::ranges::reverse(results), std::ranges::reverse(expected);
            const std::vector<mpz_class> read = it.pool.values(results);
            size_t wrong = 0;
            for (size_t k = 0; k < count; ++k) wrong += read[k] != expected[k];
            CHECK(wrong == 0);
            for (const Number one : results) it.pool.free(one);
            it.pool.compact();
        }
    }
}

TEST_CASE(
    "a pool on the GPU: short levels that depend on each other, with failures and a long one between them") {
    if (has_no_device()) return;
    OnGpu it;
    std::vector<mpz_class> starts = chain_starts();
    Draw draw;
    while (starts.size() < 1'000) starts.push_back(draw.normal(600, 300));
    Chains chains(it.pool, starts);
    for (int turn = 0; turn < 4; ++turn) chains.extend();
    chains.check();
    check_failing_chain(it.pool);
    for (const int long_level : {0, 1, 3, 7}) check_long_level(it.pool, 8, long_level);
}

TEST_CASE("a pool on the GPU: memory that ends") {
    if (has_no_device()) return;
    OnGpu it;
    Pool& p = it.pool;
    const Number x = p.number((mpz_class(1) << 1000) - 1);
    std::vector<Number> many;
    for (int k = 0; k < 2000; ++k) many.push_back(p.shl(x, p.number(1'000'000'000)));
    CHECK_THROWS_AS(p.submit(), runtime::OutOfMemory);
    CHECK(p.pending() == many.size());
    CHECK(p.value(x) == (mpz_class(1) << 1000) - 1);
}

TEST_CASE(
    "a pool on the host and the GPU together: products, gcds and powers in levels that depend on each "
    "other") {
    if (has_no_device()) return;
    const auto start = [] { return pool::device_engine_at(place::device); };
    Pool shared(std::make_unique<pool::Mixed>(start, 0, pool::MixedLimits{.rates = {.start = 0}}));
    Pool host(place::host);
    Draw draw;
    std::vector<mpz_class> values;
    for (int k = 0; k < 60; ++k) values.push_back(draw.integer(k % 3 ? 40'000 : 300'000));
    const mpz_class exponent = draw.integer(60), modulus = abs(draw.integer(2'000)) | 1;
    const auto compute = [&](Pool& p) {
        std::vector<Number> all = p.numbers(values);
        const Number e = p.number(abs(exponent)), m = p.number(modulus);
        for (int level = 0; level < 4; ++level) {
            const size_t known = all.size();
            for (size_t k = 0; k < 200; ++k) {
                const Number x = all[(7 * k + 3) % known], y = all[(11 * k + 1) % values.size()];
                switch (k % 6) {
                    case 0: all.push_back(p.gcd(x, y)); break;
                    case 1: all.push_back(p.div_floor(x, y).remainder); break;
                    case 2: all.push_back(p.pow_mod(p.div_floor(x, m).remainder, e, m)); break;
                    case 3: all.push_back(p.sub(x, y)); break;
                    default: (void)p.mul(y, all[k % values.size()]); all.push_back(p.compare(x, y));
                }
            }
            p.submit();
        }
        return p.values(all);
    };
    CHECK(compute(shared) == compute(host));
    CHECK(shared.device().find(" and GMP on ") != std::string::npos);
}

TEST_CASE("a pool on several GPUs: they share levels, and copy numbers from each other") {
    if (has_no_device()) return;
    // one GPU stands for two where there is one
    const int count = std::max(runtime::device_count(), 2);
    pool::DevicesLimits limits;
    limits.each.rates = {.device_level = 0,
                         .copy = 0,
                         .together = 0,
                         .peer_number = 0,
                         .peer_unit = 0,
                         .shared_computation = 0};
    limits.each.short_computations = 0;
    limits.units_of_run = 20;
    std::vector<std::unique_ptr<pool::Device>> devices;
    for (int k = 0; k < count; ++k)
        devices.push_back(pool::device_engine_at(place::gpu(k % runtime::device_count())));
    Pool p(std::make_unique<pool::Devices>(std::move(devices), "several GPUs", limits));
    for (const uint64_t seed : {1u, 2u, 3u, 4u}) check_mix(p, seed);
    Draw draw;
    std::vector<Number> results;
    std::vector<mpz_class> expected, values;
    for (int k = 0; k < 200; ++k) values.push_back(draw.normal(9'000, 8'000));
    const std::vector<Number> numbers = p.numbers(values);
    for (size_t k = 0; k < 20'000; ++k) {
        const size_t i = 7 * k % values.size(), j = (11 * k + k / 200) % values.size();
        results.push_back(p.mul(numbers[i], numbers[j]));
        expected.push_back(values[i] * values[j]);
    }
    check(p, results, expected);
    p.compact();
    check(p, results, expected);
}

TEST_CASE("a pool of all GPUs has the results of the host") {
    if (has_no_device()) return;
    Pool p(place::all);
    for (const uint64_t seed : {5u, 6u}) check_mix(p, seed);
    // long enough for all, and that they are started
    const mpz_class value = (mpz_class(1) << 1'000'000) - 1;
    std::vector<Number> products;
    const Number x = p.number(value), y = p.number(value + 2);
    for (int k = 0; k < 4'096; ++k) products.push_back(p.mul(k % 2 ? x : y, y));
    const std::vector<mpz_class> found = p.values(products);
    const mpz_class odd = value * (value + 2), even = (value + 2) * (value + 2);
    for (size_t k = 0; k < found.size(); ++k) CHECK(found[k] == (k % 2 ? odd : even));
    const std::string count = std::to_string(runtime::device_count());
    if (count != "1") CHECK(p.device().starts_with("all, " + count + " x "));
}

}  // namespace limbsmith::test
