#include "limbsmith/sum/segments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/device.hpp"
#include "device/memory.hpp"
#include "device/module.hpp"
#include "device/stream.hpp"
#include "limbsmith/subject.hpp"
#include "limbsmith/sum/device.hpp"
#include "limbsmith/sum/device_segments.hpp"
#include "sum/gpu/kernel_layout.hpp"
#include "sum/gpu/kernels.hpp"
#include "sum/gpu/require.hpp"
#include "sum/sizes.hpp"

namespace limbsmith::sum {
namespace {

using index = std::uint64_t;  // as that of the kernels

constexpr const char* source = "segments.cu";
constexpr std::size_t result_bytes = sizeof(std::int64_t) * layout::result_words;

template <class T>
std::span<std::byte> bytes_of(T& all) {
    return std::as_writable_bytes(std::span(all));
}

double rounded(const Accumulator& sum, Rounding rounding, double) { return sum.to_double(rounding); }
float rounded(const Accumulator& sum, Rounding rounding, float) { return sum.to_float(rounding); }

}  // namespace

class DeviceSegments::Kernels {
  public:
    explicit Kernels(place where)
        : device_(runtime::device_at(where)), module_(compiled_kernels(device_, source)) {
        const self_check::subject subject = kernels_subject(device_, source);
        if (subject.is_due()) subject.conclude(difference());
    }

    place where() const { return place::gpu(device_.ordinal()); }

    template <class Number>
    void sum(const std::string& name, Number* to, const Number* x, index numbers, const std::int64_t* offsets,
             index segments, Rounding rounding, stream* on) {
        require(offsets, "offsets");
        if (segments != 0) require(to, "to");
        if (numbers != 0) require(x, "x");
        add(
            name, to, numbers, offsets, segments, rounding, on,
            [&](Accumulator& sum, index first, index count, stream& of) {
                whole_gpu().add(sum, x + first, count, of);
            },
            x);
    }
    template <class Number>
    void by_key(const std::string& name, Number* to, const Number* x, const std::int64_t* keys, index numbers,
                index count, Rounding rounding, stream* on) {
        if (count != 0) require(to, "to");
        if (numbers != 0) require(x, "x"), require(keys, "keys");
        add_by_key(name, to, x, keys, numbers, count, rounding, on);
    }

    // requires: valid addresses. `x...`: the arrays of terms, which whole(sum, first, count) adds from `first` on.
    template <class Number, class Whole, class... Terms>
    void add(const std::string& name, Number* to, index numbers, const std::int64_t* offsets, index segments,
             Rounding rounding, stream* on, const Whole& whole, const Terms*... x) {
        runtime::Stream& stream = stream_of(on);
        require_offsets(offsets, segments, numbers, stream);
        const auto range_of = [&](index k) {
            std::array<std::int64_t, 2> range{};
            start_copy_from_device(stream, bytes_of(range), offsets + k);
            stream.synchronize();
            return range;
        };
        run(name, to, segments, rounding, stream, whole, range_of, &x..., &offsets);
    }

    void multiply(double* to, const double* a, index rows, index columns, index pitch, const double* x,
                  Rounding rounding, stream* on) {
        const auto range_of = [&](index k) {
            return std::array{std::int64_t(k * pitch), std::int64_t(k * pitch + columns)};
        };
        const auto whole = [&](Accumulator& sum, index first, index count, limbsmith::stream& of) {
            whole_gpu().add_products(sum, a + first, x, count, of);
        };
        run("rows", to, rows, rounding, stream_of(on), whole, range_of, &a, &x, &columns, &pitch);
    }

    template <class Number>
    void add_by_key(const std::string& name, Number* to, const Number* x, const std::int64_t* keys,
                    index numbers, index count, Rounding rounding, stream* on) {
        runtime::Stream& stream = stream_of(on);
        const index wrong = first_wrong("keys_wrong", keys, numbers, count, stream);
        if (wrong != none) refuse_key(wrong, element(keys + wrong, stream), count);
        if (count == 0) return;
        runtime::Buffer results(device_, count * result_bytes);
        results.fill(0);
        void* const all = results.address();
        for (index done = 0; done < numbers;) {
            index now = std::min<index>(numbers - done, layout::most_terms);
            const Number* from = x + done;
            const std::int64_t* of = keys + done;
            launch("keys_" + name, stream, now, &from, &of, &now, &all);
            launch("keys_carry", stream, count, &count, &all);
            done += now;
        }
        int direction = static_cast<int>(rounding);
        launch("keys_round_" + name, stream, count, &all, &count, &direction, &to);
        stream.synchronize();
    }

    // Adds whole arrays, with all of the GPU.
    DeviceSum& whole_gpu() {
        if (!whole_) whole_.emplace(where());
        return *whole_;
    }

  private:
    static constexpr index none = ~index(0);

    runtime::Stream& stream_of(stream* on) {
        return detail::stream_on(on ? *on : stream::standard(where()), where());
    }

    // A thread an element, or fewer. `arguments` are addresses of the kernel's arguments.
    template <class... T>
    void launch(const std::string& kernel, runtime::Stream& stream, index elements, T*... arguments) {
        const index blocks = (elements + layout::segment_threads - 1) / layout::segment_threads,
                    at_once = index(device_.multiprocessors()) * layout::segment_blocks;
        stream.launch(module_.function(kernel), std::clamp<index>(blocks, 1, at_once),
                      layout::segment_threads, {const_cast<void*>(static_cast<const void*>(arguments))...});
    }

    // `range_of(k)`: where segment k begins and ends. `arguments` say the same to the kernels, with the terms before it.
    template <class Number, class Whole, class RangeOf, class... T>
    void run(const std::string& name, Number* to, index segments, Rounding rounding, runtime::Stream& stream,
             const Whole& whole, const RangeOf& range_of, T*... arguments) {
        if (segments == 0) return;
        int direction = static_cast<int>(rounding);
        std::array<index, 2> counts{};
        runtime::Buffer left(device_, sizeof counts + segments * sizeof(index));
        start_copy_to_device(stream, left.address(), bytes_of(counts));
        void* const list = left.address();
        launch("segments_" + name, stream, segments * layout::lanes, arguments..., &segments, &direction, &to,
               &list);
        start_copy_from_device(stream, bytes_of(counts), list);
        stream.synchronize();
        if (counts[0] != 0) {
            const index blocks = std::min<index>(counts[0], index(device_.multiprocessors()));
            const runtime::Buffer results(device_, blocks * result_bytes);
            void* const all = results.address();
            stream.launch(module_.function("left_" + name), blocks, layout::lanes * warps_of_block(device_),
                          {const_cast<void*>(static_cast<const void*>(arguments))..., &direction, &to,
                           const_cast<void**>(&list), const_cast<void**>(&all)});
            stream.synchronize();
        }
        std::vector<index> long_ones(counts[1]);
        if (long_ones.empty()) return;
        start_copy_from_device(stream, bytes_of(long_ones),
                               static_cast<const index*>(list) + 2 + segments - counts[1]);
        stream.synchronize();
        for (const index k : long_ones) {
            const std::array<std::int64_t, 2> range = range_of(k);
            Accumulator sum;
            whole(sum, index(range[0]), index(range[1] - range[0]), stream::standard(where()));
            std::array made{rounded(sum, rounding, Number())};
            start_copy_to_device(stream, to + k, bytes_of(made));
            stream.synchronize();
        }
    }

    std::int64_t element(const std::int64_t* of, runtime::Stream& stream) {
        std::array<std::int64_t, 1> made{};
        start_copy_from_device(stream, bytes_of(made), of);
        stream.synchronize();
        return made[0];
    }

    index first_wrong(const std::string& kernel, const std::int64_t* all, index count, index size,
                      runtime::Stream& stream) {
        std::array<index, 1> wrong{none};
        const runtime::Buffer there(device_, sizeof wrong);
        void* const address = there.address();
        start_copy_to_device(stream, address, bytes_of(wrong));
        launch(kernel, stream, count + 1, &all, &count, &size, &address);
        start_copy_from_device(stream, bytes_of(wrong), address);
        stream.synchronize();
        return wrong[0];
    }

    void require_offsets(const std::int64_t* offsets, index segments, index numbers,
                         runtime::Stream& stream) {
        const index k = first_wrong("offsets_wrong", offsets, segments, numbers, stream);
        if (k == none) return;
        refuse_offset(k, element(offsets + k, stream), k == 0 ? 0 : element(offsets + k - 1, stream),
                      numbers);
    }

    std::string difference();

    runtime::Device device_;
    runtime::Module module_;
    std::optional<DeviceSum> whole_;
};

// Segments of none, one and many numbers; that fit a window, leave a rest, and have products below the least double.
std::string DeviceSegments::Kernels::difference() {
    std::vector<double> x, y;
    std::vector<std::int64_t> offsets{0}, keys;
    for (int k = 0; k < 300; ++k) {
        const int size = k % 7 == 0 ? k : k % 40, exponents = k % 3 == 0 ? 2000 : k % 3 == 1 ? 60 : 4;
        for (int i = 0; i < size; ++i) {
            const double sign = 1 - 2.0 * ((i + k) % 2);
            x.push_back(i % 11 == 0 ? sign * 0.0
                                    : std::ldexp(sign * (1 + 0x1p-52 * ((i * 7919) % 4096)),
                                                 (i * 37) % exponents - exponents / 2));
            y.push_back(std::ldexp(1 + 0x1p-40 * ((i * 31) % 1000), k % 5 == 0 ? -900 : i % 9));
            keys.push_back((i * k) % 97);
        }
        offsets.push_back(static_cast<std::int64_t>(x.size()));
    }
    const auto there = [&](const auto& of) {
        const auto bytes = std::as_bytes(std::span(of));
        runtime::Buffer made(device_, bytes.size());
        made.upload(bytes);
        return made;
    };
    const runtime::Buffer on_x = there(x), on_y = there(y), on_offsets = there(offsets),
                          on_keys = there(keys), sums(device_, sizeof(double) * (offsets.size() - 1)),
                          of_keys(device_, sizeof(double) * 97);
    const auto* const xs = static_cast<const double*>(on_x.address());
    const auto* const ys = static_cast<const double*>(on_y.address());
    const auto* const from = static_cast<const std::int64_t*>(on_offsets.address());
    const auto* const by = static_cast<const std::int64_t*>(on_keys.address());
    const auto differs = [](const runtime::Buffer& gpu, const std::vector<double>& host) {
        std::vector<double> made(host.size());
        gpu.download(bytes_of(made));
        return !std::ranges::equal(std::as_bytes(std::span(made)), std::as_bytes(std::span(host)));
    };
    auto* const to = static_cast<double*>(sums.address());
    auto* const to_keys = static_cast<double*>(of_keys.address());
    const index segments = offsets.size() - 1;
    const auto never = [](auto&&...) {};
    for (const Rounding rounding : {Rounding::nearest, Rounding::zero, Rounding::up, Rounding::down}) {
        add("double", to, x.size(), from, segments, rounding, nullptr, never, xs);
        if (differs(sums, sum::segmented_sum(x, offsets, rounding)))
            return "sums of 300 segments differ from the host's";
        add("products", to, x.size(), from, segments, rounding, nullptr, never, xs, ys);
        if (differs(sums, sum::segmented_dot(x, y, offsets, rounding)))
            return "dot products of 300 segments differ from the host's";
        add_by_key("double", to_keys, xs, by, x.size(), 97, rounding, nullptr);
        if (differs(of_keys, sum::sum_by_key(x, keys, 97, rounding)))
            return "sums by 97 keys differ from the host's";
    }
    return {};
}

DeviceSegments::DeviceSegments(place where) : kernels_(std::make_unique<Kernels>(where)) {}
DeviceSegments::~DeviceSegments() = default;
DeviceSegments::DeviceSegments(DeviceSegments&&) noexcept = default;
DeviceSegments& DeviceSegments::operator=(DeviceSegments&&) noexcept = default;

place DeviceSegments::where() const { return kernels_->where(); }

void DeviceSegments::sum(double* to, const double* x, std::uint64_t numbers, const std::int64_t* offsets,
                         std::uint64_t segments, Rounding rounding, stream* on) {
    kernels_->sum("double", to, x, numbers, offsets, segments, rounding, on);
}
void DeviceSegments::sum(float* to, const float* x, std::uint64_t numbers, const std::int64_t* offsets,
                         std::uint64_t segments, Rounding rounding, stream* on) {
    kernels_->sum("float", to, x, numbers, offsets, segments, rounding, on);
}

void DeviceSegments::dot(double* to, const double* x, const double* y, std::uint64_t numbers,
                         const std::int64_t* offsets, std::uint64_t segments, Rounding rounding, stream* on) {
    require(offsets, "offsets");
    if (segments != 0) require(to, "to");
    if (numbers != 0) require(x, "x"), require(y, "y");
    kernels_->add(
        "products", to, numbers, offsets, segments, rounding, on,
        [&](Accumulator& sum, index first, index count, stream& of) {
            kernels_->whole_gpu().add_products(sum, x + first, y + first, count, of);
        },
        x, y);
}

void DeviceSegments::multiply(double* to, const double* a, std::uint64_t rows, std::uint64_t columns,
                              std::uint64_t pitch, const double* x, Rounding rounding, stream* on) {
    if (pitch < columns)
        throw runtime::InputError("multiply: a pitch of " + std::to_string(pitch) + " is less than " +
                                  std::to_string(columns) + " columns");
    if (rows == 0) return;
    require(to, "to");
    if (columns != 0) require(a, "a"), require(x, "x");
    kernels_->multiply(to, a, rows, columns, pitch, x, rounding, on);
}

void DeviceSegments::sum_by_key(double* to, const double* x, const std::int64_t* keys, std::uint64_t numbers,
                                std::uint64_t count, Rounding rounding, stream* on) {
    kernels_->by_key("double", to, x, keys, numbers, count, rounding, on);
}
void DeviceSegments::sum_by_key(float* to, const float* x, const std::int64_t* keys, std::uint64_t numbers,
                                std::uint64_t count, Rounding rounding, stream* on) {
    kernels_->by_key("float", to, x, keys, numbers, count, rounding, on);
}

}  // namespace limbsmith::sum
