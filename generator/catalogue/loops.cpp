#include "catalogue/loops.hpp"

#include <algorithm>

#include "algorithm/loop/power.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {
namespace {

void add_calls(const ir::Block& block, std::vector<std::string>& keys) {
    for (const ir::Statement& statement : block) {
        if (const auto* call = std::get_if<ir::Call>(&statement.what)) {
            if (std::ranges::find(keys, call->callee) == keys.end()) keys.push_back(call->callee);
        } else if (const auto* loop = std::get_if<ir::For>(&statement.what)) {
            add_calls(loop->body, keys);
        } else if (const auto* decision = std::get_if<ir::If>(&statement.what)) {
            add_calls(decision->body, keys);
        }
    }
}

}  // namespace

Loops loops(const Spec& spec, const std::vector<Function>& functions) {
    if (is_over_lanes(spec)) return lane_routines(spec);
    Loops all;
    for (const Function& function : functions) all.library.add(function.program);
    if (spec.is_modular()) {
        all.library.add(loop::zero(residues(spec)));
        all.library.add(loop::one(residues(spec)));
    }
    Spec closed = spec;
    closed.ops.clear();
    const std::vector<const Operation*> needed = closure(spec);
    for (const Operation* operation : needed) closed.ops.emplace_back(operation->name);
    for (const Operation* operation : needed) {
        if (!operation->is_loop()) continue;
        std::ranges::move(operation->loops(closed, all.library), std::back_inserter(all.keys));
    }
    add_powers(spec, all);
    return all;
}

void add_powers(const Spec& spec, Loops& all) {
    for (const ConstantPower& power : spec.powers) {
        all.keys.push_back(
            add(all.library, loop::constant_power(residues(spec), "pow_" + power.name, power.exponent,
                                                  power.expression, all.library)));
    }
}

std::vector<std::string> calls(const ir::Routine& routine) {
    std::vector<std::string> keys;
    add_calls(routine.body, keys);
    return keys;
}

}  // namespace limbsmith::catalogue
