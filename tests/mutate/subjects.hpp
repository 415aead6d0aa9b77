// Texts to change: short ones, so that every part of them is often met.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/device_kernels.hpp"
#include "emit/device_source.hpp"
#include "emit/header.hpp"
#include "read/device_source.hpp"
#include "read/header.hpp"
#include "spec/mapping.hpp"
#include "spec/reduction.hpp"

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

// Whole numbers, macros, residues of each reduction, a modulus given at run time; with and without spare bits.
inline std::vector<Spec> specs_of_subjects() {
    Spec runtime = Spec::modulo(Modulus::at_run_time(Width{62}), Reduction::montgomery);
    runtime.expression = "runtime";
    Spec macros = Spec::of(Width{40});
    macros.style = Style::macro;
    macros.prefix = "n_";
    return {subject(Spec::of(Width{40}), "all", "u40"),
            subject(macros, "add,sub,mul,shl,cswap,smul,select", "n"),
            subject(Spec::of(Width{32}), "all", "a::b"),
            subject("2^62-57", Reduction::montgomery, "m62"),
            subject("2^63-25", Reduction::special, "f63"),
            subject("2^64-2^32+1", Reduction::special, "s64"),
            subject("1000", Reduction::barrett, "b10"),
            subject(runtime, "all", "rt")};
}

// Over lanes of a warp, with few and many lanes, of a block with tiles, and on tensor cores.
inline std::vector<Spec> specs_over_lanes() {
    const auto width = [](int bits, const char* map) { return Width{bits, parse_mapping(map)}; };
    Spec runtime = Spec::modulo(Modulus::at_run_time(width(130, "tpi:2")), Reduction::montgomery);
    runtime.expression = "runtime";
    Spec known =
        Spec::modulo(Modulus((mpz_class(1) << 255) - 19, parse_mapping("tpi:4")), Reduction::montgomery);
    known.expression = "2^255-19";
    return {subject(Spec::of(width(100, "tpi:2")), "add,mul,divrem", "w2"),
            subject(Spec::of(width(2000, "tpi:32")), "add,mul_lo,shl", "w32"),
            subject(runtime, "mul,pow,eq", "lr"),
            subject(known, "mul,inv", "lk"),
            subject(Spec::of(width(2000, "block:64")), "add,mul_lo", "blk"),
            subject(Spec::of(width(1000, "tensor")), "mul,mul_lo", "mma")};
}

// How a text is printed, and read: throws Difference or Unreadable if it is not as proved.
struct Subject {
    std::string name;
    std::function<std::string()> print;
    std::function<void(const std::string&)> read;
};

inline Subject of_header(const Spec& spec) {
    const auto proved = std::make_shared<const read::Proved>(read::proved(spec));
    return {spec.name, [=] { return emit::header(spec, proved->functions); },
            [=](const std::string& text) { read::read_header(text, *proved); }};
}

// A set of kernels on numbers of any length is too long: every sixth one stands for it.
inline Subject of_kernels(catalogue::DeviceKernels kernels) {
    std::vector<ir::Routine> some;
    for (size_t i = 0; i < kernels.kernels.size(); i += 6) some.push_back(kernels.kernels[i]);
    kernels.kernels = std::move(some);
    const auto all = std::make_shared<const catalogue::DeviceKernels>(std::move(kernels));
    return {all->name, [=] { return emit::device_source(*all, true); },
            [=](const std::string& text) { read::read_device_source(text, *all, Proofs::required); }};
}

}  // namespace limbsmith::test
