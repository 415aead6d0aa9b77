#include <cstdio>

#include "fe25519.cuh"
#include "limbsmith/apply.hpp"
#include "limbsmith/convert.hpp"

int main() {
    limbsmith::batch<fe25519::elem> a(1000), b(1000), r(1000);  // on the GPU where there is one
    limbsmith::write_text(a, std::vector<std::string>(1000, "1234567890123456789012345678901234567890"));
    limbsmith::apply(fe25519::ops::sqr{}, b, a);
    limbsmith::apply(fe25519::ops::mul{}, r, a, b);
    std::printf("%s\n", limbsmith::read_text(r)[999].c_str());
}
