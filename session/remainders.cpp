// resize, truncate, remainder and crt of session.hpp.
#include <fmt/format.h>

#include <algorithm>

#include "session/conversion.hpp"
#include "session/function.hpp"

namespace limbsmith {

using detail::translated;

namespace {

bool is_residue(const Array& it) { return it.type() == "elem" || it.type() == "plain"; }

// The bits of two's complement numbers.
int signed_bits(const Array& it) {
    return it.type() == "num" ? (it.state().of->width.bits + limb_bits - 1) / limb_bits * limb_bits
                              : limb_bits * it.words();
}

void require_whole(const char* call, const char* which, const Array& it) {
    if (!is_residue(it)) return;
    throw runtime::InputError(fmt::format("{}: the {} are residues {}, and should be whole numbers", call,
                                          which, it.state().of->description()));
}

void require_residues(const char* call, const char* which, const Array& it) {
    if (is_residue(it)) return;
    throw runtime::InputError(
        fmt::format("{}: the {} are of type {} {}, and should be elem or plain of a field", call, which,
                    it.type(), it.state().of->description()));
}

// to = from as two's complement. For `from` of b bits and its sign bit s = 2^(b-1): (from xor s) - s.
void resize_signed(const Array& to, const Array& from, stream* on) {
    require_whole("resize", "results", to);
    require_whole("resize", "operands", from);
    const int bits = signed_bits(from), wanted = signed_bits(to);
    const mpz_class sign = mpz_class(1) << (std::min(bits, wanted) - 1);
    const UInt whole = detail::whole_numbers(from.state().of, std::max(bits, wanted));
    const Array numbers = whole.array(to.size());
    detail::assign(numbers, from, on);
    if (bits < wanted) {
        whole.function("xor_").call({numbers, numbers, detail::value(sign)}, on);
        whole.function("sub").call({numbers, numbers, detail::value(sign)}, on);
    } else if (bits > wanted) {
        // from + 2^(wanted - 1) is below 2^wanted
        const Array shifted = whole.array(to.size());
        whole.function("add").call({shifted, numbers, detail::value(sign)}, on);
        detail::require_below("resize", shifted, sign * 2, on);
    }
    detail::assign(to, numbers, on);
}

}  // namespace

void resize(const Array& to, const Array& from, extension with, stream* on) {
    translated([&] {
        detail::require_pair("resize", to, from);
        if (with == extension::sign) return resize_signed(to, from, on);
        const mpz_class limit = to.state().of->limit(to.type(), to.words());
        if (detail::bound(from.state()) > limit) detail::require_below("resize", from, limit, on);
        detail::assign(to, from, on);
    });
}

void truncate(const Array& to, const Array& from, stream* on) {
    translated([&] {
        detail::require_pair("truncate", to, from);
        require_whole("truncate", "results", to);
        detail::assign(to, from, on);
        const mpz_class limit = to.state().of->limit(to.type(), to.words());
        const mpz_class all = mpz_class(1) << limb_bits * to.words();
        if (limit == all || detail::bound(from.state()) <= limit) return;
        if (to.type() != "num")
            throw unsupported(fmt::format("truncate: no results of type {}; the nearest is num", to.type()));
        const mpz_class mask = limit - 1;
        to.state().of->function("and_", {})->call({to, to, detail::value(mask)}, on);
    });
}

void remainder(const Array& to, const Array& from, stream* on) {
    translated([&] {
        detail::require_pair("remainder", to, from);
        require_residues("remainder", "results", to);
        const auto& field = to.state().of;
        const mpz_class& n = field->modulus->n();
        const mpz_class bound = detail::bound(from.state());
        if (bound <= n) return detail::assign(to, from, on);
        const mpz_class most = bound - 1;
        const int bits =
            std::max(static_cast<int>(mpz_sizeinbase(most.get_mpz_t(), 2)), field->modulus->bits());
        const UInt whole = detail::whole_numbers(field, bits);
        const Array numbers = whole.array(from.size());
        detail::assign(numbers, from, on);
        const bool is_by_limb =
            field->modulus->bits() <= limb_bits && !field->whole(bits)->width.mapping.is_group();
        const Function divide = whole.function(is_by_limb ? "divrem1" : "divrem");
        const Array rest = divide.array_for(1, from.size());
        divide.call({numbers, rest, numbers, detail::value(n)}, on);
        detail::assign(to, rest, on);
    });
}

void remainders(const std::vector<Array>& to, const Array& from, stream* on) {
    for (const Array& it : to) {
        translated([&] {
            detail::require_pair("remainders", it, from);
            require_residues("remainders", "results", it);
        });
    }
    for (const Array& it : to) remainder(it, from, on);
}

// The sum of all (r·((M/N)^-1 mod N) mod N)·M/N, for the product M of all N, modulo M.
void crt(const Array& to, const std::vector<Array>& from, stream* on) {
    translated([&] {
        if (from.empty()) throw usage_error("crt: no residues");
        require_whole("crt", "results", to);
        mpz_class product = 1;
        for (size_t k = 0; k < from.size(); ++k) {
            detail::require_pair("crt", to, from[k]);
            require_residues("crt", "operands", from[k]);
            const mpz_class& n = from[k].state().of->modulus->n();
            for (size_t j = 0; j < k && gcd(product, n) != 1; ++j) {
                if (gcd(from[j].state().of->modulus->n(), n) != 1)
                    throw usage_error(
                        fmt::format("crt: the moduli of operands {} and {} have a divisor in common", j, k));
            }
            product *= n;
        }
        if (product > to.state().of->limit(to.type(), to.words())) {
            const mpz_class most = product - 1;
            throw usage_error(
                fmt::format("crt: numbers below the product of the moduli do not fit in the results; "
                            "the nearest are those of uint({})",
                            mpz_sizeinbase(most.get_mpz_t(), 2)));
        }
        const mpz_class sums = product * static_cast<unsigned long>(from.size()) - 1;
        const UInt whole =
            detail::whole_numbers(from[0].state().of, static_cast<int>(mpz_sizeinbase(sums.get_mpz_t(), 2)));
        const Array sum = whole.array(to.size()), term = whole.array(to.size());
        for (size_t k = 0; k < from.size(); ++k) {
            const auto& field = from[k].state().of;
            const mpz_class& n = field->modulus->n();
            const mpz_class others = product / n;
            mpz_class inverse;
            mpz_invert(inverse.get_mpz_t(), others.get_mpz_t(), n.get_mpz_t());
            const Array scaled = Field(field).array(to.size());
            detail::assign(scaled, from[k], on);
            field->function("mul", {})->call({scaled, scaled, detail::value(inverse)}, on);
            detail::assign(term, scaled, on);
            whole.function("mul_lo").call({k == 0 ? sum : term, term, detail::value(others)}, on);
            if (k > 0) whole.function("add").call({sum, sum, term}, on);
        }
        whole.function("divrem").call({term, sum, sum, detail::value(product)}, on);
        detail::assign(to, sum, on);
    });
}

}  // namespace limbsmith
