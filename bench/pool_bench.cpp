#include "pool_bench.hpp"

#include <algorithm>
#include <chrono>

#include "engine/parallel.hpp"
#include "pool/device.hpp"
#include "pool/engines.hpp"
#include "pool/host.hpp"

namespace limbsmith::bench {
namespace {

constexpr double long_turn = 0.02;  // seconds; one core is not faster than all

double median_of_turns(const std::function<void()>& turn, double seconds) {
    constexpr size_t fewest = 3;
    std::vector<double> times;
    for (double all = 0; all < seconds || times.size() < fewest; all += times.back()) {
        const auto start = std::chrono::steady_clock::now();
        turn();
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::nth_element(times, times.begin() + static_cast<ptrdiff_t>(times.size() / 2));
    return times[times.size() / 2];
}

}  // namespace

PoolBench::PoolBench() : PoolBench(nullptr) {}
PoolBench::PoolBench(std::unique_ptr<pool::Engine> engine)
    : engine_(std::move(engine)), team_(engine::cores()) {}

pool::Engine& PoolBench::engine(const std::optional<runtime::Device>& device,
                                const std::optional<pool::Mapping>& only) {
    if (!engine_ && device) {
        engine_ = pool::device_engine_at(place::gpu(device->ordinal()));
        room_ = uint64_t{2} << 30;  // after a compaction a pool keeps more than that
    } else if (!engine_) {
        engine_ = std::make_unique<pool::Host>();
    }
    if (auto* const own = dynamic_cast<pool::Device*>(engine_.get())) own->use_only(only);
    return *engine_;
}

PoolWork& PoolBench::work(const PoolTask& task) {
    if (title_ != task.title()) {
        work_.reset();
        title_ = task.title();
        work_ = pool_work(task, 1);
        by_all_cores(task);
    }
    return *work_;
}

void PoolBench::by_all_cores(const PoolTask& task) {
    constexpr size_t of_each = 8, most = 1 << 11;  // ranges that a thread takes; computations of one
    const size_t step = std::clamp<size_t>(task.count / (of_each * team_.threads()), 1, most);
    team_.run(task.count, step, [&](size_t first, size_t last) { work_->by_gmp(first, last); });
}

double PoolBench::gmp_rate(const PoolTask& task, double seconds) {
    PoolWork& of = work(task);
    double turn = median_of_turns([&] { by_all_cores(task); }, seconds);
    if (turn < long_turn) turn = std::min(turn, median_of_turns([&] { of.by_gmp(0, task.count); }, seconds));
    return task.count / turn;
}

}  // namespace limbsmith::bench
