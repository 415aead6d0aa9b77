#include "emit/grid.hpp"

#include "emit/device_text.hpp"
#include "emit/function_model.hpp"
#include "emit/group.hpp"
#include "jinja/template.hpp"

namespace limbsmith::emit {
namespace {

constexpr const char* source = "algorithm/ntt/leaves.hpp of limbsmith";

}  // namespace

std::string grid(const catalogue::GridKernels& all, bool is_proved) {
    Json model = {{"version", LIMBSMITH_VERSION},
                  {"is_proved", is_proved},
                  {"programs", Json::array()},
                  {"kernels", Json::array()}};
    for (const ir::Program& program : all.programs)
        model["programs"].push_back(function_model(program, source, inline_surface(program)));
    for (const ir::Routine& kernel : all.kernels)
        model["kernels"].push_back({{"name", kernel.name},
                                    {"text", DeviceText(kernel, all.library, {}).kernel()},
                                    {"shared_bytes", shared_bytes(kernel, all.library)}});
    return jinja::render("grid.cu.j2", model);
}

}  // namespace limbsmith::emit
