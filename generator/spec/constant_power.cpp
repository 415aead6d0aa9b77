#include "spec/constant_power.hpp"

#include <fmt/format.h>

#include <cctype>

#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"
#include "spec/spec.hpp"

namespace limbsmith {

ConstantPower parse_power(std::string_view text) {
    const std::string option = fmt::format("--power '{}'", text);
    const size_t sign = text.find('=');
    if (sign == text.npos)
        throw usage_error(option + ": a name and an exponent are wanted, such as --power e=65537");
    const std::string_view name = text.substr(0, sign);
    // of the function pow_NAME: any identifier may end in a keyword or begin its end with a digit
    if (!is_name_part(name)) {
        throw usage_error(
            fmt::format("{}: there is no function 'pow_{}'; take letters, digits and single '_' for the name",
                        option, name));
    }
    if (name == "secret" || name == "number" || name == "secret_number" || name.ends_with("_of_residues"))
        throw usage_error(fmt::format("{}: pow_{} is another function; take another name", option, name));
    ConstantPower power{std::string(name), std::string(text.substr(sign + 1)), {}};
    power.exponent = parse_modulus_expression(power.expression, option);
    if (power.exponent < 2) throw usage_error(option + ": the exponent must be 2 or more");
    if (mpz_sizeinbase(power.exponent.get_mpz_t(), 2) > max_bits)
        throw unsupported(fmt::format("{}: the longest exponent has {} bits", option, max_bits));
    std::erase_if(power.expression, [](unsigned char c) { return std::isspace(c) != 0; });
    return power;
}

}  // namespace limbsmith
