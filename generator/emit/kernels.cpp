#include "emit/kernels.hpp"

#include <algorithm>
#include <iterator>

#include "emit/lane_operations.hpp"
#include "emit/operations.hpp"
#include "jinja/template.hpp"
#include "spec/namespaces.hpp"

namespace limbsmith::emit {
namespace {

const char* template_of(Kernels kind) {
    switch (kind) {
        case Kernels::batch: return "kernels.cu.j2";
        case Kernels::bench: return "bench.cu.j2";
        case Kernels::selftest: break;
    }
    return "selftest.cu.j2";
}

// The index of the operand that is a modulus, whose highest bit is set; -1 if there is none.
int modulus_operand(const Json& operation) {
    const Json& inputs = operation["inputs"];
    const auto found = std::ranges::find(inputs, "m", [](const Json& input) { return input["name"]; });
    return found == inputs.end() ? -1 : static_cast<int>(found - inputs.begin());
}

Json operations_of(const Spec& spec, const std::vector<catalogue::Function>& functions,
                   const catalogue::Loops& loops) {
    return spec.width.mapping.is_group() ? lane_operations(spec, loops, {}).operations.model
                                         : operations_model(spec, functions, loops);
}

}  // namespace

std::string kernels(const Spec& spec, const std::vector<catalogue::Function>& functions,
                    const catalogue::Loops& loops, const std::string& header, Kernels kind) {
    Json asked = Json::array();
    std::ranges::copy_if(operations_of(spec, functions, loops), std::back_inserter(asked),
                         [](const Json& operation) { return operation["is_asked"].get<bool>(); });
    for (Json& operation : asked) operation["modulus_operand"] = modulus_operand(operation);
    const std::string other = header == file_stem(spec.name) + ".cuh" ? "" : " --header " + header;
    const Json model = {{"command", catalogue::command(spec) + " --kernels " + to_string(kind) + other},
                        {"version", LIMBSMITH_VERSION},
                        {"name", spec.name},
                        {"file", file_stem(spec.name)},
                        {"header", header},
                        {"bits", spec.width.bits},
                        {"limbs", spec.width.limbs()},
                        {"operations", asked}};
    return jinja::render(template_of(kind), model);
}

}  // namespace limbsmith::emit
