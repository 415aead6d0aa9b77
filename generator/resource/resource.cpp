#include "resource/resource.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

#include "spec/error.hpp"

namespace limbsmith {
namespace {

struct Resource {
    std::string_view name, text;
};

constexpr Resource resources[] = {
#include "resources.inc"
};

}  // namespace

std::string_view resource(std::string_view name) {
    const auto found = std::ranges::find(resources, name, &Resource::name);
    if (found == std::end(resources)) throw Error(Exit::failed, "no such file within: " + std::string(name));
    return found->text;
}

std::vector<std::string_view> resource_names(std::string_view prefix) {
    std::vector<std::string_view> names;
    for (const Resource& resource : resources) {
        if (resource.name.starts_with(prefix)) names.push_back(resource.name);
    }
    return names;
}

std::string public_header(const std::string& name) {
    std::istringstream lines{std::string(resource("limbsmith/" + name))};
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("#pragma once") && !line.starts_with("#include \"limbsmith/"))
            text += line + "\n";
    }
    return text;
}

}  // namespace limbsmith
