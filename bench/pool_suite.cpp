#include "pool_suite.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace limbsmith::bench {
namespace {

using pool::Operation;

constexpr uint32_t counts[] = {256, 512, 1024, 2048, 4096, 8192, 100'000};
constexpr uint32_t most_computations = 1'000'000;
constexpr uint32_t longest_mean = 512;  // words
constexpr double most_words = 1.3e8;    // of the operands on one side, so that products have at most 1 GiB
constexpr uint32_t counts_of_more[] = {1024, 100'000};  // of equal lengths, and of differences

// Beside auto. Of sums groups of 4 threads have no kernel; of the largest tasks every second has all, which take long.
std::vector<uint32_t> lanes_of(const PoolTask& task) {
    const bool is_power_of_4 = std::bit_width(static_cast<uint32_t>(task.lengths.mean)) % 2 == 1;
    if (task.is_rational || (task.count == most_computations && !is_power_of_4)) return {};
    const bool has_products = std::ranges::find(task.operations, Operation::mul) != task.operations.end();
    return has_products ? std::vector<uint32_t>{1, 4, 8, 32} : std::vector<uint32_t>{1, 8, 32};
}

void add(Plan& plan, const PoolTask& task) {
    for (const uint32_t lanes : lanes_of(task)) plan.add_pool("pool", task, pool::Mapping{lanes});
    plan.add_pool("pool", task, std::nullopt);
}

PoolTask task(const char* name, std::vector<Operation> operations, Lengths lengths, uint32_t count) {
    return {name, std::move(operations), lengths, count};
}

// Lengths from a normal distribution.
void add_of_count(Plan& plan, uint32_t count) {
    for (uint32_t mean = 1; mean <= longest_mean && double(count) * mean <= most_words; mean *= 2) {
        const Lengths of{Lengths::Kind::normal, double(mean), mean / 4.0}, equal{of.kind, of.mean, 0};
        add(plan, task("add", {Operation::add}, of, count));
        add(plan, task("mul", {Operation::mul}, of, count));
        if (std::ranges::find(counts_of_more, count) == std::end(counts_of_more)) continue;
        add(plan, task("sub", {Operation::sub}, of, count));
        add(plan, task("add", {Operation::add}, equal, count));
        add(plan, task("mul", {Operation::mul}, equal, count));
    }
}

// Sums, differences and products in one level: of lengths of every order, and of short numbers beside a long product.
void add_mixes(Plan& plan) {
    const std::vector<Operation> all{Operation::add, Operation::sub, Operation::mul};
    // the moments of the distribution
    const double mean = (longest_mean - 1) / std::log(longest_mean);
    const double square = (double(longest_mean) * longest_mean - 1) / (2 * std::log(longest_mean));
    const Lengths mixed{Lengths::Kind::log_uniform, std::round(mean),
                        std::round(std::sqrt(square - mean * mean)), longest_mean};
    const Lengths one_long{Lengths::Kind::one_long, 8, 0, 1u << 12};
    for (const uint32_t count : {8192u, 100'000u}) {
        add(plan, task("mix of all lengths", all, mixed, count));
        add(plan, task("mix beside a long mul", all, one_long, count));
    }
}

void add_rationals(Plan& plan) {
    for (const uint32_t count : {256u, 512u, 1024u, 2048u}) {
        for (uint32_t mean = 1; mean <= 32; mean *= 2) {
            const Lengths of{Lengths::Kind::normal, double(mean), mean / 4.0};
            for (const auto& [name, operation] :
                 {std::pair{"rational add", Operation::add}, {"rational mul", Operation::mul}}) {
                PoolTask one = task(name, {operation}, of, count);
                one.is_rational = true;
                add(plan, one);
            }
        }
    }
}

}  // namespace

void add_pool(Plan& plan) {
    for (const uint32_t count : counts) add_of_count(plan, count);
    add_mixes(plan);
    add_rationals(plan);
    add_of_count(plan, most_computations);  // what takes longest
}

}  // namespace limbsmith::bench
