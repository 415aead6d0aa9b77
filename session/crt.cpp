// crt of session.hpp: numbers from their remainders, modulo fields and modulo numbers of their own.
#include <fmt/format.h>

#include <algorithm>

#include "session/conversion.hpp"
#include "session/function.hpp"

namespace limbsmith {

using detail::translated;

namespace {

// The bits that numbers of the array may have.
int bits_of(const Array& it) {
    return it.type() == "num" ? it.state().of->width.bits : limb_bits * it.words();
}

}  // namespace

// The sum of all (r·((M/N)^-1 mod N) mod N)·M/N, for the product M of all N, modulo M.
void crt(const Array& to, const std::vector<Array>& from, stream* on) {
    translated([&] {
        if (from.empty()) throw usage_error("crt: no residues");
        detail::require_whole("crt", "results", to);
        mpz_class product = 1;
        for (size_t k = 0; k < from.size(); ++k) {
            detail::require_pair("crt", to, from[k]);
            detail::require_residues("crt", "operands", from[k]);
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

// Garner: b + q·((a - b)·q^-1 mod p).
void crt(const Array& to, const Array& a, const Array& p, const Array& b, const Array& q,
         const Array& q_inverse, stream* on) {
    translated([&] {
        detail::require_whole("crt", "results", to);
        int bits = 0;
        for (const Array* it : {&a, &p, &b, &q, &q_inverse}) {
            detail::require_pair("crt", to, *it);
            detail::require_whole("crt", "operands", *it);
            if (it != &q) bits = std::max(bits, bits_of(*it));
        }
        const UInt modulo = detail::whole_numbers(p.state().of, bits),
                   whole = detail::whole_numbers(to.state().of, bits_of(to));
        const auto as = [&](const UInt& numbers, const Array& it) {
            const Array made = numbers.array(to.size());
            detail::assign(made, it, on);
            return made;
        };
        const Array factor = as(modulo, a), moduli = as(modulo, p);
        modulo.function("mod_sub").call({factor, factor, as(modulo, b), moduli}, on);
        modulo.function("mul_mod").call({factor, factor, as(modulo, q_inverse), moduli}, on);
        const Array sum = as(whole, factor);
        whole.function("mul_lo").call({sum, sum, as(whole, q)}, on);
        whole.function("add").call({sum, sum, as(whole, b)}, on);
        detail::assign(to, sum, on);
    });
}

}  // namespace limbsmith
