// r = a ^ b
#include "algorithm/logic.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_xor_() {
    return {.domain = Domain::whole,
            .section = Section::logic,
            .rank = 3,
            .name = "xor_",
            .summary = "bitwise exclusive or",
            .functions = [](const Spec& spec) {
                return straight(algorithm::bit_xor(spec.width), "limbwise", "limb by limb");
            }};
}

}  // namespace limbsmith::catalogue
