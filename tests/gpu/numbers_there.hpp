// Doubles of all kinds, and arrays of numbers in the memory of a GPU.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "limbsmith/batch.hpp"

namespace limbsmith::test {

inline double from_bits(uint64_t bits) {
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

struct DoubleKind {
    const char* name;
    double (*draw)(std::mt19937_64& from, size_t i);
};

inline const DoubleKind double_kinds[] = {
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
    {"the largest in turn",
     [](std::mt19937_64&, size_t i) {
         return i % 2 == 0 ? std::numeric_limits<double>::max() : -std::numeric_limits<double>::max();
     }},
    {"the largest", [](std::mt19937_64&, size_t) { return std::numeric_limits<double>::max(); }},
    {"the least",
     [](std::mt19937_64&, size_t i) {
         return i % 3 == 0 ? -std::numeric_limits<double>::denorm_min()
                           : std::numeric_limits<double>::denorm_min();
     }},
    {"zeros", [](std::mt19937_64&, size_t i) { return i % 5 == 0 ? 0.0 : -0.0; }},
    {"nothing but -0", [](std::mt19937_64&, size_t) { return -0.0; }},
    {"all cancel",
     [](std::mt19937_64&, size_t i) { return std::ldexp(i % 2 == 0 ? 1.5 : -1.5, int(i / 2 % 1000)); }},
    {"powers of 2 up", [](std::mt19937_64&, size_t i) { return std::ldexp(1.0, int(i % 2098) - 1074); }},
    {"powers of 2 down", [](std::mt19937_64&, size_t i) { return std::ldexp(-1.0, 1023 - int(i % 2098)); }},
    {"one that is large", [](std::mt19937_64&, size_t i) { return i == 700 ? 1e300 : 0.1 * double(i % 10); }},
    {"infinities and NaN",
     [](std::mt19937_64& from, size_t i) {
         return i % 1000 == 3   ? std::numeric_limits<double>::infinity()
                : i % 1500 == 4 ? -std::numeric_limits<double>::infinity()
                : i % 7000 == 5 ? std::nan("")
                                : double(from());
     }},
    {"infinities alone",
     [](std::mt19937_64&, size_t i) {
         return i % 3 == 0 ? -std::numeric_limits<double>::infinity()
                           : std::numeric_limits<double>::infinity();
     }},
};

template <class T>
class NumbersThere {
  public:
    explicit NumbersThere(const std::vector<T>& all)
        : count_(all.size()), words_(all.size() * sizeof(T) / 4 + 1, place::device) {
        upload(all);
    }
    // requires: as many numbers as there are.
    void upload(const std::vector<T>& all) {
        std::vector<uint32_t> padded(words_.words());
        std::memcpy(padded.data(), all.data(), all.size() * sizeof(T));
        words_.upload(padded.data());
    }
    T* from(size_t first) const { return reinterpret_cast<T*>(words_.address()) + first; }
    T* all() const { return from(0); }
    std::vector<T> values() const {
        std::vector<uint32_t> padded(words_.words());
        words_.download(padded.data());
        std::vector<T> made(count_);
        std::memcpy(made.data(), padded.data(), count_ * sizeof(T));
        return made;
    }

  private:
    size_t count_;
    memory words_;
};

}  // namespace limbsmith::test
