#include "limbsmith/place.hpp"

#include <charconv>

namespace limbsmith {

std::optional<place> parse_place(std::string_view text) {
    if (text == "auto") return place::automatic;
    if (text == "cuda") return place::device;
    if (text == "cpu") return place::host;
    constexpr std::string_view prefix = "cuda:";
    if (text.substr(0, prefix.size()) != prefix) return std::nullopt;
    text.remove_prefix(prefix.size());
    int ordinal = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ordinal);
    if (error != std::errc() || end != text.data() + text.size() || ordinal < 0) return std::nullopt;
    return place::gpu(ordinal);
}

std::string to_string(place where) {
    if (where.is_gpu()) return "cuda:" + std::to_string(where.ordinal());
    if (where == place::all) return "all";
    return where == place::automatic ? "auto" : where == place::device ? "cuda" : "cpu";
}

}  // namespace limbsmith
