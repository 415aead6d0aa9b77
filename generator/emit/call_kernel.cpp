#include "emit/call_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/loops.hpp"
#include "emit/lane_operations.hpp"
#include "emit/operations.hpp"
#include "jinja/template.hpp"
#include "spec/error.hpp"

namespace limbsmith::emit {
namespace {

struct Operation {
    Json model;
    Meaning meaning;
};

Operation operation(const Spec& spec, const std::vector<catalogue::Function>& functions,
                    const catalogue::Loops& loops, const std::string& name) {
    auto [all, meanings] = spec.width.mapping.is_thread() ? operations(spec, functions, loops)
                                                          : lane_operations(spec, loops, {}).operations;
    const auto found = std::ranges::find_if(all, [&](const Json& it) { return it["name"] == name; });
    if (found == all.end() || found->value("is_runtime", false))
        throw unsupported(fmt::format(
            "{} has no form for arrays of numbers; the nearest are inv, read_bytes and write_bytes", name));
    return {*found, std::move(meanings[static_cast<size_t>(found - all.begin())])};
}

std::vector<CallParameter> parameters(const Json& model) {
    std::vector<CallParameter> made;
    for (const Json& it : model)
        made.push_back({it["name"], it.contains("part") ? it["part"] : it["type"],
                        it["is_word"].get<bool>() ? 1 : it["words"].get<int>()});
    return made;
}

void place(Json& parameters, const std::vector<CallPlace>& places) {
    for (size_t k = 0; k < places.size(); ++k) {
        parameters[k]["is_one_for_all"] = places[k] == CallPlace::one_for_all;
        parameters[k]["layout"] = places[k] == CallPlace::number_major ? "number_major" : "limb_major";
    }
}

}  // namespace

std::string call_kernel_name(const std::string& operation) { return "call_" + operation; }

CallSignature call_signature(const Spec& spec, const std::vector<catalogue::Function>& functions,
                             const std::string& operation) {
    auto [model, meaning] = emit::operation(spec, functions, catalogue::loops(spec, functions), operation);
    const Json tile = model.value("tile", Json());
    const auto says = [&](const char* name) { return tile.is_object() && tile[name].get<bool>(); };
    return {parameters(model["outputs"]), parameters(model["inputs"]), std::move(meaning), says("is_strided"),
            says("is_number_major")};
}

std::string call_kernel(const Spec& spec, const std::vector<catalogue::Function>& functions,
                        const catalogue::Loops& loops, const std::string& header, const KernelCall& call) {
    Json model = emit::operation(spec, functions, loops, call.operation).model;
    place(model["outputs"], call.outputs);
    place(model["inputs"], call.inputs);
    return jinja::render("call_kernel.cu.j2", {{"version", LIMBSMITH_VERSION},
                                               {"name", spec.name},
                                               {"header", header},
                                               {"kernel", call_kernel_name(call.operation)},
                                               {"lanes", spec.width.lanes()},
                                               {"most_shared", call.most_shared},
                                               {"is_large", call.is_large},
                                               {"operation", model}});
}

}  // namespace limbsmith::emit
