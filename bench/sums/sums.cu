// Exact sums on GPUs beside those of CUB and loops: rates, errors, and the same bits for other launches and devices.
//
// bench-sums [COUNT [FILE.json]]: COUNT doubles, 10^9 unless given. Every exact result is compared with that of another way of
// adding: of doubles parts in turn, of all kinds the host for a prefix; that of several GPUs with their sums alone. Needs nvcc; CUB's deterministic sums need CCCL 3.1 or newer.
#include <cub/cub.cuh>
#if __has_include(<cuda/execution>) && __has_include(<cuda/__execution/determinism.h>)
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/require.h>
#define HAS_DETERMINISM 1
#endif

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "bench/sums/measure.cuh"
#include "bench/sums/others.cuh"
#include "limbsmith/sum.hpp"
#include "limbsmith/sum/device.hpp"
#include "limbsmith/sum/device_segments.hpp"

namespace limbsmith::bench {
namespace {

constexpr int calls = 5;  // of a measurement

int failures = 0;
bool same(const sum::Accumulator& a, const sum::Accumulator& b, const char* what) {
    const bool is_same = a.to_bytes() == b.to_bytes();
    if (!is_same) ++failures, std::printf("WRONG: %s\n", what);
    return is_same;
}

struct Table {
    std::string json;
    void row(const char* what, const char* data, double rate, double of_reading, double error = -1) {
        std::printf("%-28s %-14s %9.1f G/s  %5.3f of reading", what, data, rate / 1e9, of_reading);
        if (error >= 0) std::printf("  relative error %.3g", error);
        std::printf("\n");
        char text[300];
        std::snprintf(text, sizeof text,
                      "%s\n  {\"what\": \"%s\", \"data\": \"%s\", \"per_second\": %.6g, \"of_reading\": %.4g",
                      json.empty() ? "" : ",", what, data, rate, of_reading);
        json += text;
        if (std::isfinite(error) && error >= 0)
            std::snprintf(text, sizeof text, ", \"relative_error\": %.6g", error), json += text;
        else if (error >= 0)
            json += ", \"relative_error\": \"infinite\"";
        json += "}";
    }
};

constexpr const char* names[] = {"below 1", "normal", "300 exponents", "all exponents"};

// |x - exact|/|exact|, computed without rounding but the last one.
double relative_error(double x, const sum::Accumulator& exact) {
    if (!std::isfinite(exact.to_double())) return -1;  // there is none
    if (!std::isfinite(x)) return INFINITY;
    sum::Accumulator error = exact;
    error.subtract(x);
    return std::abs(error.to_double() / exact.to_double());
}

template <bool is_corrected>
double sum_of(const double* x, count64 count, Sum<is_corrected>* parts, int blocks) {
    add_all<is_corrected><<<blocks, other_threads>>>(x, count, parts);
    std::vector<Sum<is_corrected>> all(blocks);
    require(cudaMemcpy(all.data(), parts, blocks * sizeof all[0], cudaMemcpyDeviceToHost), "sums of blocks");
    std::vector<double> of;
    for (const auto& it : all) of.push_back(it.sum), of.push_back(-it.error);
    return sum::exact_sum(of).to_double();
}

class Bench {
  public:
    explicit Bench(count64 count)
        : count_(count), x_(allocated<double>(count)), y_(allocated<double>(count)) {
        cudaDeviceProp of;
        require(cudaGetDeviceProperties(&of, 0), "the GPU");
        blocks_ = of.multiProcessorCount * other_blocks;
        std::printf("%s, %llu numbers, CUB %d.%d\n", of.name, count, CUB_MAJOR_VERSION, CUB_MINOR_VERSION);
        device_ = of.name;
    }

    void doubles(Data data) {
        const char* const name = names[int(data)];
        fill<<<4096, 256>>>(x_, count_, data, 1), fill<<<4096, 256>>>(y_, count_, data, 2), finish();
        read_ = rate(seconds(calls, [&] {
            read_all<<<blocks_, other_threads>>>((const double2*)x_, count_ / 2, to_), finish();
        }));
        table_.row("reading", name, read_, 1);
        sum::Accumulator exact;
        const double t = seconds(calls, [&] { exact = {}, gpu_.add(exact, x_, count_); });
        table_.row("exact sum", name, rate(t), rate(t) / read_);
        sum::Accumulator in_parts;
        const count64 third = count_ / 3;
        gpu_.add(in_parts, x_ + 2 * third, count_ - 2 * third), gpu_.add(in_parts, x_, third);
        gpu_.add(in_parts, x_ + third, third);
        same(exact, in_parts, "the sum of three parts");
        compare_with_host(name, x_);
        others(name, exact);
        sum::Accumulator dot;
        const double d = seconds(calls, [&] { dot = {}, gpu_.add_products(dot, x_, y_, count_); });
        table_.row("exact dot product, pairs", name, rate(d), 2 * rate(d) / read_);
        compare_with_host("products", x_, y_);
    }

    void floats(Data data) {
        auto* const x = reinterpret_cast<float*>(x_);
        const count64 count = 2 * count_;
        fill<<<4096, 256>>>(x, count, data, 3), finish();
        const double r = count / seconds(calls, [&] {
                             read_all<<<blocks_, other_threads>>>((const double2*)x_, count_ / 2, to_),
                                 finish();
                         });
        sum::Accumulator exact;
        const double t = seconds(calls, [&] { exact = {}, gpu_.add(exact, x, count); });
        table_.row("exact sum of floats", names[int(data)], count / t, count / t / r);
        compare_with_host("floats", x);
        const double d = seconds(calls, [&] { exact = {}, gpu_.add_products(exact, x, x + count_, count_); });
        table_.row("exact dot product of floats, pairs", names[int(data)], rate(d), 2 * rate(d) / r);
        compare_with_host("products of floats", x, x + count_);
    }

    void integers() {
        auto* const x = reinterpret_cast<std::int64_t*>(x_);
        fill<<<4096, 256>>>(x, count_, ~0ull, 4), finish();
        sum::Accumulator exact;
        double t = seconds(calls, [&] { exact = {}, gpu_.add(exact, x, count_); });
        table_.row("exact sum of int64", "all", rate(t), rate(t) / read_);
        compare_with_host("int64", x);
        const count64 half = count_ / 2;
        t = seconds(calls, [&] { exact = {}, gpu_.add_products(exact, x, x + half, half); });
        table_.row("exact dot product of int64, pairs", "all", half / t, 2 * half / t / read_);
        compare_with_host("products of int64", x, x + half);
        constexpr int limbs = 8;
        const count64 wholes = 2 * count_ / limbs;
        const auto* const words = reinterpret_cast<const std::uint32_t*>(x);
        sum::Accumulator by_rows;
        stream& on = stream::standard(gpu_.where());
        t = seconds(calls, [&] {
            by_rows = {};
            for (int i = 0; i < limbs; ++i)
                gpu_.add_whole_numbers(by_rows, words + i * wholes, wholes, 1, i, on);
        });
        table_.row("exact sum of 256-bit integers", "limb-major", wholes / t, limbs / 2 * wholes / t / read_);
        t = seconds(calls,
                    [&] { exact = {}, gpu_.add_whole_numbers(exact, words, limbs * wholes, limbs, 0, on); });
        table_.row("exact sum of 256-bit integers", "number-major", wholes / t,
                   limbs / 2 * wholes / t / read_);
        sum::Accumulator in_parts;
        const count64 third = wholes / 3;
        for (const count64 first : {2 * third, count64(0), third})
            gpu_.add_whole_numbers(in_parts, words + limbs * first,
                                   limbs * (first == 2 * third ? wholes - first : third), limbs, 0, on);
        same(exact, in_parts, "256-bit integers in three parts");
        const auto* const halves = reinterpret_cast<const sum::bfloat16*>(y_);
        const count64 count = 4 * count_;
        fill<<<4096, 256>>>((unsigned short*)y_, count, Data::normal, 5), finish();
        t = seconds(calls, [&] { exact = {}, gpu_.add(exact, halves, count); });
        table_.row("exact sum of bfloat16", "normal", count / t, count / t / (4 * read_));
        compare_with_host("bfloat16", halves);
    }

    // Segments of equal lengths, and by key.
    void segments(Data data) {
        fill<<<4096, 256>>>(x_, count_, data, 1), fill<<<4096, 256>>>(y_, count_, data, 2), finish();
        for (const count64 length : {16ull, 128ull, 1024ull, 16384ull, 1ull << 20}) {
            const count64 segments = count_ / length;
            std::vector<std::int64_t> all;
            for (count64 k = 0; k <= segments; ++k) all.push_back(std::int64_t(k * length));
            auto* const offsets = allocated<std::int64_t>(segments + 1);
            auto* const to = allocated<double>(segments);
            require(cudaMemcpy(offsets, all.data(), all.size() * 8, cudaMemcpyHostToDevice), "offsets");
            const std::string name =
                std::string(names[int(data)]) + ", segments of " + std::to_string(length);
            const double t = seconds(calls, [&] { segments_.sum(to, x_, count_, offsets, segments); });
            table_.row("exact sums", name.c_str(), segments * length / t, segments * length / t / read_);
            std::vector<double> last(length);
            double made = 0;
            require(cudaMemcpy(last.data(), x_ + (segments - 1) * length, length * 8, cudaMemcpyDeviceToHost),
                    "numbers");
            require(cudaMemcpy(&made, to + segments - 1, 8, cudaMemcpyDeviceToHost), "a sum");
            if (made != sum::exact_sum(last).to_double())
                ++failures, std::printf("WRONG: %s\n", name.c_str());
            const double d = seconds(calls, [&] { segments_.dot(to, x_, y_, count_, offsets, segments); });
            table_.row("exact dot products, pairs", name.c_str(), segments * length / d,
                       2 * segments * length / d / read_);
            require(cudaFree(offsets), "memory"), require(cudaFree(to), "memory");
        }
        const count64 rows = 32768, columns = count_ / rows;
        auto* const to = allocated<double>(rows);
        const double t = seconds(calls, [&] { segments_.multiply(to, x_, rows, columns, columns, y_); });
        table_.row("matrix by vector, exact rows", names[int(data)], rows * columns / t,
                   rows * columns / t / read_);
        require(cudaFree(to), "memory");
        for (const count64 keys : {100ull, 1'000'000ull}) {
            const count64 some = count_ / 8;
            auto* const by = reinterpret_cast<std::int64_t*>(y_);
            fill<<<4096, 256>>>(by, some, keys, 6), finish();
            auto* const sums = allocated<double>(keys);
            const std::string name = std::string(names[int(data)]) + ", " + std::to_string(keys) + " keys";
            const double k = seconds(calls, [&] { segments_.sum_by_key(sums, x_, by, some, keys); });
            table_.row("exact sums by key", name.c_str(), some / k, some / k / read_);
            require(cudaFree(sums), "memory");
        }
    }

    // All GPUs of the machine, each a part: the same bits.
    void all_devices() {
        int devices = 0;
        require(cudaGetDeviceCount(&devices), "the GPUs");
        for (int used = 1; used <= devices; used *= 2) {
            std::vector<double*> parts(used);
            std::vector<sum::DeviceSum> on;
            for (int k = 0; k < used; ++k) {
                require(cudaSetDevice(k), "a GPU");
                parts[k] = allocated<double>(count_);
                fill<<<4096, 256>>>(parts[k], count_, Data::normal, 7), finish();
                on.emplace_back(place::gpu(k));
            }
            std::vector<sum::Accumulator> sums(used);
            sum::Accumulator all;
            const double t = seconds(calls, [&] {
                std::vector<std::thread> threads;
                for (int k = 0; k < used; ++k)
                    threads.emplace_back([&, k] { sums[k] = {}, on[k].add(sums[k], parts[k], count_); });
                for (std::thread& it : threads) it.join();
                all = {};
                for (const sum::Accumulator& it : sums) all.add(it);
            });
            sum::Accumulator repeated;
            for (int k = 0; k < used; ++k) repeated.add(sums[0]);
            same(all, repeated, "the sum of all GPUs");
            const std::string name = "normal, GPUs: " + std::to_string(used);
            table_.row("exact sum of all GPUs", name.c_str(), used * count_ / t, used * count_ / t / read_);
            for (int k = 0; k < used; ++k) {
                same(sums[k], sums[0], "the sum of another GPU");
                require(cudaSetDevice(k), "a GPU"), require(cudaFree(parts[k]), "memory");
            }
        }
        require(cudaSetDevice(0), "a GPU");
    }

    int end(const char* file) {
        if (file) {
            std::FILE* const out = std::fopen(file, "w");
            if (!out) return std::fprintf(stderr, "%s cannot be written\n", file), 1;
            std::fprintf(out,
                         "{\"format\": \"limbsmith sums 1\", \"device\": \"%s\", \"count\": %llu, \"wrong\": "
                         "%d, \"rows\": [%s\n]}\n",
                         device_.c_str(), count_, failures, table_.json.c_str());
            std::fclose(out);
        }
        std::printf("wrong: %d\n", failures);
        return failures != 0;
    }

  private:
    double rate(double seconds) const { return double(count_) / seconds; }

    // The first numbers, or the products of the first of both arrays, with the host's.
    static constexpr count64 prefix = 3'000'001;
    template <class T>
    std::vector<T> downloaded(const T* x, count64 count) {
        std::vector<T> all(count);
        require(cudaMemcpy(all.data(), x, count * sizeof(T), cudaMemcpyDeviceToHost), "numbers");
        return all;
    }
    template <class T>
    void compare_with_host(const char* name, const T* x) {
        const count64 some = std::min(count_, prefix);
        sum::Accumulator gpu;
        gpu_.add(gpu, x, some);
        same(gpu, sum::exact_sum(downloaded(x, some)), name);
    }
    template <class T>
    void compare_with_host(const char* name, const T* x, const T* y) {
        const count64 some = std::min(count_ / 2, prefix);
        sum::Accumulator gpu;
        gpu_.add_products(gpu, x, y, some);
        same(gpu, sum::exact_dot(downloaded(x, some), downloaded(y, some)), name);
    }

    void others(const char* name, const sum::Accumulator& exact) {
        double made = 0;
        double t = seconds(calls, [&] { made = sum_of<false>(x_, count_, plain_, blocks_); });
        table_.row("plain sum", name, rate(t), rate(t) / read_, relative_error(made, exact));
        t = seconds(calls, [&] { made = sum_of<true>(x_, count_, corrected_, blocks_); });
        table_.row("Kahan's sum", name, rate(t), rate(t) / read_, relative_error(made, exact));
        size_t bytes = 0;
        require(cub::DeviceReduce::Sum(nullptr, bytes, x_, to_, count_), "CUB");
        char* const scratch = allocated<char>(bytes);
        const auto cub_row = [&](const char* what, const auto& call) {
            t = seconds(calls, [&] { call(), finish(); });
            require(cudaMemcpy(&made, to_, 8, cudaMemcpyDeviceToHost), "CUB's sum");
            table_.row(what, name, rate(t), rate(t) / read_, relative_error(made, exact));
        };
        cub_row("CUB, run to run",
                [&] { require(cub::DeviceReduce::Sum(scratch, bytes, x_, to_, count_), "CUB"); });
#ifdef HAS_DETERMINISM
        cub_row("CUB, GPU to GPU", [&] {
            require(cub::DeviceReduce::Sum(
                        x_, to_, count_, cuda::execution::require(cuda::execution::determinism::gpu_to_gpu)),
                    "CUB");
        });
#endif
        require(cudaFree(scratch), "memory");
    }

    count64 count_;
    double *x_, *y_, *to_ = allocated<double>(1);
    Sum<false>* plain_ = allocated<Sum<false>>(4096);
    Sum<true>* corrected_ = allocated<Sum<true>>(4096);
    int blocks_ = 0;
    double read_ = 1;
    std::string device_;
    Table table_;
    sum::DeviceSum gpu_;
    sum::DeviceSegments segments_;
};

}  // namespace
}  // namespace limbsmith::bench

int main(int count, char** arguments) {
    using namespace limbsmith::bench;
    const count64 numbers = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000'000;
    if (numbers < 1 << 21) return std::fprintf(stderr, "COUNT is at least 2^21\n"), 2;
    Bench bench(numbers);
    for (const Data data : {Data::below_1, Data::normal, Data::exponents_300, Data::all_exponents})
        bench.doubles(data);
    for (const Data data : {Data::below_1, Data::normal, Data::all_exponents}) bench.floats(data);
    bench.integers();
    bench.segments(Data::normal);
    bench.all_devices();
    return bench.end(count > 2 ? arguments[2] : nullptr);
}
