#include "support/field_oracle.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace limbsmith::test {
namespace {

// The data of a definition: the inputs, the first four by name (zero if there are fewer), N, the form factor
// R and the lazy limit K.
struct Given {
    const mpz_class &x, &y, &z, &w;
    const mpz_class &N, &R, &K;
    std::span<const mpz_class> all;
};

// The residue in [0, N - 1], for values of either sign.
mpz_class mod(const mpz_class& value, const mpz_class& N) {
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), value.get_mpz_t(), N.get_mpz_t());
    return result;
}

// value/divisor modulo N.
mpz_class quotient(const mpz_class& value, const mpz_class& divisor, const mpz_class& N) {
    mpz_class inverse;
    if (mpz_invert(inverse.get_mpz_t(), divisor.get_mpz_t(), N.get_mpz_t()) == 0) {
        throw std::invalid_argument("no inverse modulo " + N.get_str());
    }
    return mod(value * inverse, N);
}

using Values = std::vector<mpz_class>;

Values sum_of_products(const Given& in) {
    mpz_class sum = 0;
    for (size_t i = 0; i + 1 < in.all.size(); i += 2) sum += in.all[i] * in.all[i + 1];
    return {quotient(sum, in.R, in.N)};
}

// x^e for the elem x.
mpz_class power(const mpz_class& x, const mpz_class& e, const Given& in) {
    mpz_class result;
    const mpz_class residue = quotient(x, in.R, in.N);
    mpz_powm(result.get_mpz_t(), residue.get_mpz_t(), e.get_mpz_t(), in.N.get_mpz_t());
    return mod(result * in.R, in.N);
}

// The inverse of the elem x, 0 if there is none.
mpz_class inverse(const mpz_class& x, const Given& in) {
    mpz_class result;
    const mpz_class residue = quotient(x, in.R, in.N);
    if (mpz_invert(result.get_mpz_t(), residue.get_mpz_t(), in.N.get_mpz_t()) == 0) return 0;
    return mod(result * in.R, in.N);
}

// 0 for 0, 1 for other squares, else -1 in two's complement.
mpz_class legendre(const mpz_class& x, const Given& in) {
    const mpz_class residue = quotient(x, in.R, in.N);
    const int symbol = mpz_legendre(residue.get_mpz_t(), in.N.get_mpz_t());
    return symbol < 0 ? mpz_class(0xffffffff) : mpz_class(symbol);
}

// The members of the modulus object for N, or for 3 if N is no modulus; then whether it is one. R is the factor of N.
Values modulus_object(const Given& in) {
    const bool ok = in.N > 1 && mpz_odd_p(in.N.get_mpz_t());
    const mpz_class n = ok ? in.N : mpz_class(3);
    return {n, mod(in.R, n), mod(in.R * in.R, n), quotient(-1, n, mpz_class(1) << 32), mpz_class(ok)};
}

struct Definition {
    std::string_view function;
    size_t inputs;
    Values (*results)(const Given&);  // of all outputs
};

const Definition definitions[] = {
    {"add", 2, [](const Given& in) { return Values{mod(in.x + in.y, in.N)}; }},
    {"sub", 2, [](const Given& in) { return Values{mod(in.x - in.y, in.N)}; }},
    {"neg", 1, [](const Given& in) { return Values{mod(-in.x, in.N)}; }},
    {"cneg", 2, [](const Given& in) { return Values{mod(in.x != 0 ? mpz_class(-in.y) : in.y, in.N)}; }},
    {"dbl", 1, [](const Given& in) { return Values{mod(in.x + in.x, in.N)}; }},
    {"halve", 1, [](const Given& in) { return Values{quotient(in.x, 2, in.N)}; }},
    {"mul", 2, [](const Given& in) { return Values{quotient(in.x * in.y, in.R, in.N)}; }},
    {"sqr", 1, [](const Given& in) { return Values{quotient(in.x * in.x, in.R, in.N)}; }},
    {"mul_small", 2, [](const Given& in) { return Values{mod(in.x * in.y, in.N)}; }},
    {"mul_add2", 4, sum_of_products},
    {"mul_add3", 6, sum_of_products},
    {"mul_add4", 8, sum_of_products},
    {"mul_add6", 12, sum_of_products},
    {"mul_add8", 16, sum_of_products},
    {"add_lazy", 2, [](const Given& in) { return Values{mpz_class(in.x + in.y)}; }},
    {"sub_lazy", 2, [](const Given& in) { return Values{mpz_class(in.x - in.y + in.K / 2 * in.N)}; }},
    {"mul_lazy", 2, [](const Given& in) { return Values{quotient(in.x * in.y, in.R, in.N)}; }},
    {"sqr_lazy", 1, [](const Given& in) { return Values{quotient(in.x * in.x, in.R, in.N)}; }},
    {"normalize", 1, [](const Given& in) { return Values{mod(in.x, in.N)}; }},
    {"n0inv", 0, [](const Given& in) { return Values{quotient(-1, in.N, mpz_class(1) << 32)}; }},
    {"mul_sub2", 4, [](const Given& in) { return Values{quotient(in.x * in.y - in.z * in.w, in.R, in.N)}; }},
    {"mul_wide", 2, [](const Given& in) { return Values{mpz_class(in.x * in.y)}; }},
    {"reduce", 1, [](const Given& in) { return Values{quotient(in.x, in.R, in.N)}; }},
    {"to_elem", 1, [](const Given& in) { return Values{mod(in.x * in.R, in.N)}; }},
    {"to_plain", 1, [](const Given& in) { return Values{quotient(in.x, in.R, in.N)}; }},
    {"is_canonical", 1, [](const Given& in) { return Values{mpz_class(in.x < in.N)}; }},
    {"eq", 2, [](const Given& in) { return Values{mpz_class(in.x == in.y)}; }},
    {"is_zero", 1, [](const Given& in) { return Values{mpz_class(in.x == 0)}; }},
    {"select", 3, [](const Given& in) { return Values{in.x != 0 ? in.y : in.z}; }},
    {"cswap", 3,
     [](const Given& in) {
         return in.x != 0 ? Values{in.z, in.y} : Values{in.y, in.z};
     }},
    {"pow", 2, [](const Given& in) { return Values{power(in.x, in.y, in)}; }},
    {"pow_secret", 2, [](const Given& in) { return Values{power(in.x, in.y, in)}; }},
    {"sqr_n", 2, [](const Given& in) { return Values{power(in.x, mpz_class(1) << in.y.get_ui(), in)}; }},
    {"legendre", 1, [](const Given& in) { return Values{legendre(in.x, in)}; }},
    {"inv", 1, [](const Given& in) { return Values{inverse(in.x, in)}; }},
    {"batch_inv", 1, [](const Given& in) { return Values{inverse(in.x, in)}; }},
    {"from_bytes", 1,
     [](const Given& in) {
         return in.x < in.N ? Values{in.x, 1} : Values{0, 0};
     }},
    {"to_bytes", 1, [](const Given& in) { return Values{in.x}; }},
    {"make_modulus", 0, modulus_object},
};

}  // namespace

std::vector<mpz_class> expected_field(std::string_view function, const mpz_class& N, const mpz_class& factor,
                                      const mpz_class& K, std::span<const mpz_class> inputs) {
    const auto definition = std::ranges::find(definitions, function, &Definition::function);
    if (definition == std::end(definitions) || inputs.size() != definition->inputs) {
        throw std::invalid_argument("no definition of " + std::string(function) + " with " +
                                    std::to_string(inputs.size()) + " inputs");
    }
    const mpz_class none;
    const auto input = [&](size_t i) -> const mpz_class& { return i < inputs.size() ? inputs[i] : none; };
    return definition->results({input(0), input(1), input(2), input(3), N, factor, K, inputs});
}

}  // namespace limbsmith::test
