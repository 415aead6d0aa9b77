#include "cli/sum/raw_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "limbsmith/error.hpp"
#include "limbsmith/sum/formats.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in memory");

template <class T, class To>
void append_all(std::span<const char> bytes, std::vector<To>& to) {
    const size_t first = to.size(), count = bytes.size() / sizeof(T);
    to.resize(first + count);
    for (size_t i = 0; i < count; ++i) {
        T number;
        std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
        if constexpr (std::is_arithmetic_v<T>)
            to[first + i] = number;
        else
            to[first + i] = sum::to_double(number);
    }
}

void append_numbers(NumberType type, std::span<const char> bytes, Values& values) {
    switch (type) {
        case NumberType::real64: return append_all<double>(bytes, values.reals);
        case NumberType::real32: return append_all<float>(bytes, values.reals);
        case NumberType::real16: return append_all<sum::half>(bytes, values.reals);
        case NumberType::brain16: return append_all<sum::bfloat16>(bytes, values.reals);
        case NumberType::int32: return append_all<std::int32_t>(bytes, values.integers);
        case NumberType::int64: return append_all<std::int64_t>(bytes, values.integers);
        case NumberType::decimal: break;
    }
}

}  // namespace

size_t size_of(NumberType type) {
    switch (type) {
        case NumberType::real16:
        case NumberType::brain16: return 2;
        case NumberType::real32:
        case NumberType::int32: return 4;
        default: return 8;
    }
}

RawSource::RawSource(const std::string& path) : name_(shown_name(path)), file_(path) {}

RawSource::RawSource(const std::string& path, NumberType type) : RawSource(path) {
    type_ = type;
    if (const auto size = file_.size(); size && *size % size_of(type) != 0)
        throw runtime::InputError(
            fmt::format("{}: its size, {} bytes, is no multiple of {}, the bytes of a number ({})", name_,
                        *size, size_of(type), number_type_names[int(type)]));
}

void RawSource::begin(NumberType type, size_t count) {
    type_ = type;
    count_ = count;
    const auto size = file_.size();
    if (size && count > *size / size_of(type))
        throw runtime::InputError(fmt::format("{}: its header says {}, and the file has {} bytes in all",
                                              name_, counted(count, "number"), *size));
}

size_t RawSource::read_bytes(std::span<char> to) {
    size_t done = 0;
    while (done < to.size()) {
        const size_t got = file_.read(to.subspan(done));
        if (got == 0) break;
        done += got;
    }
    return done;
}

void RawSource::read(Values& values, size_t most) {
    values.clear();
    if (count_) most = std::min(most, *count_ - done_);
    bytes_.resize(most * size_of(type_));
    const size_t got = read_bytes(bytes_);
    if (got % size_of(type_) != 0)
        throw runtime::InputError(fmt::format("{} ends within a number: after {} there are {} more", name_,
                                              counted(done_ + got / size_of(type_), "number"),
                                              counted(got % size_of(type_), "byte")));
    append_numbers(type_, std::span(bytes_).first(got), values);
    done_ += values.size();
    if (count_ && values.size() < most)
        throw runtime::InputError(
            fmt::format("{} ends after {}; its header says {}", name_, counted(done_, "number"), *count_));
    if (count_ && done_ == *count_) {
        char more;
        if (read_bytes({&more, 1}) != 0)
            throw runtime::InputError(fmt::format("{} goes on after the {} that its header says", name_,
                                                  counted(*count_, "number")));
    }
}

std::unique_ptr<NumberSource> open_raw(const std::string& path, NumberType type) {
    return std::make_unique<RawSource>(path, type);
}

}  // namespace limbsmith::cli
