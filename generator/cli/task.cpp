#include "cli/task.hpp"

#include <fmt/format.h>

#include <memory>

#include "catalogue/computation.hpp"
#include "emit/run_kernels.hpp"
#include "engine/engine.hpp"

namespace limbsmith::cli {

Task parse_task(const SpecOptions& options, const std::string& name) {
    const Spec spec = options.spec(name, Style::inlined, "number");
    const catalogue::Operation& operation = catalogue::operation(spec, name);
    const ir::Program meaning = catalogue::meaning(operation, spec);
    const auto gpu = [=] {
        const std::string header = spec.name + ".cuh";
        return GpuCode{header, engine::header(spec), emit::run_kernels(spec, header), emit::kernel_name(name),
                       emit::kernel_block(spec.width.lanes)};
    };
    const auto make_worker = [=]() -> Worker {
        const auto computation = std::make_shared<catalogue::Computation>(spec, name);
        return [computation](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
            computation->run(operands, first, last, result, count);
        };
    };
    const std::string title = spec.is_modular() ? fmt::format("{} modulo {}", name, spec.expression)
                                                : fmt::format("{} of {} bits", name, spec.width.bits);
    return {name, title, spec.width, operation.is_signed, meaning, gpu, make_worker};
}

}  // namespace limbsmith::cli
