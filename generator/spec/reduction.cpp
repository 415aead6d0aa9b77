#include "spec/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/error.hpp"
#include "spec/operation.hpp"

namespace limbsmith {

bool has_special_form(const Modulus& modulus) {
    const mpz_class c = modulus.R() % modulus.n();
    const int n = modulus.limbs();
    const mpz_class limit = mpz_class(1) << (n == 1 ? limb_bits / 2 : std::max(limb_bits, limb_bits * n / 3));
    return c < limit && modulus.bits() > limb_bits / 2;
}

std::string_view to_string(Reduction reduction) {
    return reduction == Reduction::special ? "special" : "montgomery";
}

Reduction parse_reduction(std::string_view text, const Modulus& modulus) {
    if (text == "barrett") {
        throw unsupported("--reduction barrett is not supported by this version; the nearest is montgomery");
    }
    if (text != "auto" && text != "montgomery" && text != "special") {
        throw usage_error(
            fmt::format("unknown reduction '{}'; did you mean '{}'? (auto, montgomery, special)", text,
                        nearest(text, {"auto", "montgomery", "special"})));
    }
    if (!modulus.is_odd()) {
        const std::string why = "Montgomery reduction needs an odd modulus";
        if (text == "montgomery") throw usage_error(why);
        throw unsupported(
            "the modulus must be odd: even ones are not supported by this version; the nearest is --bits "
            "with mod_add");
    }
    if (text == "special" && !has_special_form(modulus)) {
        throw usage_error(fmt::format(
            "the modulus has no special form: 2^{} mod N is not short; the nearest is --reduction montgomery",
            modulus.width().container_bits()));
    }
    if (text == "montgomery") return Reduction::montgomery;
    return has_special_form(modulus) ? Reduction::special : Reduction::montgomery;
}

}  // namespace limbsmith
