// Decimal numbers in signed digits for programs that measure: random ones, their values, work on all cores of the host, and the
// times of several ways as text and as JSON.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bench/sums/groups.cuh"
#include "bench/sums/measure.cuh"

namespace limbsmith::bench {

// The value of digits, the least significant first: 16 at a time fit a word.
inline mpz_class value_of(const int8_t* digits, int count) {
    constexpr int at_once = 16;
    mpz_class made = 0;
    for (int first = (count - 1) / at_once * at_once; first >= 0; first -= at_once) {
        long part = 0;
        for (int k = std::min(first + at_once, count) - 1; k >= first; --k) part = radix * part + digits[k];
        made = made * 10'000'000'000'000'000 + part;
    }
    return made;
}

inline unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls work(core, first, last) with a part of `count` for each core, and waits.
template <class Work>
void on_cores(long long count, const Work& work) {
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < cores(); ++t)
        threads.emplace_back([&, t] { work(t, count * t / cores(), count * (t + 1) / cores()); });
    for (std::thread& it : threads) it.join();
}

// `count` random numbers of `digits` digits from 0 to 9, and the same in signed digits from -4 to 6, after one step from those,
// each with zeros up to `pitch`, a multiple of 4 and at least digits + more.
struct Decimals {
    long long count;
    int digits, pitch;
    std::vector<int8_t> decimal;
    int8_t* signed_digits = nullptr;  // in memory that the GPU copies at full speed

    Decimals(long long k, int d, int more, uint64_t seed)
        : count(k), digits(d), pitch((d + more + 3) / 4 * 4), decimal(size_t(k) * d) {
        require(cudaMallocHost(&signed_digits, bytes()), "memory of the host");
        on_cores(count, [&](unsigned core, long long first, long long last) {
            std::mt19937_64 from(seed + core);
            for (long long i = first; i < last; ++i) draw(i, from);
        });
    }
    ~Decimals() { cudaFreeHost(signed_digits); }
    Decimals(const Decimals&) = delete;
    Decimals& operator=(const Decimals&) = delete;

    size_t bytes() const { return size_t(count) * pitch; }
    const int8_t* number(long long i) const { return decimal.data() + size_t(i) * digits; }

    // Number i as `limbs` limbs at `to`.
    void write_limbs(mp_limb_t* to, int limbs, long long i) const {
        std::string text(digits, '0');
        for (int k = 0; k < digits; ++k) text[digits - 1 - k] = char('0' + number(i)[k]);
        const mpz_class value(text, 10);
        std::fill(to, to + limbs, 0);
        mpz_export(to, nullptr, -1, sizeof *to, 0, 0, value.get_mpz_t());
    }

  private:
    void draw(long long i, std::mt19937_64& from) {
        int8_t* const x = decimal.data() + size_t(i) * digits;
        int8_t* const y = signed_digits + size_t(i) * pitch;
        for (int k = 0; k < digits; ++k) x[k] = int8_t(from() % radix);
        int carry = 0;
        for (int k = 0; k < pitch; ++k) {
            const int digit = k < digits ? x[k] : 0, c = digit >= bound;
            y[k] = int8_t(digit - radix * c + carry);
            carry = c;
        }
    }
};

// The decimal numbers as binary ones, one after the other.
class Binary {
  public:
    explicit Binary(const Decimals& of) : limbs_(of.digits / 19 + 1), numbers_(size_t(limbs_) * of.count) {
        on_cores(of.count, [&](unsigned, long long first, long long last) {
            for (long long i = first; i < last; ++i)
                of.write_limbs(numbers_.data() + size_t(i) * limbs_, limbs_, i);
        });
    }
    int limbs() const { return limbs_; }
    const mp_limb_t* number(long long i) const { return numbers_.data() + size_t(i) * limbs_; }

  private:
    int limbs_;
    std::vector<mp_limb_t> numbers_;
};

// The sum of numbers that cores have made.
inline mpz_class total(const std::vector<std::vector<mp_limb_t>>& parts) {
    mpz_class made = 0, value;
    for (const auto& part : parts) {
        mpz_import(value.get_mpz_t(), part.size(), -1, sizeof part[0], 0, 0, part.data());
        made += value;
    }
    return made;
}

// The sums of `width` columns on the GPU after one carry from the lowest to the highest on the host.
inline mpz_class carried(const long long* columns, int width) {
    std::vector<long long> all(width);
    require(cudaMemcpy(all.data(), columns, all.size() * sizeof all[0], cudaMemcpyDeviceToHost),
            "sums of columns");
    std::vector<int8_t> digits(width);
    long long carry = 0;
    for (int k = 0; k < width; ++k) {
        const long long s = all[k] + carry;
        digits[k] = int8_t((s % radix + radix) % radix);
        carry = (s - digits[k]) / radix;
    }
    return value_of(digits.data(), width);
}

// The value of digits on the GPU.
inline mpz_class value_on_gpu(const int8_t* from, int width) {
    std::vector<int8_t> all(width);
    require(cudaMemcpy(all.data(), from, all.size(), cudaMemcpyDeviceToHost), "digits of the result");
    return value_of(all.data(), width);
}

constexpr int calls = 3;  // of a measurement

// Times for k numbers or pairs of d digits: printed, and kept for a file. Results are compared with the right ones.
class Times {
  public:
    // T_digits and that of GMP on all cores, which begin a line.
    void host(long long k, int d, double by_digits, double by_gmp) {
        k_ = k, d_ = d, by_digits_ = by_digits;
        std::printf("\nk = %-8lld d = %-5d %9.3g s %9.3g s", k, d, by_digits, by_gmp);
        row("digits", by_digits, by_digits), row("GMP", by_gmp, by_gmp);
    }
    // One way of the GPU, whose result is compared: its speedup over digits, with transfers and without.
    template <class Gpu>
    void gpu(const char* way, Gpu& gpu, mpz_class (Gpu::*computed)(), const mpz_class& right) {
        mpz_class found;
        const double time = seconds(calls, [&] { gpu.copy(), found = (gpu.*computed)(); });
        compare(way, found, right);
        const double alone = seconds(calls, [&] { found = (gpu.*computed)(); });
        std::printf("  %s %.3g (%.3g)", way, by_digits_ / time, by_digits_ / alone), std::fflush(stdout);
        row(way, time, alone);
    }
    void compare(const char* way, const mpz_class& found, const mpz_class& right) {
        if (found != right) ++wrong_, std::printf("\nWRONG: %s\n", way);
    }
    // Writes the file, unless it is null. Returns the exit code of the program.
    int end(const char* format, const char* device, const char* file) const {
        std::printf("\nwrong: %d\n", wrong_);
        if (file) {
            std::FILE* const out = std::fopen(file, "w");
            if (!out) return std::fprintf(stderr, "%s cannot be written\n", file), 1;
            std::fprintf(
                out,
                "{\"format\": \"%s\", \"device\": \"%s\", \"cores\": %u, \"wrong\": %d, \"rows\": [%s\n]}\n",
                format, device, cores(), wrong_, json_.c_str());
            std::fclose(out);
        }
        return wrong_ != 0;
    }

  private:
    void row(const char* way, double time, double alone) {
        char text[300];
        std::snprintf(text, sizeof text,
                      "%s\n  {\"k\": %lld, \"digits\": %d, \"what\": \"%s\", \"seconds\": %.6g, "
                      "\"without_transfers\": %.6g}",
                      json_.empty() ? "" : ",", k_, d_, way, time, alone);
        json_ += text;
    }
    long long k_ = 0;
    int d_ = 0, wrong_ = 0;
    double by_digits_ = 0;
    std::string json_;
};

}  // namespace limbsmith::bench
