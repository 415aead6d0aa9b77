// A mapping that limbsmith lacks: the blocks of a thread-block cluster have a number together.
#include "operation/mapping.hpp"

namespace limbsmith {

std::vector<const MappingForm*> cluster_mappings() {
    static constexpr MappingForm form{"cluster", MappingForm::Group::other, {}, 2, 16};
    return {&form};
}

}  // namespace limbsmith
