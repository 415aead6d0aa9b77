#include "measurement.hpp"

#include <chrono>

namespace limbsmith::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class PoolMeasurement : public Measurement {
  public:
    PoolMeasurement(std::shared_ptr<PoolBench> bench, const PoolTask& task,
                    const std::optional<Mapping>& only)
        : bench_(std::move(bench)), task_(task), only_(only) {}

    void prepare(runtime::Stream& on, Row& row) override { prepare(std::optional(on.device()), row); }
    bool prepare_on_host(Row& row) override {
        row.code = "pool";
        prepare(std::nullopt, row);
        return true;
    }
    double launch() override {
        return timed(false, [&] { run_->compute(); });
    }
    double launch_from_host() override {
        return timed(true, [&] { run_->compute_from_host(); });
    }
    uint64_t check() override { return run_->check(); }
    void release() override { run_.reset(); }

  private:
    void prepare(const std::optional<runtime::Device>& device, Row& row) {
        pool::Engine& engine = bench_->engine(device, only_);
        run_ = bench_->work(task_).on(engine, bench_->room());
        row.results = task_.count;
        // Repeats until there is memory for the results of several turns; then most turns need no more.
        constexpr int most = 5;
        constexpr double long_enough = 0.5;  // seconds
        const Clock::time_point start = Clock::now();
        for (int turn = 0; turn < most && seconds_since(start) < long_enough; ++turn) launch();
    }
    double timed(bool from_host, const std::function<void()>& turn) {
        run_->begin(from_host);
        const Clock::time_point start = Clock::now();
        turn();
        return seconds_since(start);
    }

    std::shared_ptr<PoolBench> bench_;
    PoolTask task_;
    std::optional<Mapping> only_;
    std::unique_ptr<PoolRun> run_;
};

}  // namespace

std::unique_ptr<Measurement> measure_pool(std::shared_ptr<PoolBench> bench, const PoolTask& task,
                                          const std::optional<Mapping>& only) {
    return std::make_unique<PoolMeasurement>(std::move(bench), task, only);
}

}  // namespace limbsmith::bench
