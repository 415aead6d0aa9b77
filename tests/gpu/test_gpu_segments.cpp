// Many exact sums at once on a GPU, against those of the host, which tests/sum compares with GMP: bit for bit.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/numbers_there.hpp"
#include "limbsmith/sum.hpp"
#include "limbsmith/sum/device_segments.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using sum::DeviceSegments, sum::Rounding;

constexpr Rounding roundings[] = {Rounding::nearest, Rounding::zero, Rounding::up, Rounding::down};

// Sizes from none to those that a block adds, and that all of the GPU adds.
std::vector<std::int64_t> offsets_of(std::mt19937_64& from, size_t segments, bool has_long) {
    std::vector<std::int64_t> all{0};
    for (size_t k = 0; k < segments; ++k) {
        const std::int64_t size = k % 10 == 0          ? 0
                                  : k % 10 == 1        ? 1
                                  : k == 17            ? 40'000
                                  : k == 35            ? 70'001
                                  : k == 8 && has_long ? (1 << 22) + 5
                                                       : std::int64_t(from() % (k % 3 == 0 ? 40 : 900));
        all.push_back(all.back() + size);
    }
    return all;
}

template <class T>
bool equal(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// A NaN has one form on the GPU; the host's has a sign.
template <class T>
std::vector<T> of_one_nan(std::vector<T> all) {
    for (T& it : all)
        if (std::isnan(it)) it = std::abs(it);
    return all;
}

}  // namespace

TEST_CASE("sums of segments on the GPU have the bits of the host's") {
    if (has_no_device()) return;
    DeviceSegments on_gpu;
    std::mt19937_64 from(test_seed());
    for (const DoubleKind& kind : double_kinds) {
        CAPTURE(std::string(kind.name));
        const std::vector<std::int64_t> offsets = offsets_of(from, 400, &kind == &double_kinds[1]);
        const size_t segments = offsets.size() - 1;
        std::vector<double> x, y;
        for (std::int64_t i = 0; i < offsets.back(); ++i)
            // with numbers of 300 exponents, y of the first segments has no product below 2^-960
            x.push_back(kind.draw(from, size_t(i))),
                y.push_back(
                    double_kinds[i < offsets[20] ? 2 + from() % 2 : from() % 4].draw(from, size_t(i)));
        const std::vector<float> floats(x.begin(), x.end());
        const NumbersThere there(x);
        const NumbersThere y_there(y);
        const NumbersThere floats_there(floats);
        const NumbersThere from_there(offsets);
        const NumbersThere to{std::vector<double>(segments)};
        const NumbersThere float_to{std::vector<float>(segments)};
        for (const Rounding rounding : roundings) {
            CAPTURE(int(rounding));
            on_gpu.sum(to.all(), there.all(), x.size(), from_there.all(), segments, rounding);
            CHECK(equal(of_one_nan(to.values()), of_one_nan(sum::segmented_sum(x, offsets, rounding))));
            on_gpu.sum(float_to.all(), floats_there.all(), x.size(), from_there.all(), segments, rounding);
            CHECK(equal(of_one_nan(float_to.values()),
                        of_one_nan(sum::segmented_sum(floats, offsets, rounding))));
            on_gpu.dot(to.all(), there.all(), y_there.all(), x.size(), from_there.all(), segments, rounding);
            CHECK(equal(of_one_nan(to.values()), of_one_nan(sum::segmented_dot(x, y, offsets, rounding))));
        }
    }
}

TEST_CASE("sums of more segments than 32 for each warp of the GPU have the bits of the host's") {
    if (has_no_device()) return;
    DeviceSegments on_gpu;
    std::mt19937_64 from(test_seed());
    constexpr size_t segments = 1'000'003;
    std::vector<std::int64_t> offsets{0};
    for (size_t k = 0; k < segments; ++k) offsets.push_back(offsets.back() + std::int64_t(from() % 6));
    for (const DoubleKind& kind : {double_kinds[0], double_kinds[2], double_kinds[7]}) {
        CAPTURE(std::string(kind.name));
        std::vector<double> x;
        for (std::int64_t i = 0; i < offsets.back(); ++i) x.push_back(kind.draw(from, size_t(i)));
        const NumbersThere there(x);
        const NumbersThere from_there(offsets);
        const NumbersThere to{std::vector<double>(segments)};
        on_gpu.sum(to.all(), there.all(), x.size(), from_there.all(), segments, Rounding::nearest);
        CHECK(equal(to.values(), sum::segmented_sum(x, offsets)));
        on_gpu.dot(to.all(), there.all(), there.all(), x.size(), from_there.all(), segments, Rounding::up);
        CHECK(equal(to.values(), sum::segmented_dot(x, x, offsets, Rounding::up)));
    }
}

TEST_CASE(
    "a sum of a segment is rounded once, in every direction, also between subnormal and at the largest "
    "numbers") {
    if (has_no_device()) return;
    DeviceSegments on_gpu;
    constexpr double most = std::numeric_limits<double>::max(),
                     least = std::numeric_limits<double>::denorm_min();
    std::vector<double> x;
    std::vector<std::int64_t> offsets{0};
    const auto put = [&](std::initializer_list<double> terms) {
        for (const double sign : {1.0, -1.0}) {
            for (const double it : terms) x.push_back(sign * it);
            offsets.push_back(std::int64_t(x.size()));
        }
    };
    put({1, 0x1p-53}), put({1, 0x1p-53, least}), put({1, 0x1p-53, -least}), put({1 + 0x1p-52, 0x1p-53});
    put({2, -0x1p-53}), put({most, 0x1p970}), put({most, 0x1p969}), put({most, most}),
        put({most, 0x1p970, -least});
    put({least, least}), put({least, -least}), put({0x1p-1022, -least}), put({0x1p-1022, 0x1p-1022, -least});
    put({0x1p60, 1, 0x1p-60, 0x1p-120}), put({0.0}), put({0.0, -0.0}), put({}), put({1, -1, -0.0});
    std::vector<double> halves(x.size(), 0.5);
    const size_t segments = offsets.size() - 1;
    const NumbersThere there(x);
    const NumbersThere halves_there(halves);
    const NumbersThere from_there(offsets);
    const NumbersThere to{std::vector<double>(segments)};
    for (const Rounding rounding : roundings) {
        on_gpu.sum(to.all(), there.all(), x.size(), from_there.all(), segments, rounding);
        CHECK(equal(to.values(), sum::segmented_sum(x, offsets, rounding)));
        on_gpu.dot(to.all(), there.all(), halves_there.all(), x.size(), from_there.all(), segments, rounding);
        CHECK(equal(to.values(), sum::segmented_dot(x, halves, offsets, rounding)));
    }
}

TEST_CASE("a matrix times a vector on the GPU has exact rows") {
    if (has_no_device()) return;
    DeviceSegments on_gpu;
    std::mt19937_64 from(test_seed());
    for (const DoubleKind& kind : double_kinds)
        for (const auto& [rows, columns, pitch] :
             {std::array<size_t, 3>{100, 257, 260}, {3, 50'001, 50'001}, {7, 0, 1}}) {
            CAPTURE(std::string(kind.name));
            std::vector<double> a, x;
            for (size_t i = 0; i < rows * pitch; ++i) a.push_back(kind.draw(from, i));
            for (size_t i = 0; i < columns; ++i) x.push_back(double_kinds[i % 4].draw(from, i));
            const NumbersThere a_there(a);
            const NumbersThere x_there(x);
            const NumbersThere to{std::vector<double>(rows)};
            on_gpu.multiply(to.all(), a_there.all(), rows, columns, pitch, x_there.all());
            std::vector<double> host;
            for (size_t k = 0; k < rows; ++k) {
                sum::Accumulator row;
                for (size_t i = 0; i < columns; ++i) row.add_product(a[k * pitch + i], x[i]);
                host.push_back(row.to_double());
            }
            CHECK(equal(of_one_nan(to.values()), of_one_nan(host)));
        }
    CHECK_THROWS_WITH(on_gpu.multiply(nullptr, nullptr, 2, 3, 2, nullptr), doctest::Contains("pitch of 2"));
}

TEST_CASE("sums by key on the GPU have the bits of the host's") {
    if (has_no_device()) return;
    DeviceSegments on_gpu;
    std::mt19937_64 from(test_seed());
    for (const DoubleKind& kind : double_kinds)
        for (const std::int64_t count : {1, 97, 10'000}) {
            CAPTURE(std::string(kind.name));
            std::vector<double> x;
            std::vector<std::int64_t> keys;
            for (size_t i = 0; i < 50'000; ++i) {
                x.push_back(kind.draw(from, i));
                keys.push_back(std::int64_t(from() % std::uint64_t(count)));
            }
            const std::vector<float> floats(x.begin(), x.end());
            const NumbersThere there(x);
            const NumbersThere floats_there(floats);
            const NumbersThere keys_there(keys);
            const NumbersThere to{std::vector<double>(size_t(count), 7)};
            const NumbersThere float_to{std::vector<float>(size_t(count))};
            const Rounding rounding = roundings[from() % 4];
            on_gpu.sum_by_key(to.all(), there.all(), keys_there.all(), x.size(), count, rounding);
            CHECK(equal(of_one_nan(to.values()), of_one_nan(sum::sum_by_key(x, keys, count, rounding))));
            on_gpu.sum_by_key(float_to.all(), floats_there.all(), keys_there.all(), x.size(), count,
                              rounding);
            CHECK(equal(of_one_nan(float_to.values()),
                        of_one_nan(sum::sum_by_key(floats, keys, count, rounding))));
        }
}

TEST_CASE("offsets and keys on the GPU that do not fit are named") {
    if (has_no_device()) return;
    DeviceSegments on_gpu;
    const NumbersThere x{std::vector<double>(10, 1.0)};
    const NumbersThere to{std::vector<double>(4)};
    const auto sum_of = [&](const std::vector<std::int64_t>& offsets) {
        on_gpu.sum(to.all(), x.all(), 10, NumbersThere(offsets).all(), offsets.size() - 1);
    };
    CHECK_THROWS_WITH(sum_of({0, 3, 2, 10}), "offset 2, 2, is less than the one before it, 3");
    CHECK_THROWS_WITH(sum_of({0, 3, 11}), "offset 2, 11, is beyond the end of 10 numbers");
    CHECK_THROWS_WITH(sum_of({-1, 3, 10}), "offset 0, -1, is negative");
    const NumbersThere keys{std::vector<std::int64_t>{0, 3, 4, 1}};
    CHECK_THROWS_WITH(on_gpu.sum_by_key(to.all(), x.all(), keys.all(), 4, 4), "key 2, 4, is not from 0 to 3");
    CHECK_THROWS_WITH(on_gpu.sum(to.all(), static_cast<const double*>(nullptr), 10, keys.all(), 1),
                      doctest::Contains("x is a null address"));
    on_gpu.sum(to.all(), x.all(), 10, NumbersThere{std::vector<std::int64_t>{2, 5}}.all(), 1);
    CHECK(to.values()[0] == 3);
}

}  // namespace limbsmith::test
