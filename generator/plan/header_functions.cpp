#include "plan/header_functions.hpp"

#include <algorithm>
#include <string_view>

#include "plan/field_plan.hpp"
#include "plan/inverse.hpp"
#include "plan/plan.hpp"

namespace limbsmith::plan {

std::vector<Function> header_functions(const Spec& spec) {
    std::vector<Function> all;
    for (Op op : closure(spec.ops)) {
        for (ir::Program& program : functions(op, spec.width, spec.mul)) {
            const bool is_second = !all.empty() && all.back().program.name == program.name;
            std::string label = program.name + (is_second ? "+" + program.outputs[1].name : "");
            all.push_back({std::move(label), std::move(program), source(op, spec.width, spec.mul),
                           info_of(op).is_loop()});
        }
    }
    return all;
}

std::vector<Function> header_functions(const FieldSpec& spec) {
    std::vector<Function> all;
    const std::vector<FieldOp> ops = needed_operations(spec);
    for (FieldOp op : ops) {
        auto program = field_program(op, spec.modulus, spec.reduction, spec.mul);
        if (!program) continue;
        const std::string_view source = field_source(op, spec.modulus, spec.reduction, spec.mul);
        all.push_back({program->name, std::move(*program), std::string(source)});
    }
    const bool has_inverse = std::ranges::find(ops, FieldOp::inv) != ops.end();
    if (has_inverse && inverse_method(spec) == InverseChoice::divsteps) {
        for (ir::Program& program : divsteps_inverse(spec).programs) {
            all.push_back({program.name, std::move(program), std::string(divsteps_source), true});
        }
    }
    return all;
}

}  // namespace limbsmith::plan
