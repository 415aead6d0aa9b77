#include "support/oracle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "support/divstep.hpp"

namespace limbsmith::test {
namespace {

// The data of a definition: the inputs and 2^(32·limbs).
struct Given {
    std::span<const mpz_class> in;
    const mpz_class& container;
    unsigned container_bits;
    unsigned bits;

    const mpz_class& x() const { return in[0]; }
    const mpz_class& y() const { return in[1]; }
    const mpz_class& z() const { return in[2]; }
    // The modulus of run-time operations: 0 stands for 2^(32·limbs).
    const mpz_class& modulus(size_t i) const { return in[i] == 0 ? container : in[i]; }
    // The two's complement value of the limbs.
    mpz_class as_signed(size_t i) const {
        return in[i] < container / 2 ? in[i] : mpz_class(in[i] - container);
    }
};

using Values = std::vector<mpz_class>;

// The residue in [0, modulus - 1], for values of either sign.
mpz_class mod(const mpz_class& value, const mpz_class& modulus) {
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), value.get_mpz_t(), modulus.get_mpz_t());
    return result;
}

mpz_class floor_shift(const mpz_class& value, const mpz_class& count) {
    mpz_class result;
    mpz_fdiv_q_2exp(result.get_mpz_t(), value.get_mpz_t(), count.get_ui());
    return result;
}

mpz_class shl(const Given& in) {
    if (in.y() >= in.container_bits) return 0;
    return mod(in.x() << in.y().get_ui(), in.container);
}

mpz_class shr(const Given& in) {
    return in.y() >= in.container_bits ? mpz_class(0) : floor_shift(in.x(), in.y());
}

mpz_class sshr(const Given& in) {
    const mpz_class count = in.y() < in.container_bits ? in.y() : mpz_class(in.container_bits);
    return mod(floor_shift(in.as_signed(0), count), in.container);
}

mpz_class smul(const Given& in) {
    const unsigned wide_bits = (2 * in.bits + 31) / 32 * 32;
    return mod(in.as_signed(0) * in.as_signed(1), mpz_class(1) << wide_bits);
}

// Quotient and remainder; for division by zero all ones, and the low bits of the dividend that fit.
Values divided(const mpz_class& x, const mpz_class& y, const Given& in, unsigned remainder_bits) {
    if (y == 0) return {in.container - 1, mod(x, mpz_class(1) << remainder_bits)};
    return {x / y, x % y};
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

mpz_class power(const mpz_class& x, const mpz_class& e, const mpz_class& modulus) {
    mpz_class result;
    mpz_powm(result.get_mpz_t(), x.get_mpz_t(), e.get_mpz_t(), modulus.get_mpz_t());
    return result;
}

mpz_class gcd_of(const mpz_class& x, const mpz_class& y) {
    mpz_class result;
    mpz_gcd(result.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
    return result;
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

const Definition definitions[] = {
    {"add", 2,
     [](const Given& in) {
         return Values{mod(in.x() + in.y(), in.container), mpz_class(in.x() + in.y() >= in.container)};
     }},
    {"sub", 2,
     [](const Given& in) {
         return Values{mod(in.x() - in.y(), in.container), mpz_class(in.x() < in.y())};
     }},
    {"neg", 1, [](const Given& in) { return Values{mod(-in.x(), in.container)}; }},
    {"cneg", 2, [](const Given& in) { return Values{in.x() != 0 ? mod(-in.y(), in.container) : in.y()}; }},
    {"min", 2, [](const Given& in) { return Values{std::min(in.x(), in.y())}; }},
    {"max", 2, [](const Given& in) { return Values{std::max(in.x(), in.y())}; }},
    {"cswap", 3,
     [](const Given& in) {
         return in.x() != 0 ? Values{in.z(), in.y()} : Values{in.y(), in.z()};
     }},
    {"eq", 2, [](const Given& in) { return Values{in.x() == in.y()}; }},
    {"lt", 2, [](const Given& in) { return Values{in.x() < in.y()}; }},
    {"slt", 2, [](const Given& in) { return Values{in.as_signed(0) < in.as_signed(1)}; }},
    {"bit_length", 1,
     [](const Given& in) {
         return Values{in.x() == 0 ? mpz_class(0) : mpz_class(mpz_sizeinbase(in.x().get_mpz_t(), 2))};
     }},
    {"is_zero", 1, [](const Given& in) { return Values{in.x() == 0}; }},
    {"select", 3, [](const Given& in) { return Values{in.x() != 0 ? in.y() : in.z()}; }},
    {"shl", 2, [](const Given& in) { return Values{shl(in)}; }},
    {"shr", 2, [](const Given& in) { return Values{shr(in)}; }},
    {"sshr", 2, [](const Given& in) { return Values{sshr(in)}; }},
    {"and_", 2, [](const Given& in) { return Values{in.x() & in.y()}; }},
    {"or_", 2, [](const Given& in) { return Values{in.x() | in.y()}; }},
    {"xor_", 2, [](const Given& in) { return Values{in.x() ^ in.y()}; }},
    {"not_", 1, [](const Given& in) { return Values{in.container - 1 - in.x()}; }},
    {"mul", 2, [](const Given& in) { return Values{in.x() * in.y()}; }},
    {"sqr", 1, [](const Given& in) { return Values{in.x() * in.x()}; }},
    {"mul_lo", 2, [](const Given& in) { return Values{mod(in.x() * in.y(), in.container)}; }},
    {"mul_hi", 2, [](const Given& in) { return Values{in.x() * in.y() / in.container}; }},
    {"smul", 2, [](const Given& in) { return Values{smul(in)}; }},
    {"mod_add", 3, [](const Given& in) { return Values{mod(in.x() + in.y(), in.z())}; }},
    {"mod_sub", 3, [](const Given& in) { return Values{mod(in.x() - in.y(), in.z())}; }},
    {"mod_neg", 2, [](const Given& in) { return Values{mod(-in.x(), in.y())}; }},
    {"divrem1", 2, [](const Given& in) { return divided(in.x(), in.y(), in, 32); }},
    {"divrem", 2, [](const Given& in) { return divided(in.x(), in.y(), in, in.container_bits); }},
    {"mul_mod", 3, [](const Given& in) { return Values{mod(in.x() * in.y(), in.modulus(2))}; }},
    {"pow_mod", 3, [](const Given& in) { return Values{power(in.x(), in.y(), in.modulus(2))}; }},
    {"gcd", 2, [](const Given& in) { return Values{gcd_of(in.x(), in.y())}; }},
    // the parts of divrem, mul_mod and gcd
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
    const auto definition = std::ranges::find(definitions, function, &Definition::function);
    if (definition == std::end(definitions) || inputs.size() != definition->inputs) {
        throw std::invalid_argument("no definition of " + std::string(function) + " with " +
                                    std::to_string(inputs.size()) + " inputs");
    }
    const unsigned container_bits = 32 * ((static_cast<unsigned>(bits) + 31) / 32);
    const mpz_class container = mpz_class(1) << container_bits;
    Values values = definition->results({inputs, container, container_bits, static_cast<unsigned>(bits)});
    if (outputs < 1 || outputs > values.size()) {
        throw std::invalid_argument(std::string(function) + " has not " + std::to_string(outputs) +
                                    " outputs");
    }
    values.resize(outputs);
    return values;
}

}  // namespace limbsmith::test
