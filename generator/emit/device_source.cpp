#include "emit/device_source.hpp"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "emit/banner.hpp"
#include "emit/device_text.hpp"
#include "emit/function_model.hpp"
#include "emit/group.hpp"
#include "jinja/template.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

struct Banner {
    const char *name, *title, *user, *source;
};
constexpr Banner banners[] = {
    {"grid", "Kernels that compute with numbers of any length, up to 2^25 bits, in the memory of a GPU.",
     "limbsmith/grid/arithmetic.hpp has the calls that launch them.",
     "algorithm/ntt/leaves.hpp, algorithm/quadratic/leaves.hpp of limbsmith"},
    {"pool", "Kernels that compute with numbers of many lengths in one memory of a GPU.",
     "runtime/pool/gpu.hpp launches them.", "algorithm/quadratic/leaves.hpp of limbsmith"},
};

const Banner& banner(const std::string& name) {
    for (const Banner& it : banners)
        if (it.name == name) return it;
    throw std::logic_error("no banner for " + name);
}

// Numbers that kernels have as variables.
Json types(const catalogue::DeviceKernels& all) {
    Json types = Json::array();
    std::set<std::string_view> known;
    for (const ir::Routine& kernel : all.kernels) {
        for (const ir::Variable& it : kernel.variables) {
            if (it.kind != ir::Variable::Kind::number || !known.insert(it.representation.type).second)
                continue;
            const bool is_pairs = it.representation.is_pairs();
            types.push_back(
                {{"name", value_type(it)},
                 {"comment", fmt::format("{} words{}.", it.words, is_pairs ? " in pairs of registers" : "")},
                 {"member", is_pairs ? fmt::format("double pair[{}];", it.words / 2)
                                     : fmt::format("uint32_t limb[{}];", it.words)}});
        }
    }
    return types;
}

}  // namespace

std::string device_source(const catalogue::DeviceKernels& all, bool is_proved) {
    const Banner& of = banner(all.name);
    Json model = {
        {"version", LIMBSMITH_VERSION},
        {"command", fmt::format("limbsmith generate --map {}{}", of.name, is_proved ? "" : " --unproved")},
        {"title", of.title},
        {"user", of.user},
        {"proofs", proofs(is_proved)},
        {"types", types(all)},
        {"has_largest", all.has_largest},
        {"programs", Json::array()},
        {"kernels", Json::array()}};
    for (const ir::Program& program : all.programs)
        model["programs"].push_back(function_model(program, of.source, inline_surface(program)));
    for (const ir::Routine& kernel : all.kernels)
        model["kernels"].push_back({{"name", kernel.name},
                                    {"text", DeviceText(kernel, all.library, {}).kernel()},
                                    {"shared_bytes", shared_bytes(kernel, all.library)}});
    return jinja::render("device.cu.j2", model);
}

}  // namespace limbsmith::emit
