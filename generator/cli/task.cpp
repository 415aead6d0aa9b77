#include "cli/task.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/field_worker.hpp"
#include "emit/field_header.hpp"
#include "emit/header.hpp"
#include "eval/loop.hpp"
#include "plan/field_plan.hpp"
#include "plan/plan.hpp"
#include "spec/error.hpp"
#include "spec/field_spec.hpp"

namespace limbsmith::cli {
namespace {

// On the CPU a straight line is interpreted; a loop interprets what it calls.
Worker width_worker(Width width, Op op, MulChoice mul, const ir::Program& meaning) {
    if (!info_of(op).is_loop()) {
        const auto program = std::make_shared<ir::Program>(meaning);
        const auto interpreter = std::make_shared<eval::Interpreter>(*program);
        return
            [program, interpreter](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
                interpreter->run(operands, first, last, result, count);
            };
    }
    std::vector<ir::Program> functions;
    for (Op needed : closure({op})) {
        for (ir::Program& program : plan::functions(needed, width, mul))
            functions.push_back(std::move(program));
    }
    const auto loop = std::make_shared<eval::Loop>(meaning, std::move(functions));
    return [loop](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
        loop->run(operands, first, last, result, count);
    };
}

Task width_task(Width width, Op op, MulChoice mul) {
    const ir::Program program = plan::meaning(op, width, mul);
    const auto gpu = [=] {
        const Spec spec{width, {op}, mul, Style::inlined, default_name(width), Proofs::skipped};
        const std::string name = spec.name + ".cuh";
        return GpuCode{name, emit::header(spec), emit::batch_kernels(spec, name), emit::kernel_name(program)};
    };
    const auto make_worker = [=] { return width_worker(width, op, mul, program); };
    const int operand_bits = info_of(op).is_signed() ? width.container_bits() : width.bits;
    return {std::string(name(op)), width, operand_bits, program, gpu, make_worker};
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
    const Width width = spec.modulus.width();
    return {std::string(name(op)), width, width.bits, *meaning, gpu, make_worker};
}

}  // namespace

Task parse_task(const SpecOptions& options, const std::string& operation) {
    if (!options.has_modulus()) {
        return width_task(options.width(), parse_operation(operation), options.algorithm());
    }
    const Modulus modulus = options.parsed_modulus();
    const Reduction reduction = options.parsed_reduction(modulus, operation);
    const FieldOp op = parse_field_operation(operation);
    std::vector<FieldOp> ops = parse_field_operations(operation + ",to_elem,to_plain", modulus, reduction);
    return field_task({modulus,
                       options.modulus,
                       ops,
                       options.algorithm(),
                       "field",
                       reduction,
                       true,
                       options.parsed_inverse(modulus),
                       {},
                       Proofs::skipped},
                      op);
}

}  // namespace limbsmith::cli
