#include "spec/namespaces.hpp"

namespace limbsmith {

std::vector<std::string> namespaces(std::string_view name) {
    std::vector<std::string> all;
    for (size_t end; (end = name.find("::")) != name.npos; name.remove_prefix(end + 2))
        all.emplace_back(name.substr(0, end));
    all.emplace_back(name);
    return all;
}

std::string file_stem(std::string_view name) {
    std::string stem;
    for (const std::string& one : namespaces(name)) stem += (stem.empty() ? "" : "_") + one;
    return stem;
}

}  // namespace limbsmith
