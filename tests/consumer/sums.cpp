// A user's library that hides its arithmetic.
#include "decimal.cuh"
#include "limbsmith/apply.hpp"
#include "limbsmith/convert.hpp"
#include "more_u2048.cuh"
#include "u131.cuh"

static_assert(decimal::radix == 1000000000 && decimal::digit_bound == 500000002 && decimal::limbs == 4, "");

namespace {

using wide = more::u2048::joined<more::u2048::num>;  // over two lanes

template <class Number, class Add>
std::string doubled(const std::string& number, Add add) {
    limbsmith::batch<Number> a(1), r(1);
    limbsmith::write_text(a, {number});
    limbsmith::apply(add, r, a, a);
    return limbsmith::read_text(r)[0];
}

}  // namespace

std::string twice(const std::string& number) { return doubled<u131::num>(number, u131::ops::add{}); }
std::string twice_over_lanes(const std::string& number) {
    return doubled<wide>(number, more::u2048::ops::add{});
}

// Whether ahead-of-time kernels are in the program, for batches and for one value as the last operand.
bool has_kernels() {
    using limbsmith::detail::ahead_of_time;
    using numbers = limbsmith::view<u131::num, limbsmith::limb_major>;
    using one = limbsmith::uniform<u131::num>;
    using joined = limbsmith::view<wide, limbsmith::limb_major>;
    return ahead_of_time<more::u2048::ops::add, joined, joined, joined>::launch != nullptr &&
           ahead_of_time<u131::ops::add, numbers, numbers, numbers>::launch != nullptr &&
           ahead_of_time<u131::ops::add, numbers, numbers, one>::launch != nullptr;
}
