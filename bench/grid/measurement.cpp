#include "measurement.hpp"

#include <optional>

#include "grid/gpu.hpp"

namespace limbsmith::bench {
namespace {

class Grid : public Measurement {
  public:
    explicit Grid(const GridTask& task) : task_(task), repeats_(task.is_alone() ? 16 : 4) {}

    void prepare(runtime::Stream& on, Row& row) override {
        gpu_.emplace(on.device());
        numbers_.emplace(*gpu_, task_);
        row.results = task_.numbers;
        // one number may stay in a cache
        if (!task_.is_alone())
            row.bytes = sizeof(uint32_t) * double(task_.operand_words() + task_.result_words());
    }

    double launch() override {
        return gpu_->stream().seconds([&] {
            for (int i = 0; i < repeats_; ++i) numbers_->compute();
        }) / repeats_;
    }

    uint64_t check() override { return numbers_->check(); }

    void release() override {
        numbers_.reset();
        gpu_.reset();
    }

  private:
    GridTask task_;
    int repeats_;  // a timing, which hides the time of a launch
    std::optional<grid::Gpu> gpu_;
    std::optional<GridNumbers> numbers_;
};

}  // namespace

std::unique_ptr<Measurement> measure_grid(const GridTask& task) { return std::make_unique<Grid>(task); }

}  // namespace limbsmith::bench
