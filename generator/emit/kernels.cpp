#include "emit/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "catalogue/loops.hpp"
#include "emit/lane_operations.hpp"
#include "emit/operations.hpp"
#include "jinja/template.hpp"
#include "spec/error.hpp"
#include "spec/namespaces.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::emit {
namespace {

struct Info {
    Kernels kind;
    const char *name, *source;
};
constexpr std::array infos{Info{Kernels::batch, "batch", "kernels.cu.j2"},
                           Info{Kernels::bench, "bench", "bench.cu.j2"},
                           Info{Kernels::selftest, "selftest", "selftest.cu.j2"}};

const Info& info_of(Kernels kind) { return *std::ranges::find(infos, kind, &Info::kind); }

// The index of the operand that is a modulus, whose highest bit is set; -1 if there is none.
int modulus_operand(const Json& operation) {
    const Json& inputs = operation["inputs"];
    const auto found = std::ranges::find(inputs, "m", [](const Json& input) { return input["name"]; });
    return found == inputs.end() ? -1 : static_cast<int>(found - inputs.begin());
}

Json operations_of(const Spec& spec, const std::vector<catalogue::Function>& functions) {
    const catalogue::Loops loops = catalogue::loops(spec, functions);
    return spec.width.mapping.is_group() ? lane_operations(spec, loops, {}).operations.model
                                         : operations_model(spec, functions, loops);
}

}  // namespace

Kernels parse_kernels(const std::string& text) {
    const auto found = std::ranges::find(infos, text, &Info::name);
    if (found != infos.end()) return found->kind;
    std::vector<std::string> names;
    for (const Info& info : infos) names.push_back(info.name);
    throw usage_error(
        fmt::format("unknown kernels '{}'{} ({})", text, suggestion(text, names), fmt::join(names, ", ")));
}

std::string kernels(const Spec& spec, const std::vector<catalogue::Function>& functions,
                    const std::string& header, Kernels kind) {
    Json asked = Json::array();
    std::ranges::copy_if(operations_of(spec, functions), std::back_inserter(asked),
                         [](const Json& operation) { return operation["is_asked"].get<bool>(); });
    for (Json& operation : asked) operation["modulus_operand"] = modulus_operand(operation);
    const std::string other = header == file_stem(spec.name) + ".cuh" ? "" : " --header " + header;
    const Json model = {{"command", catalogue::command(spec) + " --kernels " + info_of(kind).name + other},
                        {"version", LIMBSMITH_VERSION},
                        {"name", spec.name},
                        {"file", file_stem(spec.name)},
                        {"header", header},
                        {"bits", spec.width.bits},
                        {"limbs", spec.width.limbs()},
                        {"operations", asked}};
    return jinja::render(info_of(kind).source, model);
}

}  // namespace limbsmith::emit
