#include "read/routine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ir/contract_text.hpp"
#include "read/formula.hpp"
#include "read/loop_body.hpp"

namespace limbsmith::read {
namespace {

using Many = ir::Variable::Many;
using Role = ir::Variable::Role;

// The words of a comment come next.
void expect_comment(Cursor& cursor, const std::string& text) { cursor.expect("// " + text + "\n"); }

std::string parameters(const ir::Routine& routine) {
    std::string all;
    const auto add = [&](const std::string& text) { all += (all.empty() ? "" : ", ") + text; };
    bool has_modulus = false, is_strided = false;
    for (int id : routine.parameters) {
        const ir::Variable& it = routine.variables[id];
        const std::string constant = it.role == Role::input ? "const " : "";
        is_strided |= it.many == Many::strided;
        if (it.is_member()) {
            if (!std::exchange(has_modulus, true)) add(constant + "modulus& m");
        } else if (it.is_array()) {
            add(fmt::format("{}{}* {}", constant, type_text(it), it.name));
        } else if (it.role == Role::input && it.kind != ir::Variable::Kind::number) {
            add(fmt::format("{} {}", type_text(it), it.name));
        } else {
            add(fmt::format("{}{}& {}", constant, type_text(it), it.name));
        }
    }
    if (is_strided) add("long long stride = 1");
    return all;
}

}  // namespace

void read_comment(Cursor& cursor, const ir::Routine& routine) {
    for (const std::string& line : routine.text) expect_comment(cursor, line);
    std::vector<ir::Bound> own = routine.contract.requires_;
    std::erase_if(own, [&](const ir::Bound& bound) {
        return std::ranges::any_of(routine.variables, [&](const ir::Variable& it) {
            return it.is_member() && it.role == Role::input && it.name == bound.name;
        });
    });
    const auto expect_ranges = [&](const char* label, const std::vector<ir::Bound>& bounds) {
        if (bounds.empty()) return;
        expect_comment(cursor, label);
        const size_t before = cursor.place();
        if (!says(cursor.formula(), bounds, {}, {}))
            cursor.go_back(before), cursor.differ(ir::ranges(bounds));
    };
    expect_ranges("requires:", own);
    expect_ranges("ensures:", routine.contract.ensures);
    if (!routine.source.empty()) expect_comment(cursor, "source: " + routine.source);
    if (!routine.bound.empty()) expect_comment(cursor, "turns: " + routine.bound);
}

std::string type_text(const ir::Variable& variable) {
    switch (variable.kind) {
        case ir::Variable::Kind::word: return "uint32_t";
        case ir::Variable::Kind::integer: return "int";
        case ir::Variable::Kind::byte: return "unsigned char";
        case ir::Variable::Kind::number: break;
    }
    const std::string type(variable.representation.type);
    return type == "digits" ? "detail::" + type : type;
}

std::string declaration(const ir::Routine& routine) {
    const std::string result = routine.result ? type_text(routine.variables[*routine.result]) : "void";
    return fmt::format("{} {}({})", result, routine.name, parameters(routine));
}

ir::Routine read_routine(Cursor& cursor, const ir::Routine& proved, const Callees& callees) {
    read_comment(cursor, proved);
    cursor.expect("LIMBSMITH_FN " + declaration(proved) + " {");
    ir::Routine made = proved;
    made.body = LoopBody(cursor, proved, callees).read();
    cursor.expect("}");
    return made;
}

}  // namespace limbsmith::read
