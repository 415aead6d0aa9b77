#include "support/oracle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace limbsmith::test {
namespace {

// What a definition may use: up to three inputs, zero where there are fewer, and 2^(32·limbs).
struct Given {
    const mpz_class &x, &y, &z;
    const mpz_class& container;
    unsigned container_bits;
};

// The residue from 0 to modulus - 1, whatever the sign of the value.
mpz_class mod(const mpz_class& value, const mpz_class& modulus) {
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), value.get_mpz_t(), modulus.get_mpz_t());
    return result;
}

mpz_class shl(const Given& in) {
    if (in.y >= in.container_bits) return 0;
    return mod(in.x << in.y.get_ui(), in.container);
}

mpz_class shr(const Given& in) {
    if (in.y >= in.container_bits) return 0;
    return in.x >> in.y.get_ui();
}

struct Definition {
    std::string_view function;
    size_t inputs;
    mpz_class (*result)(const Given&);
    mpz_class (*flag)(const Given&) = nullptr;  // the second output, where there can be one
};

const Definition definitions[] = {
    {"add", 2, [](const Given& in) { return mod(in.x + in.y, in.container); },
     [](const Given& in) { return mpz_class(in.x + in.y >= in.container); }},
    {"sub", 2, [](const Given& in) { return mod(in.x - in.y, in.container); },
     [](const Given& in) { return mpz_class(in.x < in.y); }},
    {"neg", 1, [](const Given& in) { return mod(-in.x, in.container); }},
    {"eq", 2, [](const Given& in) { return mpz_class(in.x == in.y); }},
    {"lt", 2, [](const Given& in) { return mpz_class(in.x < in.y); }},
    {"is_zero", 1, [](const Given& in) { return mpz_class(in.x == 0); }},
    {"select", 3, [](const Given& in) { return in.x != 0 ? in.y : in.z; }},
    {"shl", 2, shl},
    {"shr", 2, shr},
    {"and_", 2, [](const Given& in) { return mpz_class(in.x & in.y); }},
    {"or_", 2, [](const Given& in) { return mpz_class(in.x | in.y); }},
    {"xor_", 2, [](const Given& in) { return mpz_class(in.x ^ in.y); }},
    {"not_", 1, [](const Given& in) { return mpz_class(in.container - 1 - in.x); }},
    {"mul", 2, [](const Given& in) { return mpz_class(in.x * in.y); }},
    {"sqr", 1, [](const Given& in) { return mpz_class(in.x * in.x); }},
    {"mul_lo", 2, [](const Given& in) { return mod(in.x * in.y, in.container); }},
    {"mul_hi", 2, [](const Given& in) { return mpz_class(in.x * in.y / in.container); }},
    {"mod_add", 3, [](const Given& in) { return mod(in.x + in.y, in.z); }},
    {"mod_sub", 3, [](const Given& in) { return mod(in.x - in.y, in.z); }},
    {"mod_neg", 2, [](const Given& in) { return mod(-in.x, in.y); }},
};

}  // namespace

std::vector<mpz_class> expected(std::string_view function, int bits, std::span<const mpz_class> inputs,
                                size_t outputs) {
    const auto definition = std::ranges::find(definitions, function, &Definition::function);
    if (definition == std::end(definitions) || inputs.size() != definition->inputs || outputs < 1 ||
        outputs > (definition->flag ? 2 : 1)) {
        throw std::invalid_argument("no definition of " + std::string(function) + " with " +
                                    std::to_string(inputs.size()) + " inputs and " + std::to_string(outputs) +
                                    " outputs");
    }
    const unsigned container_bits = 32 * ((static_cast<unsigned>(bits) + 31) / 32);
    const mpz_class container = mpz_class(1) << container_bits, none;
    const auto input = [&](size_t i) -> const mpz_class& { return i < inputs.size() ? inputs[i] : none; };
    const Given given{input(0), input(1), input(2), container, container_bits};
    std::vector<mpz_class> values{definition->result(given)};
    if (outputs == 2) values.push_back(definition->flag(given));
    return values;
}

}  // namespace limbsmith::test
