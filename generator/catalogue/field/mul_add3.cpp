// r = (a·b + c·d + ...)·F^-1 mod N, 3 products
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

Operation field_mul_add3() {
    Operation sum = sum_of_products("mul_add3", 3);
    sum.rank = 6;
    sum.summary = "a*b + c*d + e*f with one reduction (on request)";
    sum.is_on_request = true;
    return sum;
}

}  // namespace limbsmith::catalogue
