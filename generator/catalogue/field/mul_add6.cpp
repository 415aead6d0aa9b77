// r = (a·b + c·d + ...)·F^-1 mod N, 6 products
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

Operation field_mul_add6() {
    Operation sum = sum_of_products("mul_add6", 6);
    sum.rank = 8;
    sum.summary = "a sum of 6 products with one reduction (on request)";
    sum.is_on_request = true;
    return sum;
}

}  // namespace limbsmith::catalogue
