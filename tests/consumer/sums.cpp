// A user's library that hides its arithmetic.
#include "limbsmith/apply.hpp"
#include "limbsmith/convert.hpp"
#include "u131.cuh"

std::string twice(const std::string& number) {
    limbsmith::batch<u131::num> a(1), r(1);
    limbsmith::write_text(a, {number});
    limbsmith::apply(u131::ops::add{}, r, a, a);
    return limbsmith::read_text(r)[0];
}

// Whether ahead-of-time kernels are in the program, for batches and for one value as the last operand.
bool has_kernels() {
    using limbsmith::detail::ahead_of_time;
    using numbers = limbsmith::view<u131::num, limbsmith::limb_major>;
    using one = limbsmith::uniform<u131::num>;
    return ahead_of_time<u131::ops::add, numbers, numbers, numbers>::launch != nullptr &&
           ahead_of_time<u131::ops::add, numbers, numbers, one>::launch != nullptr;
}
