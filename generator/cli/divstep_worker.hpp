// The inverse by divsteps on the CPU: the loop of algorithm/inverse.hpp around its programs, for a block of
// numbers at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/eval.hpp"
#include "plan/inverse.hpp"

namespace limbsmith::cli {

class DivstepWorker {
  public:
    explicit DivstepWorker(const FieldSpec& spec);
    DivstepWorker(const DivstepWorker&) = delete;  // interpreters keep references to the programs

    // The elems of the inverses, 0 where there is none; limb-major, `count` numbers, as `a` is.
    std::vector<uint32_t> operator()(const std::vector<uint32_t>& a, size_t count);

  private:
    using Numbers = std::vector<uint32_t>;  // limb-major

    int batches_;
    Numbers n_, start_;  // digits of one number each
    plan::DivstepPrograms programs_;
    eval::Interpreter digits_, matrix_, row_, row_mod_, finish_;
};

}  // namespace limbsmith::cli
