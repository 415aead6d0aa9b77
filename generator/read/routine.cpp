#include "read/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/contract_text.hpp"
#include "read/formula.hpp"
#include "read/mentions.hpp"
#include "read/scalar.hpp"
#include "spec/representations.hpp"

namespace limbsmith::read {
namespace {

using Many = ir::Variable::Many;
using Role = ir::Variable::Role;

// That begins a statement.
bool is_keyword(std::string_view text) {
    return text == "return" || text == "if" || text == "for" || text == "const";
}

// The words of a comment come next.
void expect_comment(Cursor& cursor, const std::string& text) { cursor.expect("// " + text + "\n"); }

class Body {
  public:
    Body(Cursor& cursor, const ir::Routine& proved, const Callees& callees)
        : cursor_(cursor),
          proved_(proved),
          callees_(callees),
          expressions_(cursor, proved, [this](std::string_view name) { return find(name); }),
          writes_(proved.variables.size()),
          is_declared_(proved.variables.size()) {
        scopes_.emplace_back();
        for (size_t id = 0; id < proved.variables.size(); ++id) {
            const ir::Variable& it = proved.variables[id];
            if (!it.is_parameter() && !it.is_member()) continue;
            if (proved.result == static_cast<int>(id)) continue;
            scopes_[0].emplace((it.is_member() ? "m." : "") + it.name, static_cast<int>(id));
            is_declared_[id] = true;
        }
        count_writes(proved.body);
    }

    void read() {
        const auto is_own_member = [](const ir::Variable& it) {
            return it.is_member() && !it.is_parameter();
        };
        if (std::ranges::any_of(proved_.variables, is_own_member)) cursor_.expect("modulus m;");
        block(proved_.body);
        if (proved_.result && !is_returned_) cursor_.expect("return " + variable(*proved_.result).name + ";");
    }

  private:
    const ir::Variable& variable(int id) const { return proved_.variables[id]; }

    int find(std::string_view name) const {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second;
        }
        return -1;
    }

    void count_writes(const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            for (int id : Mentions(statement).written) ++writes_[id];
            if (const ir::Block* body = body_of(statement)) count_writes(*body);
        }
    }

    void block(const ir::Block& statements) {
        for (const ir::Statement& statement : statements) {
            following_ = &statement;
            block_ = &statements;
            declarations();
            std::visit([this](const auto& it) { read(it); }, statement.what);
        }
    }

    // A variable of the next statement that is not declared yet, by its type and name.
    int undeclared(const std::string& type, const std::string& name) const {
        for (int id = 0; id < static_cast<int>(is_declared_.size()); ++id) {
            const ir::Variable& it = variable(id);
            if (!is_declared_[id] && it.name == name && type_text(it) == type && mentions(*following_, id))
                return id;
        }
        cursor_.differ(fmt::format("{} of the next statement", type));
    }

    void declare(int id) {
        if (!scopes_.back().emplace(variable(id).name, id).second)
            cursor_.differ("a name that is not declared twice");
        is_declared_[id] = true;
    }

    // A type, if one comes next with a name behind it.
    std::string type() {
        const size_t place = cursor_.place();
        std::string text;
        if (cursor_.accept("unsigned")) {
            cursor_.expect("char");
            text = "unsigned char";
        } else if (cursor_.peek().kind == Token::Kind::name && !is_keyword(cursor_.peek().text)) {
            text = cursor_.take().text;
            if (text == "detail" && cursor_.accept("::")) text += "::" + std::string(cursor_.take().text);
        }
        if (cursor_.peek().kind == Token::Kind::name && !text.starts_with("LIMBSMITH")) return text;
        cursor_.go_back(place);
        return {};
    }

    // Those without a value; the statement that follows is the first to use them.
    void declarations() {
        for (;;) {
            const size_t place = cursor_.place();
            const std::string found = type();
            if (found.empty()) return;
            const size_t first = cursor_.place();
            if (cursor_.is("=", 1)) return cursor_.go_back(place);
            int last = -1;
            do {
                const size_t before = cursor_.place();
                const std::string name = cursor_.name("a variable");
                cursor_.go_back(before);
                const int id = undeclared(found, name);
                cursor_.take();
                const ir::Variable& it = variable(id);
                if (it.is_array()) cursor_.expect(fmt::format("[{}]", it.count));
                if (id < last || !belongs_here(id))
                    cursor_.go_back(first), cursor_.differ("variables of the next statement, in order");
                last = id;
                declare(id);
            } while (cursor_.accept(","));
            cursor_.expect(";");
        }
    }

    // Whether a variable without a value is declared in the innermost block with all its uses, before the first; and, where a
    // turn of a loop makes it anew, whether that first use gives it one.
    bool belongs_here(int id) const {
        const auto users =
            std::ranges::count_if(*block_, [&](const ir::Statement& it) { return mentions(it, id); });
        const bool is_own = Mentions(*following_).all.contains(id);
        if (users == 1 && !is_own && proved_.result != id) return false;
        return depth_of_loops_ == 0 || writes_whole(*following_, id);
    }
    static bool writes_whole(const ir::Statement& statement, int id) {
        const auto is_whole = [&](const ir::Place& place) {
            return place.variable == id && !place.element && !place.limb_index;
        };
        if (const auto* it = std::get_if<ir::Assign>(&statement.what)) return is_whole(it->target);
        if (const auto* it = std::get_if<ir::Copy>(&statement.what)) return is_whole(it->target);
        if (const auto* it = std::get_if<ir::Call>(&statement.what))
            return std::ranges::any_of(it->results, is_whole);
        return false;
    }

    // `place =`, `type place =` or `return`. Arithmetic with the old value is `place +=`: gives its sign.
    std::string target(const ir::Place& proved) {
        const bool is_whole = !proved.element && !proved.limb_index;
        const bool is_result = is_whole && proved_.result == proved.variable;
        if (is_result && following_ == &proved_.body.back() && !is_declared_[proved.variable] &&
            cursor_.accept("return")) {
            is_returned_ = is_declared_[proved.variable] = true;
            return "=";
        }
        if (is_whole && !is_declared_[proved.variable]) {
            const bool is_constant = writes_[proved.variable] == 1;
            cursor_.expect(fmt::format("{}{} {} =", is_constant ? "const " : "",
                                       type_text(variable(proved.variable)), variable(proved.variable).name));
            declared_ = proved.variable;  // behind the value
            return "=";
        }
        place(proved);
        return std::string(cursor_.take().text);
    }
    void end_of_statement() {
        cursor_.expect(";");
        if (declared_ >= 0) declare(declared_);
        declared_ = -1;
    }

    void place(const ir::Place& proved) {
        const size_t before = cursor_.place();
        const Spot found = expressions_.spot();
        if (is_same(found.place, proved)) return;
        cursor_.go_back(before);
        cursor_.differ(text(proved));
    }
    std::string text(const ir::Place& place) const {
        const ir::Variable& it = variable(place.variable);
        return fmt::format("{}{}{}{}", it.is_member() ? "m." : "", it.name, place.element ? "[...]" : "",
                           place.limb_index ? ".limb[...]" : "");
    }

    void read(const ir::Assign& it) {
        const ir::Variable& to = variable(it.target.variable);
        const Type type = it.target.limb_index ? Type::word : type_of(to.kind);
        const std::string sign = target(it.target);
        const size_t before = cursor_.place();
        Value found = expressions_.value();
        if (sign != "=") {
            if (!sign.ends_with('=')) cursor_.go_back(before - 1), cursor_.differ("=");
            found =
                joined(cursor_, std::string_view(sign).substr(0, sign.size() - 1), {it.target, type}, found);
        }
        if (found.type != type || !is_same(found.scalar, it.value)) {
            cursor_.go_back(before);
            cursor_.differ(fmt::format("the value of {}", text(it.target)));
        }
        end_of_statement();
    }

    void read(const ir::Copy& it) {
        if (target(it.target) != "=") cursor_.differ("=");
        if (const auto* source = std::get_if<ir::Place>(&it.source)) {
            if (!has_type_of(it.target, *source)) cursor_.differ("a number of the same type");
            place(*source);
        } else {
            const auto& limbs = std::get<std::vector<uint32_t>>(it.source);
            std::string all;
            for (uint32_t limb : limbs) all += fmt::format("{}{:#x}u", all.empty() ? "" : ", ", limb);
            const bool is_zero = std::ranges::count(limbs, 0u) == std::ssize(limbs);
            cursor_.expect(is_zero ? "{}" : "{{" + all + "}}");
        }
        end_of_statement();
    }
    bool has_type_of(const ir::Place& x, const ir::Place& y) const {
        const ir::Variable &a = variable(x.variable), &b = variable(y.variable);
        return a.is_member() || b.is_member() || type_text(a) == type_text(b);
    }

    void read(const ir::Call& it) {
        const ir::Library::Callable& callee = callees_.library[it.callee];
        const ir::Signature called = signature(callee);
        const auto* routine = std::get_if<ir::Routine>(&callee);
        const bool returns = !routine || routine->result;
        if (returns && !called.outputs.empty() && target(it.results[0]) != "=") cursor_.differ("=");
        cursor_.expect(
            fmt::format("{}{}(", callees_.parts.contains(called.name) ? "detail::" : "", called.name));
        bool is_first = true;
        const auto comma = [&] {
            if (!std::exchange(is_first, false)) cursor_.expect(",");
        };
        size_t given = 0, result = returns ? 1 : 0;
        const auto input = [&] {
            comma();
            argument(it.arguments[given], called.inputs[given]);
            ++given;
        };
        const auto output = [&] {
            comma();
            place(it.results[result]);
            if (routine) refuse_alias(it, result);
            ++result;
        };
        if (routine) {
            bool has_modulus = false;
            for (int id : routine->parameters) {
                const ir::Variable& parameter = routine->variables[id];
                if (parameter.is_member()) {
                    if (!std::exchange(has_modulus, true)) comma(), cursor_.expect("m");
                } else {
                    parameter.role == Role::input ? input() : output();
                }
            }
        } else {
            while (given < it.arguments.size()) input();
            if (!called.members_read.empty()) comma(), cursor_.expect("m");
            while (result < it.results.size()) output();
        }
        cursor_.expect(")");
        end_of_statement();
    }
    // A loop may write an output before it has read all of an input.
    void refuse_alias(const ir::Call& it, size_t result) const {
        for (const auto& argument : it.arguments) {
            const auto* place = std::get_if<ir::Place>(&argument);
            if (place && place->variable == it.results[result].variable)
                cursor_.differ("an output that is no input");
        }
    }

    void argument(const ir::Call::Argument& proved, const ir::Signature::Parameter& parameter) {
        const size_t before = cursor_.place();
        if (const auto* scalar = std::get_if<ir::Scalar>(&proved)) {
            if (is_same(expressions_.value(type_of(parameter.kind)), *scalar)) return;
            cursor_.go_back(before);
            cursor_.differ(fmt::format("{} of what is called", parameter.name));
        }
        const auto& number = std::get<ir::Place>(proved);
        const ir::Variable& it = variable(number.variable);
        const bool has_type = it.is_member() || parameter.many != Many::one ||
                              it.kind != ir::Variable::Kind::number || number.limb_index ||
                              it.representation.type == parameter.representation.type;
        if (!has_type)
            cursor_.differ(fmt::format("{} of type {}", parameter.name, parameter.representation.type));
        place(number);
        if (parameter.many != Many::one && !it.is_array()) cursor_.expect(".limb");
    }

    void read(const ir::For& it) {
        if (!it.invariant.empty()) {
            cursor_.expect("// always");
            const size_t before = cursor_.place();
            const auto of_magnitude = [&](const ir::Bound& bound) {
                return !bound.at_least &&
                       std::ranges::any_of(proved_.variables, [&](const ir::Variable& own) {
                           return own.name == bound.name && own.representation.is_signed();
                       });
            };
            if (!says(cursor_.formula(), it.invariant, of_magnitude)) {
                cursor_.go_back(before);
                cursor_.differ("the invariant " + ir::relations(it.invariant, of_magnitude));
            }
        }
        using Unroll = ir::For::Unroll;
        if (it.unroll == Unroll::no) cursor_.expect("LIMBSMITH_LOOP");
        if (it.unroll == Unroll::by_two) cursor_.expect("LIMBSMITH_PAIRS");
        if (it.unroll == Unroll::whole) cursor_.expect("LIMBSMITH_WHOLE");
        const ir::Variable& counter = variable(it.counter);
        cursor_.expect(fmt::format("for ({} {} =", type_text(counter), counter.name));
        limit(it.first, counter, "the first value");
        scopes_.emplace_back();
        declare(it.counter);
        static constexpr const char* tests[] = {"<", "<=", ">="};
        cursor_.expect(fmt::format("; {} {}", counter.name, tests[static_cast<int>(it.order)]));
        limit(it.bound, counter, "the bound");
        cursor_.expect(
            fmt::format("; {}{})", it.order == ir::For::Order::down_to ? "--" : "++", counter.name));
        ++depth_of_loops_;
        body(it.body, it.is_in_step);
        --depth_of_loops_;
        scopes_.pop_back();
    }
    // The first value of a counter, or its bound. A number has no suffix there.
    void limit(const ir::Scalar& proved, const ir::Variable& counter, const char* what) {
        const size_t before = cursor_.place();
        const Value found = expressions_.value();
        const bool is_number = found.scalar.is_constant() && found.type == Type::integer;
        if ((is_number || found.type == type_of(counter.kind)) && is_same(found.scalar, proved)) return;
        cursor_.go_back(before);
        cursor_.differ(fmt::format("{} of {}", what, counter.name));
    }

    void read(const ir::If& it) {
        cursor_.expect("if (");
        const size_t before = cursor_.place();
        const Value found = expressions_.value();
        if (found.type == Type::byte || !is_same(found.scalar, it.condition))
            cursor_.go_back(before), cursor_.differ("the condition");
        cursor_.expect(")");
        scopes_.emplace_back();
        body(it.body, false);
        scopes_.pop_back();
    }

    void body(const ir::Block& statements, bool is_in_step) {
        const bool has_braces = cursor_.accept("{");
        if (!has_braces && (statements.size() != 1 || is_in_step)) cursor_.differ("{");
        if (is_in_step) cursor_.expect("LIMBSMITH_IN_STEP");
        scopes_.emplace_back();
        block(statements);
        scopes_.pop_back();
        if (has_braces) cursor_.expect("}");
    }

    // Of kernels and lanes; no thread has them alone.
    void read(const ir::Exchange&) { cursor_.differ("a statement of one thread"); }
    void read(const ir::Barrier&) { cursor_.differ("a statement of one thread"); }
    void read(const ir::AtomicAdd&) { cursor_.differ("a statement of one thread"); }

    Cursor& cursor_;
    const ir::Routine& proved_;
    const Callees& callees_;
    Expressions expressions_;
    std::vector<std::map<std::string, int, std::less<>>> scopes_;
    std::vector<int> writes_;        // by variable: the statements that write it
    std::vector<bool> is_declared_;  // by variable: once, as a variable of the routine lives in one place
    const ir::Statement* following_ = nullptr;
    const ir::Block* block_ = nullptr;  // of that statement
    int declared_ = -1, depth_of_loops_ = 0;
    bool is_returned_ = false;
};

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

}  // namespace

std::string type_text(const ir::Variable& variable) {
    switch (variable.kind) {
        case ir::Variable::Kind::word: return "uint32_t";
        case ir::Variable::Kind::integer: return "int";
        case ir::Variable::Kind::byte: return "unsigned char";
        case ir::Variable::Kind::number: break;
    }
    const bool is_in_detail = variable.representation.is_digits();
    return (is_in_detail ? "detail::" : "") + std::string(variable.representation.type);
}

void read_routine(Cursor& cursor, const ir::Routine& proved, const Callees& callees) {
    read_comment(cursor, proved);
    const std::string result = proved.result ? type_text(proved.variables[*proved.result]) : "void";
    cursor.expect(fmt::format("LIMBSMITH_FN {} {}({}) {{", result, proved.name, parameters(proved)));
    Body(cursor, proved, callees).read();
    cursor.expect("}");
}

}  // namespace limbsmith::read
