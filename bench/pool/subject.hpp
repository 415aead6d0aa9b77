// A task of a pool as a subject of measurement.
#pragma once

#include <memory>

#include "bench.hpp"
#include "bench/subject.hpp"

namespace limbsmith::bench {

inline constexpr double share_of_pools = 0.2;  // of the time: there are many rows

struct PoolSubject final : Subject {
    PoolSubject(std::shared_ptr<PoolBench> bench, PoolTask task);

    std::shared_ptr<PoolBench> bench;
    PoolTask task;

    std::string computation() const override { return task.title(); }
    void describe(Row& row) const override;
    double gmp_rate(double seconds) const override;
    double host_code_rate(double seconds) const override;
};

}  // namespace limbsmith::bench
