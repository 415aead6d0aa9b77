#include "algorithm/loop/on_residues.hpp"

#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {

using ir::Place, ir::RoutineBuilder, ir::Scalar, ir::Variable;

ir::Routine on_residues(const Residues& residues, const std::string& key, const ir::Library& library,
                        Conversion conversion) {
    RoutineBuilder builder = routine_on(residues, key, library);
    const ir::Signature inner = signature(library[key]);
    const auto is_converted = [&](const ir::Signature::Parameter& it) {
        return conversion == Conversion::of_residues && it.representation == repr::elem;
    };
    const auto plain_of = [&](const ir::Signature::Parameter& it) {
        if (is_converted(it)) return residues.plain(it.name);
        return Variable{it.name, it.kind, it.representation, it.words};
    };
    std::vector<Place> given, made;
    for (const auto& it : inner.inputs) given.push_back(builder.input(plain_of(it)));
    for (const auto& it : inner.outputs) {
        made.push_back(made.empty() ? builder.result(plain_of(it)) : builder.output(plain_of(it)));
    }
    if (!residues.modulus.is_known()) {
        for (const auto& it : signature(library["make_modulus"]).members_written)
            builder.local({it.name, it.kind, it.representation, it.words});
        const Place n = builder.input(residues.plain("n")), ok = builder.local(ir::word_named("ok"));
        builder.call("make_modulus", {n}, {ok});
    }
    std::vector<ir::Call::Argument> arguments;
    for (size_t i = 0; i < given.size(); ++i) {
        const auto& it = inner.inputs[i];
        if (it.kind != Variable::Kind::number) {
            arguments.emplace_back(Scalar(given[i]));
        } else if (!is_converted(it)) {
            arguments.emplace_back(given[i]);
        } else {
            const Place elem = builder.local(residues.elem(it.name + "_elem"));
            builder.call("to_elem", {given[i]}, {elem});
            arguments.emplace_back(elem);
        }
    }
    std::vector<Place> results;
    for (size_t i = 0; i < made.size(); ++i) {
        const auto& it = inner.outputs[i];
        const bool is_elem = is_converted(it);
        results.push_back(is_elem ? builder.local(residues.elem(it.name + "_elem")) : made[i]);
    }
    builder.call(key, arguments, results);
    for (size_t i = 0; i < made.size(); ++i) {
        if (is_converted(inner.outputs[i])) builder.call("to_plain", {results[i]}, {made[i]});
    }
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
