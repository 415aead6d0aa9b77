#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "device/device.hpp"
#include "device/memory.hpp"
#include "device/module.hpp"
#include "device/stream.hpp"
#include "limbsmith/subject.hpp"
#include "limbsmith/sum/device.hpp"
#include "limbsmith/sum/reductions.hpp"
#include "sum/gpu/kernel_layout.hpp"
#include "sum/gpu/kernels.hpp"
#include "sum/gpu/require.hpp"

namespace limbsmith::sum {
namespace {

static_assert(-least_exponent / chunk_bits + DeviceSum::most_words + 2 <= chunk_count);
static_assert(layout::chunk_count == chunk_count && layout::chunk_bits == chunk_bits &&
              layout::least_exponent == least_exponent);

// The kernels sum_NAME and kinds_NAME for an array, and the blocks of sum_NAME that a multiprocessor runs at once.
struct KernelsOf {
    const char* name;
    int blocks;
};
constexpr KernelsOf kernels_of(const double*) { return {"double", layout::blocks_of_doubles}; }
constexpr KernelsOf kernels_of(const float*) { return {"float", layout::blocks_of_floats}; }
constexpr KernelsOf kernels_of(const half*) { return {"half", layout::blocks_of_floats}; }
constexpr KernelsOf kernels_of(const bfloat16*) { return {"bfloat16", layout::blocks_of_floats}; }
constexpr KernelsOf kernels_of(const std::int32_t*) { return {"int32", layout::blocks_of_integers}; }
constexpr KernelsOf kernels_of(const std::int64_t*) { return {"int64", layout::blocks_of_integers}; }
constexpr KernelsOf kernels_of(const std::uint64_t*) { return {"uint64", layout::blocks_of_integers}; }
// Words of whole numbers.
constexpr KernelsOf kernels_of(const std::uint32_t*) { return {"whole_numbers", layout::blocks_of_integers}; }
// The products of two arrays.
constexpr KernelsOf kernels_of(const double*, const double*) {
    return {"double_products", layout::blocks_of_doubles};
}
constexpr KernelsOf kernels_of(const float*, const float*) {
    return {"float_products", layout::blocks_of_doubles};
}
constexpr KernelsOf kernels_of(const half*, const half*) {
    return {"half_products", layout::blocks_of_doubles};
}
constexpr KernelsOf kernels_of(const bfloat16*, const bfloat16*) {
    return {"bfloat16_products", layout::blocks_of_doubles};
}
constexpr KernelsOf kernels_of(const std::int64_t*, const std::int64_t*) {
    return {"int64_products", layout::blocks_of_integers};
}

// As the kernels write it.
struct Result {
    Chunks chunks{};
    std::array<std::uint64_t, layout::special_count> specials{};  // +inf, -inf, NaN
    std::uint64_t kinds = 0;                                      // of the terms, as bits
};

Special special(const Result& of) {
    Special made;
    std::tie(made.positive_infinities, made.negative_infinities, made.nans) =
        std::tie(of.specials[0], of.specials[1], of.specials[2]);
    made.has_positive_zero = (of.kinds & layout::positive_zero) != 0;
    made.has_negative_zero = (of.kinds & layout::negative_zero) != 0;
    made.has_nonzero = (of.kinds & layout::another_number) != 0;
    return made;
}

static_assert(offsetof(Result, specials) == 8 * layout::place_of_specials &&
              offsetof(Result, kinds) == 8 * layout::place_of_kinds);

// Numbers before the first that is aligned for the loads of a tile.
template <class T>
std::uint32_t head_of(const T* x, std::uint64_t count) {
    constexpr std::uintptr_t vector_bytes = layout::vector_bytes;
    const auto past = reinterpret_cast<std::uintptr_t>(x) % vector_bytes;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(count, (vector_bytes - past) % vector_bytes / sizeof(T)));
}

// All are read number by number if they are aligned in different ways.
template <class... T>
std::uint32_t head_of_all(std::uint64_t count, const T*... arrays) {
    const std::uint32_t heads[] = {head_of(arrays, count)...};
    const bool is_even = std::ranges::all_of(heads, [&](std::uint32_t it) { return it == heads[0]; });
    return is_even ? heads[0] : static_cast<std::uint32_t>(count);
}

}  // namespace

class DeviceSum::Kernels {
  public:
    Kernels(place where, unsigned most_blocks)
        : most_blocks_(most_blocks),
          device_(runtime::device_at(where)),
          warps_(static_cast<unsigned>(warps_of_block(device_))),
          module_(compiled_kernels(device_, "arrays.cu")),
          result_(device_, sizeof(Result)) {
        const self_check::subject subject = kernels_subject(device_, "arrays.cu");
        if (subject.is_due()) subject.conclude(difference());
    }

    place where() const { return place::gpu(device_.ordinal()); }

    template <class... T>
    void add(Accumulator& to, std::uint64_t count, stream& on, const T*... arrays) {
        runtime::Stream& stream = detail::stream_on(on, where());
        Accumulator sum = to;
        for (std::uint64_t done = 0; done < count;) {
            const std::uint64_t now = std::min<std::uint64_t>(count - done, layout::most_terms);
            const Result part = result(now, head_of_all(now, (arrays + done)...), stream, (arrays + done)...);
            sum.add_chunks(part.chunks, 0, special(part));
            done += now;
        }
        to = sum;
    }

    void add_whole_numbers(Accumulator& to, std::uint64_t count, stream& on, const std::uint32_t* words,
                           std::uint32_t period, int first) {
        runtime::Stream& stream = detail::stream_on(on, where());
        Accumulator sum = to;
        const std::uint64_t most = layout::most_terms / period * period;
        for (std::uint64_t done = 0; done < count;) {
            const std::uint64_t now = std::min(count - done, most);
            const Result part = result(now, period, stream, words + done);
            // no sum of most_words words reaches the last chunks
            sum.add_chunks({part.chunks.data(), part.chunks.size() - size_t(first)}, first, special(part));
            done += now;
        }
        to = sum;
    }

  private:
    // The result of the kernels. `parameter` is that of the kernel: the numbers before the first tile, or the words of a number.
    template <class... T>
    Result result(std::uint64_t count, std::uint32_t parameter, runtime::Stream& stream, const T*... arrays) {
        const std::string name = kernels_of(arrays...).name;
        result_.fill(0);
        launch("sum_" + name, warps_, count, parameter, stream, arrays...);
        Result made = download(stream);
        if ((made.kinds & layout::far_product) != 0) {
            result_.fill(0);
            launch("sum_wide_products", warps_ / 2, count, parameter, stream, arrays...);
            made = download(stream);
        }
        if (made.specials != Result{}.specials) return made;
        // Only a sum that is 0 depends on the signs of zeros.
        if (made.chunks == Result{}.chunks) {
            launch("kinds_" + name, warps_, count, parameter, stream, arrays...);
            made.kinds = download(stream).kinds;
        } else {
            made.kinds = layout::another_number;
        }
        return made;
    }

    template <class... T>
    void launch(const std::string& kernel, unsigned warps, std::uint64_t count, std::uint32_t parameter,
                runtime::Stream& stream, const T*... arrays) {
        const std::uint64_t blocks = count / (layout::terms_of_tile * warps) + 1,
                            at_once = std::uint64_t(device_.multiprocessors()) * kernels_of(arrays...).blocks,
                            most = most_blocks_ != 0
                                       ? std::min<std::uint64_t>(most_blocks_, layout::most_blocks)
                                       : at_once;
        void* result = result_.address();
        std::vector<void*> arguments{&arrays..., &count, &parameter, &result};
        stream.launch(module_.function(kernel), std::min(blocks, most), layout::lanes * warps, arguments);
    }

    Result download(runtime::Stream& stream) {
        stream.synchronize();
        Result made;
        result_.download(std::as_writable_bytes(std::span(&made, 1)));
        return made;
    }

    std::string difference();

    unsigned most_blocks_;
    runtime::Device device_;
    unsigned warps_;
    runtime::Module module_;
    runtime::Buffer result_;
};

// Numbers of all exponents, in windows that move, with zeros, rests and products below the least double.
std::string DeviceSum::Kernels::difference() {
    constexpr int count = 30'000;
    std::vector<double> x, y;
    for (int i = 0; i < count; ++i) {
        const int exponent = i < 10'000 ? i % 40 - 20 : i < 20'000 ? (i * 37) % 2090 - 1070 : i % 300 - 150;
        x.push_back(i % 13 == 0 ? -0.0
                                : std::ldexp(1 - 2.0 * (i % 2) + 0x1p-52 * ((i * 7919) % 4096), exponent));
        y.push_back(std::ldexp(1 + 0x1p-40 * (i % 1000), (i * 11) % 60 - exponent % 500));
    }
    std::vector<float> floats(x.size());
    std::ranges::transform(x, floats.begin(), [](double it) {
        return std::abs(it) > std::numeric_limits<float>::max() ? 1.0f : static_cast<float>(it);
    });
    std::vector<std::int64_t> integers;
    for (std::uint64_t i = 0; i < count; ++i)
        integers.push_back(static_cast<std::int64_t>(i * i * 0x9e3779b97f4a7c15 ^ -(i % 3)));

    const auto bytes = [](const auto& of) { return std::as_bytes(std::span(of)); };
    const auto there = [&](const auto& of) {
        runtime::Buffer made(device_, bytes(of).size());
        made.upload(bytes(of));
        return made;
    };
    const auto numbers = [](const auto& of, const runtime::Buffer& buffer) {
        return static_cast<decltype(of.data())>(buffer.address());
    };
    const runtime::Buffer on_x = there(x), on_y = there(y), on_floats = there(floats),
                          on_integers = there(integers);
    stream& on = stream::standard(where());
    const auto first_differ = [&](std::uint64_t terms, const Accumulator& host, const auto*... arrays) {
        Accumulator gpu;
        add(gpu, terms, on, arrays...);
        return host.to_bytes() != gpu.to_bytes();
    };
    const auto differs = [&](const Accumulator& host, const auto*... arrays) {
        return first_differ(count, host, arrays...);
    };
    const double *const a = numbers(x, on_x), *const b = numbers(y, on_y);
    const float* const f = numbers(floats, on_floats);
    const std::int64_t* const n = numbers(integers, on_integers);
    if (differs(exact_sum(x), a)) return "the sum of 30,000 doubles differs from the host's";
    // without any product that only integer products add
    constexpr size_t near = 10'000;
    if (first_differ(near, exact_dot(std::span(x).first(near), std::span(y).first(near)), a, b))
        return "the dot product of 10,000 doubles differs from the host's";
    if (differs(exact_dot(x, y), a, b)) return "the dot product of 30,000 doubles differs from the host's";
    if (differs(exact_sum(floats), f)) return "the sum of 30,000 floats differs from the host's";
    if (differs(exact_dot(floats, floats), f, f))
        return "the square norm of 30,000 floats differs from the host's";
    if (differs(exact_sum(integers), n)) return "the sum of 30,000 integers differs from the host's";
    if (differs(exact_dot(integers, integers), n, n))
        return "the square norm of 30,000 integers differs from the host's";
    const std::vector<std::uint64_t> wholes(integers.begin(), integers.end());
    Accumulator gpu;
    add_whole_numbers(gpu, 2 * count, on, static_cast<const std::uint32_t*>(on_integers.address()), 2, 0);
    if (exact_sum(wholes).to_bytes() != gpu.to_bytes())
        return "the sum of 30,000 whole numbers differs from the host's";
    return {};
}

DeviceSum::DeviceSum(place where, unsigned most_blocks)
    : kernels_(std::make_unique<Kernels>(where, most_blocks)) {}
DeviceSum::~DeviceSum() = default;
DeviceSum::DeviceSum(DeviceSum&&) noexcept = default;
DeviceSum& DeviceSum::operator=(DeviceSum&&) noexcept = default;

place DeviceSum::where() const { return kernels_->where(); }

template <class T>
void DeviceSum::add_numbers(Accumulator& to, const T* x, std::uint64_t count, stream& on) {
    if (count == 0) return;
    require(x, "x");
    kernels_->add(to, count, on, x);
}
void DeviceSum::add(Accumulator& to, const double* x, std::uint64_t count, stream& on) {
    add_numbers(to, x, count, on);
}
void DeviceSum::add(Accumulator& to, const float* x, std::uint64_t count, stream& on) {
    add_numbers(to, x, count, on);
}
void DeviceSum::add(Accumulator& to, const half* x, std::uint64_t count, stream& on) {
    add_numbers(to, x, count, on);
}
void DeviceSum::add(Accumulator& to, const bfloat16* x, std::uint64_t count, stream& on) {
    add_numbers(to, x, count, on);
}
void DeviceSum::add(Accumulator& to, const std::int32_t* x, std::uint64_t count, stream& on) {
    add_numbers(to, x, count, on);
}
void DeviceSum::add(Accumulator& to, const std::int64_t* x, std::uint64_t count, stream& on) {
    add_numbers(to, x, count, on);
}
void DeviceSum::add(Accumulator& to, const std::uint64_t* x, std::uint64_t count, stream& on) {
    add_numbers(to, x, count, on);
}

template <class T>
void DeviceSum::add_products_of(Accumulator& to, const T* x, const T* y, std::uint64_t count, stream& on) {
    if (count == 0) return;
    require(x, "x"), require(y, "y");
    kernels_->add(to, count, on, x, y);
}
void DeviceSum::add_products(Accumulator& to, const double* x, const double* y, std::uint64_t count,
                             stream& on) {
    add_products_of(to, x, y, count, on);
}
void DeviceSum::add_products(Accumulator& to, const float* x, const float* y, std::uint64_t count,
                             stream& on) {
    add_products_of(to, x, y, count, on);
}
void DeviceSum::add_products(Accumulator& to, const half* x, const half* y, std::uint64_t count, stream& on) {
    add_products_of(to, x, y, count, on);
}
void DeviceSum::add_products(Accumulator& to, const bfloat16* x, const bfloat16* y, std::uint64_t count,
                             stream& on) {
    add_products_of(to, x, y, count, on);
}
void DeviceSum::add_products(Accumulator& to, const std::int64_t* x, const std::int64_t* y,
                             std::uint64_t count, stream& on) {
    add_products_of(to, x, y, count, on);
}

void DeviceSum::add_whole_numbers(Accumulator& to, const std::uint32_t* words, std::uint64_t count,
                                  int period, int first, stream& on) {
    if (period < 1 || first < 0 || first > most_words - period)
        throw runtime::InputError(
            "words " + std::to_string(first) + " to " + std::to_string(first + period - 1) +
            " of whole numbers do not fit a sum: it takes words 0 to " + std::to_string(most_words - 1));
    if (count == 0) return;
    require(words, "words");
    kernels_->add_whole_numbers(to, count, on, words, static_cast<std::uint32_t>(period), first);
}

}  // namespace limbsmith::sum
