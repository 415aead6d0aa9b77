// Which kind of file it is.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

#include "cli/sum/values.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

NumberType parse_number_type(const std::string& name) {
    const auto found = std::ranges::find(number_type_names, name);
    if (found == std::end(number_type_names))
        throw usage_error(
            fmt::format("unknown --type '{}'{} ({})", name,
                        suggestion(name, {std::begin(number_type_names), std::end(number_type_names)}),
                        fmt::join(number_type_names, ", ")));
    return static_cast<NumberType>(found - std::begin(number_type_names));
}

std::string format_by_name(const std::string& extension) {
    if (extension == ".npy") return "npy";
    return extension == ".f64" || extension == ".f32" || extension == ".bin" ? "raw" : "text";
}

// The type that the name of a raw file says.
std::optional<NumberType> type_by_name(const std::string& extension) {
    if (extension == ".f64") return NumberType::real64;
    if (extension == ".f32") return NumberType::real32;
    return std::nullopt;
}

}  // namespace

std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::unique_ptr<NumberSource> open_numbers(const std::string& path, const NumberFormat& asked) {
    const std::string extension = std::filesystem::path(path).extension();
    const std::string format = asked.format == "auto" ? format_by_name(extension) : asked.format;
    if (!asked.type.empty()) parse_number_type(asked.type);
    if (format == "npy") return open_npy(path, asked.type);
    if (format == "raw") {
        const std::optional<NumberType> named = type_by_name(extension);
        const NumberType type =
            asked.type.empty() ? named.value_or(NumberType::real64) : parse_number_type(asked.type);
        if (type == NumberType::decimal)
            throw usage_error(
                fmt::format("{} is not text, so --type decimal is not for it", shown_name(path)));
        if (named && type != *named)
            throw usage_error(fmt::format("{} has numbers of the type {} by its name, not {}; call it .bin",
                                          shown_name(path), number_type_names[int(*named)],
                                          number_type_names[int(type)]));
        return open_raw(path, type);
    }
    if (format != "text")
        throw usage_error(fmt::format("unknown --format '{}'{} (auto, text, raw, npy)", format,
                                      suggestion(format, {"auto", "text", "raw", "npy"})));
    const NumberType type = asked.type.empty() ? NumberType::decimal : parse_number_type(asked.type);
    if (type != NumberType::decimal && type != NumberType::real64 && type != NumberType::real32)
        throw usage_error(
            fmt::format("{} is text: --type decimal takes numbers as they are written, double and float "
                        "round each first; for bytes "
                        "there is --format raw",
                        shown_name(path)));
    return open_text(path, type);
}

}  // namespace limbsmith::cli
