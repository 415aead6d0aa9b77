#include "spec/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/error.hpp"
#include "spec/operation.hpp"
#include "spec/solinas.hpp"

namespace limbsmith {
namespace {

bool folds(const Modulus& modulus) {
    const mpz_class c = modulus.R() % modulus.n();
    const int n = modulus.limbs();
    const mpz_class limit = mpz_class(1) << (n == 1 ? limb_bits / 2 : std::max(limb_bits, limb_bits * n / 3));
    return c < limit && modulus.bits() > limb_bits / 2;
}

// Whether the additions of a Solinas reduction take less time than the n² + n products of Montgomery's, in
// the time of each of which four additions can be issued.
bool is_solinas(const Modulus& modulus) {
    const int n = modulus.limbs();
    const auto plan = solinas_plan(modulus, modulus.n() * modulus.n());
    return plan && additions(*plan, modulus) < 4 * (n * n + n);
}

}  // namespace

std::vector<SpecialForm> special_forms(const Modulus& modulus) {
    std::vector<SpecialForm> forms;
    if (folds(modulus)) forms.push_back(SpecialForm::fold);
    if (is_solinas(modulus)) forms.push_back(SpecialForm::solinas);
    return forms;
}

std::string_view to_string(Reduction reduction) {
    return reduction == Reduction::special ? "special" : "montgomery";
}

std::optional<Reduction> parse_reduction(std::string_view text, const Modulus& modulus) {
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
    if (text == "special" && special_forms(modulus).empty()) {
        throw usage_error(fmt::format(
            "the modulus has no special form: 2^{} mod N is not short, and N and 1/N are not short sums "
            "of powers of two; the nearest is --reduction montgomery",
            modulus.width().container_bits()));
    }
    if (text == "auto") return std::nullopt;
    return text == "special" ? Reduction::special : Reduction::montgomery;
}

}  // namespace limbsmith
