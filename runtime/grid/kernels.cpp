#include "grid/kernels.hpp"

#include <utility>

namespace limbsmith::grid {

const std::string& kernels_source() {
    static const std::pair<const char*, std::string> file[] = {
#include "grid.inc"
    };
    return file[0].second;
}

}  // namespace limbsmith::grid
