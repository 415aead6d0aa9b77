// The mappings that limbsmith has kernels for.
#include "operation/mapping.hpp"

namespace limbsmith {

std::vector<const MappingForm*> own_mappings() {
    return {&Mapping::automatic_form, &Mapping::thread_form, &Mapping::lanes_form, &Mapping::tensor_form,
            &Mapping::block_form,     &Mapping::grid_form,   &Mapping::pool_form};
}

}  // namespace limbsmith
