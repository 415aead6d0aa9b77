// Numbers of a file that are to be added, block by block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sum/decimal.hpp"

namespace limbsmith::cli {

// A file has its numbers as decimal text, or in a machine's type.
enum class NumberType { decimal, real64, real32, real16, brain16, int32, int64 };
inline constexpr const char* number_type_names[] = {"decimal",  "double", "float", "half",
                                                    "bfloat16", "int32",  "int64"};

// A block of numbers, in one of the three: types of up to 64 bits are doubles or 64-bit integers.
struct Values {
    std::vector<sum::Decimal> decimals{};
    std::vector<double> reals{};
    std::vector<std::int64_t> integers{};

    std::size_t size() const { return decimals.size() + reals.size() + integers.size(); }
    void clear() {
        decimals.clear();
        reals.clear();
        integers.clear();
    }
};

// A file that is read once, in bounded memory.
class NumberSource {
  public:
    virtual ~NumberSource() = default;
    // The next `most` numbers, or fewer at the end; none after it. Throws InputError that names file and place of the error.
    virtual void read(Values& values, std::size_t most) = 0;
    virtual NumberType type() const = 0;
    // The share of the file that is read; 0 where its size is unknown.
    virtual double progress() const = 0;
};

// Numbers that are in memory at once: decimals may be long.
constexpr std::size_t block_of(NumberType type) {
    return std::size_t(1) << (type == NumberType::decimal ? 14 : 18);
}

// How a file is to be read; empty: by its name.
struct NumberFormat {
    std::string format = "auto", type{};
};

// The source of a file; `-` is standard input. Throws InputError, usage_error.
std::unique_ptr<NumberSource> open_numbers(const std::string& path, const NumberFormat& format);

// The kinds of sources. requires of raw numbers: not decimal.
std::unique_ptr<NumberSource> open_text(const std::string& path, NumberType type);
std::unique_ptr<NumberSource> open_raw(const std::string& path, NumberType type);
// `type` may be empty.
std::unique_ptr<NumberSource> open_npy(const std::string& path, const std::string& type);

// `standard input` for `-`.
std::string shown_name(const std::string& path);

}  // namespace limbsmith::cli
