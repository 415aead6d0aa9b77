#include "sum/kernels.hpp"

#include <span>
#include <utility>

namespace limbsmith::sum {
namespace {

const std::pair<const char*, std::string> files[] = {
#include "sum.inc"
};

}  // namespace

const std::string& kernels_source() { return files[0].second; }

const std::vector<runtime::Header>& kernels_headers() {
    static const std::vector<runtime::Header> all = [] {
        std::vector<runtime::Header> made;
        for (const auto& [name, text] : std::span(files).subspan(1))
            made.push_back({std::string("sum/") + name, text});
        return made;
    }();
    return all;
}

}  // namespace limbsmith::sum
