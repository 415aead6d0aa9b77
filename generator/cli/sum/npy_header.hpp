// The header of NumPy's files: a literal of a Python dictionary, as numpy.lib.format says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith::cli {

struct NpyHeader {
    std::string descr;  // of the elements; empty if they are records
    bool fortran_order = false;
    std::vector<std::size_t> shape;
};

// Reads all of `text`: the keys descr, fortran_order and shape, each once, in any order, and spaces behind. Returns nothing and
// says in `why` what is wrong, if the text is no such header.
std::optional<NpyHeader> parse_npy_header(std::string_view text, std::string& why);

}  // namespace limbsmith::cli
