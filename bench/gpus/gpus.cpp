// bench-gpus [SHARE]: work of one GPU beside the same work of all GPUs of the machine: batches of numbers modulo 2^255-19 in memory of the
// host, and levels of a pool that GPUs alone compute. SHARE divides how much there is of it.
//
// A time is the median of several runs. Operands of a pool are where the run before has used them. Some results of each run are compared
// with GMP's.
#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/program.hpp"
#include "limbsmith/pool.hpp"
#include "limbsmith/session.hpp"
#include "pool/engines.hpp"

namespace {

using namespace limbsmith;

constexpr int turns = 5;
constexpr const char* modulus = "2^255-19";

double seconds_of(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::array<double, turns> seconds) {
    std::sort(seconds.begin(), seconds.end());
    return seconds[turns / 2];
}

void require(bool is_right, const std::string& what) {
    if (!is_right) throw std::runtime_error("wrong result: " + what);
}

void line(const std::string& name, size_t count, double one, double all) {
    fmt::print("{:<44}{:>11.4g}{:>11.4g} results/s{:>8.3f}\n", name, double(count) / one, double(count) / all,
               one / all);
}

mpz_class random_number(gmp_randclass& random, unsigned long bits) {
    return (mpz_class(1) << (bits - 1)) + random.get_z_bits(bits - 1);
}

// Seconds of a call on arrays of the host.
double of_batch(const Session& session, const Session& host, const std::string& operation, size_t count) {
    const Function f = session.field(modulus).function(operation);
    const Field numbers = host.field(modulus);
    std::vector<Operand> arguments;
    std::vector<Array> arrays;
    gmp_randclass random(gmp_randinit_mt);
    for (int k = 0; k < f.results() + f.operands(); ++k) {
        arrays.push_back(numbers.function(operation).array_for(k, count));
        const auto words = static_cast<size_t>(arrays.back().words());
        std::vector<uint32_t> all(words * count);
        for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint32_t>(i * 2654435761u + 7);
        for (size_t i = words - 1; i < all.size(); i += words) all[i] >>= 2;  // below 2^254
        write_words(arrays.back(), all.data());
        arguments.emplace_back(arrays.back());
    }
    f.call(arguments);  // compiles
    std::array<double, turns> seconds{};
    for (double& it : seconds) it = seconds_of([&] { f.call(arguments); });
    const mpz_class n = (mpz_class(1) << 255) - 19;
    std::vector<std::vector<uint32_t>> words;
    for (const Array& it : arrays) read_words(it, words.emplace_back(8 * count).data());
    for (size_t k = 0; k < count; k += count / 97 + 1) {
        std::vector<mpz_class> x(words.size());
        for (size_t i = 0; i < words.size(); ++i)
            mpz_import(x[i].get_mpz_t(), 8, -1, 4, 0, 0, &words[i][8 * k]);
        mpz_class expected = operation == "inv" ? mpz_class(n - 2) : x[2];
        if (operation == "mul")
            expected = x[1] * x[2] % n;
        else
            mpz_powm(expected.get_mpz_t(), x[1].get_mpz_t(), expected.get_mpz_t(), n.get_mpz_t());
        require(x[0] == expected, operation);
    }
    return median(seconds);
}

void batches(const std::string& operation, size_t count) {
    const Session one(place::gpu(0)), all(place::all);
    line(fmt::format("{} modulo {}, {} numbers", operation, modulus, count), count,
         of_batch(one, one.on_host(), operation, count), of_batch(all, all, operation, count));
}

using Record = std::function<pool::Number(pool::Pool&, const std::vector<pool::Number>&)>;
using Value = std::function<mpz_class(const std::vector<mpz_class>&)>;

struct LevelCase {
    const char* name;
    size_t count;
    std::vector<unsigned long> bits;  // of the operands
    Record record;
    Value value;
};

double of_pool(place where, const LevelCase& it) {
    auto engine = pool::devices_engine_at(where);
    engine->use_cores(0);
    pool::DeviceEngine& gpus = *engine;
    pool::Pool p(std::move(engine));
    gmp_randclass random(gmp_randinit_mt);
    std::vector<std::vector<mpz_class>> values(it.count);
    std::vector<std::vector<pool::Number>> numbers(it.count);
    for (size_t k = 0; k < it.count; ++k)
        for (const unsigned long bits : it.bits) {
            values[k].push_back(random_number(random, bits) | 1);
            numbers[k].push_back(p.number(values[k].back()));
        }
    std::vector<pool::Number> results;
    const auto level = [&] {
        for (const pool::Number x : results) p.free(x);
        p.compact();  // results have the memory of those before
        results.clear();
        for (const auto& operands : numbers) results.push_back(it.record(p, operands));
        return seconds_of([&] {
            p.submit();
            gpus.finish();
        });
    };
    level();
    std::array<double, turns> seconds{};
    for (double& own : seconds) own = level();
    for (size_t k = 0; k < it.count; k += it.count / 17 + 1)
        require(p.value(results[k]) == it.value(values[k]), it.name);
    return median(seconds);
}

void levels(const LevelCase& it) {
    line(fmt::format("{}, {} of {} bits", it.name, it.count, it.bits[0]), it.count,
         of_pool(place::gpu(0), it), of_pool(place::all, it));
}

void measure(size_t share) {
    fmt::print("{}\n", Session(place::all).device());
    batches("mul", (size_t{1} << 24) / share);
    batches("inv", (size_t{1} << 24) / share);
    batches("pow", (size_t{1} << 25) / share);
    const auto product = [](pool::Pool& p, const std::vector<pool::Number>& x) { return p.mul(x[0], x[1]); };
    const auto value = [](const std::vector<mpz_class>& x) { return mpz_class(x[0] * x[1]); };
    const auto power = [](pool::Pool& p, const std::vector<pool::Number>& x) {
        return p.pow_mod(x[0], x[1], x[2]);
    };
    const auto value_of_power = [](const std::vector<mpz_class>& x) {
        mpz_class r;
        mpz_powm(r.get_mpz_t(), x[0].get_mpz_t(), x[1].get_mpz_t(), x[2].get_mpz_t());
        return r;
    };
    levels({"pool: products", 262'144 / share, {16'384, 16'384}, product, value});
    levels({"pool: products", 16'384 / share, {1u << 20, 1u << 20}, product, value});
    levels({"pool: powers", 131'072 / share, {2'048, 2'048, 2'048}, power, value_of_power});
}

}  // namespace

int main(int argc, char** argv) {
    const size_t share = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 1;
    if (argc > 2 || share == 0 || share > 1'024) {
        fmt::print(stderr, "usage: bench-gpus [SHARE], from 1 to 1024\n");
        return 2;
    }
    return bench::exit_code("bench-gpus", [&] { measure(share); });
}
