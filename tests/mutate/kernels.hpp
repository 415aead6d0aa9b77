// Sources with kernels around headers: of generate --kernels, of `run`, of calls in sessions, and of straight-line functions.
#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>

#include "catalogue/batch_function.hpp"
#include "emit/call_kernel.hpp"
#include "emit/function_kernels.hpp"
#include "emit/kernels.hpp"
#include "emit/run_kernels.hpp"
#include "mutate/subjects.hpp"
#include "read/kernels.hpp"
#include "read/run_kernels.hpp"
#include "spec/namespaces.hpp"

namespace limbsmith::test {

inline Subject of_kernels(const Spec& spec, Kernels kind) {
    const auto proved = std::make_shared<const read::Proved>(read::proved(spec));
    const std::string header = spec.name == "m62" ? "other/m.cuh" : file_stem(spec.name) + ".cuh";
    return {fmt::format("{} of {}", to_string(kind), spec.name),
            [=] { return emit::kernels(spec, proved->functions, proved->loops, header, kind); },
            [=](const std::string& text) { return read::read_kernels(text, *proved, header, kind); }};
}

// `block`: 0 where the size is not given.
inline Subject of_run_kernels(const Spec& spec, uint32_t block = 0) {
    const auto functions =
        std::make_shared<const std::map<std::string, catalogue::BatchFunction>>(emit::batch_functions(spec));
    const auto size = block ? std::optional(block) : std::nullopt;
    return {"run of " + spec.name, [=] { return emit::run_kernels(spec.name, "h.cuh", *functions, size); },
            [=](const std::string& text) {
                return read::read_run_kernels(text, spec.name, "h.cuh", *functions, size);
            }};
}

inline Subject of_function_kernels(const Spec& spec) {
    const auto functions =
        std::make_shared<const std::vector<catalogue::Function>>(catalogue::functions(spec));
    return {"functions of " + spec.name,
            [=] { return emit::function_kernels(spec.name, "h.cuh", *functions); },
            [=](const std::string& text) {
                return read::read_function_kernels(text, spec.name, "h.cuh", *functions);
            }};
}

// A call with arguments that lie in all ways, one after the other.
inline Subject of_call_kernel(const Spec& spec, const std::string& operation) {
    const auto proved = std::make_shared<const read::Proved>(read::proved(spec));
    const emit::CallSignature signature = emit::call_signature(spec, proved->functions, operation);
    KernelCall call{operation, {}, {}, 232448};
    for (size_t k = 0; k < signature.outputs.size(); ++k)
        call.outputs.push_back(k % 2 ? CallPlace::number_major : CallPlace::limb_major);
    for (size_t k = 0; k < signature.inputs.size(); ++k)
        call.inputs.push_back(static_cast<CallPlace>((k + 1) % 3));
    return {fmt::format("{} of {}", operation, spec.name),
            [=] { return emit::call_kernel(spec, proved->functions, proved->loops, "h.cuh", call); },
            [=](const std::string& text) { return read::read_call_kernel(text, *proved, "h.cuh", call); }};
}

inline std::vector<Subject> subjects_of_kernels() {
    std::vector<Subject> all;
    const std::vector<Spec> subjects = specs_of_subjects(), over_lanes = specs_over_lanes();
    for (const Spec& spec : subjects) {
        if (spec.style == Style::macro) continue;
        all.push_back(of_kernels(spec, Kernels::batch));
        all.push_back(of_kernels(spec, Kernels::selftest));
        if (!spec.is_runtime()) all.push_back(of_kernels(spec, Kernels::bench));
        all.push_back(of_run_kernels(spec, spec.name == "u40" ? 256 : 0));
        all.push_back(of_function_kernels(spec));
    }
    for (const Spec& spec : over_lanes) {
        all.push_back(of_kernels(spec, Kernels::batch));
        all.push_back(of_run_kernels(spec, spec.name == "w2" ? 64 : 0));
        all.push_back(of_function_kernels(spec));
    }
    for (const char* operation : {"mul", "add_carry", "divrem", "mod_add", "eq"})
        all.push_back(of_call_kernel(subjects[0], operation));
    for (const char* operation : {"mul", "inv_exists", "inv"})
        all.push_back(of_call_kernel(subjects[3], operation));
    for (const char* operation : {"mul", "divrem"}) all.push_back(of_call_kernel(over_lanes[0], operation));
    all.push_back(of_call_kernel(over_lanes[4], "mul_lo"));
    return all;
}

// Those, headers, and kernels on numbers of any length.
inline std::vector<Subject> all_subjects() {
    std::vector<Subject> all;
    for (const Spec& spec : specs_of_subjects()) all.push_back(of_header(spec));
    for (const Spec& spec : specs_over_lanes()) all.push_back(of_header(spec));
    all.push_back(of_kernels(catalogue::grid_kernels()));
    all.push_back(of_kernels(catalogue::pool_kernels()));
    for (Subject& it : subjects_of_kernels()) all.push_back(std::move(it));
    return all;
}

}  // namespace limbsmith::test
