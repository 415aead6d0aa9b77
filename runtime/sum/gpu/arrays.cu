// Exact sums and dot products of whole arrays in the memory of a GPU.
//
// sum_NAME adds the terms of an array to `total` (sum/gpu/terms.cuh); kinds_NAME says of which kinds they are, which only a sum
// that is 0 needs.

#include "sum/gpu/terms.cuh"

__constant__ unsigned sum_double_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned sum_float_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_half_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_bfloat16_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_double_products_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned sum_wide_products_shared_bytes = sizeof(int64) * wide_warps * lanes * wide_size;
__constant__ unsigned sum_float_products_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned sum_half_products_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned sum_bfloat16_products_shared_bytes = shared_bytes<Doubles>;

extern "C" {

__global__ void __launch_bounds__(threads)
    sum_double(const double* x, unsigned long long count, word head, int64* total) {
    sum<Doubles>(ArrayTerms<double>{x}, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads, blocks_of_floats)
    sum_float(const float* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(ArrayTerms<float>{x}, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads, blocks_of_floats)
    sum_half(const Half* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(ArrayTerms<Half>{x}, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads, blocks_of_floats)
    sum_bfloat16(const Bfloat16* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(ArrayTerms<Bfloat16>{x}, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_int32(const int* x, unsigned long long count, word head, int64* total) {
    sum_integers(x, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_int64(const long long* x, unsigned long long count, word head, int64* total) {
    sum_integers(x, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_uint64(const unsigned long long* x, unsigned long long count, word head, int64* total) {
    sum_integers(x, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_double_products(const double* x, const double* y, unsigned long long count, word head, int64* total) {
    const bool met_far = dot<Doubles>(x, y, count, head, launch(), total);
    if (met_far && threadIdx.x % lanes == 0)
        atomicOr((unsigned long long*)total + place_of_kinds, (unsigned long long)far_product);
}
// In place of sum_double_products, if that met a far product. Its blocks have wide_warps.
__global__ void __launch_bounds__(lanes* wide_warps)
    sum_wide_products(const double* x, const double* y, unsigned long long count, word head, int64* total) {
    wide_dot(x, y, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_float_products(const float* x, const float* y, unsigned long long count, word head, int64* total) {
    sum<Doubles>(ArrayProducts<float>{x, y}, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_half_products(const Half* x, const Half* y, unsigned long long count, word head, int64* total) {
    sum<Doubles>(ArrayProducts<Half>{x, y}, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_bfloat16_products(const Bfloat16* x, const Bfloat16* y, unsigned long long count, word head,
                          int64* total) {
    sum<Doubles>(ArrayProducts<Bfloat16>{x, y}, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_int64_products(const int64* x, const int64* y, unsigned long long count, word, int64* total) {
    sum_integer_products(x, y, count, launch(), total);
}
__global__ void __launch_bounds__(threads)
    sum_whole_numbers(const word* x, unsigned long long count, word period, int64* total) {
    sum_words(x, count, period, launch(), total);
}

__global__ void kinds_double(const double* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i]); });
}
__global__ void kinds_float(const float* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i]); });
}
__global__ void kinds_half(const Half* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(value(x[i])); });
}
__global__ void kinds_bfloat16(const Bfloat16* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(value(x[i])); });
}
__global__ void kinds_int32(const int* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i] != 0); });
}
__global__ void kinds_int64(const long long* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i] != 0); });
}
__global__ void kinds_uint64(const unsigned long long* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i] != 0); });
}
__global__ void kinds_double_products(const double* x, const double* y, unsigned long long count, word,
                                      int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i], y[i]); });
}
__global__ void kinds_float_products(const float* x, const float* y, unsigned long long count, word,
                                     int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i], y[i]); });
}
__global__ void kinds_half_products(const Half* x, const Half* y, unsigned long long count, word,
                                    int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(value(x[i]), value(y[i])); });
}
__global__ void kinds_bfloat16_products(const Bfloat16* x, const Bfloat16* y, unsigned long long count, word,
                                        int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(value(x[i]), value(y[i])); });
}
__global__ void kinds_int64_products(const int64* x, const int64* y, unsigned long long count, word,
                                     int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i] != 0 && y[i] != 0); });
}
__global__ void kinds_whole_numbers(const word* x, unsigned long long count, word, int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i] != 0); });
}

}  // extern "C"
