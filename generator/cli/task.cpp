#include "cli/task.hpp"

#include <fmt/format.h>

#include <memory>

#include "catalogue/catalogue.hpp"
#include "cli/field_worker.hpp"
#include "emit/header.hpp"
#include "emit/run_kernels.hpp"
#include "eval/loop.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

// The worker for whole numbers. It interprets a straight-line program, and for a loop the functions that the
// loop calls.
Worker width_worker(const Spec& spec, const catalogue::Operation& operation, const ir::Program& meaning) {
    if (!operation.is_loop) {
        const auto program = std::make_shared<ir::Program>(meaning);
        const auto interpreter = std::make_shared<eval::Interpreter>(*program);
        return
            [program, interpreter](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
                interpreter->run(operands, first, last, result, count);
            };
    }
    std::vector<ir::Program> functions;
    for (catalogue::Function& function : catalogue::functions(spec))
        functions.push_back(std::move(function.program));
    const auto loop = std::make_shared<eval::Loop>(meaning, std::move(functions));
    return [loop](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
        loop->run(operands, first, last, result, count);
    };
}

Worker modular_worker(const Spec& spec, const std::string& operation) {
    const auto worker = std::make_shared<FieldWorker>(spec, operation);
    return [worker](auto operands, size_t first, size_t last, uint32_t* result, size_t count) {
        worker->run(operands, first, last, result, count);
    };
}

}  // namespace

Task parse_task(const SpecOptions& options, const std::string& name) {
    const Spec spec = options.spec(name, Style::inlined, "number");
    const catalogue::Operation& operation = catalogue::operation(spec, name);
    if (!catalogue::has_meaning(operation))
        throw unsupported(fmt::format("{} cannot be run on files; it is part of the generated header", name));
    const ir::Program meaning = catalogue::meaning(operation, spec);
    const auto gpu = [=] {
        const std::string header = spec.name + ".cuh";
        return GpuCode{header, emit::header(spec), emit::run_kernels(spec, header), emit::kernel_name(name)};
    };
    const auto make_worker = [=] {
        return spec.is_modular() ? modular_worker(spec, name)
                                 : width_worker(spec, catalogue::operation(spec, name), meaning);
    };
    const std::string title = spec.is_modular() ? fmt::format("{} modulo {}", name, spec.expression)
                                                : fmt::format("{} of {} bits", name, spec.width.bits);
    return {name, title, spec.width, operation.is_signed, meaning, gpu, make_worker};
}

}  // namespace limbsmith::cli
