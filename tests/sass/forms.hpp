// The form of an instruction, without numbers: `IADD3.X R, P, R, ~R, R, P, !P`. Measurements of one
// instruction hold for all of the same form.
#pragma once

#include <regex>
#include <string>

#include "sass/function.hpp"

namespace limbsmith::test {

inline std::string form(const sass::Instruction& instruction) {
    static const std::pair<std::regex, const char*> rules[] = {
        {std::regex("\\.reuse"), ""},
        {std::regex("\\b(U?)R(\\d+|Z)\\b"), "$1R"},
        {std::regex("\\b(U?)P(\\d|T)\\b"), "$1P"},
        {std::regex("-?\\b0x[0-9a-f]+"), "n"},
        {std::regex("(, )[-0-9][-0-9.e]*( ?)"), "$1n"},
        {std::regex("\\(\\.L.*\\)"), "(place)"},
        {std::regex("\\+n"), ""},
    };
    std::string text = instruction.text;
    for (const auto& [from, to] : rules) text = std::regex_replace(text, from, to);
    return text;
}

}  // namespace limbsmith::test
