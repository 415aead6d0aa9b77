// r = (a·b + c·d + ...)·F^-1 mod N, 4 products
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

Operation field_mul_add4() {
    Operation sum = sum_of_products("mul_add4", 4);
    sum.rank = 7;
    sum.summary = "a sum of 4 products with one reduction (on request)";
    sum.is_on_request = true;
    return sum;
}

}  // namespace limbsmith::catalogue
