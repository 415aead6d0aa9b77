#include "emit/group.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include "catalogue/loops.hpp"
#include "emit/device_text.hpp"
#include "ir/lane_uses.hpp"

namespace limbsmith::emit {
namespace {

using GroupRole = ir::Variable::Role;

bool is_over_lanes(const ir::Call& call, const ir::Library& library) {
    const auto* routine = std::get_if<ir::Routine>(&library[call.callee]);
    return routine && routine->mapping.is_group();
}

// Whether a statement is one of all lanes together, or has one in its body.
bool is_joint(const ir::Statement& statement, const ir::Library& library) {
    const auto has = [&](const ir::Block& body) {
        return std::ranges::any_of(body, [&](const ir::Statement& it) { return is_joint(it, library); });
    };
    if (const auto* loop = std::get_if<ir::For>(&statement.what)) return has(loop->body);
    if (const auto* decision = std::get_if<ir::If>(&statement.what)) return has(decision->body);
    if (const auto* call = std::get_if<ir::Call>(&statement.what)) return is_over_lanes(*call, library);
    return std::holds_alternative<ir::Exchange>(statement.what) ||
           std::holds_alternative<ir::Barrier>(statement.what) ||
           std::holds_alternative<ir::MatrixLoad>(statement.what) ||
           std::holds_alternative<ir::MatrixProduct>(statement.what);
}

void add_counters(const ir::Block& block, std::set<int>& counters) {
    for (const ir::Statement& statement : block) {
        if (const auto* loop = std::get_if<ir::For>(&statement.what)) {
            counters.insert(loop->counter);
            add_counters(loop->body, counters);
        } else if (const auto* decision = std::get_if<ir::If>(&statement.what)) {
            add_counters(decision->body, counters);
        }
    }
}

// Every variable is an array with a value for each lane; the statements between two joint ones are a loop
// over the lanes.
class HostText : public RoutineText {
  public:
    HostText(const ir::Routine& routine, const ir::Library& library, const PartNames& parts)
        : RoutineText(routine, library, parts) {
        declarations_.at.clear();
        add_counters(routine.body, counters_);
    }

    std::string function() {
        std::string parameters;
        const auto add = [&](const ir::Variable& it, const std::string& type, const std::string& name) {
            parameters += fmt::format("{}{}{}* {}", parameters.empty() ? "" : ", ",
                                      it.role == GroupRole::input ? "const " : "", type, name);
        };
        if (routine_.result)
            add(variable(*routine_.result), value_type(variable(*routine_.result)),
                RoutineText::name_of(*routine_.result));
        bool has_modulus = false;
        for (int id : routine_.parameters) {
            const ir::Variable& it = variable(id);
            if (!it.is_member()) {
                add(it, value_type(it), it.name);
            } else if (!std::exchange(has_modulus, true)) {
                add(it, std::string(it.representation.object), modulus_name);
            }
        }
        for (size_t id = 0; id < routine_.variables.size(); ++id) {
            const ir::Variable& it = variable(static_cast<int>(id));
            if (it.is_parameter() || it.role == GroupRole::constant ||
                counters_.contains(static_cast<int>(id)))
                continue;
            if (it.is_member()) {
                if (!std::exchange(has_modulus, true))
                    line(fmt::format("struct {} {}[{}];", it.representation.object, modulus_name,
                                     routine_.lanes()));
                continue;
            }
            const bool is_shared = it.role == GroupRole::shared;
            line(fmt::format("{} {}{}{};", value_type(it), it.name,
                             is_shared ? "" : fmt::format("[{}]", routine_.lanes()),
                             it.is_array() ? fmt::format("[{}]", it.count) : ""));
        }
        const ir::LaneUses uses(routine_);
        for (size_t id = 0; id < routine_.variables.size(); ++id) {
            const ir::Variable& it = variable(static_cast<int>(id));
            const bool is_read =
                uses.read.contains(static_cast<int>(id)) || counters_.contains(static_cast<int>(id));
            if (it.is_member() || is_read || it.role == GroupRole::output) continue;
            line(fmt::format("(void){}{};", it.is_parameter() ? "" : "&", it.name));
        }
        block(routine_.body);
        return fmt::format("inline void {}({}) {{\n{}{}}}\n", routine_.name, parameters, tables(routine_),
                           out_);
    }

  protected:
    // Values that are one for all lanes stand outside the loops over them.
    std::string name_of(int id) const override {
        const ir::Variable& it = variable(id);
        const bool is_one = it.role == GroupRole::shared || it.role == GroupRole::constant;
        if (counters_.contains(id) || is_one || is_of_all(it)) return it.name;
        return it.is_member() ? fmt::format("{}.{}", modulus_text(), it.name) : it.name + at();
    }
    std::string modulus_text() const override { return modulus_name + at(); }
    void block(const ir::Block& block) override {
        if (is_in_lane_) return RoutineText::block(block);
        const auto joint = [&](const ir::Statement& it) { return is_joint(it, library_); };
        for (auto next = block.begin(); next != block.end();) {
            const auto end = std::find_if(next, block.end(), joint);
            if (end != next) {
                is_in_lane_ = true;
                nested(each_lane(), ir::Block(next, end));
                is_in_lane_ = false;
            }
            next = end;
            if (next != block.end()) RoutineText::print(*next++);
        }
    }
    // all values are taken before one is given
    void exchange(const ir::Exchange& it) override {
        is_in_lane_ = true;
        const bool is_ballot = it.kind == ir::Exchange::Kind::ballot,
                   is_any = it.kind == ir::Exchange::Kind::any;
        const std::string own_warp = fmt::format("all[lane / {}u]", ir::warp);
        const std::string value = given(scalar_, it), to = text(it.target);
        const std::string from = scalar_.is_word(it.from) ? "(" + scalar_.value(it.from) + ")"
                                                          : "uint32_t(" + scalar_.value(it.from) + ")";
        line("{");
        if (is_any) {
            inside("uint32_t all = 0;");
            inside(each_lane() + fmt::format(" all |= uint32_t({} != 0u);", value));
            inside(each_lane() + fmt::format(" {} = all;", to));
        } else if (is_ballot) {
            inside(fmt::format("uint32_t all[{}] = {{}};", (routine_.lanes() + ir::warp - 1) / ir::warp));
            inside(each_lane() +
                   fmt::format(" {} |= uint32_t({} != 0u) << lane % {}u;", own_warp, value, ir::warp));
            inside(each_lane() + fmt::format(" {} = {};", to, own_warp));
        } else {
            inside(fmt::format("uint32_t all[{}];", routine_.lanes()));
            inside(each_lane() + fmt::format(" all[lane] = {};", value));
            inside(each_lane() + fmt::format(" {} = all[{} % {}u];", to, from, routine_.lanes()));
        }
        line("}");
        is_in_lane_ = false;
    }
    // A function for all lanes takes and gives arrays of the lanes' values.
    void call(const ir::Call& it) override {
        if (!is_over_lanes(it, library_)) return RoutineText::call(it);
        const auto& routine = std::get<ir::Routine>(library_[it.callee]);
        is_in_lane_ = true;
        line("{");
        std::vector<std::string> results, arguments;
        size_t next = 0;
        const auto take_result = [&](const ir::Variable& parameter) {
            results.push_back(fmt::format("{} = result{}[lane];", text(it.results[next]), next));
            inside(fmt::format("{} result{}[{}];", value_type(parameter), next, routine_.lanes()));
            arguments.push_back(fmt::format("result{}", next++));
        };
        if (routine.result) take_result(routine.variables[*routine.result]);
        size_t given = 0;
        bool has_modulus = false;
        for (int id : routine.parameters) {
            const ir::Variable& parameter = routine.variables[id];
            if (parameter.is_member()) {
                if (!std::exchange(has_modulus, true)) arguments.emplace_back(modulus_name);
            } else if (parameter.role == GroupRole::output) {
                take_result(parameter);
            } else {
                arguments.push_back(argument_of_all(it.arguments[given], parameter, given));
                ++given;
            }
        }
        inside(fmt::format("{}({});", qualified(routine.name), fmt::join(arguments, ", ")));
        for (const std::string& result : results) inside(each_lane() + " " + result);
        line("}");
        is_in_lane_ = false;
    }
    void barrier(const ir::Barrier&) override {}
    // all words are taken before one is given
    void matrix_load(const ir::MatrixLoad& it) override {
        is_in_lane_ = true;
        line("{");
        take("of_rows", it.row, 4);
        inside(
            each_lane() + " " + each_part(4) +
            fmt::format("(&{})[part] = of_rows[lane / 32u * 32u + 8u * part + lane % 32u / 4u][lane % 4u];",
                        text(it.target)));
        line("}");
        is_in_lane_ = false;
    }
    void matrix_product(const ir::MatrixProduct& it) override {
        is_in_lane_ = true;
        line("{");
        take("of_a", it.a, 4);
        take("of_b", it.b, 2);
        inside(each_lane() + " " + each_part(4) +
               fmt::format("(&{})[part] += detail::matrix_element(of_a, of_b, lane, part);", text(it.sums)));
        line("}");
        is_in_lane_ = false;
    }

  private:
    std::string at() const { return is_in_lane_ ? "[lane]" : "[0]"; }
    void inside(const std::string& text) { line("    " + text); }
    static bool is_of_all(const ir::Variable& it) { return it.many == ir::Variable::Many::run_time; }
    // The array with the values of all lanes: a variable, or one that is made here.
    std::string argument_of_all(const ir::Call::Argument& argument, const ir::Variable& parameter,
                                size_t index) {
        const auto* scalar = std::get_if<ir::Scalar>(&argument);
        const bool is_read = scalar && scalar->kind() == ir::Scalar::Kind::read;
        const auto* place = is_read ? &scalar->place() : std::get_if<ir::Place>(&argument);
        if (place && !place->element && !place->limb_index) {
            const ir::Variable& it = variable(place->variable);
            if (parameter.is_array() && !it.is_array())
                throw std::logic_error(routine_.name + " gives the limbs of lanes as an array");
            if (!it.is_member() && !counters_.contains(place->variable) && it.kind == parameter.kind)
                return it.name;
        }
        const std::string name = fmt::format("argument{}", index);
        inside(fmt::format("{} {}[{}];", value_type(parameter), name, routine_.lanes()));
        inside(fmt::format("{} {}[lane] = {};", each_lane(), name,
                           scalar ? scalar_.converted(*scalar, parameter.kind) : text(*place)));
        return name;
    }
    // The words of all lanes from a place on.
    void take(const std::string& name, const ir::Place& from, int count) {
        inside(fmt::format("uint32_t {}[{}][{}];", name, routine_.lanes(), count));
        inside(each_lane() + " " + each_part(count) +
               fmt::format("{}[lane][part] = (&{})[part];", name, text(from)));
    }
    static std::string each_part(int count) {
        return fmt::format("for (uint32_t part = 0; part < {}u; ++part) ", count);
    }
    std::string each_lane() const {
        return fmt::format("for (uint32_t lane = 0; lane < {}u; ++lane)", routine_.lanes());
    }

    std::set<int> counters_;
    bool is_in_lane_ = false;
};

}  // namespace

int shared_bytes(const ir::Routine& routine, const ir::Library& library) {
    int bytes = is_declared(routine) ? 0 : own_shared_bytes(routine);
    if (!routine.mapping.is_block()) bytes *= threads_of_warps / routine.lanes();
    for (const std::string& name : catalogue::calls(routine)) {
        const auto* called = std::get_if<ir::Routine>(&library[name]);
        const int other = called ? shared_bytes(*called, library) : 0;
        // the part of a warp begins where those before it end
        if (!routine.mapping.is_block() && bytes != 0 && other != 0 && bytes != other)
            throw std::logic_error(routine.name + " has warps with different parts of shared memory");
        bytes = std::max(bytes, other);
    }
    return bytes;
}

std::string group_routine(const ir::Routine& routine, const ir::Library& library, const PartNames& parts) {
    const auto lanes = static_cast<unsigned>(routine.lanes());
    if (!std::has_single_bit(lanes)) throw std::logic_error(fmt::format("no group of {} lanes", lanes));
    return fmt::format(
        "{}#if defined(__CUDACC__)\n{}#endif\n#if !defined(__CUDACC_RTC__)\n"
        "// The same for all lanes at once, a value of each.\n{}#endif\n",
        comment(routine), DeviceText(routine, library, parts).function(),
        HostText(routine, library, parts).function());
}

}  // namespace limbsmith::emit
