// A routine modulo N on elements that lie in several lanes, while it is built.
#pragma once

#include "algorithm/group/carries.hpp"
#include "algorithm/group/constants.hpp"
#include "algorithm/group/field.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {

struct OnElements {
    const Residues& residues;
    ir::RoutineBuilder builder;
    Lanes lanes;

    OnElements(const Residues& of, const char* name, const ir::Library& library)
        : residues(of), builder(loop::routine_on(of, name, library)), lanes(group_of(of), builder) {}

    ir::Place input(const char* name) { return builder.input(residues.elem(name)); }
    ir::Place result() { return builder.result(residues.elem("r")); }
    ir::Place n() { return modulus_in(lanes, residues); }
    ir::Scalar n0inv() { return n0inv_in(lanes, residues); }
    void copy_limbs(const ir::Place& to, const ir::Place& from) {
        lanes.each_limb("k", lanes.words, [&](ir::Place k) { builder.assign(to.limb(k), from.limb(k)); });
    }

    ir::Routine finish(const char* text, std::vector<ir::Bound> required, const ir::ExprPtr& value,
                       ir::Bound ensured) && {
        builder.routine().text = {text};
        return loop::finished(residues, std::move(builder),
                              {std::move(required), ir::var("r"), value, {std::move(ensured)}});
    }
    // r = value mod N for residues of these names
    ir::Routine finish(const char* text, const std::vector<const char*>& operands,
                       const ir::ExprPtr& value) && {
        const ir::ExprPtr N = residues.N();
        std::vector<ir::Bound> below;
        for (const char* name : operands) below.push_back({name, N});
        return std::move(*this).finish(text, below, value % N, {"r", N});
    }
};

}  // namespace limbsmith::algorithm::group
