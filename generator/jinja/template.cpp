#include "jinja/template.hpp"

#include <mutex>

#include "jinja/frame.hpp"
#include "resource/resource.hpp"

namespace limbsmith::jinja {
namespace {

// The statements of a template; parsed once.
const Json& compiled(const std::string& name) {
    static std::mutex mutex;
    static std::map<std::string, Json> all;
    const std::lock_guard lock(mutex);
    auto found = all.find(name);
    if (found == all.end())
        found = all.emplace(name, Json::parse(resource("templates/" + name + ".json"))).first;
    return found->second;
}

}  // namespace

const Frame& imported(const std::string& name) {
    static std::recursive_mutex mutex;
    static std::map<std::string, Frame> all;
    const std::lock_guard lock(mutex);
    const auto [found, is_new] = all.try_emplace(name);
    std::string none;
    if (is_new) print(compiled(name), found->second, none);
    return found->second;
}

std::string render(const std::string& name, const Json& model) {
    Frame frame;
    for (const auto& [key, value] : model.items()) frame.values[key] = borrowed(value);
    std::string out;
    print(compiled(name), frame, out);
    return out;
}

}  // namespace limbsmith::jinja
