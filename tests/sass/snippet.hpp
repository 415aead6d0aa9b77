// Runs a few instructions alone: words in, words and predicates out.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sass/interpreter.hpp"

namespace limbsmith::test {

// The listing of a kernel (result, input) of sm_90 with these instructions, as nvdisasm prints one.
inline std::string listing(const std::vector<std::string>& instructions) {
    std::string text =
        "\t.target\tsm_90\n\t.section\t.text.snippet,\"ax\",@progbits\nsnippet:\n.text.snippet:\n";
    for (const std::string& instruction : instructions) {
        const bool is_label = instruction.ends_with(':');
        text += is_label ? instruction + "\n" : "        /*0000*/                   " + instruction + " ;\n";
    }
    return text;
}

// The values of R20, R21 and of P0 ... P6 (as bits of a third word) after the instructions, if R10, R11 ...
// hold `input` and P0 ... P6 the bits of `predicates`.
inline std::vector<uint32_t> run_snippet(const std::vector<std::string>& instructions,
                                         std::vector<uint32_t> input, uint32_t predicates = 0) {
    std::vector<std::string> all{"LDC.64 R2, c[0x0][0x218]", "LDC.64 R4, c[0x0][0x210]"};
    for (size_t i = 0; i < input.size(); ++i)
        all.push_back(fmt::format("LDG.E R{}, desc[UR4][R2.64+{:#x}]", 10 + i, 4 * i));
    all.insert(all.end(), {"CS2R R20, SRZ", fmt::format("MOV R50, {:#x}", predicates), "R2P PR, R50, 0x7f"});
    all.insert(all.end(), instructions.begin(), instructions.end());
    all.insert(all.end(), {"P2R R22, PR, RZ, 0x7f", "STG.E.64 desc[UR4][R4.64], R20",
                           "STG.E desc[UR4][R4.64+0x8], R22", "EXIT"});
    return sass::Kernel(sass::parse(listing(all)).at(0)).run(input, 3);
}

}  // namespace limbsmith::test
