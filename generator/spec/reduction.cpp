#include "spec/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "spec/error.hpp"
#include "spec/solinas.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith {

namespace {

bool folds(const Modulus& modulus) {
    const mpz_class c = modulus.R() % modulus.n();
    const int n = modulus.limbs();
    const mpz_class limit = mpz_class(1) << (n == 1 ? limb_bits / 2 : std::max(limb_bits, limb_bits * n / 3));
    return c < limit && modulus.bits() > limb_bits / 2;
}

// Whether the additions of a Solinas reduction take less time than the n² + n products of Montgomery
// reduction; one product takes the time of four additions.
bool is_solinas(const Modulus& modulus) {
    const int n = modulus.limbs();
    const mpz_class most = modulus.n() - 1;
    const auto shifts = solinas_shifts(modulus, modulus.n() * modulus.n());
    // products by a word, products of lazy numbers, and full limbs need shifts as well
    const bool has_all =
        shifts && solinas_shifts(modulus, most * UINT32_MAX) &&
        solinas_shifts(modulus, (2 * most + 1) * (2 * most + 1)) &&
        solinas_shifts(modulus, power_of_two(limb_bits * modulus.width().wide_limbs()).get_num() - 1);
    return has_all && additions(*shifts, modulus) < 4 * (n * n + n);
}

}  // namespace

std::vector<SpecialForm> special_forms(const Modulus& modulus) {
    std::vector<SpecialForm> forms;
    if (!modulus.is_known()) return forms;
    if (folds(modulus)) forms.push_back(SpecialForm::fold);
    if (is_solinas(modulus)) forms.push_back(SpecialForm::solinas);
    return forms;
}

std::string_view to_string(Reduction reduction) {
    switch (reduction) {
        case Reduction::montgomery: return "montgomery";
        case Reduction::special: return "special";
        case Reduction::barrett: break;
    }
    return "barrett";
}

std::optional<Reduction> parse_reduction(std::string_view text, const Modulus& modulus) {
    const std::vector<std::string> known{"auto", "montgomery", "special", "barrett"};
    if (std::ranges::find(known, text) == known.end()) {
        throw usage_error(fmt::format("unknown reduction '{}'{} (auto, montgomery, special, barrett)", text,
                                      suggestion(text, known)));
    }
    if (text == "auto") return std::nullopt;
    if (!modulus.is_known() && text != "montgomery") {
        throw unsupported(fmt::format(
            "--reduction {} needs a modulus that is known when the header is generated; the nearest "
            "for one given at run time is --reduction montgomery",
            text));
    }
    if (text == "barrett") return Reduction::barrett;
    if (text == "montgomery" && !modulus.is_odd()) {
        throw unsupported("Montgomery reduction needs an odd modulus; the nearest is --reduction barrett");
    }
    if (text == "montgomery") return Reduction::montgomery;
    if (special_forms(modulus).empty()) {
        throw unsupported(
            fmt::format("the modulus has no special form: 2^{} mod N is not short, and N and 1/N are not "
                        "short sums of powers "
                        "of two; the nearest is --reduction {}",
                        modulus.width().container_bits(), modulus.is_odd() ? "montgomery" : "barrett"));
    }
    return Reduction::special;
}

mpz_class lazy_limit(const Modulus& modulus, Reduction reduction) {
    const mpz_class room = modulus.R() / modulus.n();
    const size_t bits = mpz_sizeinbase(room.get_mpz_t(), 2) - 1;
    return mpz_class(1) << (reduction == Reduction::montgomery ? bits / 2 : bits);
}

}  // namespace limbsmith
