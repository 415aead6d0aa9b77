#include "pool/kernels.hpp"

#include <utility>

namespace limbsmith::pool {

const std::string& kernels_source() {
    static const std::pair<const char*, std::string> file[] = {
#include "pool.inc"
    };
    return file[0].second;
}

}  // namespace limbsmith::pool
