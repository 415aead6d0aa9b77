#include "timing.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

namespace limbsmith::bench {
namespace {

// Reports nothing: the benchmark itself keeps the times.
class Silent : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>&) override {}
};

}  // namespace

void time_launches(const std::function<double()>& launch, double min_seconds, Row& row) {
    constexpr size_t fewest = 3;
    std::vector<double> times;
    const auto body = [&](benchmark::State& state) {
        times.clear();  // from an earlier, shorter run
        for (auto _ : state) {
            times.push_back(launch());
            state.SetIterationTime(times.back());
        }
    };
    launch();
    benchmark::RegisterBenchmark("launch", body)->UseManualTime()->MinTime(min_seconds);
    Silent silent;
    benchmark::RunSpecifiedBenchmarks(&silent);
    benchmark::ClearRegisteredBenchmarks();
    while (times.size() < fewest) times.push_back(launch());
    std::ranges::sort(times);
    row.fastest = times.front();
    row.slowest = times.back();
    row.seconds = times[times.size() / 2];
    row.launches = times.size();
}

}  // namespace limbsmith::bench
