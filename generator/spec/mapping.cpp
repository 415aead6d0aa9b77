#include "spec/mapping.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "choice/lanes.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith {

using choice::block_for, choice::nearest_mapping;

namespace {

// `2, 4, 8 or 16`
std::string counts_of_lanes(const MappingForm& form) {
    std::string all = fmt::format("{}", form.least);
    for (int lanes = 2 * form.least; lanes <= form.most; lanes *= 2)
        all += fmt::format("{}{}", lanes == form.most ? " or " : ", ", lanes);
    return all;
}

}  // namespace

Mapping parse_mapping(std::string_view text) {
    if (const auto parsed = Mapping::parse(text)) return *parsed;
    std::vector<std::string> names, known;
    for (const MappingForm* form : Mapping::forms()) {
        if (form->most != 0 && text.starts_with(fmt::format("{}:", form->name)))
            throw usage_error(
                fmt::format("mapping '{0}': N of {1}:N is {2}", text, form->name, counts_of_lanes(*form)));
        names.emplace_back(form->name);
        known.push_back(texts(*form));
    }
    throw usage_error(
        fmt::format("unknown mapping '{}'{} ({})", text, suggestion(text, names), fmt::join(known, ", ")));
}

Width mapped(Width width, Mapping mapping) {
    if (mapping.is_automatic()) return {width.bits, nearest_mapping(width.bits)};
    if (mapping.is_grid() || mapping.is_pool())
        throw unsupported(fmt::format(
            "--map {} is supported by {}`explain`, `verify` and by `generate` without a width; the nearest "
            "is --map {}{}",
            to_string(mapping), mapping.is_grid() ? "`run`, `check`, `random`, `bench --suite grid`, " : "",
            to_string(width.bits <= max_bits ? Mapping() : block_for(width.bits)),
            width.bits > max_block_bits ? fmt::format(", up to {} bits", max_block_bits) : ""));
    if (!mapping.is_thread() && !mapping.is_group())
        throw unsupported(fmt::format("no operation has code for --map {}; the nearest is --map {}",
                                      to_string(mapping), to_string(nearest_mapping(width.bits))));
    if (mapping == Mapping::block()) mapping = block_for(width.bits);
    const int most = mapping.lanes() * max_lane_bits;
    if (most < width.bits) {
        throw unsupported(fmt::format("--map {} holds up to {}, and the width is {}; the nearest is --map {}",
                                      to_string(mapping), counted(most, "bit"), width.bits,
                                      to_string(nearest_mapping(width.bits))));
    }
    return {width.bits, mapping};
}

// Products of matrices of 16 by 32 bytes are there from sm_80 on.
int least_capability(Mapping mapping) { return mapping.is_tensor() ? 80 : 75; }

bool has_mapping(Mapping mapping, int major, int minor) {
    return 10 * major + minor >= least_capability(mapping);
}

void require_gpu_with(const Width& width, int major, int minor) {
    const int least = least_capability(width.mapping);
    if (!width.mapping.is_tensor() || has_mapping(width.mapping, major, minor)) return;
    throw unsupported(
        fmt::format("--map {} multiplies on tensor cores of compute capability {}.{} or later, not {}.{}; "
                    "the nearest is --map {}",
                    to_string(width.mapping), least / 10, least % 10, major, minor,
                    to_string(nearest_mapping(width.bits))));
}

Modulus mapped_modulus(const mpz_class& n, Mapping mapping) {
    const size_t bits = n < 2 ? 1 : mpz_sizeinbase(n.get_mpz_t(), 2);
    if (bits > max_lanes * max_lane_bits)
        throw unsupported(fmt::format("modulus: {} bits are not supported; the widest is {} bits", bits,
                                      max_lanes * max_lane_bits));
    Modulus modulus(n, with_residues(mapped({static_cast<int>(bits)}, mapping)).mapping);
    if (modulus.width().mapping.is_group() && !modulus.is_odd())
        throw unsupported(
            fmt::format("an even modulus is not supported with --map {}; the nearest is {}",
                        to_string(modulus.width().mapping),
                        bits <= max_bits ? "--map thread" : "mul_mod or pow_mod of whole numbers, --bits"));
    return modulus;
}

Width with_residues(Width width) {
    if (width.mapping.is_tensor() && width.bits > max_tensor_power_bits)
        throw unsupported(fmt::format(
            "--map tensor multiplies modulo numbers of up to {} bits, not {}; the nearest is --map {}",
            max_tensor_power_bits, width.bits, to_string(nearest_mapping(width.bits))));
    if (!width.mapping.is_block()) return width;
    throw unsupported(
        fmt::format("arithmetic modulo a number is not supported with --map {}; the nearest is --map {}",
                    to_string(width.mapping), to_string(nearest_mapping(width.bits))));
}

}  // namespace limbsmith
