// Sums of k decimal numbers of up to 1,000 digits on a GPU, with transfers, beside the host: figures 5 and 6 of Otsokov and
// Magomedov. bench-groups [FILE.json]. The host adds digit by digit on one core, as theirs did, and by GMP on all cores. Every
// result is compared with GMP's.
#include "bench/sums/decimals.cuh"

namespace limbsmith::bench {
namespace {

constexpr int carries = 9;  // digits that a sum has more

// As a program for decimal numbers adds: digit by digit, each with the carry of the one before.
std::vector<int8_t> sum_by_digits(const Decimals& of) {
    std::vector<int8_t> sum(of.digits + carries);
    for (long long i = 0; i < of.count; ++i) {
        const int8_t* const x = of.number(i);
        int carry = 0;
        for (int k = 0; k < int(sum.size()); ++k) {
            const int s = sum[k] + (k < of.digits ? x[k] : 0) + carry;
            carry = s >= radix;
            sum[k] = int8_t(s - radix * carry);
        }
    }
    return sum;
}

// All cores add binary numbers that are there already.
mpz_class sum_by_gmp(const Binary& of, long long count) {
    const int limbs = of.limbs();
    std::vector<std::vector<mp_limb_t>> parts(cores(), std::vector<mp_limb_t>(limbs + 1));
    on_cores(count, [&](unsigned core, long long first, long long last) {
        auto& part = parts[core];
        for (long long i = first; i < last; ++i)
            part[limbs] += mpn_add_n(part.data(), part.data(), of.number(i), limbs);
    });
    return total(parts);
}

class Gpu {
  public:
    explicit Gpu(const Decimals& of)
        : of_(of), width_(of.digits + carries), numbers_(allocated<int8_t>(of.bytes())) {
        cudaDeviceProp device;
        require(cudaGetDeviceProperties(&device, 0), "the GPU");
        blocks_ = 4 * device.multiProcessorCount;
        copy();
    }
    ~Gpu() { cudaFree(numbers_), cudaFree(sums_), cudaFree(columns_); }

    void copy() {
        require(cudaMemcpy(numbers_, of_.signed_digits, of_.bytes(), cudaMemcpyHostToDevice), "a copy");
    }
    mpz_class successively() {
        const int threads = (width_ + 31) / 32 * 32;
        add_successively<<<blocks_, threads>>>(numbers_, of_.count, of_.pitch, width_, sums_);
        add_successively<<<1, threads>>>(sums_, blocks_, threads, width_, sums_ + size_t(blocks_) * threads);
        return value_on_gpu(sums_ + size_t(blocks_) * threads, width_);
    }
    mpz_class by_rows() {
        columns();
        add_rows<<<1, (width_ + 31) / 32 * 32>>>(columns_, width_, sums_);
        return value_on_gpu(sums_, width_);
    }
    mpz_class wide() {
        columns();
        return carried(columns_, width_);
    }

  private:
    void columns() {
        require(cudaMemset(columns_, 0, most_width * sizeof(long long)), "columns");
        const int x = of_.pitch / 4, y = std::max(1, 256 / x);
        add_columns<<<2 * blocks_, dim3(x, y)>>>(numbers_, of_.count, of_.pitch,
                                                 (unsigned long long*)columns_);
    }

    const Decimals& of_;
    int width_, blocks_ = 1;
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
    std::printf(
        "%s; seconds: digits on a core, GMP on %u, and T_digits/T of the GPU with transfers (without)\n",
        device.name, cores());
    Times times;
    for (const long long k : {10'000ll, 100'000ll, 1'000'000ll})
        for (const int d : {50, 100, 200, 400, 600, 800, 1000}) {
            const Decimals numbers(k, d, carries, 20260);
            const Binary binary(numbers);
            mpz_class right;
            const double by_gmp = seconds(calls, [&] { right = sum_by_gmp(binary, k); });
            std::vector<int8_t> digits;
            const double by_digits = seconds(calls, [&] { digits = sum_by_digits(numbers); });
            times.host(k, d, by_digits, by_gmp);
            times.compare("digits on the host", value_of(digits.data(), int(digits.size())), right);
            Gpu gpu(numbers);
            times.gpu("method 1", gpu, &Gpu::successively, right);
            times.gpu("method 2", gpu, &Gpu::by_rows, right);
            times.gpu("columns", gpu, &Gpu::wide, right);
        }
    return times.end("limbsmith groups 1", device.name, count > 1 ? arguments[1] : nullptr);
}
