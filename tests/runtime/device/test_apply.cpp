// When apply checks a kernel, and how it treats a wrong one; the device is a fake.
#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include "device/device.hpp"
#include "limbsmith/apply.hpp"
#include "u131.cuh"

namespace limbsmith::test {
namespace {

using u131::num;

int launches = 0;

// Different in each run of the tests, so that no earlier record applies.
std::string build(place = place::device) { return "compiler of process " + std::to_string(getpid()); }

// Kernels of operations on `In`; the broken one loses a limb if the lowest bit of the result is set.
template <bool IsBroken, class Op, class Out, class... In>
void launch(stream& on, place gpu, const std::string&, index64 count, const Op& op, const Out& out,
            const In&... in) {
    ++launches;
    on.begin(gpu);
    for (index64 t = 0; t < count; ++t) {
        compute<1>(t, count, op, out, in...);
        num r = out.load(t);
        if (IsBroken && (r.limb[0] & 1)) r.limb[4] = ~r.limb[4];
        out.store(t, r);
    }
}

template <bool IsBroken, class Op, class Out, class... In>
void provide_for() {
    detail::ahead_of_time<Op, Out, In...>::launch = &launch<IsBroken, Op, Out, In...>;
    detail::ahead_of_time<Op, Out, In...>::build = &build;
}
template <bool IsBroken, class Op, class Layout = limb_major, class... T>
void provide() {
    provide_for<IsBroken, Op, view<num, Layout>, view<T, Layout>...>();
}

template <class Op, class Layout = limb_major>
num sum(const Op& op, const num& a, const num& b, place where = place::device) {
    const batch<num, Layout> x({a}, where), y({b}, where);
    batch<num, Layout> r({num{{42}}}, where);
    apply(op, r, x, y);
    return r.read()[0];
}

int launches_of(const auto& work) {
    launches = 0;
    work();
    return launches;
}

const num one{{1}}, two{{2}};

}  // namespace

TEST_CASE("a kernel is checked when it is first used, in each layout") {
    provide<false, u131::ops::add, limb_major, num, num>();
    provide<false, u131::ops::add, number_major, num, num>();
    const auto use = [] { CHECK(sum(u131::ops::add(), one, two).limb[0] == 3); };
    CHECK(launches_of(use) == 2);
    CHECK(launches_of(use) == 1);
    const auto other = [] { CHECK(sum<u131::ops::add, number_major>({}, one, two).limb[0] == 3); };
    CHECK(launches_of(other) == 2);
    CHECK(launches_of(other) == 1);
}

TEST_CASE("a wrong kernel is not used, however often it is tried") {
    provide<true, u131::ops::sub, limb_major, num, num>();
    const batch<num> x({two}, place::device), y({one}, place::device);
    batch<num> r({num{{42}}}, place::device);
    const size_t in_use = memory_in_use();
    for (int i = 0; i < 3; ++i) {
        CHECK_THROWS_WITH_AS(apply(u131::ops::sub(), r, x, y),
                             doctest::Contains("u131::sub is wrong on this device"), runtime::WrongResult);
    }
    CHECK_THROWS_WITH_AS(apply(u131::ops::sub(), r, x, y),
                         doctest::Contains(("(device: fake GPU, compute capability 9.0, driver: " +
                                            runtime::driver_version() + ", compiler: " + build() + ")")
                                               .c_str()),
                         runtime::WrongResult);
    CHECK(r.read()[0].limb[0] == 42);
    CHECK(memory_in_use() == in_use);

    const std::string before = getenv("LIMBSMITH_SELF_CHECK");
    setenv("LIMBSMITH_SELF_CHECK", "off", 1);
    CHECK_NOTHROW(apply(u131::ops::sub(), r, x, y));
    CHECK(r.read()[0].limb[4] == ~0u);
    setenv("LIMBSMITH_SELF_CHECK", before.c_str(), 1);
}

TEST_CASE("a kernel with one number for all is checked by numbers that fit it, in every place of a pack") {
    using numbers = view<num, limb_major>;
    const batch<num> x({one, two, one}, place::device);
    batch<num> r(3, place::device);
    provide_for<false, u131::ops::mod_add, numbers, numbers, numbers, uniform<num>>();
    const auto use = [&] {
        apply(u131::ops::mod_add(), r, x, x, num{{3}});
        CHECK((r.read()[0].limb[0] == 2 && r.read()[1].limb[0] == 1));
    };
    CHECK(launches_of(use) > 64);
    CHECK(launches_of(use) == 1);
    provide_for<true, u131::ops::shl, numbers, numbers, uniform<uint32_t>>();
    CHECK_THROWS_WITH_AS(apply(u131::ops::shl(), r, x, 3),
                         doctest::Contains("u131::shl is wrong on this device"), runtime::WrongResult);
}

TEST_CASE("a remembered self-check belongs to the code of a kernel, not to its address") {
    provide<false, u131::ops::xor_, limb_major, num, num>();
    CHECK(launches_of([] { sum(u131::ops::xor_(), one, two); }) == 2);
    provide<true, u131::ops::xor_, limb_major, num, num>();  // indistinguishable from the right code
    CHECK(launches_of([] { sum(u131::ops::xor_(), one, two); }) == 1);
}

TEST_CASE("batches are on the GPU that they name, and each GPU checks its kernels") {
    provide<false, u131::ops::and_, limb_major, num, num>();
    const auto use = [](place where) { CHECK(sum(u131::ops::and_(), one, one, where).limb[0] == 1); };
    CHECK(launches_of([&] { use(place::gpu(0)); }) == 2);
    CHECK(launches_of([&] { use(place::device); }) == 1);
    CHECK(launches_of([&] { use(place::gpu(1)); }) == 1);  // the same model: known to be right
    CHECK(device_count() == 2);
    CHECK(batch<num>(1, place::gpu(1)).where() == place::gpu(1));
    CHECK_THROWS_WITH_AS(batch<num>(1, place::gpu(2)), doctest::Contains("cuda:0 to cuda:1"),
                         runtime::NoDevice);
}

TEST_CASE("batches and streams of different GPUs do not mix") {
    provide<false, u131::ops::or_, limb_major, num, num>();
    const batch<num> x({one}, place::gpu(0)), y({two}, place::gpu(1)), z({one}, place::gpu(1));
    batch<num> r(1, place::gpu(1));
    CHECK_THROWS_WITH_AS(
        apply(u131::ops::or_(), r, x, y),
        "u131::or_: the batches are at different places: result cuda:1, operands cuda:0, cuda:1",
        runtime::InputError);
    stream first(place::gpu(0)), any;
    CHECK_THROWS_WITH_AS(apply(first, u131::ops::or_(), r, y, z),
                         "the stream belongs to cuda:0, the work to cuda:1", runtime::InputError);
    apply(any, u131::ops::or_(), r, y, z);  // belongs to cuda:1 from now on
    CHECK(r.read()[0].limb[0] == 3);
    batch<num> on_first({one}, place::gpu(0));
    CHECK_THROWS_WITH_AS(apply(any, u131::ops::or_(), on_first, x, x),
                         "the stream belongs to cuda:1, the work to cuda:0", runtime::InputError);
}

TEST_CASE("a user's own function is not checked") {
    auto own = [](const num& a, const num& b) { return u131::add(a, b); };
    provide<true, decltype(own), limb_major, num, num>();
    CHECK(launches_of([&] { CHECK(sum(own, one, two).limb[4] == ~0u); }) == 1);
}

}  // namespace limbsmith::test
