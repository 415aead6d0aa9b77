// Exact sums and dot products of whole arrays in the memory of a GPU.
//
// sum_NAME adds the terms of an array to `total` (sum/gpu/terms.cuh); kinds_NAME says of which kinds they are, which only a sum
// that is 0 needs.

#include "sum/gpu/terms.cuh"

__constant__ unsigned sum_double_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned sum_float_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_half_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_bfloat16_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_products_shared_bytes = shared_bytes<Doubles>;

extern "C" {

__global__ void __launch_bounds__(threads)
    sum_double(const double* x, unsigned long long count, word head, int64* total) {
    sum<Doubles>(x, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads, blocks_of_floats)
    sum_float(const float* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(x, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads, blocks_of_floats)
    sum_half(const Half* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(x, count, head, launch(), total);
}
__global__ void __launch_bounds__(threads, blocks_of_floats)
    sum_bfloat16(const Bfloat16* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(x, count, head, launch(), total);
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
    sum_products(const double* x, const double* y, unsigned long long count, word head, int64* total) {
    dot<Doubles>(x, y, count, head, launch(), total);
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
__global__ void kinds_products(const double* x, const double* y, unsigned long long count, word,
                               int64* total) {
    kinds(count, launch(), total, [=](unsigned long long i) { return kind_of(x[i], y[i]); });
}

}  // extern "C"
