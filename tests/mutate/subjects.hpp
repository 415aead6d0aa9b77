// Headers to change: short ones, so that every part of them is often met.
#pragma once

#include <vector>

#include "catalogue/catalogue.hpp"
#include "spec/reduction.hpp"
#include "spec/spec.hpp"

namespace limbsmith::test {

inline Spec subject(Spec spec, const std::string& ops, const std::string& name) {
    spec.ops = catalogue::parse_operations(ops, spec);
    spec.name = name;
    spec.proofs = Proofs::required;
    return spec;
}

inline Spec subject(const std::string& modulus, Reduction reduction, const std::string& name) {
    Spec spec = Spec::modulo(parse_modulus(modulus), reduction);
    spec.expression = modulus;
    return subject(std::move(spec), "all", name);
}

// Whole numbers, residues of each reduction, a modulus given at run time; with and without spare bits.
inline std::vector<Spec> mutation_subjects() {
    Spec runtime = Spec::modulo(Modulus::at_run_time(Width{62}), Reduction::montgomery);
    runtime.expression = "runtime";
    return {subject(Spec::of(Width{40}), "all", "u40"),
            subject(Spec::of(Width{32}), "all", "a::b"),
            subject("2^62-57", Reduction::montgomery, "m62"),
            subject("2^63-25", Reduction::special, "f63"),
            subject("2^64-2^32+1", Reduction::special, "s64"),
            subject("1000", Reduction::barrett, "b10"),
            subject(runtime, "all", "rt")};
}

}  // namespace limbsmith::test
