#include "read/loop_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ir/contract_text.hpp"
#include "read/formula.hpp"
#include "read/given_first.hpp"
#include "read/mentions.hpp"

namespace limbsmith::read {
namespace {

using Many = ir::Variable::Many;
using Role = ir::Variable::Role;

// The value of a constant of a contract that is a small number.
std::optional<int64_t> number_of(const ir::Expr& expr) {
    constexpr uint64_t most_bits = 32;
    if (expr.kind == ir::Expr::Kind::pow2 && expr.number <= most_bits) return int64_t{1} << expr.number;
    if (expr.kind == ir::Expr::Kind::integer && expr.number <= UINT32_MAX)
        return static_cast<int64_t>(expr.number);
    return std::nullopt;
}

// That begins a statement.
bool is_keyword(std::string_view text) {
    return text == "return" || text == "if" || text == "for" || text == "const";
}

}  // namespace

LoopBody::LoopBody(Cursor& cursor, const ir::Routine& proved, const Callees& callees)
    : cursor_(cursor),
      proved_(proved),
      callees_(callees),
      expressions_(cursor, proved, [this](std::string_view name) { return find(name); }),
      is_declared_(proved.variables.size()),
      writes_(proved.variables.size()),
      ranges_(proved.variables.size()) {
    scopes_.emplace_back();
    for (size_t id = 0; id < proved.variables.size(); ++id) {
        const ir::Variable& it = proved.variables[id];
        if (!it.is_parameter() && !it.is_member()) continue;
        if (proved.result == static_cast<int>(id)) continue;
        scopes_[0].emplace((it.is_member() ? "m." : "") + it.name, static_cast<int>(id));
        is_declared_[id] = true;
    }
    count_writes(proved.body);
    learn_ranges();
    expressions_.have_ranges([this](int id) { return ranges_[id]; });
}

// Those of inputs, by the contract.
void LoopBody::learn_ranges() {
    for (const ir::Bound& bound : proved_.contract.requires_) {
        const auto least = bound.at_least ? number_of(*bound.at_least) : 0, below = number_of(*bound.below);
        if (!least || !below) continue;
        for (int id : proved_.parameters) {
            const ir::Variable& it = variable(id);
            const bool is_word =
                it.kind == ir::Variable::Kind::integer || it.kind == ir::Variable::Kind::word;
            if (it.role == Role::input && !it.is_array() && is_word && it.name == bound.name)
                ranges_[id] = Range{*least, *below - 1};
        }
    }
}

ir::Block LoopBody::read() {
    const auto is_own_member = [](const ir::Variable& it) { return it.is_member() && !it.is_parameter(); };
    if (std::ranges::any_of(proved_.variables, is_own_member)) cursor_.expect("modulus m;");
    block(proved_.body);
    if (proved_.result && !is_returned_) cursor_.expect("return " + variable(*proved_.result).name + ";");
    return std::move(all_);
}

int LoopBody::find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        if (const auto found = scope->find(name); found != scope->end()) return found->second;
    }
    return -1;
}

void LoopBody::count_writes(const ir::Block& block) {
    for (const ir::Statement& statement : block) {
        for (int id : Mentions(statement).written) ++writes_[id];
        if (const ir::Block* body = body_of(statement)) count_writes(*body);
    }
}

void LoopBody::block(const ir::Block& statements) {
    for (const ir::Statement& it : statements) statement(it, statements);
}

void LoopBody::statement(const ir::Statement& statement, const ir::Block& block) {
    following_ = &statement;
    block_ = &block;
    declarations();
    std::visit([this](const auto& it) { read(it); }, statement.what);
}

// A variable of the next statement that is not declared yet, by its type and name.
int LoopBody::undeclared(const std::string& type, const std::string& name) const {
    for (int id = 0; id < static_cast<int>(is_declared_.size()); ++id) {
        const ir::Variable& it = variable(id);
        if (!is_declared_[id] && it.name == name && type_text(it) == type && mentions(*following_, id))
            return id;
    }
    cursor_.differ(fmt::format("{} of the next statement", type));
}

void LoopBody::declare(int id) {
    if (!scopes_.back().emplace(variable(id).name, id).second)
        cursor_.differ("a name that is not declared twice");
    is_declared_[id] = true;
}

// A type, if one comes next with a name behind it.
std::string LoopBody::type() {
    const size_t place = cursor_.place();
    std::string text;
    if (cursor_.accept("unsigned")) {
        cursor_.expect("char");
        text = "unsigned char";
    } else if (cursor_.peek().kind == Token::Kind::name && !is_keyword(cursor_.peek().text)) {
        text = cursor_.take().text;
        if (text == "detail" && cursor_.accept("::")) text += "::" + cursor_.name("a type");
    }
    if (cursor_.peek().kind == Token::Kind::name && !text.starts_with("LIMBSMITH")) return text;
    cursor_.go_back(place);
    return {};
}

// Those without a value; the statement that follows is the first to use them.
void LoopBody::declarations() {
    for (int first_before = -1;;) {
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
            // those of a type together, the types in the order of their first ones
            const bool is_in_order = last < 0 ? id > std::exchange(first_before, id) : id > last;
            if (!is_in_order || !belongs_here(id))
                cursor_.go_back(first), cursor_.differ("variables of the next statement, in order");
            last = id;
            declare(id);
        } while (cursor_.accept(","));
        cursor_.expect(";");
    }
}

// Whether a variable without a value is declared in the innermost block with all its uses, before the first; and, where a
// turn of a loop makes it anew, whether it is given one before one is read.
bool LoopBody::belongs_here(int id) const {
    const auto users =
        std::ranges::count_if(*block_, [&](const ir::Statement& it) { return mentions(it, id); });
    const bool is_own = Mentions(*following_).all.contains(id);
    if (users == 1 && !is_own && proved_.result != id) return false;
    return depth_of_loops_ == 0 || is_given_first(proved_, *block_, following_, id);
}

std::string LoopBody::target(const ir::Place& proved) {
    const bool is_whole = !proved.element && !proved.limb_index;
    const bool is_result = is_whole && proved_.result == proved.variable;
    target_ = {proved.variable};
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
    target_ = place(proved);
    if (cursor_.peek().kind != Token::Kind::sign) cursor_.differ("=");
    return std::string(cursor_.take().text);
}

void LoopBody::end_of_statement() {
    cursor_.expect(";");
    if (declared_ >= 0) declare(declared_);
    declared_ = -1;
}

ir::Place LoopBody::place(const ir::Place& proved) {
    const size_t before = cursor_.place();
    const Spot found = expressions_.spot();
    if (is_same(found.place, proved)) return found.place;
    cursor_.go_back(before);
    cursor_.differ(text(proved));
}

std::string LoopBody::text(const ir::Place& place) const {
    const ir::Variable& it = variable(place.variable);
    return fmt::format("{}{}{}{}", it.is_member() ? "m." : "", it.name, place.element ? "[...]" : "",
                       place.limb_index ? ".limb[...]" : "");
}

void LoopBody::read(const ir::Assign& it) {
    const ir::Variable& to = variable(it.target.variable);
    const Type type = it.target.limb_index ? Type::word : type_of(to.kind);
    const std::string sign = target(it.target);
    const size_t before = cursor_.place();
    Value found = expressions_.value();
    if (sign != "=") {
        if (!sign.ends_with('=')) cursor_.go_back(before - 1), cursor_.differ("=");
        found = joined(cursor_, std::string_view(sign).substr(0, sign.size() - 1), {it.target, type}, found);
    }
    if (found.type != type || !is_same(found.scalar, it.value)) {
        cursor_.go_back(before);
        cursor_.differ(fmt::format("the value of {}", text(it.target)));
    }
    if (declared_ >= 0 && writes_[declared_] == 1) ranges_[declared_] = found.range;
    end_of_statement();
    add({ir::Assign{target_, found.scalar}});
}

void LoopBody::read(const ir::Copy& it) {
    const auto* source = std::get_if<ir::Place>(&it.source);
    if (source && !has_type_of(it.target, *source)) return convert(it, *source);
    if (target(it.target) != "=") cursor_.differ("=");
    ir::Copy made{target_, it.source};
    if (source) {
        made.source = place(*source);
    } else {
        const auto& limbs = std::get<std::vector<uint32_t>>(it.source);
        std::string all;
        for (uint32_t limb : limbs) all += fmt::format("{}{:#x}u", all.empty() ? "" : ", ", limb);
        const bool is_zero = std::ranges::count(limbs, 0u) == std::ssize(limbs);
        cursor_.expect(is_zero ? "{}" : "{{" + all + "}}");
    }
    end_of_statement();
    add({std::move(made)});
}

// The limbs of a number of another type, one after the other. Pairs of words are doubles with these bits.
void LoopBody::convert(const ir::Copy& it, const ir::Place& source) {
    const ir::Variable& own = variable(it.target.variable);
    const auto whole = [&](const ir::Place& proved) {
        const size_t before = cursor_.place();
        if (!is_same(expressions_.whole().place, proved))
            cursor_.go_back(before), cursor_.differ(text(proved));
    };
    const auto loop = [&](int count) {
        cursor_.expect(fmt::format("LIMBSMITH_WHOLE for (int i = 0; i < {}; ++i)", count));
    };
    if (own.representation.is_pairs()) {
        loop(own.words / 2);
        whole(it.target);
        cursor_.expect(".pair[i] = __hiloint2double(int(");
        whole(source);
        cursor_.expect(".limb[2 * i + 1]), int(");
        whole(source);
        cursor_.expect(".limb[2 * i]));");
    } else if (variable(source.variable).representation.is_pairs()) {
        for (const auto& [limb, half] : {std::pair{"2 * i", "lo"}, {"2 * i + 1", "hi"}}) {
            loop(own.words / 2);
            whole(it.target);
            cursor_.expect(fmt::format(".limb[{}] = uint32_t(__double2{}int(", limb, half));
            whole(source);
            cursor_.expect(".pair[i]));");
        }
    } else {
        loop(own.words);
        whole(it.target);
        cursor_.expect(".limb[i] =");
        whole(source);
        cursor_.expect(".limb[i];");
    }
    add({it});
}

bool LoopBody::has_type_of(const ir::Place& x, const ir::Place& y) const {
    const ir::Variable &a = variable(x.variable), &b = variable(y.variable);
    return a.is_member() || b.is_member() || type_text(a) == type_text(b);
}

void LoopBody::read(const ir::Call& it) {
    const ir::Library::Callable& callee = callees_.library[it.callee];
    const ir::Signature called = signature(callee);
    const auto* routine = std::get_if<ir::Routine>(&callee);
    const bool returns = !routine || routine->result;
    if (returns && !called.outputs.empty() && target(it.results[0]) != "=") cursor_.differ("=");
    cursor_.expect(fmt::format("{}{}(", callees_.parts.contains(called.name) ? "detail::" : "", called.name));
    ir::Place returned = target_;
    ir::Call made = arguments(it);
    if (made.results.size() < it.results.size())
        made.results.insert(made.results.begin(), std::move(returned));
    cursor_.expect(")");
    end_of_statement();
    add({std::move(made)});
}

ir::Call LoopBody::arguments(const ir::Call& it) {
    ir::Call made{it.callee, {}, {}};
    const ir::Library::Callable& callee = callees_.library[it.callee];
    const ir::Signature called = signature(callee);
    const auto* routine = std::get_if<ir::Routine>(&callee);
    const bool returns = !routine || routine->result;
    bool is_first = true;
    const auto comma = [&] {
        if (!std::exchange(is_first, false)) cursor_.expect(",");
    };
    size_t given = 0, result = returns ? 1 : 0;
    const auto input = [&] {
        comma();
        made.arguments.push_back(argument(it.arguments[given], called.inputs[given]));
        ++given;
    };
    const auto output = [&] {
        comma();
        made.results.push_back(place(it.results[result]));
        ++result;
    };
    if (routine) {
        bool has_modulus = false;
        for (int id : routine->parameters) {
            const ir::Variable& parameter = routine->variables[id];
            if (parameter.is_member()) {
                if (!std::exchange(has_modulus, true)) comma(), cursor_.expect(modulus());
            } else {
                if (parameter.role == Role::input) {
                    input();
                } else {
                    refuse_alias(it, *routine, it.results[result], id);
                    output();
                }
            }
        }
    } else {
        while (given < it.arguments.size()) input();
        if (!called.members_read.empty()) comma(), cursor_.expect(modulus());
        while (result < it.results.size()) output();
    }
    return made;
}

// A loop may write an output before it has read all of an input.
void LoopBody::refuse_alias(const ir::Call& it, const ir::Routine& callee, const ir::Place& output,
                            int parameter) const {
    size_t given = 0;
    for (int id : callee.parameters) {
        if (callee.variables[id].is_member() || callee.variables[id].role != Role::input) continue;
        const auto* place = std::get_if<ir::Place>(&it.arguments[given++]);
        const bool is_same = place && place->variable == output.variable;
        if (is_same && is_read_after_write(callee.body, id, parameter))
            cursor_.differ("an output that is no input of " + callee.name);
    }
}

ir::Call::Argument LoopBody::argument(const ir::Call::Argument& proved,
                                      const ir::Signature::Parameter& parameter) {
    if (const auto* scalar = std::get_if<ir::Scalar>(&proved))
        return expect(*scalar, type_of(parameter.kind), fmt::format("{} of the callee", parameter.name));
    const auto& number = std::get<ir::Place>(proved);
    const ir::Variable& it = variable(number.variable);
    const bool has_type = it.is_member() || parameter.many != Many::one ||
                          it.kind != ir::Variable::Kind::number || number.limb_index ||
                          it.representation.type == parameter.representation.type;
    if (!has_type)
        cursor_.differ(fmt::format("{} of type {}", parameter.name, parameter.representation.type));
    const ir::Place found = place(number);
    if (parameter.many != Many::one && !it.is_array()) cursor_.expect(".limb");
    return found;
}

void LoopBody::read(const ir::For& it) {
    if (!it.invariant.empty()) {
        cursor_.expect("// always");
        const size_t before = cursor_.place();
        const auto of_magnitude = [&](const ir::Bound& bound) {
            return !bound.at_least && std::ranges::any_of(proved_.variables, [&](const ir::Variable& own) {
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
    ir::For made = it;
    const Value first = limit(it.first, counter, "the first value");
    scopes_.emplace_back();
    declare(it.counter);
    static constexpr const char* tests[] = {"<", "<=", ">="};
    cursor_.expect(fmt::format("; {} {}", counter.name, tests[static_cast<int>(it.order)]));
    const Value bound = limit(it.bound, counter, "the bound");
    made.first = first.scalar, made.bound = bound.scalar;
    ranges_[it.counter] = range_of(it, first.values(), bound.values());
    cursor_.expect(fmt::format("; {}{})", it.order == ir::For::Order::down_to ? "--" : "++", counter.name));
    ++depth_of_loops_;
    made.body = body(it.body, it.is_in_step);
    --depth_of_loops_;
    scopes_.pop_back();
    add({std::move(made)});
}

// The values of a counter in the turns of the loop. An int also has the one behind the last.
Range LoopBody::range_of(const ir::For& loop, const Range& first, const Range& bound) const {
    const Range all = all_of(type_of(variable(loop.counter).kind));
    using Order = ir::For::Order;
    const bool is_signed = all.least < 0;
    if (is_signed && loop.order == Order::up_to && bound.most >= all.most)
        cursor_.differ("a bound below the largest int");
    if (is_signed && loop.order == Order::down_to && bound.least <= all.least)
        cursor_.differ("a bound above the smallest int");
    if (loop.order == Order::down_to) return {std::max(bound.least, all.least), first.most};
    return {first.least, bound.most - (loop.order == Order::below)};
}

// The first value of a counter, or its bound. A number has no suffix there.
Value LoopBody::limit(const ir::Scalar& proved, const ir::Variable& counter, const char* what) {
    const size_t before = cursor_.place();
    const Value found = expressions_.value();
    const bool is_number = found.scalar.is_constant() && found.type == Type::integer;
    if ((is_number || found.type == type_of(counter.kind)) && is_same(found.scalar, proved)) return found;
    cursor_.go_back(before);
    cursor_.differ(fmt::format("{} of {}", what, counter.name));
}

void LoopBody::read(const ir::If& it) {
    cursor_.expect("if (");
    const size_t before = cursor_.place();
    const Value found = expressions_.value();
    if (found.type == Type::byte || !is_same(found.scalar, it.condition))
        cursor_.go_back(before), cursor_.differ("the condition");
    cursor_.expect(")");
    scopes_.emplace_back();
    ir::Block inner = body(it.body, false);
    scopes_.pop_back();
    add({ir::If{found.scalar, std::move(inner)}});
}

ir::Block LoopBody::body(const ir::Block& statements, bool is_in_step) {
    ir::Block made;
    ir::Block* const outer = std::exchange(made_, &made);
    const bool has_braces = cursor_.accept("{");
    if (!has_braces && (statements.size() != 1 || is_in_step)) cursor_.differ("{");
    if (is_in_step) cursor_.expect("LIMBSMITH_IN_STEP");
    scopes_.emplace_back();
    block(statements);
    scopes_.pop_back();
    if (has_braces) cursor_.expect("}");
    made_ = outer;
    return made;
}

void LoopBody::read(const ir::Exchange&) { cursor_.differ("a statement of one thread"); }
void LoopBody::read(const ir::Barrier&) { cursor_.differ("a statement of one thread"); }
void LoopBody::read(const ir::MatrixLoad&) { cursor_.differ("a statement of one thread"); }
void LoopBody::read(const ir::MatrixProduct&) { cursor_.differ("a statement of one thread"); }
void LoopBody::read(const ir::AtomicAdd&) { cursor_.differ("a statement of one thread"); }

ir::Scalar LoopBody::expect(const ir::Scalar& proved, Type type, const std::string& what) {
    const size_t before = cursor_.place();
    const Value found = expressions_.value();
    if (found.type == type && is_same(found.scalar, proved)) return found.scalar;
    cursor_.go_back(before);
    cursor_.differ(what);
}

}  // namespace limbsmith::read
