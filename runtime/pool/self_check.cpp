#include "pool/self_check.hpp"

#include <fmt/format.h>

#include <functional>
#include <span>

#include "device/device.hpp"
#include "jit/compiler.hpp"
#include "limbsmith/subject.hpp"
#include "operation/integers.hpp"
#include "pool/host.hpp"
#include "pool/kernels.hpp"

namespace limbsmith::pool {
namespace {

// Zero, one, ends of words and units, long runs of ones, with both signs.
std::vector<mpz_class> edges() {
    std::vector<mpz_class> all{0, 1, -1};
    for (const unsigned bits : {31u, 32u, 256u, 257u, 1024u, 2100u}) {
        const mpz_class power = mpz_class(1) << bits;
        for (const mpz_class& it : {power, mpz_class(power - 1), mpz_class(power / 3)})
            all.push_back(it), all.push_back(-it);
    }
    return all;
}

// Every operation, each number with some others; results have the slots after the numbers. Powers, which have no mapping
// of two lanes, modulo the odd numbers above 1.
std::vector<Computation> computations(std::span<const mpz_class> values, bool has_powers) {
    constexpr uint32_t distance = 4;
    const auto numbers = static_cast<uint32_t>(values.size());
    std::vector<Computation> all;
    uint32_t slot = numbers;
    for (uint32_t a = 0; a < numbers; ++a) {
        for (uint32_t b = a % distance; b < numbers; b += distance) {
            for (const Operation it : {Operation::add, Operation::sub, Operation::mul, Operation::sqr,
                                       Operation::compare, Operation::min, Operation::max, Operation::shr,
                                       Operation::div_floor, Operation::div_truncate, Operation::gcd}) {
                all.push_back({it, {a, b, 0}, slot});
                slot += static_cast<uint32_t>(signature(it).results);
            }
        }
    }
    constexpr uint32_t base = 3, exponent = 5;  // of 31 bits
    for (uint32_t m = 0; m < numbers && has_powers; ++m)
        if (values[m] > 1 && mpz_odd_p(values[m].get_mpz_t()))
            all.push_back({Operation::pow_mod, {base, exponent, m}, slot++});
    return all;
}

}  // namespace

std::string difference_from_host(Device& device) {
    const std::vector<mpz_class> values = edges();
    Host host;
    std::string found;
    for (const uint32_t lanes : {0u, 1u, 2u, 4u, 8u, 16u, 32u}) {  // 0: as a short level
        const std::vector<Computation> level = computations(values, lanes != 0 && lanes != 2);
        std::vector<uint32_t> results;
        for (const Computation& it : level)
            for (int i = 0; i < signature(it.operation).results; ++i)
                results.push_back(it.result + static_cast<uint32_t>(i));
        const auto computed = [&](Engine& engine) {
            engine.need_slots(results.back() + 1);
            for (uint32_t k = 0; k < values.size(); ++k) engine.put(k, values[k]);
            engine.run(level, {});
            return engine.read(results);
        };
        device.use_only(lanes ? std::optional(Mapping{lanes}) : std::nullopt);
        const Words expected = computed(host), made = computed(device);
        for (size_t k = 0; k < made.size() && found.empty(); ++k)
            if (made.failure(k) != expected.failure(k) || made.number(k) != expected.number(k))
                found =
                    fmt::format("result {} of pools, with {} lanes a number, differs from GMP's", k, lanes);
    }
    device.use_only({});
    device.compact({});
    return found;
}

void self_check(Device& device, const std::string& description) {
    const size_t digest = std::hash<std::string_view>{}(kernels_source());
    const self_check::subject subject{"pools of numbers", fmt::format("source {:016x}", digest), description,
                                      runtime::driver_version(), runtime::compiler_version()};
    if (subject.is_due()) subject.conclude(difference_from_host(device));
}

}  // namespace limbsmith::pool
