// Steps of derivations that would take very long to check.
#pragma once

#include <gmpxx.h>

#include <string>

namespace limbsmith::test {

// A step by Fermat's theorem, for the number 2^200003 - 1, of which a test whether it is prime would take hours.
inline const std::string endless_step = R"({"step":"fermat","prime":")" +
                                        mpz_class((mpz_class(1) << 200003) - 1).get_str() +
                                        R"(","base":[["1"]]})";

}  // namespace limbsmith::test
