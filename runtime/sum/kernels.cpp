#include "sum/kernels.hpp"

#include <utility>

namespace limbsmith::sum {

const std::string& kernels_source() {
    static const std::pair<const char*, std::string> file[] = {
#include "sum.inc"
    };
    return file[0].second;
}

}  // namespace limbsmith::sum
