#include "ptx/surface.hpp"

#include <algorithm>

namespace limbsmith::ptx {
namespace {

// add and add+carry are overloads.
std::string overloaded(const std::string& label) { return label.substr(0, label.find('+')); }

// add+carry becomes add_carry, and_ becomes and, mod_add becomes add_m.
std::string macro_name(std::string label) {
    std::ranges::replace(label, '+', '_');
    if (label.ends_with('_')) label.pop_back();
    return label.starts_with("mod_") ? label.substr(4) + "_m" : label;
}

// The macros call the result r c. In global memory, COAL_IDX(i, tid) is the index of word i of thread tid.
Surface macros(const std::string& prefix, bool is_global) {
    const std::string suffix = is_global ? "_glo" : "_loc";
    return {[=](const std::string& label) { return prefix + macro_name(label) + suffix; },
            [=](const std::string& parameter, const ir::Representation& representation, size_t index) {
                const std::string array = "(" + (parameter == "r" ? "c" : parameter) + suffix + ")";
                if (is_global) return array + "[COAL_IDX(" + std::to_string(index) + ", tid)]";
                return representation.is_word() ? array : array + "[" + std::to_string(index) + "]";
            }};
}

}  // namespace

std::string in_struct(const std::string& parameter, const ir::Representation& representation, size_t index) {
    const std::string name = (representation.is_member() ? "m." : "") + parameter;
    return representation.is_word() ? name : name + ".limb[" + std::to_string(index) + "]";
}

std::vector<Surface> surfaces(const Spec& spec) {
    if (spec.style == Style::macro) return {macros(spec.prefix, false), macros(spec.prefix, true)};
    return {{overloaded, in_struct}};
}

}  // namespace limbsmith::ptx
