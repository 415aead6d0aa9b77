#include "emit/lane_operations.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "catalogue/lanes.hpp"
#include "emit/group.hpp"
#include "emit/operand_ranges.hpp"
#include "emit/routine_text.hpp"
#include "plan/kernel_block.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

// The routine that batches call, and the name of the type.
struct Called {
    std::string name;
    ir::Routine routine;
    bool is_in_header;
};

bool has_array(const ir::Routine& routine) {
    return std::ranges::any_of(routine.parameters, [&](int id) { return routine.variables[id].is_array(); });
}

// Where two functions have one name, the second output tells them apart: add_carry.
std::vector<Called> called(const Spec& spec, const catalogue::Loops& loops) {
    std::vector<Called> all;
    const auto is_asked = [&](const std::string& name) {
        return name.starts_with("pow_") || std::ranges::find(spec.ops, name) != spec.ops.end();
    };
    const auto is_known = [&](const std::string& key) {
        return !loops.parts.contains(key) && !has_array(loops[key]);
    };
    for (const std::string& key : loops.keys) {
        const ir::Routine& routine = loops[key];
        if (!is_known(key) || !is_asked(routine.name)) continue;
        const auto namesakes = std::ranges::count_if(loops.keys, [&](const std::string& other) {
            return is_known(other) && loops[other].name == routine.name;
        });
        const ir::Signature own = signature(routine);
        const bool needs_output = namesakes > 1 && own.outputs.size() > 1;
        all.push_back({needs_output ? routine.name + "_" + own.outputs[1].name : routine.name,
                       catalogue::lane_batch_routine(spec, key, loops.library), !spec.is_modular()});
    }
    return all;
}

// A known N as a value of a type of batches, by the part that a lane has of it.
std::string modulus_text(const Spec& spec, const std::string& part) {
    std::string parts;
    const Width width = spec.width;
    for (int lane = 0; lane < width.lanes(); ++lane) {
        std::string limbs;
        for (int k = 0; k < width.lane_limbs(); ++k)
            limbs += fmt::format("{}{:#x}u", k ? ", " : "",
                                 limb_of(spec.modulus->n(), lane * width.lane_limbs() + k));
        parts += fmt::format("{}{{{{{}}}}}", lane ? ", " : "", limbs);
    }
    return fmt::format("joined<{}>{{{{{}}}}}", part, parts);
}

Json ranges_text(const Spec& spec, const std::vector<OperandRange>& ranges, const ir::Program& meaning,
                 const Json& inputs) {
    if (!spec.is_modular()) return ranges_model(ranges, meaning, {}, false);
    Json made = Json::array();
    for (const OperandRange& range : ranges) {
        const auto operand =
            std::ranges::find_if(inputs, [&](const Json& input) { return input["name"] == range.name; });
        const bool is_power = mpz_popcount(range.factor.get_mpz_t()) == 1;
        made.push_back({{"name", range.name},
                        {"function", range.which == OperandRange::Which::odd ? "odd" : "below"},
                        {"limit", !range.base.empty() ? range.base
                                  : is_power          ? std::to_string(mpz_scan1(range.factor.get_mpz_t(), 0))
                                                      : modulus_text(spec, (*operand)["part"])}});
    }
    return made;
}

// A parameter: `host` and `device` are the arguments of calls.
Json parameter(const Spec& spec, const ir::Variable& variable, const std::string& host) {
    const bool is_word = variable.kind != ir::Variable::Kind::number;
    const std::string part = value_type(variable), &name = variable.name;
    const int words = is_word ? 1 : variable.words;
    return {{"name", name},
            {"type", is_word ? part : fmt::format("joined<::{}::{}>", spec.name, part)},
            {"part", part},
            {"is_word", is_word},
            {"lane_words", words},
            {"words", is_word ? 1 : words * spec.width.lanes()},
            {"host", is_word ? name + "_of" : host + ".part"},
            {"device", is_word ? name + "[0]" : name}};
}

std::string list(const std::vector<std::string>& arguments) {
    return fmt::format("{}", fmt::join(arguments, ", "));
}

void add_operation(const Spec& spec, const Called& it, const ir::Library& library, Operations& all) {
    const ir::Routine& routine = it.routine;
    const auto is_output = [&](int id) { return routine.variables[id].role == ir::Variable::Role::output; };
    const auto written = std::ranges::count_if(routine.parameters, is_output) + (routine.result ? 1 : 0);
    Json inputs = Json::array(), outputs = Json::array();
    std::vector<std::string> host, device;
    int first = 0;
    const auto add_output = [&](int id) {
        const ir::Variable& variable = routine.variables[id];
        const std::string place = written > 1 ? "made." + variable.name : "made";
        outputs.push_back(parameter(spec, variable, place));
        outputs.back().update({{"place", place}, {"first", first}});
        first += outputs.back()["words"].get<int>();
        host.push_back(outputs.back()["host"]);
    };
    if (routine.result) add_output(*routine.result);
    for (int id : routine.parameters) {
        const ir::Variable& variable = routine.variables[id];
        if (is_output(id)) {
            add_output(id);
            device.push_back(outputs.back()["device"]);
        } else {
            inputs.push_back(parameter(spec, variable, variable.name));
            host.push_back(inputs.back()["host"]);
            device.push_back(inputs.back()["device"]);
        }
    }
    const std::string returned = routine.result ? outputs[0]["device"].get<std::string>() + " = " : "";
    Meaning of{{meaning(routine)}, true};
    of.ranges = catalogue::lane_operand_ranges(spec, routine);
    const int shared = shared_bytes(routine, library);
    all.model.push_back({{"name", it.name},
                         {"function", routine.name},
                         {"inputs", inputs},
                         {"outputs", outputs},
                         {"host_arguments", list(host)},
                         {"device_arguments", list(device)},
                         {"returned", returned},
                         {"shared_bytes", shared},
                         {"blocks", plan::least_blocks(routine, library, shared)},
                         {"tile", nullptr},
                         {"ranges", ranges_text(spec, of.ranges, of.program, inputs)},
                         {"is_asked", true}});
    all.meanings.push_back(std::move(of));
}

Json tile_model(const catalogue::Tile& tile, const ir::Library& library) {
    const int shared = shared_bytes(tile.routine, library);
    return {{"function", tile.routine.name},
            {"numbers", tile.numbers},
            {"threads", tile.threads},
            {"is_strided", tile.is_strided},
            {"is_number_major", tile.is_number_major},
            {"shared_bytes", shared},
            {"blocks", plan::least_tiles(tile.threads, tile.registers, shared)}};
}

}  // namespace

LaneOperations lane_operations(const Spec& spec, const catalogue::Loops& loops, const PartNames& parts) {
    LaneOperations made;
    for (const Called& it : called(spec, loops)) {
        add_operation(spec, it, loops.library, made.operations);
        for (const catalogue::Tile& tile : loops.tiles)
            if (tile.operation == it.name)
                made.operations.model.back()["tile"] = tile_model(tile, loops.library);
        if (!it.is_in_header) made.conversions.push_back(group_routine(it.routine, loops.library, parts));
    }
    return made;
}

}  // namespace limbsmith::emit
