// Exact sums on a GPU, against those of the host: value and bytes, whatever the length, alignment and kind of the numbers.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/numbers_there.hpp"
#include "limbsmith/batch.hpp"
#include "limbsmith/sum.hpp"
#include "limbsmith/sum/batch.hpp"
#include "limbsmith/sum/device.hpp"
#include "limbsmith/sum_gmp.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using sum::Accumulator, sum::DeviceSum;

constexpr size_t counts[] = {1, 2, 31, 511, 512, 513, 1029, 70'001, 1'000'003};

}  // namespace

TEST_CASE("sums of doubles and floats on the GPU have the bytes of the host's") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    std::mt19937_64 from(test_seed());
    for (const DoubleKind& kind : double_kinds) {
        CAPTURE(std::string(kind.name));
        std::vector<double> x;
        for (size_t i = 0; i < counts[std::size(counts) - 1] + 4; ++i) x.push_back(kind.draw(from, i));
        const std::vector<float> floats(x.begin(), x.end());
        const NumbersThere doubles_there(x);
        const NumbersThere floats_there(floats);
        for (const size_t count : counts) {
            const size_t first = count % 4;  // all alignments
            CAPTURE(count);
            Accumulator host, gpu;
            for (size_t i = first; i < first + count; ++i) host.add(x[i]);
            on_gpu.add(gpu, doubles_there.from(first), count);
            CHECK(gpu.to_bytes() == host.to_bytes());
            Accumulator host_of_floats, gpu_of_floats;
            for (size_t i = first; i < first + count; ++i) host_of_floats.add(floats[i]);
            on_gpu.add(gpu_of_floats, floats_there.from(first), count);
            CHECK(gpu_of_floats.to_bytes() == host_of_floats.to_bytes());
        }
    }
}

namespace {

template <class T>
void compare_sums(DeviceSum& on_gpu, const std::vector<T>& x) {
    const NumbersThere there(x);
    for (const size_t count : counts) {
        if (count + 4 > x.size()) continue;
        for (const size_t first : {0, 1, 3}) {
            CAPTURE(count);
            Accumulator host, gpu;
            for (size_t i = first; i < first + count; ++i) host.add(x[i]);
            on_gpu.add(gpu, there.from(first), count);
            CHECK(gpu.to_bytes() == host.to_bytes());
        }
    }
}

}  // namespace

TEST_CASE("sums of short numbers and of integers on the GPU have the bytes of the host's") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    std::mt19937_64 from(test_seed());
    std::vector<sum::half> halves;
    std::vector<sum::bfloat16> brains;
    // every pattern of 16 bits, infinities and NaN among them; then finite ones; then zeros
    for (const uint32_t infinite : {0u, 0x7c00u}) {
        halves.clear();
        for (uint32_t i = 0; i < 70'100; ++i) {
            const auto bits = static_cast<uint16_t>(from());
            halves.push_back({(bits & 0x7c00) == infinite ? uint16_t(bits & 0x83ff) : bits});
        }
        compare_sums(on_gpu, halves);
        brains.clear();
        for (uint32_t i = 0; i < 70'100; ++i) {
            const auto bits = static_cast<uint16_t>(from());
            brains.push_back({infinite && (bits & 0x7f80) == 0x7f80 ? uint16_t(bits & 0x807f) : bits});
        }
        compare_sums(on_gpu, brains);
    }
    compare_sums(on_gpu, std::vector<sum::half>(600, sum::half{0x8000}));
    compare_sums(on_gpu, std::vector<sum::bfloat16>(600, sum::bfloat16{0x7f7f}));
    const auto edges = [&](auto none) {
        using T = decltype(none);
        using Limits = std::numeric_limits<T>;
        const T all[] = {0, 1, T(-1), Limits::max(), Limits::min(), T(T(1) << 16), T(0xffffffff)};
        for (const T it : all) compare_sums(on_gpu, std::vector<T>(1100, it));
        std::vector<T> mixed;
        for (size_t i = 0; i < 70'100; ++i)
            mixed.push_back(i % 3 == 0 ? all[from() % std::size(all)] : T(from()));
        compare_sums(on_gpu, mixed);
    };
    edges(std::int32_t());
    edges(std::int64_t());
    edges(std::uint64_t());
}

TEST_CASE("dot products of doubles on the GPU have the bytes of the host's") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    std::mt19937_64 from(test_seed());
    for (const DoubleKind& kind : double_kinds) {
        for (const DoubleKind& other :
             {double_kinds[0], kind, double_kinds[2], double_kinds[6], double_kinds[10]}) {
            CAPTURE(std::string(kind.name));
            CAPTURE(std::string(other.name));
            std::vector<double> x, y;
            for (size_t i = 0; i < 70'005; ++i)
                x.push_back(kind.draw(from, i)), y.push_back(other.draw(from, i + i / 7));
            const NumbersThere x_there(x), y_there(y);
            for (const size_t count : {1, 33, 513, 70'001}) {
                CAPTURE(count);
                for (const size_t first : {0, 1})
                    for (const size_t of_y : {first, size_t{2}, size_t{3}}) {
                        Accumulator host, gpu;
                        for (size_t i = 0; i < count; ++i) host.add_product(x[first + i], y[of_y + i]);
                        on_gpu.add_products(gpu, x_there.from(first), y_there.from(of_y), count);
                        CHECK(gpu.to_bytes() == host.to_bytes());
                    }
            }
        }
    }
}

TEST_CASE("one product that is not the sum of two doubles is found wherever it is") {
    if (has_no_device()) return;
    std::mt19937_64 from(test_seed());
    // x has one number before the first tile of 256
    constexpr size_t count = 70'001, end_of_tiles = (count - 1) / 256 * 256;
    for (const bool has_specials : {false, true}) {
        std::vector<double> x, y;
        for (size_t i = 0; i < count + 3; ++i)
            x.push_back(double_kinds[has_specials ? 13 : 3].draw(from, i)),
                y.push_back(double_kinds[2].draw(from, i));
        NumbersThere x_there(x), y_there(y);
        for (const unsigned blocks : {1, 0}) {
            DeviceSum on_gpu(place::device, blocks);
            for (const double far : {0x1p-490, 0x1.8p-520, 0x1p-540, -0x1p520})
                for (const size_t at :
                     {size_t{0}, size_t{256}, size_t{40'000}, end_of_tiles, end_of_tiles + 1, count - 1})
                    for (const size_t of_y : {0, 1, 2}) {
                        CAPTURE(far);
                        CAPTURE(at);
                        const auto with_far = [&](std::vector<double> all, size_t first) {
                            all[first + at] = far;
                            return all;
                        };
                        const std::vector<double> a = with_far(x, 1), b = with_far(y, of_y);
                        x_there.upload(a), y_there.upload(b);
                        const auto terms = [&](const std::vector<double>& all, size_t first) {
                            return span<const double>(all.data() + first, count);
                        };
                        Accumulator gpu;
                        on_gpu.add_products(gpu, x_there.from(1), y_there.from(of_y), count);
                        CHECK(gpu.to_bytes() == sum::exact_dot(terms(a, 1), terms(b, of_y)).to_bytes());
                    }
        }
    }
}

namespace {

template <class T>
void compare_products(DeviceSum& on_gpu, const std::vector<T>& x, const std::vector<T>& y) {
    const NumbersThere x_there(x), y_there(y);
    for (const size_t count : {1, 33, 513, 70'001})
        for (const size_t first : {0, 1, 3})
            for (const size_t of_y : {first, size_t{2}}) {
                CAPTURE(count);
                Accumulator host, gpu;
                for (size_t i = 0; i < count; ++i) {
                    if constexpr (std::is_integral_v<T>)
                        host.add_product(x[first + i], y[of_y + i]);
                    else if constexpr (std::is_floating_point_v<T>)
                        host.add_product(double(x[first + i]), double(y[of_y + i]));
                    else
                        host.add_product(sum::to_double(x[first + i]), sum::to_double(y[of_y + i]));
                }
                on_gpu.add_products(gpu, x_there.from(first), y_there.from(of_y), count);
                CHECK(gpu.to_bytes() == host.to_bytes());
            }
}

constexpr size_t products = 70'005;

}  // namespace

TEST_CASE("dot products of floats, short numbers and integers on the GPU have the bytes of the host's") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    std::mt19937_64 from(test_seed());
    for (const DoubleKind& kind : double_kinds) {
        CAPTURE(std::string(kind.name));
        std::vector<float> x, y;
        for (size_t i = 0; i < products; ++i)
            x.push_back(float(kind.draw(from, i))), y.push_back(float(double_kinds[0].draw(from, i)));
        compare_products(on_gpu, x, x);
        compare_products(on_gpu, x, y);
    }
    for (const bool is_finite : {true, false}) {
        std::vector<sum::half> halves;
        std::vector<sum::bfloat16> brains;
        for (size_t i = 0; i < products; ++i) {
            const auto bits = static_cast<uint16_t>(from());
            halves.push_back({is_finite && (bits & 0x7c00) == 0x7c00 ? uint16_t(bits & 0x83ff) : bits});
            brains.push_back({is_finite && (bits & 0x7f80) == 0x7f80 ? uint16_t(bits & 0x807f) : bits});
        }
        compare_products(on_gpu, halves, std::vector<sum::half>(halves.rbegin(), halves.rend()));
        compare_products(on_gpu, brains, std::vector<sum::bfloat16>(brains.rbegin(), brains.rend()));
    }
    using Limits = std::numeric_limits<int64_t>;
    const int64_t edges[] = {0, 1, -1, Limits::max(), Limits::min(), 0xffffffff, -0x100000000};
    std::vector<int64_t> mixed;
    for (size_t i = 0; i < products; ++i)
        mixed.push_back(i % 3 == 0 ? edges[from() % std::size(edges)] : int64_t(from()));
    compare_products(on_gpu, mixed, std::vector<int64_t>(mixed.rbegin(), mixed.rend()));
    for (const int64_t a : edges)
        for (const int64_t b : edges)
            compare_products(on_gpu, std::vector<int64_t>(products, a), std::vector<int64_t>(products, b));
}

TEST_CASE("sums and dot products on the GPU have the same bytes for any number of blocks, and any order") {
    if (has_no_device()) return;
    std::mt19937_64 from(test_seed());
    constexpr size_t count = 8'000'003;  // 1302 times what a block adds at once
    for (const DoubleKind& kind : {double_kinds[1], double_kinds[3], double_kinds[9]}) {
        CAPTURE(std::string(kind.name));
        std::vector<double> x;
        for (size_t i = 0; i < count; ++i) x.push_back(kind.draw(from, i));
        const std::string sum = sum::exact_sum(x).to_bytes(), norm = sum::exact_dot(x, x).to_bytes();
        for (int order = 0; order < 2; ++order) {
            const NumbersThere there(x);
            for (const unsigned blocks : {1, 2, 1000, 0}) {
                CAPTURE(blocks);
                DeviceSum on_gpu(place::device, blocks);
                Accumulator of_numbers, of_squares;
                on_gpu.add(of_numbers, there.from(0), count);
                on_gpu.add_products(of_squares, there.from(0), there.from(0), count);
                CHECK(of_numbers.to_bytes() == sum);
                CHECK(of_squares.to_bytes() == norm);
            }
            std::shuffle(x.begin(), x.end(), from);
        }
    }
}

namespace {

template <int L, class Layout>
void compare_batches(DeviceSum& on_gpu, std::mt19937_64& from) {
    struct Words {
        uint32_t limb[L];
    };
    for (const size_t size : {1, 31, 33, 100'003})
        for (const int kind : {0, 1, 2}) {
            CAPTURE(L);
            CAPTURE(size);
            CAPTURE(kind);
            std::vector<Words> numbers(size);
            for (Words& number : numbers)
                for (uint32_t& word : number.limb)
                    word = kind == 0 ? 0 : kind == 1 ? 0xffffffff : uint32_t(from());
            batch<Words, Layout> there(size, place::device), here(size, place::host);
            const int k = Layout::operands - 1;
            there.write(numbers, k), here.write(numbers, k);
            CHECK(sum::exact_sum(on_gpu, there, k).to_bytes() == sum::exact_sum(here, k).to_bytes());
            CHECK_THROWS_WITH(sum::exact_sum(on_gpu, here),
                              doctest::Contains("not in the memory of the GPU"));
        }
}

}  // namespace

TEST_CASE("sums of batches on the GPU have the bytes of the host's, in every layout") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    std::mt19937_64 from(test_seed());
    compare_batches<1, limb_major>(on_gpu, from);
    compare_batches<8, limb_major>(on_gpu, from);
    compare_batches<5, number_major>(on_gpu, from);
    compare_batches<64, number_major>(on_gpu, from);
    compare_batches<7, interleaved<3>>(on_gpu, from);
    Accumulator sum;
    CHECK_THROWS_WITH(on_gpu.add_whole_numbers(sum, nullptr, 1, 60, 5, stream::standard(on_gpu.where())),
                      doctest::Contains("words 5 to 64 of whole numbers do not fit"));
}

TEST_CASE("words of whole numbers on the GPU have GMP's sum, whatever their alignment and number") {
    if (has_no_device()) return;
    std::mt19937_64 from(test_seed());
    constexpr uint32_t edges[] = {0, 1, 0x80000000, 0xffffffff};
    std::vector<uint32_t> words;
    for (size_t i = 0; i < 1'000'010; ++i)
        words.push_back(i % 3 == 0 ? uint32_t(from()) : edges[from() % std::size(edges)]);
    const NumbersThere there(words);
    for (const unsigned blocks : {1, 3, 0}) {
        DeviceSum on_gpu(place::device, blocks);
        for (const int period : {1, 2, 3, 4, 5, 8, 12, 61, 64})
            for (const size_t count : {1, 2, 3, 4, 5, 6, 7, 8, 130, 6143, 70'001, 1'000'003})
                for (const size_t first : {0, 1, 2, 3}) {
                    CAPTURE(blocks);
                    CAPTURE(period);
                    CAPTURE(count);
                    CAPTURE(first);
                    const int place = (64 - period) / 2;
                    std::vector<unsigned long> columns(static_cast<size_t>(period));
                    for (size_t j = 0; j < count; ++j) columns[j % columns.size()] += words[first + j];
                    mpz_class sum;
                    for (size_t k = columns.size(); k-- > 0;) sum = (sum << 32) + columns[k];
                    Accumulator gpu;
                    on_gpu.add_whole_numbers(gpu, there.from(first), count, period, place,
                                             stream::standard(on_gpu.where()));
                    CHECK(sum::exact_value(gpu) == mpq_class(sum << (32 * place)));
                }
    }
}

TEST_CASE("a term that does not fit a sum on the GPU is named, and the sum stays") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    Accumulator s;
    s.add(1.5);
    const double* none = nullptr;
    CHECK_THROWS_WITH(on_gpu.add(s, none, 3), doctest::Contains("x is a null address"));
    on_gpu.add(s, none, 0);
    const memory words(8, place::device);
    const auto* odd = reinterpret_cast<const double*>(reinterpret_cast<const char*>(words.address()) + 4);
    CHECK_THROWS_WITH(on_gpu.add(s, odd, 1), doctest::Contains("not aligned"));
    CHECK(s.to_double() == 1.5);
}

}  // namespace limbsmith::test
