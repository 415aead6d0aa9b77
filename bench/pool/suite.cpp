#include "suite.hpp"

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
constexpr uint32_t counts_of_equal[] = {1024, 8192, 100'000};  // where lengths are equal as well

// The mappings beside auto. Sums have no kernel for groups of 4 threads. Only every second of the largest tasks has all,
// since they take long.
std::vector<uint32_t> lanes_of(const PoolTask& task) {
    const bool is_power_of_4 = std::bit_width(static_cast<uint32_t>(task.lengths.mean)) % 2 == 1;
    if (task.rational || (task.count == most_computations && !is_power_of_4)) return {};
    const bool has_products = std::ranges::find(task.operations, Operation::mul) != task.operations.end();
    return has_products ? std::vector<uint32_t>{1, 4, 8, 32} : std::vector<uint32_t>{1, 8, 32};
}

void add(Schedule& schedule, const std::string& suite, const PoolTask& task) {
    for (const uint32_t lanes : lanes_of(task)) schedule.add_pool(suite, task, Mapping{lanes});
    schedule.add_pool(suite, task, std::nullopt);
}

PoolTask task(const std::string& name, std::vector<Operation> operations, Lengths lengths, uint32_t count) {
    return {name, std::move(operations), lengths, count};
}

// Lengths from a normal distribution.
void add_of_count(Schedule& schedule, uint32_t count) {
    for (uint32_t mean = 1; mean <= longest_mean && double(count) * mean <= most_words; mean *= 2) {
        const Lengths of{Lengths::Kind::normal, double(mean), mean / 4.0}, equal{of.kind, of.mean, 0};
        const bool has_equal = std::ranges::find(counts_of_equal, count) != std::end(counts_of_equal);
        for (const auto& [name, operation] :
             {std::pair{"add", Operation::add}, {"sub", Operation::sub}, {"mul", Operation::mul}}) {
            add(schedule, "pool", task(name, {operation}, of, count));
            if (has_equal) add(schedule, "pool", task(name, {operation}, equal, count));
        }
    }
}

// Sums, differences and products in one level: of lengths of every order, and of short numbers beside a long product.
void add_mixes(Schedule& schedule) {
    const std::vector<Operation> all{Operation::add, Operation::sub, Operation::mul};
    // the moments of the distribution
    const double mean = (longest_mean - 1) / std::log(longest_mean);
    const double square = (double(longest_mean) * longest_mean - 1) / (2 * std::log(longest_mean));
    const Lengths mixed{Lengths::Kind::log_uniform, std::round(mean),
                        std::round(std::sqrt(square - mean * mean)), longest_mean};
    const Lengths one_long{Lengths::Kind::one_long, 8, 0, 1u << 12};
    for (const uint32_t count : {8192u, 100'000u}) {
        add(schedule, "pool", task("mix of all lengths", all, mixed, count));
        add(schedule, "pool", task("mix beside a long mul", all, one_long, count));
    }
}

PoolTask rational_task(const std::string& name, RationalOperation operation, Lengths lengths, uint32_t count,
                       bool is_reduced = true) {
    PoolTask one = task("rational " + name + (is_reduced ? "" : ", not reduced"), {}, lengths, count);
    one.rational = operation, one.is_reduced = is_reduced;
    return one;
}

constexpr uint32_t counts_of_rationals[] = {256, 512, 1024, 2048};
constexpr uint32_t words_of_rationals[] = {1, 2, 4, 8, 16, 32};  // means, and deviations

void add_some_rationals(Schedule& schedule) {
    for (const uint32_t count : counts_of_rationals) {
        for (const uint32_t mean : words_of_rationals) {
            const Lengths of{Lengths::Kind::normal, double(mean), mean / 4.0};
            add(schedule, "pool", rational_task("add", RationalOperation::add, of, count));
            add(schedule, "pool", rational_task("mul", RationalOperation::mul, of, count));
        }
    }
}

}  // namespace

void add_rationals(Schedule& schedule) {
    using Operation = RationalOperation;
    for (const auto& [name, operation] : {std::pair{"add", Operation::add},
                                          {"sub", Operation::sub},
                                          {"mul", Operation::mul},
                                          {"div", Operation::div}}) {
        for (const bool is_reduced : {true, false}) {
            for (const uint32_t count : counts_of_rationals) {
                for (const uint32_t deviation : words_of_rationals) {
                    for (const uint32_t mean : words_of_rationals) {
                        const Lengths of{Lengths::Kind::normal, double(mean), double(deviation)};
                        add(schedule, "rationals", rational_task(name, operation, of, count, is_reduced));
                    }
                }
            }
        }
    }
}

void add_pool(Schedule& schedule) {
    for (const uint32_t count : counts) add_of_count(schedule, count);
    add_mixes(schedule);
    add_some_rationals(schedule);
    add_of_count(schedule, most_computations);  // these take longest
}

}  // namespace limbsmith::bench
