// The plan of each computation of a level, by a lane: its failure, the units of its results, its size and kernel.
//
// Promises: computations that only copy an operand, and those that fail, are done here. Where results go is left to the kernels
// that derive from this.
#pragma once

#include <array>
#include <initializer_list>

#include "algorithm/pool/items.hpp"

namespace limbsmith::algorithm::pool {

class Planner : protected Items {
  protected:
    // Parameters: memory, numbers, computations, plans, and those that are given before begin().
    Planner(const char* name, const ir::Library& library);

    // The computation of this lane, if the level has so many.
    void begin(const ir::Place& count);
    // Plans it, where `is_wanted`.
    void plan(const ir::Scalar& is_wanted);
    // Writes its kernel, where it `has_kernel`, and the first unit of its results.
    void write_plan(const ir::Scalar& has_kernel, const ir::Scalar& first_unit_of_results);

    ir::Scalar computation(int word_of_it) const {
        return computations_[ir::Scalar(index_) * computation_words + word_of_it];
    }
    ir::Scalar is(std::initializer_list<Operation> operations) const;
    ir::Scalar planned(int word_of_it) const { return plans_[ir::Scalar(index_) * plan_words + word_of_it]; }
    // The first of the operations that one kernel computes.
    ir::Scalar kind() const;

    ir::Place computations_, plans_, index_{}, is_active_{};
    // 0 where nothing is planned.
    ir::Place units_{}, size_{}, has_kernel_{};

  private:
    struct Operand {
        ir::Place first, bits, flags;
    };
    void fail_if(const ir::Scalar& condition, Failure failure);
    void read_operands();
    void find_lengths();
    void find_power();
    void write_at_once();

    ir::Place memory_, numbers_, operation_{}, failure_{};
    std::array<Operand, 3> operands_{};
};

}  // namespace limbsmith::algorithm::pool
