#include "support/oracle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "operation/number_system.hpp"
#include "support/divstep.hpp"

namespace limbsmith::test {
namespace {

// The data of a definition: the inputs and 2^(32·limbs).
struct Given {
    std::span<const mpz_class> in;
    const mpz_class& container;
    unsigned container_bits;

    const mpz_class& x() const { return in[0]; }
    const mpz_class& y() const { return in[1]; }
    const mpz_class& z() const { return in[2]; }
};

using Values = std::vector<mpz_class>;

mpz_class floor_shift(const mpz_class& value, const mpz_class& count) {
    mpz_class result;
    mpz_fdiv_q_2exp(result.get_mpz_t(), value.get_mpz_t(), count.get_ui());
    return result;
}

// The reciprocal for divisions by a normalised d: that of its top two words, or of its only word.
mpz_class reciprocal(const mpz_class& d, const Given& in) {
    const unsigned words = in.container_bits == 32 ? 1 : 2;
    const mpz_class power = mpz_class(1) << 32 * (words + 1), top = d >> (in.container_bits - 32 * words);
    return (power - 1) / top - (mpz_class(1) << 32);
}

Values divisor(const Given& in) {
    const mpz_class b = in.x() == 0 ? mpz_class(1) : in.x();
    const mpz_class count = in.container_bits - mpz_sizeinbase(b.get_mpz_t(), 2);
    const mpz_class d = b << count.get_ui();
    return {d, count, reciprocal(d, in)};
}

Values dividend(const Given& in) {
    const mpz_class u = in.x() << mpz_class(in.y() % 32).get_ui();
    return {u >> 32, u & 0xffffffff};
}

Values quotient_limb(const Given& in) {
    const mpz_class u = (in.x() << 32) + in.y();
    return {u % in.z(), u / in.z()};
}

Values common_twos(const Given& in) {
    const mpz_class either = in.x() | in.y();
    return {either == 0 ? mpz_class(in.container_bits) : mpz_class(mpz_scan1(either.get_mpz_t(), 0))};
}

Values gcd_start(const Given& in) {
    const bool x_odd = mpz_odd_p(in.x().get_mpz_t()) != 0, y_odd = mpz_odd_p(in.y().get_mpz_t()) != 0;
    return {(x_odd ? in.x() : in.y()) | 1, x_odd && y_odd ? in.y() : mpz_class(in.x() + in.y())};
}

// The inputs are eta, and the low 30 bits of f and g times 4.
Values divsteps_matrix(const Given& in) {
    Divstep state(-in.x().get_si(), in.y() / 4, in.z() / 4);
    state.steps(30);
    return {state.u, state.v, state.q, state.r, -state.twice_delta};
}

struct Definition {
    std::string_view function;
    size_t inputs;
    Values (*results)(const Given&);  // of all possible outputs
};

// The parts of divrem, mul_mod and gcd. Operations are in the table.
const Definition definitions[] = {
    {"mul_halves", 2,
     [](const Given& in) {
         const mpz_class product = in.x() * in.y();
         return Values{product % in.container, product / in.container};
     }},
    {"divisor", 1, divisor},
    {"dividend", 2, dividend},
    {"quotient_limb", 5, quotient_limb},
    {"common_twos", 2, common_twos},
    {"gcd_start", 2, gcd_start},
    {"divsteps_matrix", 3, divsteps_matrix},
    {"divsteps_row", 4,
     [](const Given& in) { return Values{floor_shift(in.z() * in.x() + in.in[3] * in.y(), 30)}; }},
    {"gcd_finish", 1, [](const Given& in) { return Values{abs(in.x())}; }},
};

}  // namespace

std::vector<mpz_class> expected(std::string_view function, int bits, std::span<const mpz_class> inputs,
                                size_t outputs) {
    const Ring ring = Ring::of_bits(static_cast<uint64_t>(bits));
    Values values;
    if (const Operation* row = NumberSystem::whole().find(function)) {
        if (inputs.size() == row->operands.size()) values = (*row)(inputs, ring);
    } else if (const auto definition = std::ranges::find(definitions, function, &Definition::function);
               definition != std::end(definitions) && inputs.size() == definition->inputs) {
        values = definition->results({inputs, ring.modulus, static_cast<unsigned>(ring.container_bits())});
    }
    if (values.empty())
        throw std::invalid_argument("no definition of " + std::string(function) + " with " +
                                    std::to_string(inputs.size()) + " inputs");
    if (outputs < 1 || outputs > values.size()) {
        throw std::invalid_argument(std::string(function) + " has not " + std::to_string(outputs) +
                                    " outputs");
    }
    values.resize(outputs);
    return values;
}

}  // namespace limbsmith::test
