// r = (a·b + c·d + ...)·F^-1 mod N, 2 products
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

Operation field_mul_add2() {
    Operation sum = sum_of_products("mul_add2", 2);
    sum.rank = 4;
    sum.summary = "a*b + c*d with one reduction";
    sum.is_on_request = false;
    return sum;
}

}  // namespace limbsmith::catalogue
