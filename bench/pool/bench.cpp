#include "bench.hpp"

#include <algorithm>
#include <chrono>

#include "engine/parallel.hpp"
#include "pool/engines.hpp"
#include "pool/gpu/device.hpp"
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
                                const std::optional<Mapping>& only) {
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
        by_all_cores(task, [&](size_t first, size_t last) { work_->by_gmp(first, last); });
    }
    return *work_;
}

void PoolBench::by_all_cores(const PoolTask& task, const Work& work) {
    constexpr size_t of_each = 8, most = 1 << 11;  // ranges that a thread takes; computations of one
    const size_t step = std::clamp<size_t>(task.count / (of_each * team_.threads()), 1, most);
    team_.run(task.count, step, work);
}

double PoolBench::rate(const PoolTask& task, const Work& work, double seconds) {
    double turn = median_of_turns([&] { by_all_cores(task, work); }, seconds);
    if (turn < long_turn) turn = std::min(turn, median_of_turns([&] { work(0, task.count); }, seconds));
    return task.count / turn;
}

double PoolBench::gmp_rate(const PoolTask& task, double seconds) {
    PoolWork& of = work(task);
    return rate(
        task, [&](size_t first, size_t last) { of.by_gmp(first, last); }, seconds);
}

double PoolBench::host_code_rate(const PoolTask& task, double seconds) {
    const PoolWork& of = work(task);
    const std::unique_ptr<HostLevel> level = of.on_host_code();
    if (!level) return 0;
    if (!host_code_) host_code_ = std::make_unique<PoolHostCode>();
    if (!host_code_->is_there()) return 0;
    const auto by_code = [&](size_t first, size_t last) { level->run(*host_code_, first, last); };
    by_all_cores(task, by_code);
    of.check(*level);
    return rate(task, by_code, seconds);
}

}  // namespace limbsmith::bench
