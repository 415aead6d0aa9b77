#include "emit/routine_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "emit/comment_lines.hpp"
#include "ir/contract_text.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

using Many = ir::Variable::Many;
using Role = ir::Variable::Role;

// How functions call the distance between the elements of a strided array.
constexpr const char* stride_name = "stride";

std::string literal(const std::vector<uint32_t>& limbs) {
    if (std::ranges::count(limbs, 0u) == static_cast<std::ptrdiff_t>(limbs.size())) return "{}";
    std::string out;
    for (uint32_t limb : limbs) out += fmt::format("{}{:#x}u", out.empty() ? "" : ", ", limb);
    return "{{" + out + "}}";
}

bool returns(const ir::Library::Callable& callee) {
    const auto* routine = std::get_if<ir::Routine>(&callee);
    return !routine || routine->result.has_value();
}

}  // namespace

std::string value_type(const ir::Variable& variable) {
    switch (variable.kind) {
        case ir::Variable::Kind::word: return "uint32_t";
        case ir::Variable::Kind::integer: return "int";
        case ir::Variable::Kind::byte: return "unsigned char";
        case ir::Variable::Kind::number: break;
    }
    const std::string type(variable.representation.type);
    return variable.representation == repr::digits ? "detail::" + type : type;
}

RoutineText::RoutineText(const ir::Routine& routine, const ir::Library& library, const PartNames& parts)
    : routine_(routine),
      library_(library),
      parts_(parts),
      declarations_(declarations(routine)),
      scalar_(routine, [this](const ir::Place& place) { return text(place); }) {}

std::string RoutineText::body() {
    const auto is_own_member = [](const ir::Variable& it) { return it.is_member() && !it.is_parameter(); };
    if (std::ranges::any_of(routine_.variables, is_own_member))
        line(fmt::format("modulus {};", modulus_name));
    block(routine_.body);
    if (routine_.result && !is_returned_) line(fmt::format("return {};", variable(*routine_.result).name));
    return out_;
}

void RoutineText::line(const std::string& text) { out_ += std::string(indent(), ' ') + text + "\n"; }

std::string RoutineText::name_of(int id) const {
    const ir::Variable& it = variable(id);
    return it.is_member() ? fmt::format("{}.{}", modulus_text(), it.name) : it.name;
}

std::string RoutineText::text(const ir::Place& place) const {
    const ir::Variable& it = variable(place.variable);
    std::string out = name_of(place.variable);
    if (place.element) {
        std::string index = scalar_.value(*place.element);
        if (const auto parts = base_and_offset(it, *place.element)) {
            std::tie(out, index) = std::pair(fmt::format("({} + {})", out, parts->first), parts->second);
        } else if (it.many == Many::strided && it.role != Role::global) {
            const bool is_sum = place.element->kind() >= ir::Scalar::Kind::add;
            index = fmt::format("{} * {}", is_sum ? "(" + index + ")" : index, stride_name);
        }
        out += fmt::format("[{}]", index);
    }
    if (place.limb_index) out += fmt::format(".limb[{}]", scalar_.value(*place.limb_index));
    return out;
}

// For an array in memory the index is a word and an integer. The integer is then part of an address that the compiler
// knows; as a sum of words the index could wrap around.
std::optional<std::pair<std::string, std::string>> RoutineText::base_and_offset(
    const ir::Variable& array, const ir::Scalar& index) const {
    const bool is_in_memory =
        array.role == Role::shared || array.role == Role::constant || array.role == Role::global;
    if (!is_in_memory || index.kind() != ir::Scalar::Kind::add) return std::nullopt;
    if (scalar_.is_of_integers(index.left()) || !scalar_.is_of_integers(index.right())) return std::nullopt;
    return std::pair(scalar_.value(index.left()), scalar_.value(index.right()));
}

void RoutineText::block(const ir::Block& block) {
    for (const ir::Statement& statement : block) print(statement);
}

void RoutineText::print(const ir::Statement& statement) {
    declared_ = {};
    is_last_ = &statement == &routine_.body.back();
    if (const auto found = declarations_.at.find(&statement); found != declarations_.at.end())
        declared_ = found->second;
    std::visit([&](const auto& it) { print(it); }, statement.what);
}

void RoutineText::exchange(const ir::Exchange&) { throw std::logic_error(routine_.name + " is for a group"); }
void RoutineText::barrier(const ir::Barrier&) { throw std::logic_error(routine_.name + " is for a group"); }
void RoutineText::matrix_load(const ir::MatrixLoad&) {
    throw std::logic_error(routine_.name + " is for a warp");
}
void RoutineText::matrix_product(const ir::MatrixProduct&) {
    throw std::logic_error(routine_.name + " is for a warp");
}
void RoutineText::atomic_add(const ir::AtomicAdd&) {
    throw std::logic_error(routine_.name + " is for a device");
}

// Declares the variables that the statement itself does not write whole.
void RoutineText::declare_all_but(int first) {
    std::map<std::string, std::string> by_type;
    std::vector<std::string> order;
    for (int id : declared_) {
        if (id == first) continue;
        const ir::Variable& it = variable(id);
        std::string& all = by_type[value_type(it)];
        if (all.empty()) order.push_back(value_type(it));
        all += (all.empty() ? "" : ", ") + it.name;
        if (it.is_array()) all += fmt::format("[{}]", it.count);
    }
    for (const std::string& type : order) line(fmt::format("{} {};", type, by_type[type]));
}

std::string RoutineText::target(const ir::Place& place) {
    const bool is_whole = !place.element && !place.limb_index;
    const bool is_new = is_whole && std::ranges::find(declared_, place.variable) != declared_.end();
    declare_all_but(is_new ? place.variable : -1);
    if (!is_new) return text(place) + " = ";
    if (routine_.result == place.variable && is_last_) {
        is_returned_ = true;
        return "return ";
    }
    const bool is_constant = declarations_.writes[place.variable] == 1;
    return fmt::format("{}{} {} = ", is_constant ? "const " : "", value_type(variable(place.variable)),
                       text(place));
}

void RoutineText::print(const ir::Assign& it) {
    const bool reads_target =
        it.value.kind() >= ir::Scalar::Kind::add && it.value.kind() <= ir::Scalar::Kind::shr &&
        it.value.left().kind() == ir::Scalar::Kind::read && text(it.value.left().place()) == text(it.target);
    const auto kind = it.target.limb_index ? ir::Variable::Kind::word : variable(it.target.variable).kind;
    // a sum of an int and a word is one of words
    const bool wraps = kind == ir::Variable::Kind::integer && scalar_.is_word(it.value);
    if (reads_target && kind != ir::Variable::Kind::byte && !wraps) {
        line(fmt::format("{} {}= {};", text(it.target), sign_of(it.value.kind()),
                         scalar_.converted(it.value.right(), kind)));
    } else {
        const std::string to = target(it.target);
        line(fmt::format("{}{};", to, scalar_.converted(it.value, kind)));
    }
}

void RoutineText::print(const ir::Copy& it) {
    const auto* source = std::get_if<ir::Place>(&it.source);
    const auto is_typed = [&](const ir::Place& place) { return !variable(place.variable).is_member(); };
    const ir::Variable& own = variable(it.target.variable);
    if (source && is_typed(it.target) && is_typed(*source) &&
        value_type(own) != value_type(variable(source->variable))) {
        // the limbs of a number of another type
        declare_all_but(-1);
        if (own.representation.is_pairs()) return to_pairs(text(it.target), text(*source), own.words);
        if (variable(source->variable).representation.is_pairs())
            return from_pairs(text(it.target), text(*source), own.words);
        line(fmt::format("LIMBSMITH_WHOLE for (int i = 0; i < {}; ++i) {}.limb[i] = {}.limb[i];", own.words,
                         text(it.target), text(*source)));
        return;
    }
    const std::string to = target(it.target);
    line(fmt::format("{}{};", to,
                     source ? text(*source) : literal(std::get<std::vector<uint32_t>>(it.source))));
}

// A compiler splits an integer of 64 bits in two words, and then copies words to make pairs of them; but not a double.
void RoutineText::to_pairs(const std::string& pairs, const std::string& words, int count) {
    line(
        fmt::format("LIMBSMITH_WHOLE for (int i = 0; i < {0}; ++i) {1}.pair[i] = "
                    "__hiloint2double(int({2}.limb[2 * i + 1]), int({2}.limb[2 * i]));",
                    count / 2, pairs, words));
}
void RoutineText::from_pairs(const std::string& words, const std::string& pairs, int count) {
    for (const auto& [part, function] : {std::pair{"2 * i", "lo"}, {"2 * i + 1", "hi"}})
        line(
            fmt::format("LIMBSMITH_WHOLE for (int i = 0; i < {}; ++i) {}.limb[{}] = "
                        "uint32_t(__double2{}int({}.pair[i]));",
                        count / 2, words, part, function, pairs));
}

std::string RoutineText::qualified(const std::string& name) const {
    return parts_.contains(name) ? "detail::" + name : name;
}

void RoutineText::call(const ir::Call& it) {
    const ir::Library::Callable& callee = library_[it.callee];
    const ir::Signature called = signature(callee);
    std::string to;
    if (called.outputs.empty() || !returns(callee)) {
        declare_all_but(-1);
    } else {
        to = target(it.results.front());
    }
    line(fmt::format("{}{}({});", to, qualified(called.name), arguments(callee, it)));
}

std::string RoutineText::arguments(const ir::Library::Callable& callee, const ir::Call& call) const {
    const ir::Signature called = signature(callee);
    std::string out;
    const auto add = [&](const std::string& argument) { out += (out.empty() ? "" : ", ") + argument; };
    size_t next = 0, result = returns(callee) ? 1 : 0;
    const auto add_input = [&] { add(argument(call.arguments[next], called.inputs[next])), ++next; };
    if (const auto* routine = std::get_if<ir::Routine>(&callee)) {
        bool has_modulus = false;
        for (int id : routine->parameters) {
            const ir::Variable& it = routine->variables[id];
            if (it.is_member()) {
                if (!std::exchange(has_modulus, true)) add(modulus_text());
            } else if (it.role == Role::input) {
                add_input();
            } else {
                add(text(call.results[result++]));
            }
        }
        return out;
    }
    while (next < call.arguments.size()) add_input();
    if (!called.members_read.empty()) add(modulus_text());
    while (result < call.results.size()) add(text(call.results[result++]));
    return out;
}

std::string RoutineText::argument(const ir::Call::Argument& argument,
                                  const ir::Signature::Parameter& parameter) const {
    if (const auto* scalar = std::get_if<ir::Scalar>(&argument))
        return scalar_.converted(*scalar, parameter.kind);
    const ir::Place& place = std::get<ir::Place>(argument);
    const bool gives_limbs = parameter.many != Many::one && !variable(place.variable).is_array();
    return text(place) + (gives_limbs ? ".limb" : "");
}

void RoutineText::print(const ir::For& it) {
    declare_all_but(-1);
    if (!it.invariant.empty()) {
        const auto is_magnitude = [&](const ir::Bound& bound) {
            return !bound.at_least && std::ranges::any_of(routine_.variables, [&](const ir::Variable& own) {
                return own.name == bound.name && own.representation.is_signed();
            });
        };
        for (const std::string& text :
             comment_lines("always " + ir::relations(it.invariant, is_magnitude), indent()))
            out_ += text + "\n";
    }
    static constexpr const char* hints[] = {"LIMBSMITH_LOOP ", "LIMBSMITH_PAIRS ", "", "LIMBSMITH_WHOLE "};
    static constexpr const char* tests[] = {"<", "<=", ">="};
    const ir::Variable& counter = variable(it.counter);
    const auto kind = counter.kind;
    std::string bound = scalar_.value(it.bound);
    if (it.bound.kind() == ir::Scalar::Kind::select) bound = "(" + bound + ")";
    nested(fmt::format("{}for ({} {} = {}; {} {} {}; {}{})", hints[static_cast<int>(it.unroll)],
                       value_type(counter), counter.name,
                       it.first.is_constant() ? scalar_.value(it.first) : scalar_.converted(it.first, kind),
                       counter.name, tests[static_cast<int>(it.order)], bound,
                       it.order == ir::For::Order::down_to ? "--" : "++", counter.name),
           it.body, it.is_in_step ? "LIMBSMITH_IN_STEP" : "");
}

void RoutineText::print(const ir::If& it) {
    declare_all_but(-1);
    nested(fmt::format("if ({})", scalar_.condition(it.condition)), it.body);
}

void RoutineText::nested(const std::string& head, const ir::Block& statements, const std::string& first) {
    const std::string before = std::exchange(out_, {});
    ++depth_;
    if (!first.empty()) line(first);
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

}  // namespace limbsmith::emit
