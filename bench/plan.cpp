#include "plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spec/mapping.hpp"

namespace limbsmith::bench {
namespace {

constexpr size_t batch_bytes = size_t{1} << 30;  // many times the size of any cache
constexpr size_t lane_batch_bits = size_t{1} << 32;
constexpr uint32_t grid_batch_bits = 1u << 30;
constexpr double share_of_pools = 0.2;        // of the time: there are many rows
constexpr uint32_t most_of_host_code = 8192;  // computations; of more it says the same

std::string name_of(const std::optional<Mapping>& mapping) {
    if (!mapping) return "auto";
    if (mapping->is_thread()) return "CTT";
    return mapping->is_one_warp() ? "CTW" : to_string(*mapping);
}

}  // namespace

Request& Plan::add(const std::string& suite, const SubjectPtr& subject) {
    requests_.push_back({Row(suite, *subject), subject, {}});
    return requests_.back();
}

void Plan::add_registers(const std::string& suite, const SubjectPtr& subject, uint32_t best_of_chains,
                         uint32_t waves) {
    Request& request = add(suite, subject);
    request.row.place = "registers";
    for (uint32_t chains = 1; chains <= best_of_chains; ++chains) {
        const auto kernel = kernels_.of_registers(subject, chains, 256);
        for (uint32_t block : {128u, 256u}) {
            RegisterShape shape{chains, block, 0};
            shape.waves = waves;
            request.candidates.push_back({kernel, measure_registers(subject, kernel, shape)});
        }
    }
}

void Plan::add_shape(const std::string& suite, const SubjectPtr& subject, RegisterShape shape,
                     uint32_t most_threads, double share_of_time) {
    Request& request = add(suite, subject);
    request.share_of_time = share_of_time;
    request.row.place = shape.through_memory ? "memory, every call" : "registers";
    request.row.grid = shape.grid, request.row.block = shape.block;
    const auto kernel = kernels_.of_registers(subject, shape.chains, most_threads);
    request.candidates.push_back({kernel, measure_registers(subject, kernel, shape)});
}

void Plan::add_batch(const std::string& suite, const SubjectPtr& subject, Layout layout) {
    Request& request = add(suite, subject);
    request.row.place = "memory";
    request.row.layout = to_string(layout);
    const auto kernel = kernels_.of_batch(subject, layout);
    request.candidates.push_back({kernel, measure_batch(subject, kernel, layout, batch_bytes)});
}

void Plan::add_numbers(const std::string& suite, const SubjectPtr& subject, size_t numbers) {
    Request& request = add(suite, subject);
    if (subject->divisor_bits > 0)
        request.row.operation = fmt::format("{} by {} bits", subject->operation, subject->divisor_bits);
    request.row.mapping = to_string(subject->width.mapping);
    const auto kernel = kernels_.of_numbers(subject);
    request.candidates.push_back({kernel, measure_numbers(subject, kernel, numbers)});
}

void Plan::add_lane_batch(const std::string& suite, const SubjectPtr& subject) {
    Request& request = add(suite, subject);
    request.row.mapping = to_string(subject->width.mapping);
    const auto kernel = kernels_.of_lane_batch(subject);
    request.candidates.push_back({kernel, measure_lane_batch(subject, kernel, lane_batch_bits)});
}

void Plan::add_lane_calls(const std::string& suite, const SubjectPtr& subject) {
    Request& request = add(suite, subject);
    request.row.mapping = to_string(subject->width.mapping);
    const auto kernel = kernels_.of_lane_calls(subject);
    request.candidates.push_back({kernel, measure_lane_calls(subject, kernel)});
}

void Plan::add_grid(const std::string& suite, const std::string& operation, int bits, bool is_alone) {
    const GridTask task{&grid_operation(operation), bits,
                        is_alone ? 1 : grid_batch_bits / static_cast<uint32_t>(bits)};
    Request& request = add(suite, std::make_shared<Subject>(bench::subject(task)));
    request.row.place = "memory";
    request.row.layout = is_alone ? one_number : to_string(Layout::number_major);
    request.row.mapping = to_string(Mapping::grid());
    request.candidates.push_back({nullptr, measure_grid(task)});
}

void Plan::add_pool(const std::string& suite, const PoolTask& task, const std::optional<Mapping>& only) {
    if (!pool_) pool_ = std::make_shared<PoolBench>();
    const int bits = static_cast<int>(std::lround(limb_bits * task.lengths.mean));
    Subject made{task.title(), Width{bits}, "", "pool", {}, 0, 0, std::nullopt, 0, {}};
    made.title = task.name;
    made.count = task.count;
    made.mean_words = task.lengths.mean, made.deviation_words = task.lengths.deviation;
    made.gmp = [bench = pool_, task](double seconds) {
        return bench->gmp_rate(task, share_of_pools * seconds);
    };
    if (!task.rational && task.count <= most_of_host_code) {
        made.host_code = [bench = pool_, task](double seconds) {
            return bench->host_code_rate(task, share_of_pools * seconds);
        };
    }
    Request& request = add(suite, std::make_shared<Subject>(std::move(made)));
    if (pool_task_ != task.title()) pool_task_ = task.title(), ++groups_;
    request.group = groups_;
    request.row.place = "memory";
    request.row.mapping = name_of(only);
    request.share_of_time = share_of_pools;
    request.candidates.push_back({nullptr, measure_pool(pool_, task, only)});
}

void Plan::add_batch_inverse(const std::string& suite, const SubjectPtr& inverse, const Spec& spec,
                             uint32_t count) {
    Request& request = add(suite, inverse);
    request.row.operation = fmt::format("batch_inv of {}", count);
    request.row.place = "memory";
    const auto kernel = kernels_.of_batch_inverse(spec, count);
    request.candidates.push_back({kernel, measure_batch_inverse(inverse, kernel, count)});
}

}  // namespace limbsmith::bench
