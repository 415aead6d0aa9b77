// Sums of k decimal numbers of up to 1,000 digits on a GPU, with transfers, beside the host: figures 5 to 7 of Otsokov and
// Magomedov. bench-groups [FILE.json]. The host adds digit by digit on one core, as theirs did, and by GMP on all cores. Every
// result is compared with GMP's.
#include <gmpxx.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bench/sums/groups.cuh"
#include "bench/sums/measure.cuh"

namespace limbsmith::bench {
namespace {

constexpr int calls = 3;  // of a measurement

// The value of digits, the least significant first: 16 at a time fit a word.
mpz_class value_of(const int8_t* digits, int count) {
    constexpr int at_once = 16;
    mpz_class made = 0;
    for (int first = (count - 1) / at_once * at_once; first >= 0; first -= at_once) {
        long part = 0;
        for (int k = std::min(first + at_once, count) - 1; k >= first; --k) part = radix * part + digits[k];
        made = made * 10'000'000'000'000'000 + part;
    }
    return made;
}

// Numbers with digits 0 to 9 from memory of a fixed length, converted to digits from -4 to 6 in one step.
struct Group {
    long long count;
    int digits, width, pitch;  // width: of a sum
    std::vector<int8_t> decimal;
    int8_t* signed_digits = nullptr;  // in memory that the GPU copies at full speed

    Group(long long k, int d)
        : count(k), digits(d), width(d + 9), pitch((d + 9 + 3) / 4 * 4), decimal(size_t(k) * d) {
        require(cudaMallocHost(&signed_digits, size_t(count) * pitch), "memory of the host");
        const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < cores; ++t)
            threads.emplace_back([this, t, cores] {
                std::mt19937_64 from(seed + t);
                for (long long i = t; i < count; i += cores) draw(i, from);
            });
        for (std::thread& it : threads) it.join();
    }
    ~Group() { cudaFreeHost(signed_digits); }

  private:
    static constexpr uint64_t seed = 20260;
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

// As a program for decimal numbers adds: digit by digit, each with the carry of the one before.
std::vector<int8_t> sum_by_digits(const Group& of) {
    std::vector<int8_t> sum(of.width);
    for (long long i = 0; i < of.count; ++i) {
        const int8_t* const x = of.decimal.data() + size_t(i) * of.digits;
        int carry = 0;
        for (int k = 0; k < of.width; ++k) {
            const int s = sum[k] + (k < of.digits ? x[k] : 0) + carry;
            carry = s >= radix;
            sum[k] = int8_t(s - radix * carry);
        }
    }
    return sum;
}

// All cores add binary numbers that are there already.
class Binary {
  public:
    explicit Binary(const Group& of) : limbs_(of.digits / 19 + 1), count_(of.count) {
        numbers_.resize(size_t(limbs_) * count_);
        on_cores([&](long long first, long long last) {
            for (long long i = first; i < last; ++i) {
                std::string text(of.digits, '0');
                const int8_t* const x = of.decimal.data() + size_t(i) * of.digits;
                for (int k = 0; k < of.digits; ++k) text[of.digits - 1 - k] = char('0' + x[k]);
                const mpz_class value(text, 10);
                mpz_export(numbers_.data() + size_t(i) * limbs_, nullptr, -1, 8, 0, 0, value.get_mpz_t());
            }
        });
    }
    mpz_class sum() const {
        std::vector<std::vector<mp_limb_t>> parts(cores_, std::vector<mp_limb_t>(limbs_ + 1));
        on_cores([&](long long first, long long last) {
            auto& part = parts[first * cores_ / count_];
            for (long long i = first; i < last; ++i)
                part[limbs_] +=
                    mpn_add_n(part.data(), part.data(), numbers_.data() + size_t(i) * limbs_, limbs_);
        });
        mpz_class made = 0;
        for (const auto& part : parts) {
            mpz_class value;
            mpz_import(value.get_mpz_t(), part.size(), -1, 8, 0, 0, part.data());
            made += value;
        }
        return made;
    }
    unsigned cores() const { return cores_; }

  private:
    template <class Work>
    void on_cores(const Work& work) const {
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < cores_; ++t)
            threads.emplace_back([&, t] {
                work((count_ * t + cores_ - 1) / cores_, (count_ * (t + 1) + cores_ - 1) / cores_);
            });
        for (std::thread& it : threads) it.join();
    }
    unsigned cores_ = std::max(1u, std::thread::hardware_concurrency());
    int limbs_;
    long long count_;
    std::vector<mp_limb_t> numbers_;
};

int failures = 0;
void compare(const char* what, const mpz_class& found, const mpz_class& right) {
    if (found != right) ++failures, std::printf("WRONG: %s\n", what);
}

class Gpu {
  public:
    explicit Gpu(const Group& of) : of_(of), numbers_(allocated<int8_t>(size_t(of.count) * of.pitch)) {
        cudaDeviceProp device;
        require(cudaGetDeviceProperties(&device, 0), "the GPU");
        blocks_ = 4 * device.multiProcessorCount;
        copy();
    }
    ~Gpu() { cudaFree(numbers_), cudaFree(sums_), cudaFree(columns_); }

    void copy() {
        require(
            cudaMemcpy(numbers_, of_.signed_digits, size_t(of_.count) * of_.pitch, cudaMemcpyHostToDevice),
            "a copy");
    }
    mpz_class successively() {
        const int threads = (of_.width + 31) / 32 * 32;
        add_successively<<<blocks_, threads>>>(numbers_, of_.count, of_.pitch, of_.width, sums_);
        add_successively<<<1, threads>>>(sums_, blocks_, threads, of_.width,
                                         sums_ + size_t(blocks_) * threads);
        return digits(sums_ + size_t(blocks_) * threads);
    }
    mpz_class by_rows() {
        columns();
        add_rows<<<1, (of_.width + 31) / 32 * 32>>>(columns_, of_.width, sums_);
        return digits(sums_);
    }
    mpz_class wide() {
        columns();
        std::vector<long long> all(of_.width);
        require(cudaMemcpy(all.data(), columns_, all.size() * sizeof all[0], cudaMemcpyDeviceToHost),
                "sums of columns");
        // one carry from the lowest to the highest
        std::vector<int8_t> digits(of_.width);
        long long carry = 0;
        for (int k = 0; k < of_.width; ++k) {
            const long long s = all[k] + carry;
            digits[k] = int8_t((s % radix + radix) % radix);
            carry = (s - digits[k]) / radix;
        }
        return value_of(digits.data(), of_.width);
    }

  private:
    void columns() {
        require(cudaMemset(columns_, 0, most_width * sizeof(long long)), "columns");
        const int x = of_.pitch / 4, y = std::max(1, 256 / x);
        add_columns<<<2 * blocks_, dim3(x, y)>>>(numbers_, of_.count, of_.pitch,
                                                 (unsigned long long*)columns_);
    }
    mpz_class digits(const int8_t* from) {
        std::vector<int8_t> all(of_.width);
        require(cudaMemcpy(all.data(), from, all.size(), cudaMemcpyDeviceToHost), "a sum");
        return value_of(all.data(), of_.width);
    }

    const Group& of_;
    int blocks_ = 1;
    int8_t* numbers_;
    int8_t* sums_ = allocated<int8_t>(size_t(most_width) * 4096);
    long long* columns_ = allocated<long long>(most_width);
};

}  // namespace
}  // namespace limbsmith::bench

int main(int count, char** arguments) {
    using namespace limbsmith::bench;
    cudaDeviceProp device;
    require(cudaGetDeviceProperties(&device, 0), "the GPU");
    std::string json;
    std::printf(
        "%s; seconds: digits on a core, GMP on all, and T_digits/T of the GPU with transfers (without)\n",
        device.name);
    for (const long long k : {10'000ll, 100'000ll, 1'000'000ll})
        for (const int d : {50, 100, 200, 400, 600, 800, 1000}) {
            const Group group(k, d);
            const Binary binary(group);
            mpz_class right, found;
            const double by_gmp = seconds(calls, [&] { right = binary.sum(); });
            std::vector<int8_t> digits;
            const double by_digits = seconds(calls, [&] { digits = sum_by_digits(group); });
            compare("digits on the host", value_of(digits.data(), group.width), right);
            Gpu gpu(group);
            std::printf("k = %-8lld d = %-5d %9.3g s %9.3g s (%u cores)", k, d, by_digits, by_gmp,
                        binary.cores());
            const auto row = [&](const char* what, double time, double alone) {
                char text[300];
                std::snprintf(text, sizeof text,
                              "%s\n  {\"k\": %lld, \"digits\": %d, \"what\": \"%s\", \"seconds\": %.6g, "
                              "\"without_transfers\": %.6g}",
                              json.empty() ? "" : ",", k, d, what, time, alone);
                json += text;
            };
            row("digits", by_digits, by_digits), row("GMP", by_gmp, by_gmp);
            const auto method = [&](const char* what, mpz_class (Gpu::*sum)()) {
                const double time = seconds(calls, [&] { gpu.copy(), found = (gpu.*sum)(); });
                compare(what, found, right);
                const double alone = seconds(calls, [&] { found = (gpu.*sum)(); });
                std::printf("  %s %.3g (%.3g)", what, by_digits / time, by_digits / alone);
                row(what, time, alone);
            };
            method("method 1", &Gpu::successively), method("method 2", &Gpu::by_rows),
                method("columns", &Gpu::wide);
            std::printf("\n"), std::fflush(stdout);
        }
    std::printf("wrong: %d\n", failures);
    if (count > 1) {
        std::FILE* const out = std::fopen(arguments[1], "w");
        if (!out) return std::fprintf(stderr, "%s cannot be written\n", arguments[1]), 1;
        std::fprintf(out,
                     "{\"format\": \"limbsmith groups 1\", \"device\": \"%s\", \"cores\": %u, \"wrong\": %d, "
                     "\"rows\": [%s\n]}\n",
                     device.name, std::thread::hardware_concurrency(), failures, json.c_str());
        std::fclose(out);
    }
    return failures != 0;
}
