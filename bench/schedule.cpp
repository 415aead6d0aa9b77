#include "schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/grid/measurement.hpp"
#include "bench/pool/measurement.hpp"
#include "bench/pool/subject.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::bench {
namespace {

constexpr size_t batch_bytes = size_t{1} << 30;  // many times the size of any cache
constexpr size_t lane_batch_bits = size_t{1} << 32;
constexpr uint32_t grid_batch_bits = 1u << 30;

std::string name_of(const std::optional<Mapping>& mapping) {
    if (!mapping) return "auto";
    if (mapping->is_thread()) return "CTT";
    return mapping->is_one_warp() ? "CTW" : to_string(*mapping);
}

}  // namespace

Job& Schedule::add(const std::string& suite, const std::shared_ptr<const Subject>& subject) {
    jobs_.push_back({Row(suite, *subject), subject, {}});
    return jobs_.back();
}

void Schedule::add_registers(const std::string& suite, const HeaderFunctionPtr& function,
                             uint32_t best_of_chains, uint32_t waves) {
    Job& job = add(suite, function);
    job.row.place = "registers";
    for (uint32_t chains = 1; chains <= best_of_chains; ++chains) {
        const auto kernel = kernels_.of_registers(function, chains, 256);
        for (uint32_t block : {128u, 256u}) {
            RegisterShape shape{chains, block, 0};
            shape.waves = waves;
            job.candidates.push_back({kernel, measure_registers(function, kernel, shape)});
        }
    }
}

void Schedule::add_shape(const std::string& suite, const HeaderFunctionPtr& function, RegisterShape shape,
                         uint32_t most_threads, double share_of_time) {
    Job& job = add(suite, function);
    job.share_of_time = share_of_time;
    job.row.place = shape.through_memory ? "memory, every call" : "registers";
    job.row.grid = shape.grid, job.row.block = shape.block;
    const auto kernel = kernels_.of_registers(function, shape.chains, most_threads);
    job.candidates.push_back({kernel, measure_registers(function, kernel, shape)});
}

void Schedule::add_batch(const std::string& suite, const HeaderFunctionPtr& function, Layout layout) {
    Job& job = add(suite, function);
    job.row.place = "memory";
    job.row.layout = to_string(layout);
    const auto kernel = kernels_.of_batch(function, layout);
    job.candidates.push_back({kernel, measure_batch(function, kernel, layout, batch_bytes)});
}

void Schedule::add_numbers(const std::string& suite, const BatchKernelPtr& batch, Numbers numbers) {
    Job& job = add(suite, batch);
    if (numbers.divisor_bits > 0)
        job.row.operation = fmt::format("{} by {} bits", batch->name, numbers.divisor_bits);
    job.row.mapping = to_string(batch->width.mapping);
    const auto kernel = kernels_.of_numbers(batch);
    job.candidates.push_back({kernel, measure_numbers(batch, kernel, numbers)});
}

void Schedule::add_lane_batch(const std::string& suite, const BatchKernelPtr& batch) {
    Job& job = add(suite, batch);
    job.row.mapping = to_string(batch->width.mapping);
    const auto kernel = kernels_.of_lane_batch(batch);
    job.candidates.push_back({kernel, measure_lane_batch(batch, kernel, lane_batch_bits)});
}

void Schedule::add_lane_calls(const std::string& suite, const BatchKernelPtr& batch) {
    Job& job = add(suite, batch);
    job.row.mapping = to_string(batch->width.mapping);
    const auto kernel = kernels_.of_lane_calls(batch);
    job.candidates.push_back({kernel, measure_lane_calls(batch, kernel)});
}

void Schedule::add_grid(const std::string& suite, const std::string& operation, int bits, bool is_alone) {
    const GridTask task{&grid_operation(operation), bits,
                        is_alone ? 1 : grid_batch_bits / static_cast<uint32_t>(bits)};
    Job& job = add(suite, std::make_shared<GridSubject>(task));
    job.row.place = "memory";
    job.row.layout = is_alone ? one_number : to_string(Layout::number_major);
    job.row.mapping = to_string(Mapping::grid());
    job.candidates.push_back({nullptr, measure_grid(task)});
}

void Schedule::add_pool(const std::string& suite, const PoolTask& task, const std::optional<Mapping>& only) {
    if (!pool_) pool_ = std::make_shared<PoolBench>();
    Job& job = add(suite, std::make_shared<PoolSubject>(pool_, task));
    if (pool_task_ != task.title()) pool_task_ = task.title(), ++groups_;
    job.group = groups_;
    job.row.place = "memory";
    job.row.mapping = name_of(only);
    job.share_of_time = share_of_pools;
    job.candidates.push_back({nullptr, measure_pool(pool_, task, only)});
}

void Schedule::add_batch_inverse(const std::string& suite, const HeaderFunctionPtr& inverse, const Spec& spec,
                                 uint32_t count) {
    Job& job = add(suite, inverse);
    job.row.operation = fmt::format("batch_inv of {}", count);
    job.row.place = "memory";
    const auto kernel = kernels_.of_batch_inverse(spec, count);
    job.candidates.push_back({kernel, measure_batch_inverse(inverse, kernel, count)});
}

}  // namespace limbsmith::bench
