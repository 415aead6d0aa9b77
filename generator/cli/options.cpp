#include "cli/options.hpp"

#include <fmt/format.h>

#include "spec/error.hpp"

namespace limbsmith::cli {

void SpecOptions::add_to(CLI::App& command) {
    command.add_option("--bits", bits, fmt::format("width of the numbers, 1 to {} bits", max_bits))
        ->type_name("N");
    command.add_option("--modulus", modulus, "not supported by this version")->type_name("M");
    command.add_option("--mul", mul, "multiplication: auto, schoolbook, rows, karatsuba[:LEVELS]")
        ->type_name("ALGORITHM")
        ->capture_default_str();
}

Width SpecOptions::width() const {
    if (!modulus.empty()) {
        throw unsupported(
            "--modulus is not supported by this version; the nearest is --bits N with mod_add, mod_sub and "
            "mod_neg, "
            "which take the modulus as an operand");
    }
    if (bits.empty())
        throw usage_error("--bits is missing: say the width of the numbers, such as --bits 131");
    return parse_width(bits);
}

void FormatOptions::add_layout(CLI::App& command) {
    command
        .add_option("--layout", layout,
                    "order of the limbs in .bin files: number-major or limb-major (coalesced)")
        ->type_name("LAYOUT")
        ->capture_default_str();
}

void FormatOptions::add_radix(CLI::App& command) {
    command.add_flag("--decimal", decimal, "write text in decimal instead of 0x...");
}

runtime::Layout FormatOptions::parsed_layout() const {
    if (layout == "number-major") return runtime::Layout::number_major;
    if (layout == "limb-major") return runtime::Layout::limb_major;
    throw usage_error(fmt::format("unknown layout '{}'; did you mean '{}'?", layout,
                                  nearest(layout, {"number-major", "limb-major"})));
}

}  // namespace limbsmith::cli
