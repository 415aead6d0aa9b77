#include "spec/inverse_choice.hpp"

#include <fmt/format.h>

#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith {

std::string_view to_string(InverseChoice choice) {
    switch (choice) {
        case InverseChoice::automatic: return "auto";
        case InverseChoice::divsteps: return "divsteps";
        case InverseChoice::fermat: break;
    }
    return "fermat";
}

InverseChoice parse_inverse(std::string_view text, const Modulus& modulus) {
    if (text == "auto") return InverseChoice::automatic;
    if (text == "divsteps") return InverseChoice::divsteps;
    if (text != "fermat") {
        throw usage_error(fmt::format("unknown inverse '{}'{} (auto, divsteps, fermat)", text,
                                      suggestion(text, {"auto", "divsteps", "fermat"})));
    }
    if (!modulus.is_prime() || !modulus.is_odd()) {
        throw unsupported(
            "Fermat's inverse a^(N-2) needs an odd prime modulus; the nearest is --inverse divsteps");
    }
    return InverseChoice::fermat;
}

}  // namespace limbsmith
