// The last ten levels of a transform and the first ten of the inverse, as parts of kernels: a warp has a segment of 1024
// words modulo one prime, each thread 32 of them.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "algorithm/grid/kernel.hpp"
#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::grid {

class Segment {
  public:
    // The tables, and the words that a kernel is given.
    struct Given {
        ir::Place factors;
        std::optional<ir::Place> mirrors;  // of a kernel that has inverses
        ir::Place pitch, size;
    };
    Segment(Kernel& kernel, const Given& given);

    // `body` is given the place of a word among those of a thread.
    void each(const std::function<void(const ir::Place&)>& body) const;
    // Its index among the words of all primes, and that of the thread's first word.
    ir::Scalar index(const ir::Place& i) const { return base() + ir::Scalar(i) * ntt::words_of_lane; }
    ir::Scalar base() const { return base_; }
    // In place: the transforms of several arrays of words of the segment, and the inverse transform of one.
    void transform(const std::vector<ir::Place>& all) const;
    void inverse(const ir::Place& own) const;
    // x = x·y/2^32 modulo the prime, below 2p; x, y < 4p.
    void multiply(const ir::Place& x, const ir::Scalar& y) { passes_.multiply(prime_, x, y, factor()); }
    // sum = sum + x modulo the prime, below 2p, as they are.
    void add(const ir::Place& sum, const ir::Scalar& x) const;

  private:
    void pair_up();
    const ir::Place& factor();
    ntt::Passes::Companions column(const ir::Scalar& column) const {
        return {given_.factors, given_.pitch, column};
    }
    ir::Scalar column_of_row() const { return ir::Scalar(segment_) * ir::warp + ir::lane(); }

    Kernel& kernel_;
    ir::RoutineBuilder& builder_;
    Given given_;
    ntt::Passes passes_;
    ir::Place shared_, prime_, segment_, base_, row_, apart_;
    std::optional<ir::Place> factor_;
};

}  // namespace limbsmith::algorithm::grid
