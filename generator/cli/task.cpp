#include "cli/task.hpp"

#include <fmt/format.h>

#include "emit/run_kernels.hpp"
#include "engine/engine.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

runtime::Sign sign_of(Operation::Signs signs, const FormatOptions& format, const std::string& operation) {
    using Signs = Operation::Signs;
    if (!format.is_signed)
        return signs == Signs::twos_complement ? runtime::Sign::either : runtime::Sign::none;
    if (signs != Signs::none) return runtime::Sign::twos_complement;
    const bool is_product = operation == "mul" || operation == "mul_lo";
    throw usage_error(fmt::format("--signed is not for {}, whose numbers have no sign{}", operation,
                                  is_product           ? "; the nearest is smul"
                                  : operation == "lt"  ? "; the nearest is slt"
                                  : operation == "shr" ? "; the nearest is sshr"
                                                       : ""));
}

Task parse_task(const SpecOptions& options, const std::string& name, const FormatOptions& format,
                std::optional<uint32_t> block) {
    const Spec spec = options.spec(name, Style::inlined, "number");
    const catalogue::Operation& operation = catalogue::operation(spec, name);
    const ir::Program meaning = catalogue::meaning(operation, spec);
    const auto gpu = [=] {
        const std::string header = spec.name + ".cuh";
        return GpuCode{header, engine::header(spec), emit::run_kernels(spec, header, block),
                       emit::kernel_name(name), block.value_or(emit::kernel_block(spec.width.mapping))};
    };
    const std::string title = spec.is_modular() ? fmt::format("{} modulo {}", name, spec.expression)
                                                : fmt::format("{} of {} bits", name, spec.width.bits);
    const runtime::Sign sign =
        format.is_signed ? sign_of(operation.signs(), format, name) : runtime::Sign::none;
    Results own = results(meaning, spec.width, operation.has_exact_sum, sign);
    if (format.packed) own = packed(own);
    return {name,    title,          spec.width, operation.signs(),
            meaning, std::move(own), gpu,        session::HostComputation(spec, name)};
}

}  // namespace limbsmith::cli
