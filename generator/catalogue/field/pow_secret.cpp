// r = a^exponent mod N for a secret exponent
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

Operation field_pow_secret() { return power_of_residue(algorithm::group::Exponent::is_secret); }

}  // namespace limbsmith::catalogue
