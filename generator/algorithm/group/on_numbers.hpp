// A routine on whole numbers that lie in several lanes, while it is built.
#pragma once

#include "algorithm/group/lanes.hpp"
#include "algorithm/group/value_limbs.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::group {

struct OnNumbers {
    Width width, values;  // of all limbs of the lanes, and of those that numbers have
    std::string modulo;   // the modulus of results, in comments
    ir::RoutineBuilder builder;
    Lanes lanes;

    OnNumbers(const Group& group, const char* name, const ir::Library& library)
        : width{limb_bits * group.words * group.lanes},
          values{limb_bits * group.limbs},
          modulo(modulo_limbs(group)),
          builder(name, library),
          lanes(group, builder) {}

    ir::Place input(const char* name) {
        return builder.input(ir::number_named(name, lanes.type, lanes.words));
    }
    ir::Place result(const char* name = "r") {
        return builder.result(ir::number_named(name, lanes.type, lanes.words));
    }
    ir::Place output(const char* name) {
        return builder.output(ir::number_named(name, lanes.type, lanes.words));
    }
    ir::Place word_input(const char* name) { return builder.input(ir::word_named(name)); }
    ir::Place bit() { return builder.result(ir::word_named("r")); }
    // Where numbers have fewer limbs than their lanes: a call of NAME_limbs, the routine on all limbs (value_limbs.hpp),
    // which has a derivation of its own. False where they have all.
    bool is_on_all_limbs(const std::string& name, std::vector<ir::Call::Argument> arguments,
                         std::vector<ir::Place> results) {
        if (lanes.has_all_limbs()) return false;
        builder.call(name + "_limbs", std::move(arguments), std::move(results));
        return true;
    }
    ir::Scalar in_all(const ir::Place& flag) { return every_lane(lanes, flag); }

    ir::Routine finish(const std::string& text, std::vector<ir::Bound> required, const ir::ExprPtr& left,
                       const ir::ExprPtr& right, std::vector<ir::Bound> ensured) && {
        builder.routine().text = {text};
        builder.routine().contract = {std::move(required), left, right, std::move(ensured)};
        return std::move(builder).finish();
    }
    // r = right, a number
    ir::Routine finish(const std::string& text, std::vector<ir::Bound> required,
                       const ir::ExprPtr& right) && {
        const ir::Bound ensured = any_num(width, "r");
        return std::move(*this).finish(text, std::move(required), ir::var("r"), right, {ensured});
    }
    std::vector<ir::Bound> any(std::initializer_list<const char*> names) const {
        std::vector<ir::Bound> bounds;
        for (const char* name : names) bounds.push_back(any_num(width, name));
        return bounds;
    }
    std::vector<ir::Bound> both() const { return any({"a", "b"}); }
    // r = right mod 2^(32·limbs), for all values of the operands
    ir::Routine wrap(const std::string& text, std::vector<ir::Bound> required, const ir::ExprPtr& right) && {
        const ir::Bound ensured = any_num(values, "r");
        return std::move(*this).finish(text, std::move(required), ir::var("r"), right % container(values),
                                       {ensured});
    }
    // Numbers of their own limbs.
    std::vector<ir::Bound> own(std::initializer_list<const char*> names) const {
        std::vector<ir::Bound> bounds;
        for (const char* name : names) bounds.push_back(any_num(values, name));
        return bounds;
    }
};

}  // namespace limbsmith::algorithm::group
