// Headers together with the functions that they were printed from.
#pragma once

#include <string>
#include <vector>

#include "emit/header.hpp"
#include "ptx/exactness.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

struct PrintedHeader {
    std::vector<catalogue::Function> functions;
    std::vector<ptx::Surface> surfaces;
    std::string text;

    explicit PrintedHeader(const Spec& spec)
        : functions(catalogue::functions(spec)),
          surfaces(ptx::surfaces(spec)),
          text(emit::header(spec, functions)) {}

    void require_same(const std::string& other_text) const {
        ptx::require_same(other_text, functions, surfaces);
    }
    void require_same() const { require_same(text); }
};

// The header of a width with a list of operations.
inline PrintedHeader printed_header(int bits, const std::string& ops = "all", MulChoice mul = {},
                                    Style style = Style::inlined) {
    Spec spec = Spec::of(Width{bits});
    spec.mul = mul;
    spec.style = style;
    spec.name = "n";
    if (style == Style::macro) spec.prefix = "n_";
    spec.ops = catalogue::parse_operations(ops, spec);
    return PrintedHeader(spec);
}

inline PrintedHeader printed_header(const Modulus& modulus, Reduction reduction,
                                    const std::string& ops = "all", MulChoice mul = {}) {
    return PrintedHeader(modular_spec(modulus, reduction, ops, mul));
}

}  // namespace limbsmith::test
