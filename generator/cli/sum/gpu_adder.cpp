#include "cli/sum/gpu_adder.hpp"

#include <cstring>

#include "cli/sum/values.hpp"

namespace limbsmith::cli {
namespace {

constexpr std::size_t most_words = block_of(NumberType::real64) * sizeof(double) / sizeof(std::uint32_t);

}  // namespace

GpuAdder::GpuAdder(place where)
    : sums_(where), x_(most_words, sums_.where()), y_(most_words, sums_.where()), words_(most_words) {}

template <class T>
const T* GpuAdder::there(const memory& block, const std::vector<T>& x) {
    if (!x.empty()) std::memcpy(words_.data(), x.data(), x.size() * sizeof(T));
    block.upload(words_.data());
    return reinterpret_cast<const T*>(block.address());
}

void GpuAdder::add(sum::Accumulator& to, const std::vector<double>& x) {
    sums_.add(to, there(x_, x), x.size());
}
void GpuAdder::add(sum::Accumulator& to, const std::vector<std::int64_t>& x) {
    sums_.add(to, there(x_, x), x.size());
}
void GpuAdder::add_products(sum::Accumulator& to, const std::vector<double>& x,
                            const std::vector<double>& y) {
    const double* const a = there(x_, x);
    sums_.add_products(to, a, there(y_, y), x.size());
}
void GpuAdder::add_products(sum::Accumulator& to, const std::vector<std::int64_t>& x,
                            const std::vector<std::int64_t>& y) {
    const std::int64_t* const a = there(x_, x);
    sums_.add_products(to, a, there(y_, y), x.size());
}

}  // namespace limbsmith::cli
