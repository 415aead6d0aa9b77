// Dot products of k pairs of decimal integers on a GPU, with transfers, beside the host: figure 7 of Otsokov and Magomedov.
// bench-dots [FILE.json]. The host multiplies and adds digit by digit on one core, as theirs did, and by GMP on all
// cores. Every result is compared with GMP's.
#include "bench/sums/decimals.cuh"

namespace limbsmith::bench {
namespace {

constexpr int carries = 9;           // digits that a sum of products has more
constexpr long long many = 100'000;  // pairs from which on the host is measured once

// As a program for decimal numbers multiplies: digit by digit, each product with the carry of the one before.
std::vector<int> dot_by_digits(const Decimals& x, const Decimals& y) {
    const int d = x.digits;
    std::vector<int> sum(2 * d + carries);
    for (long long i = 0; i < x.count; ++i)
        for (int p = 0; p < d; ++p) {
            const int factor = x.number(i)[p];
            const int8_t* const other = y.number(i);
            int carry = 0, at = p;
            for (int q = 0; q < d; ++q, ++at) {
                const int s = sum[at] + factor * other[q] + carry;
                carry = s / radix;
                sum[at] = s - radix * carry;
            }
            for (; carry != 0; ++at) {
                const int s = sum[at] + carry;
                carry = s >= radix;
                sum[at] = s - radix * carry;
            }
        }
    return sum;
}

// All cores multiply binary numbers that are there already.
mpz_class dot_by_gmp(const Binary& x, const Binary& y, long long count) {
    const int limbs = x.limbs();
    std::vector<std::vector<mp_limb_t>> parts(cores(), std::vector<mp_limb_t>(2 * limbs + 1));
    on_cores(count, [&](unsigned core, long long first, long long last) {
        auto& part = parts[core];
        std::vector<mp_limb_t> product(2 * limbs);
        for (long long i = first; i < last; ++i) {
            mpn_mul_n(product.data(), x.number(i), y.number(i), limbs);
            part[2 * limbs] += mpn_add_n(part.data(), part.data(), product.data(), 2 * limbs);
        }
    });
    return total(parts);
}

class Gpu {
  public:
    Gpu(const Decimals& x, const Decimals& y) : from_x_(x), from_y_(y) {
        cudaDeviceProp device;
        require(cudaGetDeviceProperties(&device, 0), "the GPU");
        blocks_ = 8 * device.multiProcessorCount;
        copy();
    }
    ~Gpu() { cudaFree(x_), cudaFree(y_), cudaFree(digits_), cudaFree(columns_); }

    void copy() {
        require(cudaMemcpy(x_, from_x_.signed_digits, from_x_.bytes(), cudaMemcpyHostToDevice), "a copy");
        require(cudaMemcpy(y_, from_y_.signed_digits, from_y_.bytes(), cudaMemcpyHostToDevice), "a copy");
    }
    mpz_class by_rows() {
        columns();
        add_rows<<<1, (width_ + 31) / 32 * 32>>>(columns_, width_, digits_);
        return value_on_gpu(digits_, width_);
    }
    mpz_class wide() {
        columns();
        return carried(columns_, width_);
    }

  private:
    void columns() {
        require(cudaMemset(columns_, 0, width_ * sizeof(long long)), "columns");
        const int words = from_x_.pitch / 4, threads = (2 * from_x_.pitch + 31) / 32 * 32;
        add_products<<<blocks_, threads>>>(x_, y_, from_x_.count, words, (unsigned long long*)columns_);
    }

    const Decimals &from_x_, &from_y_;
    int width_ = 2 * from_x_.pitch + carries, blocks_ = 1;
    unsigned* x_ = allocated<unsigned>(from_x_.bytes() / 4);
    unsigned* y_ = allocated<unsigned>(from_y_.bytes() / 4);
    int8_t* digits_ = allocated<int8_t>(most_width);
    long long* columns_ = allocated<long long>(width_);
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
    for (const int d : {10, 20, 30, 50})
        for (const long long k : {1'000ll, 10'000ll, 100'000ll, 1'000'000ll}) {
            const Decimals x(k, d, 1, 20261), y(k, d, 1, 20262000);
            const Binary binary_x(x), binary_y(y);
            mpz_class right;
            const double by_gmp = seconds(calls, [&] { right = dot_by_gmp(binary_x, binary_y, k); });
            std::vector<int> sum;
            const double by_digits = seconds(k < many ? calls : 1, [&] { sum = dot_by_digits(x, y); });
            const std::vector<int8_t> digits(sum.begin(), sum.end());
            times.host(k, d, by_digits, by_gmp);
            times.compare("digits on the host", value_of(digits.data(), int(digits.size())), right);
            Gpu gpu(x, y);
            times.gpu("method 2", gpu, &Gpu::by_rows, right);
            times.gpu("columns", gpu, &Gpu::wide, right);
        }
    return times.end("limbsmith dots 1", device.name, count > 1 ? arguments[1] : nullptr);
}
