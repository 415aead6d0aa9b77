// NumPy's files: a header, then raw numbers.
#include <fmt/format.h>

#include <limits>

#include "cli/sum/npy_header.hpp"
#include "cli/sum/raw_source.hpp"
#include "files/numbers.hpp"
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
        std::string why;
        const std::optional<NpyHeader> header = parse_npy_header(read_header(), why);
        if (!header) refuse(why);
        const NumberType found = type_of(header->descr);
        if (!type.empty() && type != number_type_names[int(found)])
            refuse(
                fmt::format("it holds numbers of the type {}, not {}", number_type_names[int(found)], type));
        if (header->fortran_order && header->shape.size() > 1)
            refuse("it is in Fortran order; save it by numpy.ascontiguousarray");
        begin(found, count_of(header->shape));
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

    NumberType type_of(std::string_view descr) const {
        for (const Descriptor& known : descriptors)
            if (descr == known.text) return known.type;
        if (descr.starts_with('>'))
            refuse(fmt::format("its numbers ({}) are big-endian; save it by .astype({})",
                               runtime::shortened(descr),
                               runtime::shortened("<" + std::string(descr.substr(1)))));
        refuse(fmt::format("numbers of the type {} are not read (<f8, <f4, <f2, <i4, <i8 are)",
                           runtime::shortened(descr)));
    }

    size_t count_of(const std::vector<size_t>& shape) const {
        size_t count = 1;
        for (const size_t size : shape) {
            if (size != 0 && count > std::numeric_limits<size_t>::max() / 8 / size)
                refuse("its shape is too large");
            count *= size;
        }
        return count;
    }
};

}  // namespace

std::unique_ptr<NumberSource> open_npy(const std::string& path, const std::string& type) {
    return std::make_unique<NpySource>(path, type);
}

}  // namespace limbsmith::cli
