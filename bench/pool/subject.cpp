#include "subject.hpp"

#include <cmath>

#include "bench/row.hpp"

namespace limbsmith::bench {

PoolSubject::PoolSubject(std::shared_ptr<PoolBench> of, PoolTask asked)
    : Subject(asked.name, Width{static_cast<int>(std::lround(limb_bits * asked.lengths.mean))}, "", "pool"),
      bench(std::move(of)),
      task(std::move(asked)) {}

void PoolSubject::describe(Row& row) const {
    row.results = task.count;
    row.mean_words = task.lengths.mean, row.deviation_words = task.lengths.deviation;
}

double PoolSubject::gmp_rate(double seconds) const { return bench->gmp_rate(task, share_of_pools * seconds); }

double PoolSubject::host_code_rate(double seconds) const {
    constexpr uint32_t most = 8192;  // computations; of more it says the same
    return task.rational || task.count > most ? 0 : bench->host_code_rate(task, share_of_pools * seconds);
}

}  // namespace limbsmith::bench
