#include "catalogue/batch_function.hpp"

#include <algorithm>

#include "algorithm/loop/on_residues.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

int BatchFunction::group() const {
    if (length.empty()) return 1;
    const auto& routine = std::get<ir::Routine>(callable);
    const auto is_array = [&](int id) { return routine.variables[id].is_array(); };
    return routine.variables[*std::ranges::find_if(routine.parameters, is_array)].count;
}

const Tile* BatchFunction::tile() const {
    const auto found = std::ranges::find_if(loops.tiles, [](const Tile& it) { return !it.is_number_major; });
    return found == loops.tiles.end() ? nullptr : &*found;
}

BatchFunction batch_function(const Operation& operation, const Spec& spec) {
    BatchFunction made{meaning(operation, spec), {}, {}, true};
    const bool converts = spec.is_modular() && (operation.meaning || spec.is_runtime());
    if (!operation.is_loop() && !converts && !is_over_lanes(spec)) {
        made.callable = made.meaning;
        return made;
    }
    Spec alone = spec;
    alone.ops = {std::string(operation.name)};
    made.loops = loops(alone);
    const std::string key = is_over_lanes(spec)
                                ? lane_batch(operation)
                                : std::string(operation.is_loop() ? operation.batch_loop : operation.name);
    if (!spec.is_modular()) {
        made.callable = made.loops[key];
        return made;
    }
    const auto conversion = operation.meaning ? loop::Conversion::of_residues : loop::Conversion::none;
    const ir::Library& library = made.loops.library;
    if (const auto* routine = std::get_if<ir::Routine>(&library[key])) made.length = routine->length;
    made.callable = loop::on_residues(residues(spec), key, library, conversion);
    made.is_in_header = is_over_lanes(spec);
    return made;
}

}  // namespace limbsmith::catalogue
