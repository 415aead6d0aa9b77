// r = a^exponent mod N for a public exponent
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

Operation field_pow() { return power_of_residue(algorithm::group::Exponent::is_public); }

}  // namespace limbsmith::catalogue
