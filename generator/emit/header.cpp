#include "emit/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "algorithm/gcd.hpp"
#include "emit/digest.hpp"
#include "emit/function_model.hpp"
#include "emit/operations.hpp"
#include "emit/operators.hpp"
#include "jinja/template.hpp"
#include "plan/plan.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::emit {
namespace {

// The seed's name of an operation: add_m for mod_add; where there are two functions of the name, the second
// output tells them apart: add_carry.
std::string macro_stem(const ir::Program& program, bool is_alone) {
    std::string stem = program.name;
    if (stem.starts_with("mod_")) stem = stem.substr(4) + "_m";
    if (stem.ends_with("_") && stem.size() > 1) stem.pop_back();
    if (!is_alone && program.outputs.size() > 1) stem += "_" + program.outputs[1].name;
    return stem;
}

// Macros on plain arrays: in local memory (_loc), or limb-major in global memory (_glo).
Surface macro_surface(const std::string& prefix, const ir::Program& program, bool is_alone, bool global) {
    const std::string suffix = global ? "_glo" : "_loc";
    const auto parameter = [suffix](const std::string& name) { return (name == "r" ? "c" : name) + suffix; };
    return {
        prefix + macro_stem(program, is_alone) + suffix, parameter,
        [parameter, global](const std::string& name, const ir::Representation& representation, int index) {
            if (global) return fmt::format("({})[COAL_IDX({}, tid)]", parameter(name), index);
            if (representation.is_word()) return fmt::format("({})", parameter(name));
            return fmt::format("({})[{}]", parameter(name), index);
        },
        "limbsmith_"};
}

// The include guard of macros: the words of the command, so that only the same header is left out when it is
// included again.
std::string macro_guard(const std::string& command) {
    std::string guard;
    for (const char c : command) {
        const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (is_part)
            guard += c;
        else if (!guard.ends_with('_'))
            guard += '_';
    }
    return guard;
}

Json file_model(const Spec& spec) {
    const Width width = spec.width;
    Json model = {
        {"command", spec.command()},
        {"version", LIMBSMITH_VERSION},
        {"name", spec.name},
        {"prefix", spec.prefix},
        {"macro_guard", macro_guard(spec.command())},
        {"is_proved", spec.proofs == Proofs::required},
        {"bits", width.bits},
        {"limbs", width.limbs()},
        {"wide_limbs", width.wide_limbs()},
        {"container_bits", width.container_bits()},
        {"digits", algorithm::Gcd(width).digits()},
        {"gcd_batches", gcd_batches(width)},
        {"functions", Json::array()},
        {"parts", Json::array()},   // straight-line parts of loops
        {"loops", Json::object()},  // by name, whether the header has it
    };
    for (const OpInfo& info : operations()) {
        if (info.is_loop()) model["loops"][std::string(info.name)] = false;
    }
    return model;
}

}  // namespace

std::string header(const Spec& spec, const std::vector<plan::Function>& functions) {
    Json model = file_model(spec);
    for (Op op : closure(spec.ops)) {
        if (info_of(op).is_loop()) model["loops"][std::string(name(op))] = true;
    }
    for (const auto& [label, program, source, is_part] : functions) {
        if (spec.style == Style::inlined) {
            model[is_part ? "parts" : "functions"].push_back(
                function_model(program, source, inline_surface(program)));
            continue;
        }
        const bool is_alone = std::ranges::count_if(functions, [&](const plan::Function& other) {
                                  return other.program.name == program.name;
                              }) == 1;
        for (bool global : {false, true}) {
            Json function =
                function_model(program, source, macro_surface(spec.prefix, program, is_alone, global));
            function["global"] = global;
            model["functions"].push_back(std::move(function));
        }
    }
    if (spec.style == Style::inlined) {
        model["all_operations"] = operations_model(spec, functions);
        model["all_operators"] = operators_model(model["all_operations"], "num");
    }
    model["code"] = fmt::format("{:#x}", digest(model.dump()));
    return jinja::render(spec.style == Style::inlined ? "header.cuh.j2" : "macros.h.j2", model);
}

std::string kernel_name(const ir::Program& program) {
    return "batch_" + program.name + (program.outputs.size() > 1 ? "_" + program.outputs[1].name : "");
}

std::string batch_kernels(const Spec& spec, const std::string& header_name) {
    Json model = file_model(spec);
    model["header"] = header_name;
    for (Op op : spec.ops) {
        std::vector<ir::Program> programs{plan::meaning(op, spec.width, spec.mul)};
        if (!info_of(op).is_loop()) programs = plan::functions(op, spec.width, spec.mul);
        for (const ir::Program& program : programs) {
            Json function = signature_model(program, inline_surface(program));
            function["kernel"] = kernel_name(program);
            model["functions"].push_back(std::move(function));
        }
    }
    return jinja::render("batch_kernels.cu.j2", model);
}

}  // namespace limbsmith::emit
