#include "spec/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <climits>

#include "spec/error.hpp"
#include "spec/namespaces.hpp"
#include "spec/reserved_names.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith {
namespace {

std::string_view text(MulAlgorithm mul) {
    switch (mul) {
        case MulAlgorithm::schoolbook: return "schoolbook";
        case MulAlgorithm::rows: return "rows";
        case MulAlgorithm::karatsuba: return "karatsuba";
        case MulAlgorithm::transform: return "transform";
        case MulAlgorithm::automatic: break;
    }
    return "auto";
}

// The number of levels in `count`, which is ":LEVELS" or empty for 1.
int levels_in(std::string_view mul, std::string_view count) {
    if (count.empty()) return 1;
    count.remove_prefix(1);
    int levels = 0;
    const auto [end, status] = std::from_chars(count.data(), count.data() + count.size(), levels);
    const bool whole = !count.empty() && end == count.data() + count.size();
    if (whole && status == std::errc::result_out_of_range && count[0] != '-') return INT_MAX;
    if (!whole || status != std::errc{} || levels < 1) {
        throw usage_error(fmt::format(
            "multiplication '{}' does not say a positive number of levels, such as karatsuba:1", mul));
    }
    return levels;
}

}  // namespace

Spec Spec::of(Width width) {
    Spec spec;
    spec.width = width;
    return spec;
}

Spec Spec::modulo(const Modulus& modulus, Reduction reduction) {
    Spec spec = of(modulus.width());
    spec.modulus = modulus;
    spec.reduction = reduction;
    return spec;
}

Spec Spec::in_digits(const SignedDigits& digits, Mapping mapping) {
    Spec spec = of(Width{limb_bits * digits.count, mapping});
    spec.digits = digits;
    return spec;
}

Width parse_width(std::string_view text, int most) {
    if (const size_t sign = text.find('x');
        sign != text.npos && sign > 0 && sign + 1 < text.size() && text[0] != '0') {
        const int wider = std::max(parse_width(text.substr(0, sign), most).bits,
                                   parse_width(text.substr(sign + 1), most).bits);
        throw unsupported(fmt::format(
            "operands of two widths, {}, are not supported; the nearest is --bits {}", text, wider));
    }
    long bits = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), bits);
    const bool whole = end == text.data() + text.size();
    if (whole && (bits > most || status == std::errc::result_out_of_range) && text[0] != '-') {
        throw unsupported(fmt::format("width {} is not supported; the widest is {} bits", text, most));
    }
    if (!whole || status != std::errc{}) throw usage_error(fmt::format("width '{}' is not a number", text));
    if (bits < 1)
        throw usage_error(fmt::format("width {} is not positive; widths go from 1 to {}", bits, most));
    return {static_cast<int>(bits)};
}

int most_levels(Width width) { return std::bit_width(static_cast<unsigned>(width.limbs())) - 1; }

std::string to_string(MulChoice mul) {
    const std::string_view name = text(mul.algorithm);
    return mul.algorithm == MulAlgorithm::karatsuba ? fmt::format("{}:{}", name, mul.levels)
                                                    : std::string(name);
}

MulChoice parse_mul(std::string_view text, Width width) {
    if (text == "auto") return MulAlgorithm::automatic;
    if (text == "schoolbook") return MulAlgorithm::schoolbook;
    if (text == "rows") return MulAlgorithm::rows;
    if (text == "transform") return MulAlgorithm::transform;
    const std::string_view name = text.substr(0, text.find(':'));
    if (name != "karatsuba") {
        throw usage_error(fmt::format(
            "unknown multiplication '{}'{} (auto, schoolbook, rows, karatsuba[:LEVELS], transform)", text,
            suggestion(name, {"auto", "schoolbook", "rows", "karatsuba", "transform"})));
    }
    const MulChoice mul = {MulAlgorithm::karatsuba, levels_in(text, text.substr(name.size()))};
    const int most = most_levels(width);
    if (mul.levels > most) {
        throw unsupported(fmt::format(
            "--mul {} is not supported at {}, {}; the nearest is --mul {}", text, counted(width.bits, "bit"),
            counted(width.limbs(), "limb"),
            to_string(most > 0 ? MulChoice(MulAlgorithm::karatsuba, most) : MulChoice(MulAlgorithm::rows))));
    }
    return mul;
}

Style parse_style(std::string_view text) {
    if (text == "inline") return Style::inlined;
    if (text == "macro") return Style::macro;
    throw usage_error(
        fmt::format("unknown style '{}'{} (inline, macro)", text, suggestion(text, {"inline", "macro"})));
}

std::string default_name(const Spec& spec) {
    if (spec.has_digits()) return fmt::format("r{}d{}", spec.digits->radix, spec.digits->count);
    if (!spec.is_modular()) return fmt::format("u{}", spec.width.bits);
    return spec.is_runtime() ? fmt::format("mod{}", spec.width.bits) : default_modulus_name(spec.expression);
}

bool is_name_part(std::string_view text) {
    const auto is_part = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return !text.empty() && text[0] != '_' && std::ranges::all_of(text, is_part) &&
           text.find("__") == text.npos;
}

std::string parse_name(std::string_view name) {
    for (const std::string& part : namespaces(name)) {
        if (!is_name_part(part) || std::isdigit(static_cast<unsigned char>(part[0]))) {
            throw usage_error(fmt::format(
                "name '{}' cannot name a namespace; take letters, digits and single '_', a letter first",
                name));
        }
        if (const std::string_view owner = owner_of(part); !owner.empty())
            throw usage_error(fmt::format("name '{}' cannot name a namespace; '{}' is a name of {} already",
                                          name, part, owner));
    }
    return std::string(name);
}

}  // namespace limbsmith
