// Exact sums on a GPU, against those of the host: value and bytes, whatever the length, alignment and kind of the numbers.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "limbsmith/batch.hpp"
#include "limbsmith/sum.hpp"
#include "limbsmith/sum/device.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using sum::Accumulator, sum::DeviceSum;

double from_bits(uint64_t bits) {
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

struct Kind {
    const char* name;
    double (*draw)(std::mt19937_64& from, size_t i);
};

constexpr double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min(),
                 infinity = std::numeric_limits<double>::infinity();
const Kind kinds[] = {
    {"below 1", [](std::mt19937_64& from, size_t) { return std::ldexp(double(from() >> 11), -53); }},
    {"all finite numbers",
     [](std::mt19937_64& from, size_t) {
         const uint64_t bits = from();
         return from_bits((bits >> 52 & 0x7ff) == 0x7ff ? bits ^ uint64_t{1} << 60 : bits);
     }},
    {"80 exponents",
     [](std::mt19937_64& from, size_t) {
         const uint64_t bits = from();
         return from_bits((bits & 0x800fffffffffffff) | (983 + (bits >> 52) % 80) << 52);
     }},
    {"300 exponents",
     [](std::mt19937_64& from, size_t) {
         const uint64_t bits = from();
         return from_bits((bits & 0x800fffffffffffff) | (873 + (bits >> 52) % 300) << 52);
     }},
    {"the largest in turn", [](std::mt19937_64&, size_t i) { return i % 2 == 0 ? most : -most; }},
    {"the largest", [](std::mt19937_64&, size_t) { return most; }},
    {"the least", [](std::mt19937_64&, size_t i) { return i % 3 == 0 ? -least : least; }},
    {"zeros", [](std::mt19937_64&, size_t i) { return i % 5 == 0 ? 0.0 : -0.0; }},
    {"nothing but -0", [](std::mt19937_64&, size_t) { return -0.0; }},
    {"all cancel",
     [](std::mt19937_64&, size_t i) { return std::ldexp(i % 2 == 0 ? 1.5 : -1.5, int(i / 2 % 1000)); }},
    {"powers of 2 up", [](std::mt19937_64&, size_t i) { return std::ldexp(1.0, int(i % 2098) - 1074); }},
    {"powers of 2 down", [](std::mt19937_64&, size_t i) { return std::ldexp(-1.0, 1023 - int(i % 2098)); }},
    {"one that is large", [](std::mt19937_64&, size_t i) { return i == 700 ? 1e300 : 0.1 * double(i % 10); }},
    {"infinities and NaN",
     [](std::mt19937_64& from, size_t i) {
         return i % 1000 == 3   ? infinity
                : i % 1500 == 4 ? -infinity
                : i % 7000 == 5 ? std::nan("")
                                : double(from());
     }},
};
constexpr size_t counts[] = {1, 2, 31, 511, 512, 513, 1029, 70'001, 1'000'003};

template <class T>
struct OnDevice {
    explicit OnDevice(const std::vector<T>& all) : words(all.size() * sizeof(T) / 4 + 1, place::device) {
        std::vector<uint32_t> padded(words.words());
        std::memcpy(padded.data(), all.data(), all.size() * sizeof(T));
        words.upload(padded.data());
    }
    const T* address(size_t first) const { return reinterpret_cast<const T*>(words.address()) + first; }

    memory words;
};

}  // namespace

TEST_CASE("sums of doubles and floats on the GPU have the bytes of the host's") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    std::mt19937_64 from(test_seed());
    for (const Kind& kind : kinds) {
        CAPTURE(std::string(kind.name));
        std::vector<double> x;
        for (size_t i = 0; i < counts[std::size(counts) - 1] + 4; ++i) x.push_back(kind.draw(from, i));
        const std::vector<float> floats(x.begin(), x.end());
        const OnDevice doubles_there(x);
        const OnDevice floats_there(floats);
        for (const size_t count : counts) {
            const size_t first = count % 4;  // all alignments
            CAPTURE(count);
            Accumulator host, gpu;
            for (size_t i = first; i < first + count; ++i) host.add(x[i]);
            on_gpu.add(gpu, doubles_there.address(first), count);
            CHECK(gpu.to_bytes() == host.to_bytes());
            Accumulator host_of_floats, gpu_of_floats;
            for (size_t i = first; i < first + count; ++i) host_of_floats.add(floats[i]);
            on_gpu.add(gpu_of_floats, floats_there.address(first), count);
            CHECK(gpu_of_floats.to_bytes() == host_of_floats.to_bytes());
        }
    }
}

TEST_CASE("dot products of doubles on the GPU have the bytes of the host's") {
    if (has_no_device()) return;
    DeviceSum on_gpu;
    std::mt19937_64 from(test_seed());
    for (const Kind& kind : kinds) {
        for (const Kind& other : {kinds[0], kind, kinds[2], kinds[6], kinds[10]}) {
            CAPTURE(std::string(kind.name));
            CAPTURE(std::string(other.name));
            std::vector<double> x, y;
            for (size_t i = 0; i < 70'005; ++i)
                x.push_back(kind.draw(from, i)), y.push_back(other.draw(from, i + i / 7));
            const OnDevice x_there(x), y_there(y);
            for (const size_t count : {1, 33, 513, 70'001}) {
                CAPTURE(count);
                for (const size_t first : {0, 1})
                    for (const size_t of_y : {first, size_t{2}, size_t{3}}) {
                        Accumulator host, gpu;
                        for (size_t i = 0; i < count; ++i) host.add_product(x[first + i], y[of_y + i]);
                        on_gpu.add_products(gpu, x_there.address(first), y_there.address(of_y), count);
                        CHECK(gpu.to_bytes() == host.to_bytes());
                    }
            }
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
