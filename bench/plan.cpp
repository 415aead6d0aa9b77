#include "plan.hpp"

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

Request& Plan::add(const std::string& suite, const std::shared_ptr<const Subject>& subject) {
    requests_.push_back({Row(suite, *subject), subject, {}});
    return requests_.back();
}

void Plan::add_registers(const std::string& suite, const HeaderFunctionPtr& function, uint32_t best_of_chains,
                         uint32_t waves) {
    Request& request = add(suite, function);
    request.row.place = "registers";
    for (uint32_t chains = 1; chains <= best_of_chains; ++chains) {
        const auto kernel = kernels_.of_registers(function, chains, 256);
        for (uint32_t block : {128u, 256u}) {
            RegisterShape shape{chains, block, 0};
            shape.waves = waves;
            request.candidates.push_back({kernel, measure_registers(function, kernel, shape)});
        }
    }
}

void Plan::add_shape(const std::string& suite, const HeaderFunctionPtr& function, RegisterShape shape,
                     uint32_t most_threads, double share_of_time) {
    Request& request = add(suite, function);
    request.share_of_time = share_of_time;
    request.row.place = shape.through_memory ? "memory, every call" : "registers";
    request.row.grid = shape.grid, request.row.block = shape.block;
    const auto kernel = kernels_.of_registers(function, shape.chains, most_threads);
    request.candidates.push_back({kernel, measure_registers(function, kernel, shape)});
}

void Plan::add_batch(const std::string& suite, const HeaderFunctionPtr& function, Layout layout) {
    Request& request = add(suite, function);
    request.row.place = "memory";
    request.row.layout = to_string(layout);
    const auto kernel = kernels_.of_batch(function, layout);
    request.candidates.push_back({kernel, measure_batch(function, kernel, layout, batch_bytes)});
}

void Plan::add_numbers(const std::string& suite, const BatchKernelPtr& batch, Numbers numbers) {
    Request& request = add(suite, batch);
    if (numbers.divisor_bits > 0)
        request.row.operation = fmt::format("{} by {} bits", batch->name, numbers.divisor_bits);
    request.row.mapping = to_string(batch->width.mapping);
    const auto kernel = kernels_.of_numbers(batch);
    request.candidates.push_back({kernel, measure_numbers(batch, kernel, numbers)});
}

void Plan::add_lane_batch(const std::string& suite, const BatchKernelPtr& batch) {
    Request& request = add(suite, batch);
    request.row.mapping = to_string(batch->width.mapping);
    const auto kernel = kernels_.of_lane_batch(batch);
    request.candidates.push_back({kernel, measure_lane_batch(batch, kernel, lane_batch_bits)});
}

void Plan::add_lane_calls(const std::string& suite, const BatchKernelPtr& batch) {
    Request& request = add(suite, batch);
    request.row.mapping = to_string(batch->width.mapping);
    const auto kernel = kernels_.of_lane_calls(batch);
    request.candidates.push_back({kernel, measure_lane_calls(batch, kernel)});
}

void Plan::add_grid(const std::string& suite, const std::string& operation, int bits, bool is_alone) {
    const GridTask task{&grid_operation(operation), bits,
                        is_alone ? 1 : grid_batch_bits / static_cast<uint32_t>(bits)};
    Request& request = add(suite, std::make_shared<GridSubject>(task));
    request.row.place = "memory";
    request.row.layout = is_alone ? one_number : to_string(Layout::number_major);
    request.row.mapping = to_string(Mapping::grid());
    request.candidates.push_back({nullptr, measure_grid(task)});
}

void Plan::add_pool(const std::string& suite, const PoolTask& task, const std::optional<Mapping>& only) {
    if (!pool_) pool_ = std::make_shared<PoolBench>();
    Request& request = add(suite, std::make_shared<PoolSubject>(pool_, task));
    if (pool_task_ != task.title()) pool_task_ = task.title(), ++groups_;
    request.group = groups_;
    request.row.place = "memory";
    request.row.mapping = name_of(only);
    request.share_of_time = share_of_pools;
    request.candidates.push_back({nullptr, measure_pool(pool_, task, only)});
}

void Plan::add_batch_inverse(const std::string& suite, const HeaderFunctionPtr& inverse, const Spec& spec,
                             uint32_t count) {
    Request& request = add(suite, inverse);
    request.row.operation = fmt::format("batch_inv of {}", count);
    request.row.place = "memory";
    const auto kernel = kernels_.of_batch_inverse(spec, count);
    request.candidates.push_back({kernel, measure_batch_inverse(inverse, kernel, count)});
}

}  // namespace limbsmith::bench
