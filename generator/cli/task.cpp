#include "cli/task.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/field_worker.hpp"
#include "emit/field_header.hpp"
#include "emit/header.hpp"
#include "plan/field_plan.hpp"
#include "plan/plan.hpp"
#include "spec/error.hpp"
#include "spec/field_spec.hpp"

namespace limbsmith::cli {
namespace {

Task width_task(Width width, Op op, MulChoice mul) {
    const ir::Program program = plan::batch_program(op, width, mul);
    const auto gpu = [=] {
        const Spec spec{width, {op}, mul, Style::inlined, default_name(width)};
        const std::string name = spec.name + ".cuh";
        return GpuCode{name, emit::header(spec), emit::batch_kernels(spec, name), emit::kernel_name(program)};
    };
    const auto make_worker = [=]() -> Worker {
        const auto own = std::make_shared<ir::Program>(program);
        const auto interpreter = std::make_shared<eval::Interpreter>(*own);
        return [own, interpreter](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
            interpreter->run(operands, first, last, result, count);
        };
    };
    return {std::string(name(op)), width, program, gpu, make_worker};
}

Task field_task(const FieldSpec& spec, FieldOp op) {
    const auto meaning = plan::field_meaning(op, spec.modulus);
    if (!meaning) {
        throw unsupported(
            fmt::format("{} cannot be run on files; it is part of the generated header", name(op)));
    }
    const auto gpu = [=] {
        const std::string header_name = spec.name + ".cuh";
        return GpuCode{header_name, emit::field_header(spec), emit::field_batch_kernels(spec, header_name),
                       "batch_" + std::string(name(op))};
    };
    const auto make_worker = [=]() -> Worker {
        const auto worker = std::make_shared<FieldWorker>(spec, op);
        return [worker](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
            worker->run(operands, first, last, result, count);
        };
    };
    return {std::string(name(op)), spec.modulus.width(), *meaning, gpu, make_worker};
}

}  // namespace

Task parse_task(const SpecOptions& options, const std::string& operation) {
    if (!options.has_modulus()) {
        return width_task(options.width(), parse_operation(operation), options.algorithm());
    }
    const Modulus modulus = options.parsed_modulus();
    const Reduction reduction = options.parsed_reduction(modulus);
    const FieldOp op = parse_field_operation(operation);
    std::vector<FieldOp> ops = parse_field_operations(operation + ",to_elem,to_plain", modulus);
    return field_task({modulus, options.modulus, ops, options.algorithm(), "field", reduction,
                       options.parsed_inverse(modulus)},
                      op);
}

}  // namespace limbsmith::cli
