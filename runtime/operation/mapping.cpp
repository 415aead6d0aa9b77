#include "operation/mapping.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>

namespace limbsmith {

#define LIMBSMITH_TABLE(name) std::vector<const MappingForm*> name##_mappings();
#include "mappings.inc"
#undef LIMBSMITH_TABLE

namespace {

constexpr char colon = ':';

// The number after the colon, if it is a power of two within the limits of the form.
std::optional<Mapping> with_lanes(const MappingForm& form, std::string_view text) {
    unsigned lanes = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), lanes);
    const bool is_number = end == text.data() + text.size() && status == std::errc{};
    if (!is_number || !std::has_single_bit(lanes)) return std::nullopt;
    if (lanes < unsigned(form.least) || lanes > unsigned(form.most)) return std::nullopt;
    return Mapping(form, static_cast<int>(lanes));
}

std::string text_of(const MappingForm& form, int lanes) {
    return std::string(form.name) + colon + std::to_string(lanes);
}

}  // namespace

const std::vector<const MappingForm*>& Mapping::forms() {
    static const std::vector<const MappingForm*> all = [] {
        std::vector<const MappingForm*> made;
#define LIMBSMITH_TABLE(name) std::ranges::copy(name##_mappings(), std::back_inserter(made));
#include "mappings.inc"
#undef LIMBSMITH_TABLE
        return made;
    }();
    return all;
}

std::optional<Mapping> Mapping::parse(std::string_view text) {
    const size_t end = std::min(text.find(colon), text.size());
    const auto named = std::ranges::find(forms(), text.substr(0, end), &MappingForm::name);
    if (named == forms().end()) return std::nullopt;
    const MappingForm& form = **named;
    if (end < text.size()) return with_lanes(form, text.substr(end + 1));
    if (!form.lanes_alone) return std::nullopt;
    return Mapping(form, *form.lanes_alone);
}

std::string to_string(const Mapping& mapping) {
    const MappingForm& form = mapping.form();
    return mapping.lanes() == form.lanes_alone ? std::string(form.name) : text_of(form, mapping.lanes());
}

std::string texts(const MappingForm& form) {
    std::string all;
    if (form.lanes_alone) all = form.name;
    if (form.lanes_alone && form.most != 0) all += ", ";
    if (form.most != 0) all += text_of(form, form.least) + " to " + text_of(form, form.most);
    return all;
}

}  // namespace limbsmith
