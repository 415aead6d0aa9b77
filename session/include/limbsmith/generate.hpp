// Headers as `limbsmith generate` prints them, for programs that compile them at run time. C++17.
//
//     limbsmith::HeaderRequest of;
//     of.modulus = "2^255-19", of.ops = "mul,sqr", of.name = "fe25519";
//     const std::string text = limbsmith::generate(of);
//
// Promises: the text is that of the command with the same options, so each function is proved, and all of the text was read back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)

namespace limbsmith {

// The options of the command: --bits or --modulus, or --radix and --digits; the others may be left as they are.
struct HeaderRequest {
    std::string bits, modulus, radix, digits, digit_bound;
    std::string ops = "all", style = "inline", map = "auto", mul = "auto", reduction = "auto",
                inverse = "auto";
    std::optional<std::string> name, expr;
    std::vector<std::string> powers;  // NAME=EXPONENT
    // Put <limbsmith/layout.hpp> before it, whose views read and write the numbers of arrays in kernels.
    bool has_views = false;
};

// Takes the time of the proofs, unless they are kept. Errors: runtime::InputError for options that do not fit, Unsupported,
// runtime::WrongResult for a function that is not proved.
std::string generate(const HeaderRequest& of);

}  // namespace limbsmith

#pragma GCC visibility pop
