#include "read/host_routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ir/lane_uses.hpp"
#include "read/loop_body.hpp"
#include "read/mentions.hpp"

namespace limbsmith::read {
namespace {

using Many = ir::Variable::Many;
using Role = ir::Variable::Role;

class HostBody : public LoopBody {
  public:
    HostBody(Cursor& cursor, const ir::Routine& proved, const Callees& callees)
        : LoopBody(cursor, proved, callees) {
        add_counters(proved.body);
        for (size_t id = 0; id < proved.variables.size(); ++id) {
            const bool is_known = is_declared_[id] || counters_.contains(&proved.variables[id]);
            if (!is_known) declare(static_cast<int>(id));
        }
        expressions_.have_lanes();
        expressions_.have_values_of_lanes([this](const ir::Variable& it) {
            return has_values(it) ? std::string(is_in_lane_ ? "lane" : "0") : "";
        });
    }

    std::string parameters() const {
        std::string all;
        const auto add = [&](const ir::Variable& it, const std::string& type, const std::string& name) {
            all += fmt::format("{}{}{}* {}", all.empty() ? "" : ", ", it.role == Role::input ? "const " : "",
                               type, name);
        };
        if (proved_.result)
            add(variable(*proved_.result), type_text(variable(*proved_.result)),
                variable(*proved_.result).name);
        bool has_modulus = false;
        for (int id : proved_.parameters) {
            const ir::Variable& it = variable(id);
            if (!it.is_member())
                add(it, type_text(it), it.name);
            else if (!std::exchange(has_modulus, true))
                add(it, "modulus", "m");
        }
        return all;
    }

    // The words of constant arrays, then a value of each lane for all other variables.
    void read_variables() {
        for (const ir::Variable& it : proved_.variables) {
            if (it.role != Role::constant) continue;
            cursor_.expect(fmt::format("alignas(16) static const uint32_t {}[{}] = {{", it.name, it.count));
            for (uint32_t word : *it.table) cursor_.expect({std::to_string(word), ","});
            cursor_.expect("};");
        }
        bool has_modulus =
            std::ranges::any_of(proved_.parameters, [&](int id) { return variable(id).is_member(); });
        for (const ir::Variable& it : proved_.variables) {
            const bool is_result = proved_.result && &it == &variable(*proved_.result);
            if (it.is_parameter() || it.role == Role::constant || counters_.contains(&it) || is_result)
                continue;
            if (it.is_member()) {
                if (!std::exchange(has_modulus, true))
                    cursor_.expect(fmt::format("struct modulus m[{}];", proved_.lanes()));
                continue;
            }
            cursor_.expect(fmt::format("{} {}{}{};", type_text(it), it.name,
                                       it.role == Role::shared ? "" : fmt::format("[{}]", proved_.lanes()),
                                       it.is_array() ? fmt::format("[{}]", it.count) : ""));
        }
        const ir::LaneUses uses(proved_);
        for (int id = 0; id < static_cast<int>(proved_.variables.size()); ++id) {
            const ir::Variable& it = variable(id);
            const bool is_read = uses.read.contains(id) || counters_.contains(&it);
            if (it.is_member() || is_read || it.role == Role::output) continue;
            cursor_.expect(fmt::format("(void){}{};", it.is_parameter() ? "" : "&", it.name));
        }
    }

    void read_statements() { block(proved_.body); }

  protected:
    std::string modulus() const override { return is_in_lane_ ? "m[lane]" : "m[0]"; }

    // Statements between two joint ones stand in a loop over the lanes.
    void block(const ir::Block& statements) override {
        if (is_in_lane_) return LoopBody::block(statements);
        const auto joint = [this](const ir::Statement& it) { return is_joint(it); };
        for (auto next = statements.begin(); next != statements.end();) {
            const auto end = std::find_if(next, statements.end(), joint);
            if (end != next) {
                in_each_lane([&] {
                    const bool has_braces = cursor_.accept("{");
                    if (!has_braces && end - next > 1) cursor_.differ("{");
                    for (; next != end; ++next) statement(*next, statements);
                    if (has_braces) cursor_.expect("}");
                });
            }
            if (next != statements.end()) statement(*next++, statements);
        }
    }

    void read(const ir::Exchange& it) override {
        using Kind = ir::Exchange::Kind;
        const int lanes = proved_.lanes(), warps = (lanes + ir::warp - 1) / ir::warp;
        const auto is_not_zero = [&] {
            expect(not_equal(it.value, 0u), Type::truth, "whether the value of a lane is not 0");
        };
        const auto give = [&](const std::string& value) {
            in_each_lane([&] {
                place(it.target);
                cursor_.expect(fmt::format("= {};", value));
            });
        };
        cursor_.expect("{");
        if (it.kind == Kind::any) {
            cursor_.expect("uint32_t all = 0;");
            in_each_lane([&] {
                cursor_.expect("all |= uint32_t(");
                is_not_zero();
                cursor_.expect(");");
            });
            give("all");
        } else if (it.kind == Kind::ballot) {
            cursor_.expect(fmt::format("uint32_t all[{}] = {{}};", warps));
            in_each_lane([&] {
                cursor_.expect("all[lane / 32u] |= uint32_t(");
                is_not_zero();
                cursor_.expect(") << lane % 32u;");
            });
            give("all[lane / 32u]");
        } else if (it.kind == Kind::from_lane) {
            cursor_.expect(fmt::format("uint32_t all[{}];", lanes));
            in_each_lane([&] {
                cursor_.expect("all[lane] =");
                expect(it.value, Type::word, "the value of a lane");
                cursor_.expect(";");
            });
            in_each_lane([&] {
                place(it.target);
                cursor_.expect("= all[");
                expect(binary(ir::Scalar::Kind::mod, it.from, static_cast<uint32_t>(lanes)), Type::word,
                       "the lane that gives");
                cursor_.expect("];");
            });
        } else {
            cursor_.differ("an exchange of the host");
        }
        cursor_.expect("}");
    }

    void read(const ir::Barrier&) override {}
    void read(const ir::MatrixLoad& it) override {
        cursor_.expect("{");
        take("of_rows", it.row, 4);
        in_each_part(4, [&] {
            cursor_.expect("(&");
            place(it.target);
            cursor_.expect(")[part] = of_rows[lane / 32u * 32u + 8u * part + lane % 32u / 4u][lane % 4u];");
        });
        cursor_.expect("}");
    }
    void read(const ir::MatrixProduct& it) override {
        cursor_.expect("{");
        take("of_a", it.a, 4);
        take("of_b", it.b, 2);
        in_each_part(4, [&] {
            cursor_.expect("(&");
            place(it.sums);
            cursor_.expect(")[part] += detail::matrix_element(of_a, of_b, lane, part);");
        });
        cursor_.expect("}");
    }

    // A function for all lanes takes and gives the arrays of their values.
    void read(const ir::Call& it) override {
        if (!is_over_lanes(it)) return LoopBody::read(it);
        const auto& called = std::get<ir::Routine>(callees_.library[it.callee]);
        std::vector<std::string> arguments;
        size_t results = 0, given = 0;
        bool has_modulus = false;
        cursor_.expect("{");
        const auto take_result = [&](const ir::Variable& parameter) {
            cursor_.expect(fmt::format("{} result{}[{}];", type_text(parameter), results, proved_.lanes()));
            arguments.push_back(fmt::format("result{}", results++));
        };
        if (called.result) take_result(called.variables[*called.result]);
        for (int id : called.parameters) {
            const ir::Variable& parameter = called.variables[id];
            if (parameter.is_member()) {
                if (!std::exchange(has_modulus, true)) arguments.emplace_back("m");
            } else if (parameter.role == Role::output) {
                take_result(parameter);
            } else {
                arguments.push_back(argument_of_lanes(it.arguments[given], parameter, given));
                ++given;
            }
        }
        cursor_.expect((callees_.parts.contains(called.name) ? "detail::" : "") + called.name + "(");
        for (size_t k = 0; k < arguments.size(); ++k) cursor_.expect((k ? "," : "") + arguments[k]);
        cursor_.expect(");");
        for (size_t k = 0; k < results; ++k) {
            in_each_lane([&] {
                place(it.results[k]);
                cursor_.expect(fmt::format("= result{}[lane];", k));
            });
        }
        cursor_.expect("}");
    }

  private:
    void add_counters(const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            if (const auto* loop = std::get_if<ir::For>(&statement.what))
                counters_.insert(&variable(loop->counter));
            if (const ir::Block* body = body_of(statement)) add_counters(*body);
        }
    }

    bool has_values(const ir::Variable& it) const {
        const bool is_one = it.role == Role::shared || it.role == Role::constant || it.many == Many::run_time;
        return !is_one && !counters_.contains(&it);
    }

    bool is_over_lanes(const ir::Call& it) const {
        const auto* routine = std::get_if<ir::Routine>(&callees_.library[it.callee]);
        return routine && routine->mapping.is_group();
    }

    // Whether all lanes have a part in it together.
    bool is_joint(const ir::Statement& statement) const {
        if (const ir::Block* body = body_of(statement))
            return std::ranges::any_of(*body, [this](const ir::Statement& it) { return is_joint(it); });
        if (const auto* call = std::get_if<ir::Call>(&statement.what)) return is_over_lanes(*call);
        return std::holds_alternative<ir::Exchange>(statement.what) ||
               std::holds_alternative<ir::Barrier>(statement.what) ||
               std::holds_alternative<ir::MatrixLoad>(statement.what) ||
               std::holds_alternative<ir::MatrixProduct>(statement.what);
    }

    // The words of all lanes from a place on.
    void take(const std::string& name, const ir::Place& from, int count) {
        cursor_.expect(fmt::format("uint32_t {}[{}][{}];", name, proved_.lanes(), count));
        in_each_part(count, [&] {
            cursor_.expect(name + "[lane][part] = (&");
            place(from);
            cursor_.expect(")[part];");
        });
    }
    void in_each_part(int count, const auto& body) {
        in_each_lane([&] {
            cursor_.expect(fmt::format("for (uint32_t part = 0; part < {}u; ++part)", count));
            body();
        });
    }
    void in_each_lane(const auto& body) {
        cursor_.expect(fmt::format("for (uint32_t lane = 0; lane < {}u; ++lane)", proved_.lanes()));
        is_in_lane_ = true;
        body();
        is_in_lane_ = false;
    }

    // The array of a variable, or one that is made of the values of an expression.
    std::string argument_of_lanes(const ir::Call::Argument& proved, const ir::Variable& parameter,
                                  size_t index) {
        const auto* scalar = std::get_if<ir::Scalar>(&proved);
        const bool is_read = scalar && scalar->kind() == ir::Scalar::Kind::read;
        const ir::Place* place = is_read ? &scalar->place() : std::get_if<ir::Place>(&proved);
        if (place && !place->element && !place->limb_index) {
            const ir::Variable& it = variable(place->variable);
            if (!it.is_member() && !counters_.contains(&it) && it.kind == parameter.kind) return it.name;
        }
        const std::string name = fmt::format("argument{}", index);
        cursor_.expect(fmt::format("{} {}[{}];", type_text(parameter), name, proved_.lanes()));
        in_each_lane([&] {
            cursor_.expect(name + "[lane] =");
            argument(proved, {parameter.name, parameter.kind, parameter.representation, parameter.words,
                              parameter.many, parameter.count});
            cursor_.expect(";");
        });
        return name;
    }

    std::set<const ir::Variable*> counters_;
    bool is_in_lane_ = false;
};

}  // namespace

void read_host_function(Cursor& cursor, const ir::Routine& proved, const Callees& callees) {
    HostBody body(cursor, proved, callees);
    cursor.expect(fmt::format("inline void {}({}) {{", proved.name, body.parameters()));
    body.read_variables();
    body.read_statements();
    cursor.expect("}");
}

}  // namespace limbsmith::read
