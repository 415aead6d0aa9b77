// Powers modulo N of elements that lie in several lanes, by fixed windows of the exponent.
//
// All lanes of a warp take the same steps whatever the exponents are: every window costs as many squarings and one
// product, also by 1. The time depends on the length of the exponent alone. The addresses of pow depend on its
// digits; those of pow_secret do not. On tensor cores products are by matrices (tensor/montgomery.hpp).
#pragma once

#include "algorithm/group/field.hpp"

namespace limbsmith::algorithm::group {

enum class Exponent { is_public, is_secret };

// r = a^e for an exponent of `words` 32-bit words, one for all lanes: pow, pow_secret. Calls mul, sqr, and select
// for a secret exponent; on tensor cores the programs of a lane instead of mul and sqr. requires: 1 <= window <= 8.
ir::Routine power(const Residues& residues, Exponent exponent, int window, const ir::Library& library);
// The same for an exponent that lies in the lanes as elements do, and has as many limbs.
ir::Routine power_of_number(const Residues& residues, Exponent exponent, int window,
                            const ir::Library& library);

}  // namespace limbsmith::algorithm::group
