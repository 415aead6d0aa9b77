// NumPy's files: a header in Python's syntax, then raw numbers.
#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "cli/sum/raw_source.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::cli {
namespace {

struct Descriptor {
    std::string_view text;
    NumberType type;
};
constexpr Descriptor descriptors[] = {{"<f8", NumberType::real64},
                                      {"<f4", NumberType::real32},
                                      {"<f2", NumberType::real16},
                                      {"<i4", NumberType::int32},
                                      {"<i8", NumberType::int64}};

class NpySource : public RawSource {
  public:
    NpySource(const std::string& path, const std::string& type) : RawSource(path) {
        const std::string header = read_header();
        const std::string_view descr = value_of(header, "descr");
        const NumberType found = type_of(descr);
        if (!type.empty() && type != number_type_names[int(found)])
            refuse(
                fmt::format("it holds numbers of the type {}, not {}", number_type_names[int(found)], type));
        const auto [count, dimensions] = shape(value_of(header, "shape"));
        if (value_of(header, "fortran_order").starts_with("True") && dimensions > 1)
            refuse("it is in Fortran order; save it by numpy.ascontiguousarray");
        begin(found, count);
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const { throw runtime::InputError(name() + ": " + why); }

    std::string read_header() {
        char start[8];
        if (read_bytes(start) != sizeof start || std::string_view(start, 6) != "\x93NUMPY")
            refuse("it is no .npy file: it does not begin with \\x93NUMPY");
        const int version = start[6];
        if (version < 1 || version > 3) refuse(fmt::format("version {} of .npy is unknown", version));
        const size_t bytes = version == 1 ? 2 : 4;
        unsigned char length[4]{};
        if (read_bytes({reinterpret_cast<char*>(length), bytes}) != bytes)
            refuse("it ends within its header");
        const size_t size = length[0] | length[1] << 8 | length[2] << 16 | size_t(length[3]) << 24;
        if (size > 1 << 20) refuse("its header is longer than 1 MiB");
        std::string header(size, '\0');
        if (read_bytes(header) != size) refuse("it ends within its header");
        return header;
    }

    // Returns the text behind 'key': in the header.
    std::string_view value_of(std::string_view header, std::string_view key) const {
        const size_t place = header.find(fmt::format("'{}'", key));
        const size_t colon = header.find(':', place);
        if (place == std::string_view::npos || colon == std::string_view::npos)
            refuse(fmt::format("its header has no '{}'", key));
        header.remove_prefix(colon + 1);
        header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
        return header;
    }

    NumberType type_of(std::string_view descr) const {
        if (!descr.starts_with('\'')) refuse("its elements are records, not numbers");
        descr = descr.substr(1, descr.find('\'', 1) - 1);
        for (const Descriptor& known : descriptors)
            if (descr == known.text) return known.type;
        if (descr.starts_with('>'))
            refuse(fmt::format("its numbers ('{}') are big-endian; save it by .astype('<{}')", descr,
                               descr.substr(1)));
        refuse(fmt::format("numbers of the type '{}' are not read (<f8, <f4, <f2, <i4, <i8 are)", descr));
    }

    struct Shape {
        size_t count = 1;
        int dimensions = 0;
    };
    Shape shape(std::string_view text) const {
        const size_t end = text.find(')');
        if (!text.starts_with('(') || end == std::string_view::npos) refuse("its shape is no tuple");
        text = text.substr(1, end - 1);
        Shape made;
        while (!text.empty()) {
            size_t size = 0;
            const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), size);
            if (error != std::errc()) refuse("its shape is no tuple of sizes");
            if (size != 0 && made.count > std::numeric_limits<size_t>::max() / 8 / size)
                refuse("its shape is too large");
            made.count *= size;
            ++made.dimensions;
            text.remove_prefix(static_cast<size_t>(stopped - text.data()));
            text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
        }
        return made;
    }
};

}  // namespace

std::unique_ptr<NumberSource> open_npy(const std::string& path, const std::string& type) {
    return std::make_unique<NpySource>(path, type);
}

}  // namespace limbsmith::cli
