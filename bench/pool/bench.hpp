// The measurements of pools share the engine, and the task that is at work, with GMP's results.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "choice/pool.hpp"
#include "device/device.hpp"
#include "task.hpp"
#include "team.hpp"

namespace limbsmith::bench {

class PoolBench {
  public:
    PoolBench();
    // Measures another engine than that of a device.
    explicit PoolBench(std::unique_ptr<pool::Engine> engine);

    // The engine of the device, or the host's if there is none; the same for all calls. `only`: see pool::Device.
    pool::Engine& engine(const std::optional<runtime::Device>& device, const std::optional<Mapping>& only);
    // Bytes of results that the engine may have.
    uint64_t room() const { return room_; }

    // The task with its results by GMP. It stays until another one is asked for.
    PoolWork& work(const PoolTask& task);
    // Computations a second of GMP, on one core or on all, whichever is faster: the median of as many turns as fill so
    // many seconds, at least 3, after the first one.
    double gmp_rate(const PoolTask& task, double seconds);

    // The same of our own code on the host; 0 for rationals, and where there is no compiler. Throws Error if a result is
    // wrong.
    double host_code_rate(const PoolTask& task, double seconds);

  private:
    // These measure work on computations first to last - 1.
    using Work = std::function<void(size_t first, size_t last)>;
    void by_all_cores(const PoolTask& task, const Work& work);
    double rate(const PoolTask& task, const Work& work, double seconds);

    std::unique_ptr<pool::Engine> engine_;
    uint64_t room_ = uint64_t{1} << 30;
    std::string title_;
    std::unique_ptr<PoolWork> work_;
    std::unique_ptr<PoolHostCode> host_code_;
    Team team_;
};

}  // namespace limbsmith::bench
