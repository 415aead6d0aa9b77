// resize, truncate and remainder of session.hpp.
#include <fmt/format.h>

#include <algorithm>

#include "session/conversion.hpp"
#include "session/function.hpp"

namespace limbsmith {

using detail::translated;

namespace {

// The bits of two's complement numbers.
int signed_bits(const Array& it) {
    return it.type() == "num" ? (it.state().of->width.bits + limb_bits - 1) / limb_bits * limb_bits
                              : limb_bits * it.words();
}

// to = from as two's complement. For `from` of b bits and its sign bit s = 2^(b-1): (from xor s) - s.
void resize_signed(const Array& to, const Array& from, stream* on) {
    detail::require_whole("resize", "results", to);
    detail::require_whole("resize", "operands", from);
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
        detail::require_whole("truncate", "results", to);
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
        detail::require_residues("remainder", "results", to);
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
            detail::require_residues("remainders", "results", it);
        });
    }
    for (const Array& it : to) remainder(it, from, on);
}

}  // namespace limbsmith
