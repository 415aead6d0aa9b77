#include "engine/engine.hpp"

#include <fmt/format.h>

#include "catalogue/device_kernels.hpp"
#include "emit/device_source.hpp"
#include "emit/header.hpp"
#include "engine/loop_proofs.hpp"
#include "engine/proofs.hpp"
#include "read/device_source.hpp"
#include "read/header.hpp"
#include "read/same_tokens.hpp"
#include "spec/error.hpp"

namespace limbsmith::engine {
namespace {

// Special reductions may be unproved if they were requested by name (`auto` takes only proved ones), so the advice is
// another reduction.
std::string advice_for(const Spec& spec) {
    const std::string nevertheless = "--unproved prints the header nevertheless";
    if (!spec.is_modular() || spec.reduction != Reduction::special) return nevertheless;
    const Reduction other = spec.modulus->is_odd() ? Reduction::montgomery : Reduction::barrett;
    return fmt::format("--reduction {} and --reduction auto are proved; {}", to_string(other), nevertheless);
}

}  // namespace

std::string header(const Spec& spec, const std::vector<catalogue::Function>& functions,
                   const Settings& settings) {
    if (spec.proofs == Proofs::required) {
        ProofCache proofs(settings.proofs);
        require_proofs(functions, proofs, advice_for(spec), settings.progress);
    }
    // The descriptions, and the digests of their results, are no text of emit: both rooms may have the same ones.
    const read::Proved proved = read::proved(spec, functions);
    catalogue::KnownResults known(proved.spec, proved.loops.library);
    std::string text = emit::header(proved.spec, proved.functions, proved.loops, known);
    read::require_as_proved(text, proved, &known);
    return text;
}

std::string header(const Spec& spec, const Settings& settings) {
    return header(spec, catalogue::functions(spec), settings);
}

Checked check_header(const std::string& text, const Spec& spec, const Settings& settings) {
    const read::Proved proved = read::proved(spec);
    catalogue::KnownResults known(proved.spec, proved.loops.library);
    // The comparisons come before the steps that take longer. By meaning, nothing of emit is trusted; by tokens, there is one
    // spelling of a meaning.
    Checked made{read::or_refuted([&] {
        read::require_tokens(text, emit::header(proved.spec, proved.functions, proved.loops, known));
        return read::read_header(text, proved, &known);
    })};
    ProofCache proofs(settings.proofs);
    require_proofs(proved.functions, proofs, "nothing can be said of it", settings.progress);
    for (const auto& [key, loop] : derive_loops(proved.loops, settings.proofs, settings.progress)) {
        if (!loop.derivation) made.unproved_loops.push_back(key);
    }
    return made;
}

Checked check_device_source(const std::string& text, const catalogue::DeviceKernels& all, Proofs required,
                            const Settings& settings) {
    Checked made{read::or_refuted([&] {
        read::require_tokens(text, emit::device_source(all, required == Proofs::required));
        return read::read_device_source(text, all, required);
    })};
    ProofCache proofs(settings.proofs);
    require_proofs(catalogue::functions(all), proofs, "nothing can be said of it", settings.progress);
    return made;
}

std::string device_source(const catalogue::DeviceKernels& all, Proofs required, const Settings& settings) {
    const std::vector<catalogue::Function> functions = catalogue::functions(all);
    if (required == Proofs::required) {
        ProofCache proofs(settings.proofs);
        require_proofs(functions, proofs, "--unproved prints the kernels nevertheless", settings.progress);
    }
    std::string text = emit::device_source(all, required == Proofs::required);
    read::require_as_proved(text, all, required);
    return text;
}

}  // namespace limbsmith::engine
