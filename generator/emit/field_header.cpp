#include "emit/field_header.hpp"

#include <algorithm>

#include "emit/function_model.hpp"
#include "emit/render.hpp"
#include "plan/field_plan.hpp"
#include "plan/power_chain.hpp"

namespace limbsmith::emit {
namespace {

Json limbs_of(const mpz_class& x, int count) {
    Json limbs = Json::array();
    for (int i = 0; i < count; ++i) limbs.push_back(limb_of(x, i));
    return limbs;
}

// The chain of a^(N-2): how each power comes from earlier ones.
Json inverse_chain(const Modulus& modulus) {
    Json steps = Json::array();
    for (const plan::PowerStep& step : plan::power_chain(modulus.n_minus_2())) {
        steps.push_back({{"base", step.base}, {"squarings", step.squarings}, {"factor", step.factor}});
    }
    return steps;
}

Json file_model(const FieldSpec& spec, const std::vector<FieldOp>& ops) {
    const Modulus& modulus = spec.modulus;
    const auto hex = [](const mpz_class& x) { return "0x" + x.get_str(16); };
    Json model = {
        {"command", spec.command()},
        {"version", LIMBSMITH_VERSION},
        {"name", spec.name},
        {"modulus", hex(modulus.n())},
        {"is_prime", modulus.is_prime()},
        {"bits", modulus.bits()},
        {"limbs", modulus.limbs()},
        {"wide_limbs", modulus.width().wide_limbs()},
        {"container_bits", modulus.width().container_bits()},
        {"bytes", (modulus.bits() + 7) / 8},
        {"n0inv", modulus.n0inv()},
        {"is_montgomery", spec.reduction == Reduction::montgomery},
        {"fold", hex(modulus.r1())},
        {"r1", hex(modulus.r1())},
        {"r2", hex(modulus.r2())},
        {"n_limbs", limbs_of(modulus.n(), modulus.limbs())},
        {"one_limbs",
         limbs_of(spec.reduction == Reduction::montgomery ? modulus.r1() : mpz_class(1), modulus.limbs())},
        {"functions", Json::array()},
        {"ops", Json::object()},
    };
    for (const FieldOpInfo& info : field_operations()) {
        model["ops"][std::string(info.name)] = std::ranges::find(ops, info.op) != ops.end();
    }
    return model;
}

}  // namespace

std::string field_header(const FieldSpec& spec) {
    const std::vector<FieldOp> ops = spec.closure();
    Json model = file_model(spec, ops);
    for (FieldOp op : ops) {
        const auto program = plan::field_program(op, spec.modulus, spec.reduction, spec.mul);
        if (!program) continue;
        model["functions"].push_back(
            function_model(*program, plan::field_source(op, spec.reduction), inline_surface(*program)));
    }
    if (model["ops"]["inv"]) {
        model["inverse"] = inverse_chain(spec.modulus);
        model["inverse_multiplications"] = plan::multiplications(plan::power_chain(spec.modulus.n_minus_2()));
    }
    return render("field.cuh.j2", model.dump());
}

std::string field_batch_kernels(const FieldSpec& spec, const std::string& header_name) {
    Json model = file_model(spec, spec.closure());
    model["header"] = header_name;
    for (FieldOp op : spec.ops) {
        const auto meaning = plan::field_meaning(op, spec.modulus);
        if (!meaning) continue;
        Json inputs = Json::array();
        for (const ir::Input& input : meaning->inputs) {
            inputs.push_back({{"name", input.name}, {"is_exponent", input.shape == ir::Shape::num}});
        }
        model["functions"].push_back({{"name", name(op)}, {"inputs", inputs}});
    }
    return render("field_kernels.cu.j2", model.dump());
}

}  // namespace limbsmith::emit
