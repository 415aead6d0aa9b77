// The inverse modulo N, by divsteps and by Fermat's theorem.
#pragma once

#include "algorithm/inverse.hpp"
#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// r and exists, for any N; calls the programs of algorithm/inverse.hpp and algorithm/divsteps.hpp, of which
// `numbers` are those: how many batches, and digits.
struct DivstepNumbers {
    int batches, digits;
};
ir::Routine inverse_by_divsteps(const Residues& residues, DivstepNumbers numbers, const ir::Library& library);
// The same for a prime N, as a^(N-2); calls mul, sqr, is_zero.
ir::Routine inverse_by_fermat(const Residues& residues, const ir::Library& library);
// r alone; calls inv.
ir::Routine inverse_alone(const Residues& residues, const ir::Library& library);

// Why so many batches of divsteps are enough.
std::string divsteps_bound(int batches);

}  // namespace limbsmith::algorithm::loop
