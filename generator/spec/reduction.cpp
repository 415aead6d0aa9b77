#include "spec/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

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
    switch (reduction) {
        case Reduction::montgomery: return "montgomery";
        case Reduction::special: return "special";
        case Reduction::barrett: break;
    }
    return "barrett";
}

Reduction parse_reduction(std::string_view text, const Modulus& modulus) {
    const std::vector<std::string> known{"auto", "montgomery", "special", "barrett"};
    if (std::ranges::find(known, text) == known.end()) {
        throw usage_error(
            fmt::format("unknown reduction '{}'; did you mean '{}'? (auto, montgomery, special, barrett)",
                        text, nearest(text, known)));
    }
    if (!modulus.is_known()) {
        if (text == "auto" || text == "montgomery") return Reduction::montgomery;
        throw unsupported(fmt::format(
            "--reduction {} needs a modulus that is known when the header is generated; the nearest "
            "for one given at run time is --reduction montgomery",
            text));
    }
    if (text == "barrett") return Reduction::barrett;
    if (text == "montgomery" && !modulus.is_odd()) {
        throw usage_error("Montgomery reduction needs an odd modulus; the nearest is --reduction barrett");
    }
    const bool special = has_special_form(modulus);
    const Reduction otherwise = modulus.is_odd() ? Reduction::montgomery : Reduction::barrett;
    if (text == "special" && !special) {
        throw usage_error(fmt::format(
            "the modulus has no special form: 2^{} mod N is not short; the nearest is --reduction {}",
            modulus.width().container_bits(), to_string(otherwise)));
    }
    if (text == "montgomery") return Reduction::montgomery;
    return special ? Reduction::special : otherwise;
}

mpz_class lazy_limit(const Modulus& modulus, Reduction reduction) {
    const mpz_class room = modulus.R() / modulus.n();
    const size_t bits = mpz_sizeinbase(room.get_mpz_t(), 2) - 1;
    return mpz_class(1) << (reduction == Reduction::montgomery ? bits / 2 : bits);
}

}  // namespace limbsmith
