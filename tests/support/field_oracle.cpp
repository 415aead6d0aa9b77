#include "support/field_oracle.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "operation/number_system.hpp"

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

// The meanings of functions that are about elements as such. Operations are in the table.
const Definition definitions[] = {
    {"add_lazy", 2, [](const Given& in) { return Values{mpz_class(in.x + in.y)}; }},
    {"sub_lazy", 2, [](const Given& in) { return Values{mpz_class(in.x - in.y + in.K / 2 * in.N)}; }},
    {"mul_lazy", 2, [](const Given& in) { return Values{quotient(in.x * in.y, in.R, in.N)}; }},
    {"sqr_lazy", 1, [](const Given& in) { return Values{quotient(in.x * in.x, in.R, in.N)}; }},
    {"normalize", 1, [](const Given& in) { return Values{mod(in.x, in.N)}; }},
    {"n0inv", 0, [](const Given& in) { return Values{quotient(-1, in.N, mpz_class(1) << 32)}; }},
    {"mul_wide", 2, [](const Given& in) { return Values{mpz_class(in.x * in.y)}; }},
    {"reduce", 1, [](const Given& in) { return Values{quotient(in.x, in.R, in.N)}; }},
    {"to_elem", 1, [](const Given& in) { return Values{mod(in.x * in.R, in.N)}; }},
    {"to_plain", 1, [](const Given& in) { return Values{quotient(in.x, in.R, in.N)}; }},
    {"is_canonical", 1, [](const Given& in) { return Values{mpz_class(in.x < in.N)}; }},
    {"from_bytes", 1,
     [](const Given& in) {
         return in.x < in.N ? Values{in.x, 1} : Values{0, 0};
     }},
    {"to_bytes", 1, [](const Given& in) { return Values{in.x}; }},
    {"make_modulus", 0, modulus_object},
};

// An operation of the table on residues, as a function on elements.
Values on_elements(const Operation& row, const mpz_class& N, const mpz_class& R,
                   std::span<const mpz_class> inputs) {
    Values values(inputs.begin(), inputs.end());
    for (size_t i = 0; i < values.size(); ++i)
        if (!row.operands[i].is_count) values[i] = quotient(values[i], R, N);
    values = row(values, Ring::residues(N));
    for (size_t i = 0; i < values.size(); ++i)
        if (!row.results[i].is_count) values[i] = mod(values[i] * R, N);
    return values;
}

}  // namespace

std::vector<mpz_class> expected_field(std::string_view function, const mpz_class& N, const mpz_class& factor,
                                      const mpz_class& K, std::span<const mpz_class> inputs) {
    const Operation* row = NumberSystem::residues().find(function);
    if (row && inputs.size() == row->operands.size()) return on_elements(*row, N, factor, inputs);
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
