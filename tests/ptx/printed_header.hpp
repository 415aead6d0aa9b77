// Headers with the functions that they were printed from.
#pragma once

#include <string>
#include <vector>

#include "emit/field_header.hpp"
#include "emit/header.hpp"
#include "plan/header_functions.hpp"
#include "ptx/exactness.hpp"

namespace limbsmith::test {

struct PrintedHeader {
    std::vector<plan::Function> functions;
    std::vector<ptx::Surface> surfaces;
    std::string text;

    explicit PrintedHeader(const Spec& spec)
        : functions(plan::header_functions(spec)),
          surfaces(ptx::surfaces(spec)),
          text(emit::header(spec, functions)) {}
    explicit PrintedHeader(const FieldSpec& spec)
        : functions(plan::header_functions(spec)),
          surfaces(ptx::surfaces(spec)),
          text(emit::field_header(spec, functions)) {}

    void require_same(const std::string& other_text) const {
        ptx::require_same(other_text, functions, surfaces);
    }
    void require_same() const { require_same(text); }
};

// For a width: the operations of a list.
inline PrintedHeader printed_header(int bits, const std::string& ops = "all", MulChoice mul = {},
                                    Style style = Style::inlined) {
    Spec spec{.width = Width{bits}, .ops = parse_operations(ops, style), .mul = mul, .style = style};
    spec.name = "n";
    if (style == Style::macro) spec.prefix = "n_";
    return PrintedHeader(spec);
}

inline PrintedHeader printed_header(const Modulus& modulus, Reduction reduction,
                                    const std::string& ops = "all", MulChoice mul = {}) {
    const std::string expression = modulus.is_known() ? "0x" + modulus.n().get_str(16) : "runtime";
    FieldSpec spec{modulus, expression, parse_field_operations(ops, modulus, reduction),
                   mul,     "field",    reduction};
    return PrintedHeader(spec);
}

}  // namespace limbsmith::test
