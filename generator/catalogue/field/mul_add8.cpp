// r = (a·b + c·d + ...)·F^-1 mod N, 8 products
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

Operation field_mul_add8() {
    Operation sum = sum_of_products("mul_add8", 8);
    sum.rank = 9;
    sum.summary = "a sum of 8 products with one reduction (on request)";
    sum.is_on_request = true;
    return sum;
}

}  // namespace limbsmith::catalogue
