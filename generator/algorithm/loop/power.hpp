// Powers modulo N, for an exponent that is given at run time and for a constant one.
#pragma once

#include <string>
#include <vector>

#include "algorithm/loop/addition_chain.hpp"
#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// a^e for the exponent e of `words` words; calls one, mul, sqr. The digits of a public exponent decide which
// products are made.
ir::Routine power(const Residues& residues, const ir::Library& library);
// The same instructions and addresses for every e of as many words; also calls select.
ir::Routine secret_power(const Residues& residues, const ir::Library& library);
// One of the two, `pow` or `pow_secret` in the library, for an exponent of as many limbs as N.
ir::Routine power_of_number(const Residues& residues, const std::string& name, const ir::Library& library);

// a^(2^count): as many squarings; calls sqr. The count is public.
ir::Routine squarings(const Residues& residues, const ir::Library& library);

// The last power of a chain from a; calls mul, sqr.
ir::Place power_by_chain(ir::RoutineBuilder& builder, const Residues& residues, const ir::Place& a,
                         const std::vector<PowerStep>& chain);
// a^exponent, the function `name`; `text` is how the exponent is written.
ir::Routine constant_power(const Residues& residues, const std::string& name, const mpz_class& exponent,
                           const std::string& text, const ir::Library& library);
// `how many` for a bound: multiplications and squarings by a fixed addition chain.
std::string chain_bound(const std::vector<PowerStep>& chain);

}  // namespace limbsmith::algorithm::loop
