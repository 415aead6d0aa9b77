#include "emit/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "emit/contract_text.hpp"
#include "emit/declarations.hpp"
#include "emit/scalar.hpp"

namespace limbsmith::emit {
namespace {

using Role = ir::Variable::Role;
using Many = ir::Variable::Many;

// How functions call the modulus object, and the distance between the elements of a strided array.
constexpr const char* modulus_name = "m";
constexpr const char* stride_name = "stride";

std::string type_of(const ir::Variable& variable, const RoutineNames& names) {
    switch (variable.kind) {
        case ir::Variable::Kind::word: return "uint32_t";
        case ir::Variable::Kind::integer: return "int";
        case ir::Variable::Kind::byte: return "unsigned char";
        case ir::Variable::Kind::number: break;
    }
    switch (variable.shape) {
        case ir::Shape::wide: return "wide";
        case ir::Shape::plain: return "plain";
        case ir::Shape::elem: return "elem";
        case ir::Shape::loose: return "loose";
        case ir::Shape::digits: return "detail::digits";
        default: return names.number;
    }
}

std::string parameter_text(const ir::Variable& it, const RoutineNames& names) {
    const bool is_input = it.role == Role::input;
    const std::string type = type_of(it, names);
    if (it.is_array()) return fmt::format("{}{}* {}", is_input ? "const " : "", type, it.name);
    if (is_input && it.kind != ir::Variable::Kind::number) return fmt::format("{} {}", type, it.name);
    return fmt::format("{}{}& {}", is_input ? "const " : "", type, it.name);
}

class RoutinePrinter {
  public:
    RoutinePrinter(const ir::Routine& routine, const ir::Library& library, const RoutineNames& names)
        : routine_(routine),
          library_(library),
          names_(names),
          declarations_(declarations(routine)),
          scalar_(routine, [this](const ir::Place& place) { return text(place); }) {}

    std::string print() {
        comment();
        line(fmt::format("LIMBSMITH_FN {} {{", declaration(routine_, names_)));
        ++depth_;
        block(routine_.body);
        if (routine_.result && !is_returned_)
            line(fmt::format("return {};", variable(*routine_.result).name));
        --depth_;
        line("}");
        return out_;
    }

  private:
    const ir::Variable& variable(int id) const { return routine_.variables[id]; }
    void line(const std::string& text) { out_ += std::string(indent(), ' ') + text + "\n"; }
    size_t indent() const { return 4 * depth_; }

    void comment() {
        const auto add = [&](const std::string& text) {
            for (const std::string& it : comment_lines(text, 0)) out_ += it + "\n";
        };
        for (const std::string& it : routine_.text) add(it);
        // make_modulus sees to what is required of members
        std::vector<ir::Bound> own;
        std::ranges::remove_copy_if(routine_.contract.requires_, std::back_inserter(own),
                                    [&](const ir::Bound& bound) { return is_read_member(bound.name); });
        if (!own.empty()) add("requires: " + ranges(own));
        if (!routine_.contract.ensures.empty()) add("ensures: " + ranges(routine_.contract.ensures));
        for (const ir::Sequence& it : routine_.sequences) {
            add(fmt::format("Below, {0}[0] = {1} and {0}[{2} + 1] = {3}.", it.name, to_string(*it.first),
                            it.index, to_string(*it.next)));
        }
        if (!routine_.source.empty()) add("source: " + routine_.source);
        if (!routine_.bound.empty()) add("turns: " + routine_.bound);
    }

    bool is_read_member(const std::string& name) const {
        return std::ranges::any_of(routine_.variables, [&](const ir::Variable& it) {
            return it.is_member() && it.role == Role::input && it.name == name;
        });
    }

    std::string text(const ir::Place& place) const {
        const ir::Variable& it = variable(place.variable);
        std::string out = it.is_member() ? fmt::format("{}.{}", modulus_name, it.name) : it.name;
        if (place.element) {
            std::string index = scalar_.value(*place.element);
            if (it.many == Many::strided) {
                const bool is_sum = place.element->kind() >= ir::Scalar::Kind::add;
                index = fmt::format("{} * {}", is_sum ? "(" + index + ")" : index, stride_name);
            }
            out += fmt::format("[{}]", index);
        }
        if (place.limb_index) out += fmt::format(".limb[{}]", scalar_.value(*place.limb_index));
        return out;
    }

    static std::string literal(const std::vector<uint32_t>& limbs) {
        if (std::ranges::count(limbs, 0u) == static_cast<std::ptrdiff_t>(limbs.size())) return "{}";
        std::string out;
        for (uint32_t limb : limbs) out += fmt::format("{}{:#x}u", out.empty() ? "" : ", ", limb);
        return "{{" + out + "}}";
    }

    void block(const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            declared_ = {};
            is_last_ = &statement == &routine_.body.back();
            if (const auto found = declarations_.at.find(&statement); found != declarations_.at.end())
                declared_ = found->second;
            std::visit([&](const auto& it) { print(it); }, statement.what);
        }
    }

    // What is declared here and is not written whole by the statement itself.
    void declare_all_but(int first) {
        std::map<std::string, std::string> by_type;
        std::vector<std::string> order;
        for (int id : declared_) {
            if (id == first) continue;
            const ir::Variable& it = variable(id);
            std::string& all = by_type[type_of(it, names_)];
            if (all.empty()) order.push_back(type_of(it, names_));
            all += (all.empty() ? "" : ", ") + it.name;
            if (it.is_array()) all += fmt::format("[{}]", it.count);
        }
        for (const std::string& type : order) line(fmt::format("{} {};", type, by_type[type]));
    }

    // `target = ` of a statement that writes it; declares it where this is its first use, and returns it
    // where that is the last as well.
    std::string target(const ir::Place& place) {
        const bool is_whole = !place.element && !place.limb_index;
        const bool is_new = is_whole && std::ranges::find(declared_, place.variable) != declared_.end();
        declare_all_but(is_new ? place.variable : -1);
        if (!is_new) return text(place) + " = ";
        if (routine_.result == place.variable && is_last_) {
            is_returned_ = true;
            return "return ";
        }
        const bool is_constant = declarations_.writes[place.variable] == 1;
        return fmt::format("{}{} {} = ", is_constant ? "const " : "",
                           type_of(variable(place.variable), names_), text(place));
    }

    void print(const ir::Assign& it) {
        const bool reads_target = it.value.kind() >= ir::Scalar::Kind::add &&
                                  it.value.kind() <= ir::Scalar::Kind::shr &&
                                  it.value.left().kind() == ir::Scalar::Kind::read &&
                                  text(it.value.left().place()) == text(it.target);
        const auto kind = it.target.limb_index ? ir::Variable::Kind::word : variable(it.target.variable).kind;
        if (reads_target && kind != ir::Variable::Kind::byte) {
            line(fmt::format("{} {}= {};", text(it.target), sign_of(it.value.kind()),
                             scalar_.converted(it.value.right(), kind)));
        } else {
            const std::string to = target(it.target);
            line(fmt::format("{}{};", to, scalar_.converted(it.value, kind)));
        }
    }

    void print(const ir::Copy& it) {
        const std::string to = target(it.target);
        const auto* source = std::get_if<ir::Place>(&it.source);
        line(fmt::format("{}{};", to,
                         source ? text(*source) : literal(std::get<std::vector<uint32_t>>(it.source))));
    }

    void print(const ir::Call& it) {
        const ir::Library::Callable& callee = library_[it.callee];
        const ir::Signature called = signature(callee);
        std::string to;
        if (called.outputs.empty() || !returns(callee)) {
            declare_all_but(-1);
        } else {
            to = target(it.results.front());
        }
        const char* scope = names_.parts.contains(called.name) ? "detail::" : "";
        line(fmt::format("{}{}{}({});", to, scope, called.name, arguments(callee, called, it)));
    }

    static bool returns(const ir::Library::Callable& callee) {
        const auto* routine = std::get_if<ir::Routine>(&callee);
        return !routine || routine->result.has_value();
    }

    std::string arguments(const ir::Library::Callable& callee, const ir::Signature& called,
                          const ir::Call& call) const {
        std::string out;
        const auto add = [&](const std::string& argument) { out += (out.empty() ? "" : ", ") + argument; };
        size_t next = 0, result = returns(callee) ? 1 : 0;
        const auto add_input = [&] { add(argument(call.arguments[next], called.inputs[next])), ++next; };
        if (const auto* routine = std::get_if<ir::Routine>(&callee)) {
            bool has_modulus = false;
            for (int id : routine->parameters) {
                const ir::Variable& it = routine->variables[id];
                if (it.is_member()) {
                    if (!std::exchange(has_modulus, true)) add(modulus_name);
                } else if (it.role == Role::input) {
                    add_input();
                } else {
                    add(text(call.results[result++]));
                }
            }
            return out;
        }
        while (next < call.arguments.size()) add_input();
        if (!called.members_read.empty()) add(modulus_name);
        while (result < call.results.size()) add(text(call.results[result++]));
        return out;
    }

    std::string argument(const ir::Call::Argument& argument,
                         const ir::Signature::Parameter& parameter) const {
        if (const auto* scalar = std::get_if<ir::Scalar>(&argument))
            return scalar_.converted(*scalar, parameter.kind);
        const ir::Place& place = std::get<ir::Place>(argument);
        const bool gives_limbs = parameter.many != Many::one && !variable(place.variable).is_array();
        return text(place) + (gives_limbs ? ".limb" : "");
    }

    void print(const ir::For& it) {
        declare_all_but(-1);
        if (!it.invariant.empty()) {
            for (const std::string& text : comment_lines("always " + relations(it.invariant), indent()))
                out_ += text + "\n";
        }
        static constexpr const char* hints[] = {"LIMBSMITH_LOOP ", "LIMBSMITH_PAIRS ", ""};
        static constexpr const char* tests[] = {"<", "<=", ">="};
        const ir::Variable& counter = variable(it.counter);
        const auto kind = counter.kind;
        // an unsigned counter is compared with unsigned words
        const std::string bound = scalar_.is_word(it.bound) ? scalar_.value(it.bound) : plain(it.bound);
        body(fmt::format("{}for ({} {} = {}; {} {} {}; {}{})", hints[static_cast<int>(it.unroll)],
                         type_of(counter, names_), counter.name,
                         it.first.is_constant() ? plain(it.first) : scalar_.converted(it.first, kind),
                         counter.name, tests[static_cast<int>(it.order)], bound,
                         it.order == ir::For::Order::down_to ? "--" : "++", counter.name),
             it.body);
    }

    std::string plain(const ir::Scalar& scalar) const { return scalar_.value(scalar); }

    void print(const ir::If& it) {
        declare_all_but(-1);
        body(fmt::format("if ({})", scalar_.condition(it.condition)), it.body);
    }

    void print(const ir::Exchange&) {}
    void print(const ir::Barrier&) {}

    // The head of a statement with its body, on one line if it has one.
    void body(const std::string& head, const ir::Block& statements) {
        const std::string before = std::exchange(out_, {});
        ++depth_;
        block(statements);
        --depth_;
        const std::string inner = std::exchange(out_, before);
        const size_t skipped = indent() + 4;
        const bool is_one = std::ranges::count(inner, '\n') == 1 && inner.find("//") == std::string::npos;
        if (is_one && indent() + head.size() + inner.size() - skipped <= 118) {
            line(fmt::format("{} {}", head, inner.substr(skipped, inner.size() - skipped - 1)));
        } else {
            line(head + " {");
            out_ += inner;
            line("}");
        }
    }

    const ir::Routine& routine_;
    const ir::Library& library_;
    const RoutineNames& names_;
    Declarations declarations_;
    ScalarText scalar_;
    std::string out_;
    size_t depth_ = 0;
    std::vector<int> declared_;  // at the statement that is printed
    bool is_last_ = false, is_returned_ = false;
};

}  // namespace

std::string declaration(const ir::Routine& routine, const RoutineNames& names) {
    std::string parameters;
    const auto add = [&](const std::string& text) { parameters += (parameters.empty() ? "" : ", ") + text; };
    bool has_modulus = false, has_stride = false;
    for (int id : routine.parameters) {
        const ir::Variable& it = routine.variables[id];
        has_stride |= it.many == Many::strided;
        if (!it.is_member()) {
            add(parameter_text(it, names));
        } else if (!std::exchange(has_modulus, true)) {
            add(fmt::format("{}modulus& {}", it.role == Role::input ? "const " : "", modulus_name));
        }
    }
    if (has_stride) add(fmt::format("long long {} = 1", stride_name));
    const std::string result = routine.result ? type_of(routine.variables[*routine.result], names) : "void";
    return fmt::format("{} {}({})", result, routine.name, parameters);
}

std::string routine(const ir::Routine& routine, const ir::Library& library, const RoutineNames& names) {
    return RoutinePrinter(routine, library, names).print();
}

}  // namespace limbsmith::emit
