#include "python/matrix_product.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <vector>

#include "limbsmith/cores.hpp"
#include "python/portions.hpp"

namespace limbsmith::python {
namespace {

std::vector<mpz_class> integers(const Matrices<const std::uint32_t>& words, bool is_signed) {
    const size_t limbs = words.shape(3), count = words.shape(0) * words.shape(1) * words.shape(2);
    std::vector<mpz_class> made(count);
    const mpz_class all = mpz_class(1) << 32 * limbs;
    on_all_cores(count, [&](index64 first, index64 last) {
        for (index64 t = first; t < last; ++t) {
            const std::uint32_t* const number = words.data() + t * limbs;
            mpz_import(made[t].get_mpz_t(), limbs, -1, sizeof *number, 0, 0, number);
            if (is_signed && number[limbs - 1] >> 31) made[t] -= all;
        }
    });
    return made;
}

}  // namespace

void multiply_matrices(const Matrices<const std::uint32_t>& a, const Matrices<const std::uint32_t>& b,
                       const std::string& modulus, bool is_signed, const Matrices<std::uint32_t>& to) {
    const size_t rows = to.shape(1), columns = to.shape(2), limbs = to.shape(3), inner = a.shape(2);
    const std::vector<mpz_class> x = integers(a, is_signed), y = integers(b, is_signed);
    const mpz_class n = modulus.empty() ? mpz_class(1) << 32 * limbs : mpz_class(modulus, 16);
    by_portions(to.shape(0) * rows * columns, [&](index64 begin, index64 count) {
        on_all_cores(count, [&](index64 first, index64 last) {
            mpz_class sum;
            for (index64 t = begin + first; t < begin + last; ++t) {
                const mpz_class* const row = x.data() + t / columns * inner;
                const mpz_class* const column =
                    y.data() + t / (rows * columns) * inner * columns + t % columns;
                sum = 0;
                for (size_t k = 0; k < inner; ++k)
                    mpz_addmul(sum.get_mpz_t(), row[k].get_mpz_t(), column[k * columns].get_mpz_t());
                mpz_fdiv_r(sum.get_mpz_t(), sum.get_mpz_t(), n.get_mpz_t());
                std::uint32_t* const number = to.data() + t * limbs;
                std::fill_n(number, limbs, 0);
                mpz_export(number, nullptr, -1, sizeof *number, 0, 0, sum.get_mpz_t());
            }
        });
    });
}

}  // namespace limbsmith::python
