#include "layout.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::bench {

std::string_view to_string(Layout layout) {
    switch (layout) {
        case Layout::limb_major: return "limb-major";
        case Layout::number_major: return "number-major";
        case Layout::interleaved: break;
    }
    return "interleaved";
}

Layout parse_layout(std::string_view text) {
    std::vector<std::string> names;
    for (Layout layout : {Layout::limb_major, Layout::number_major, Layout::interleaved}) {
        if (text == to_string(layout)) return layout;
        names.emplace_back(to_string(layout));
    }
    throw usage_error(fmt::format("unknown layout '{}'{} ({}, {}, {})", text, suggestion(text, names),
                                  names[0], names[1], names[2]));
}

}  // namespace limbsmith::bench
